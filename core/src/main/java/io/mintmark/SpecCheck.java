package io.mintmark;

import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.SpecMismatchException;
import io.mintmark.error.SpecSpoiltException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.Spec;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Line;
import java.util.ArrayList;
import java.util.List;

/**
 * Refuses settings that bear on uniqueness and differ from those first used. A fingerprint of the
 * first ones stands on a line of its own, written once; each process compares it when it starts.
 * The text stands beside it as the line's note, for the message.
 *
 * <p>Of several, all that stand are compared before one is written, so that a refused process has
 * taken no name. They are written in reverse order: the name's own fingerprint is the first in the
 * list and is written last, after all that it shares with other names was agreed on.
 */
final class SpecCheck {

  private SpecCheck() {}

  /**
   * Checks the settings of a generator that is being made.
   *
   * @param lines where its lines are
   * @param specs a name's own first
   * @param mayBeAway whether a store that is away is asked later, before the first claim
   * @return the generator's lines
   * @throws MintmarkException as {@link #check} does
   */
  static ClaimStore agreedOn(MovableStore lines, List<Spec> specs, boolean mayBeAway) {
    try {
      check(lines, specs);
      return lines;
    } catch (StoreUnavailableException e) {
      if (!mayBeAway) {
        throw e;
      }
      return new UncheckedLines(lines, specs);
    }
  }

  /**
   * Writes or compares fingerprints.
   *
   * @param store where the lines are
   * @param specs a name's own first
   * @throws SpecMismatchException if a subject was used with others before; none is written for it
   * @throws SpecSpoiltException if what stands on a line is no settings' fingerprint
   * @throws StoreUnavailableException if a subject's lines are being moved here
   */
  static void check(ClaimStore store, List<Spec> specs) {
    List<Spec> absent = new ArrayList<>();
    for (Spec spec : specs) {
      long known = store.position(SpecLine.of(spec.subject()));
      if (known == 0) {
        absent.add(0, spec);
      } else {
        compare(store, spec, known);
      }
    }
    absent.forEach(spec -> write(store, spec));
  }

  private static void write(ClaimStore store, Spec spec) {
    String line = SpecLine.of(spec.subject());
    if (store.compareAndSet(line, 0, SpecLine.fingerprint(spec.settings()))) {
      store.annotate(line, spec.settings());
    } else {
      compare(store, spec, store.position(line));
    }
  }

  private static void compare(ClaimStore store, Spec spec, long known) {
    if (known == 0) {
      throw forgotten(spec);
    }
    if (SpecLine.isPlaceholder(known)) {
      throw new StoreUnavailableException(Message.of(
          "the lines of this name are being moved here from another store: name={}; nothing was"
              + " started; try again when lines copy has finished",
          spec.subject()));
    }
    if (known != SpecLine.fingerprint(spec.settings())
        && spec.spellings().get().stream().noneMatch(same -> known == SpecLine.fingerprint(same))) {
      Line found = store.line(SpecLine.of(spec.subject())).orElseThrow(() -> forgotten(spec));
      throw refused(spec, known, found);
    }
  }

  /** An engine may lose the first settings between two calls: then nothing was refused. */
  private static StoreUnavailableException forgotten(Spec spec) {
    return new StoreUnavailableException(Message.of(
        "the store lost the settings of this name while they were compared: name={}; nothing was"
            + " started; try again",
        spec.subject()));
  }

  /**
   * The note tells what was hashed; if it does not hash to what stands there, that was changed. A
   * line without a note is one whose writer has not come to that yet or ended before, or one whose
   * note somebody has taken away.
   */
  private static MintmarkException refused(Spec spec, long known, Line found) {
    String settings = spec.settings();
    String before = found.note();
    if (SpecLine.isSpoilt(found)) {
      String line = SpecLine.of(spec.subject());
      long fingerprint = SpecLine.fingerprint(settings);
      String repair = known > fingerprint
          ? "lower " + line + " " + fingerprint + " --accept-repeats"
          : "raise " + line + " " + fingerprint;
      String what = before.isEmpty()
          ? "the name has other settings, and its line does not say yet which"
          : "the line that keeps the name's settings was changed by somebody";
      return new SpecSpoiltException(Message.of(
          what
              + ": name={}, line={}, stands={}, settings='{}'; no id of this name is issued; if"
              + " these settings are the ones that it was always used with, an administrator puts"
              + " the line back by: mintmark lines {}",
          spec.subject(),
          line,
          known,
          settings,
          repair));
    }
    return new SpecMismatchException(spec.mismatch()
        + ", here='"
        + differing(settings, before)
        + "', there='"
        + differing(before, settings)
        + "', settings='"
        + settings
        + "', before='"
        + before
        + "'; nothing was started; "
        + spec.remedy());
  }

  /** The words of a text that the other does not have; all of it if that is a matter of order. */
  private static String differing(String text, String other) {
    List<String> words = new ArrayList<>(List.of(text.split(" ", -1)));
    words.removeAll(List.of(other.split(" ", -1)));
    return words.isEmpty() ? text : String.join(" ", words);
  }
}
