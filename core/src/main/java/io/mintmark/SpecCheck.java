package io.mintmark;

import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.SettingsDamagedException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.Spec;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Compares the settings that uniqueness depends on with the settings that were first used for the
 * same name or worker pool, and refuses different ones. The store holds <i>lines</i>, named
 * counters that only grow. The position of a separate line is the fingerprint (a hash) of the first
 * settings. Each process compares it when it creates the generator. The fingerprint is written
 * once, before the first claim: creating a generator writes nothing. The note of that line holds
 * the settings as text, for the error message and for processes that give no settings ({@link
 * StoredSettings}). A {@link Spec} holds the settings of one name or pool, which is called its
 * <i>subject</i>.
 *
 * <p><b>Order.</b> All fingerprints that exist are compared before any is written. So a process
 * that is refused in this step has not reserved a new name with its settings. Fingerprints that
 * several names share are written first. The others are written only after it is certain that the
 * shared ones agree with this process's settings. The fingerprints of this name alone, including
 * that of its own worker pool, are then written together: each write begins without waiting for the
 * previous one. Two processes may start a new name at the same moment with different settings. On
 * an engine that does not keep the order of these writes, each process may then write some of the
 * fingerprints. Both processes are refused, and the name has to be repaired or abandoned. No id is
 * lost or made twice.
 *
 * <p><b>Round trips.</b> One call reads both the fingerprints and the lines that the first claim
 * needs, and the first claim uses this reading if it is recent ({@link AgreedLines}). The note of
 * the name itself is written before the first claim, and the other notes in the background.
 *
 * @param store the store of the generator's lines
 * @param specs the specs to compare; the spec of the name itself is the first
 * @param context provides the clocks, and the threads that write notes
 */
record SpecCheck(MovableStore store, List<Spec> specs, Context context) {

  /** How often a refused process pauses, at most, to wait for a note that is just being written. */
  private static final int NOTE_LOOKS = 20;

  private static final long NOTE_PAUSE_NANOS = 50_000_000;

  /** Returns the lines of the fingerprints and the given lines. */
  List<String> linesWith(List<String> firstLines) {
    List<String> all = new ArrayList<>(lines());
    all.addAll(firstLines);
    return all;
  }

  /** Returns the subject of the name's own settings, for messages. */
  String name() {
    return specs.get(0).subject();
  }

  /** Returns the lines of the fingerprints. */
  List<String> lines() {
    return specs.stream().map(SpecCheck::line).toList();
  }

  /**
   * Compares the fingerprints that exist, and writes the others.
   *
   * @param stand the positions of {@link #linesWith}
   * @return the positions of the other lines that were read in the same call
   * @throws SettingsMismatchException if a subject was used before with different settings; no
   *     fingerprint is written for that subject
   * @throws SettingsDamagedException if a line's value is not a fingerprint of any settings
   * @throws StoreUnavailableException if a subject's lines are being moved to this store
   */
  LinePositions run(LinePositions stand) {
    List<Spec> absent = absent(stand.next());
    if (!absent.isEmpty()) {
      write(absent);
    }
    return withoutFingerprints(stand);
  }

  /** Returns the positions after the positions of the fingerprints' lines. */
  LinePositions withoutFingerprints(LinePositions stand) {
    return new LinePositions(stand.next().subList(specs.size(), stand.next().size()), stand.now());
  }

  /**
   * Compares fingerprints.
   *
   * @param known the positions of the fingerprints' lines; positions of other lines may follow
   * @return the specs whose fingerprints are absent, in the order in which to write them
   * @throws MintmarkException as {@link #run} does
   */
  List<Spec> absent(List<Long> known) {
    List<Spec> absent = new ArrayList<>();
    for (int i = 0; i < specs.size(); i++) {
      Spec spec = specs.get(i);
      if (known.get(i) == 0) {
        absent.add(0, spec);
      } else {
        compare(spec, known.get(i));
      }
    }
    return absent;
  }

  private static String line(Spec spec) {
    return SpecLine.of(spec.subject());
  }

  /** Writes fingerprints. Compares a fingerprint if another process has written it first. */
  void write(List<Spec> absent) {
    String name = name();
    agree(absent.stream().filter(spec -> !spec.isOf(name)).map(this::begin).toList());
    agree(absent.stream().filter(spec -> spec.isOf(name)).map(this::begin).toList());
  }

  /**
   * A fingerprint that is being written.
   *
   * @param isWritten waits until the write has finished; returns false if another process had
   *     already written a fingerprint
   */
  private record Begun(Spec spec, String settings, BooleanSupplier isWritten) {}

  private Begun begin(Spec absent) {
    String settings = absent.settings();
    long fingerprint = SpecLine.fingerprint(settings);
    return new Begun(absent, settings, store.beginCompareAndSet(line(absent), 0, fingerprint));
  }

  /**
   * Waits until all writes have finished. Compares a fingerprint if another process has written it
   * first.
   */
  private void agree(List<Begun> begun) {
    List<Spec> written = new ArrayList<>();
    for (Begun each : begun) {
      Spec spec = each.spec;
      if (!each.isWritten.getAsBoolean()) {
        written.add(spec);
        continue;
      }
      spec.agreed().accept(each.settings);
      if (spec.subject().equals(name())) {
        note(each);
      } else {
        noteLater(each);
      }
    }
    written.forEach(spec -> compare(spec, store.position(line(spec))));
  }

  /**
   * Writes the text of settings as a note on their line. Settings are compared without the notes,
   * so a lost note does no harm.
   */
  private void note(Begun written) {
    try {
      store.annotate(line(written.spec), written.settings);
    } catch (MintmarkException e) {
      // The error message for other settings will not show these settings.
    }
  }

  private void noteLater(Begun written) {
    try {
      context.background().execute(() -> note(written));
    } catch (OutOfMemoryError e) { // No thread can be started.
      note(written);
    }
  }

  private void compare(Spec spec, long known) {
    if (known == 0) {
      throw forgotten(spec);
    }
    if (SpecLine.isPlaceholder(known)) {
      throw new StoreUnavailableException(Message.of(
          "the lines of this name are being moved here from another store: name={}; nothing was"
              + " started; try again when lines copy has finished",
          spec.subject()));
    }
    String settings = spec.settings();
    Optional<String> accepted = known == SpecLine.fingerprint(settings)
        ? Optional.of(settings)
        : spec.spellings().get().stream()
            .filter(text -> known == SpecLine.fingerprint(text))
            .findFirst();
    spec.agreed().accept(accepted.orElseThrow(() -> refused(spec, known, noted(spec))));
  }

  /** Reads a line with its note. If the note is missing, waits a short time for its writer. */
  private Line noted(Spec spec) {
    for (int look = 0; ; look++) {
      Line found = store.line(line(spec)).orElseThrow(() -> forgotten(spec));
      if (!found.note().isEmpty() || look == NOTE_LOOKS) {
        return found;
      }
      context.elapsed().pause(NOTE_PAUSE_NANOS);
    }
  }

  /** Returns the exception for an engine that has lost a fingerprint between two calls. */
  private static StoreUnavailableException forgotten(Spec spec) {
    return new StoreUnavailableException(Message.of(
        "the store lost the settings of this name while they were compared: name={}; nothing was"
            + " started; try again",
        spec.subject()));
  }

  /**
   * Returns the exception for fingerprints that are absent although lines of their pool exist: the
   * engine has lost only the fingerprints.
   */
  SettingsDamagedException lost(List<Spec> absent) {
    String commands = absent.stream()
        .map(spec ->
            "mintmark lines raise " + line(spec) + " " + SpecLine.fingerprint(spec.settings()))
        .collect(Collectors.joining(", "));
    return new SettingsDamagedException(Message.of(
        "the store has lost the settings of this name, but not its lines: name={}, settings='{}';"
            + " no id of this name is issued until a process that makes ids writes them again; if"
            + " there is none, and the name was always used with these settings, an administrator"
            + " writes them with: {}",
        name(),
        specs.get(0).settings(),
        commands));
  }

  /**
   * Returns the exception for a fingerprint that differs. The note of the fingerprint's line is the
   * text that was hashed. If the note's hash differs from the line's position, the position was
   * changed. If the note is missing, it was removed, or the process that writes it has not done so
   * yet or has ended.
   */
  private static MintmarkException refused(Spec spec, long known, Line found) {
    String settings = spec.settings();
    String before = found.note();
    if (SpecLine.isSpoilt(found)) {
      String line = line(spec);
      long fingerprint = SpecLine.fingerprint(settings);
      String repair = known > fingerprint
          ? "lower " + line + " " + fingerprint + " --accept-repeats"
          : "raise " + line + " " + fingerprint;
      String what = before.isEmpty()
          ? "the name has other settings, and its line does not show yet which"
          : "the line that keeps the name's settings was changed from outside";
      return new SettingsDamagedException(Message.of(
          what
              + ": name={}, line={}, position={}, settings='{}'; no id of this name is issued; if"
              + " the name was always used with these settings, an administrator puts the line back"
              + " with: mintmark lines {}",
          spec.subject(),
          line,
          known,
          settings,
          repair));
    }
    return mismatch(spec, before);
  }

  /** Returns the exception for settings that differ from the settings that were used before. */
  static SettingsMismatchException mismatch(Spec spec, String before) {
    String settings = spec.settings();
    return new SettingsMismatchException(spec.mismatch()
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
