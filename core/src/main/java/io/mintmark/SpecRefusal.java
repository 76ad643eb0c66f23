package io.mintmark;

import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.SettingsDamagedException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Spec;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Builds the exceptions for settings that differ from the settings in the store. */
final class SpecRefusal {

  private SpecRefusal() {}

  /** Returns the exception for an engine that has lost a fingerprint between two calls. */
  static StoreUnavailableException forgotten(Spec spec) {
    return new StoreUnavailableException(Message.of(
        "the store lost the settings of this name while they were compared: name={}; nothing was"
            + " started; try again",
        spec.subject()));
  }

  /**
   * Returns the exception for fingerprints that are absent although lines of their pool exist: the
   * engine has lost only the fingerprints.
   *
   * @param own the settings of the name itself
   */
  static SettingsDamagedException lost(Spec own, List<Spec> absent) {
    String commands = absent.stream()
        .map(spec -> "mintmark lines raise " + restored(spec))
        .collect(Collectors.joining(", "));
    return new SettingsDamagedException(Message.of(
        "the store has lost the settings of this name, but not its lines: name={}, settings='{}';"
            + " no id of this name is issued until a process that makes ids writes them again; if"
            + " there is none, and the name was always used with these settings, an administrator"
            + " writes them with: {}",
        own.subject(),
        own.settings(),
        commands));
  }

  /** Returns the arguments of a command that sets the line to the fingerprint of the settings. */
  private static String restored(Spec spec) {
    return SpecLine.of(spec.subject()) + " " + SpecLine.fingerprint(spec.settings());
  }

  /**
   * Returns the exception for a fingerprint that differs. The note of the fingerprint's line is the
   * text that was hashed. If the note's hash differs from the line's position, the position was
   * changed. If the note is missing, it was removed, or the process that writes it has not done so
   * yet or has ended.
   */
  static MintmarkException of(Spec spec, long known, Line found) {
    if (!SpecLine.isSpoilt(found)) {
      return mismatch(spec, found.note());
    }
    return new SettingsDamagedException(Message.of(
        "{}: name={}, line={}, position={}, settings='{}'; no id of this name is issued; if the"
            + " name was always used with these settings, an administrator puts the line back with:"
            + " mintmark lines {}",
        found.note().isEmpty()
            ? "the name has other settings, and its line does not show yet which"
            : "the line that keeps the name's settings was changed from outside",
        spec.subject(),
        found.name(),
        known,
        spec.settings(),
        known > SpecLine.fingerprint(spec.settings())
            ? "lower " + restored(spec) + " --accept-repeats"
            : "raise " + restored(spec)));
  }

  /** Returns the exception for settings that differ from the settings that were used before. */
  static SettingsMismatchException mismatch(Spec spec, String before) {
    String settings = spec.settings();
    return new SettingsMismatchException(Message.of(
        "{}, here='{}', there='{}', settings='{}', before='{}'; nothing was started; {}",
        spec.mismatch(),
        differing(settings, before),
        differing(before, settings),
        settings,
        before,
        spec.remedy()));
  }

  /**
   * Returns the words of a text that the other text lacks, or the whole text if only the order of
   * the words differs.
   */
  private static String differing(String text, String other) {
    List<String> words = new ArrayList<>(List.of(text.split(" ", -1)));
    words.removeAll(List.of(other.split(" ", -1)));
    return words.isEmpty() ? text : String.join(" ", words);
  }
}
