package io.mintmark;

import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.SettingsDamagedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.Spec;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Line;
import io.mintmark.store.LinePositions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Refuses settings that bear on uniqueness and differ from those first used. A fingerprint of the
 * first ones stands on a line of its own, written once; each process compares it when it starts.
 * The text stands beside it as the line's note, for the message.
 *
 * <p><b>Order.</b> Of several, all that stand are compared before one is written, so that a refused
 * process has taken no name. What is shared with other names is written, and agreed on, before the
 * name's own fingerprint, which is the first in the list. What only the name has, its own worker
 * scope among it, is written together, by writes that are begun one after another. Two processes
 * that start a new name at the same moment with different settings may then each write a part of it
 * where the engine does not keep to that order. Both are refused, and the name has to be repaired
 * or left: no id is lost or made twice by it.
 *
 * <p><b>Round trips.</b> Somebody waits for the first id. So the fingerprints are read together,
 * and with them the lines that the first claim looks at ({@link FirstReading}). Where no number of
 * a new name's scope was ever used, the first one's line is made beside the fingerprints: it stands
 * at {@value MovableStore#MADE} then, so that its taking does not wait for the gate ({@link
 * MovableStore}). That claims nothing but position 0, which is in the first tick of all time, in
 * whatever way positions are read, so it may come before the settings are agreed on. An engine
 * without a clock is spared it: there a line that was used vouches for clocks. The notes are
 * written in the background, after all.
 */
final class SpecCheck {

  /** How long a refused process waits for a note that is just being written. */
  private static final int NOTE_LOOKS = 20;

  private static final long NOTE_PAUSE_NANOS = 50_000_000;

  private final MovableStore store;
  private final List<Spec> specs;
  private final SpecNotes notes;
  private final Context context;

  /**
   * Checks the settings of one generator.
   *
   * @param store where its lines are
   * @param specs a name's own first
   * @param notes tells people what was written
   * @param context has the clocks
   */
  SpecCheck(MovableStore store, List<Spec> specs, SpecNotes notes, Context context) {
    this.store = store;
    this.specs = specs;
    this.notes = notes;
    this.context = context;
  }

  /**
   * Checks the settings of a generator that is being made.
   *
   * @param firstLines what its first claim looks at
   * @param ownsTicks whether a process claims ticks of its own there
   * @param mayBeAway whether a store that is away is asked later, before the first claim
   * @return the generator's lines
   * @throws MintmarkException as {@link #run} does
   */
  ClaimStore agreedOn(List<String> firstLines, boolean ownsTicks, boolean mayBeAway) {
    AgreedLines lines = new AgreedLines(store, this, ownsTicks ? firstLines : List.of());
    try {
      if (ownsTicks) {
        return new FirstReading(lines, firstLines, lines.compare(), context);
      }
      LinePositions first = run(firstLines);
      return firstLines.isEmpty() ? store : new FirstReading(store, firstLines, first, context);
    } catch (StoreUnavailableException e) {
      if (!mayBeAway) {
        throw e;
      }
      return lines;
    }
  }

  /** What is compared, for messages. */
  String name() {
    return specs.get(0).subject();
  }

  /** The lines of the fingerprints. */
  List<String> lines() {
    return specs.stream().map(SpecCheck::line).toList();
  }

  /**
   * Writes or compares fingerprints.
   *
   * @param firstLines what to read with them
   * @return where these stand
   * @throws SettingsMismatchException if a subject was used with others before; none is written for it
   * @throws SettingsDamagedException if what stands on a line is no settings' fingerprint
   * @throws StoreUnavailableException if a subject's lines are being moved here
   */
  LinePositions run(List<String> firstLines) {
    if (specs.isEmpty()) {
      return new LinePositions(List.of(), Optional.empty());
    }
    List<String> read = new ArrayList<>(lines());
    read.addAll(firstLines);
    LinePositions stand = store.positions(read);
    List<Spec> absent = absent(stand.next());
    List<Long> first = stand.next().subList(specs.size(), read.size());
    boolean made = !absent.isEmpty() && write(absent, lineToMake(firstLines, first, stand.now()));
    return new LinePositions(made ? withFirst(MovableStore.MADE, first) : first, stand.now());
  }

  /**
   * Compares fingerprints.
   *
   * @param known where their lines stand, first
   * @return those that nobody has written, in the order in which they are to be written
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

  private static List<Long> withFirst(long next, List<Long> all) {
    List<Long> changed = new ArrayList<>(all);
    changed.set(0, next);
    return changed;
  }

  private static Optional<String> lineToMake(
      List<String> lines, List<Long> next, Optional<Instant> now) {
    boolean none = next.stream().allMatch(position -> position == 0);
    return now.isPresent() && none ? lines.stream().findFirst() : Optional.empty();
  }

  /** Writes fingerprints, and compares those that others have written first. */
  void write(List<Spec> absent) {
    boolean unused = write(absent, Optional.empty());
  }

  /** Returns whether the line that was to be made is there now. */
  private boolean write(List<Spec> absent, Optional<String> lineToMake) {
    String name = name();
    List<Spec> shared = absent.stream().filter(spec -> !spec.isOf(name)).toList();
    agree(begin(shared));
    List<Begun> own = begin(absent.stream().filter(spec -> spec.isOf(name)).toList());
    Optional<Runnable> making = lineToMake.map(store::beginMaking);
    agree(own);
    try {
      making.ifPresent(Runnable::run);
      return making.isPresent();
    } catch (MintmarkException e) {
      // Then the first claim makes it.
      return false;
    }
  }

  /**
   * A fingerprint that is being written.
   *
   * @param isWritten waits for it, and tells whether nobody had written one before
   */
  private record Begun(Spec spec, BooleanSupplier isWritten) {}

  /** Begins to write fingerprints. */
  private List<Begun> begin(List<Spec> absent) {
    List<Begun> begun = new ArrayList<>();
    for (Spec spec : absent) {
      long fingerprint = SpecLine.fingerprint(spec.settings());
      begun.add(new Begun(spec, store.beginCompareAndSet(line(spec), 0, fingerprint)));
    }
    return begun;
  }

  /** Waits until all are written, and compares those that others have written first. */
  private void agree(List<Begun> begun) {
    List<Spec> written = new ArrayList<>();
    for (Begun each : begun) {
      Spec spec = each.spec;
      if (each.isWritten.getAsBoolean()) {
        notes.writeLater(line(spec), spec.settings());
      } else {
        written.add(spec);
      }
    }
    if (!written.isEmpty()) {
      List<Long> known =
          store.positions(written.stream().map(SpecCheck::line).toList()).next();
      for (int i = 0; i < written.size(); i++) {
        compare(written.get(i), known.get(i));
      }
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
    if (known != SpecLine.fingerprint(spec.settings())
        && spec.spellings().get().stream().noneMatch(same -> known == SpecLine.fingerprint(same))) {
      throw refused(spec, known, noted(spec));
    }
  }

  /** Reads a line with its note, which the writer of the line may be just about to write. */
  private Line noted(Spec spec) {
    for (int look = 0; ; look++) {
      Line found = store.line(line(spec)).orElseThrow(() -> forgotten(spec));
      if (!found.note().isEmpty() || look == NOTE_LOOKS) {
        return found;
      }
      context.elapsed().pause(NOTE_PAUSE_NANOS);
    }
  }

  /** An engine may lose the first settings between two calls: then nothing was refused. */
  private static StoreUnavailableException forgotten(Spec spec) {
    return new StoreUnavailableException(Message.of(
        "the store lost the settings of this name while they were compared: name={}; nothing was"
            + " started; try again",
        spec.subject()));
  }

  /** Refuses to write fingerprints that an engine has forgotten without the lines of the scope. */
  SettingsDamagedException lost(List<Spec> absent) {
    String commands = absent.stream()
        .map(spec ->
            "mintmark lines raise " + line(spec) + " " + SpecLine.fingerprint(spec.settings()))
        .collect(Collectors.joining(", "));
    return new SettingsDamagedException(Message.of(
        "the store has lost the settings of this name, and not its lines: name={}, settings='{}';"
            + " no id of this name is issued until a process that makes ids writes them again; if"
            + " there is none, and these settings are the ones that it was always used with, an"
            + " administrator writes them by: {}",
        name(),
        specs.get(0).settings(),
        commands));
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
      String line = line(spec);
      long fingerprint = SpecLine.fingerprint(settings);
      String repair = known > fingerprint
          ? "lower " + line + " " + fingerprint + " --accept-repeats"
          : "raise " + line + " " + fingerprint;
      String what = before.isEmpty()
          ? "the name has other settings, and its line does not say yet which"
          : "the line that keeps the name's settings was changed by somebody";
      return new SettingsDamagedException(Message.of(
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

  /** The words of a text that the other does not have; all of it if that is a matter of order. */
  private static String differing(String text, String other) {
    List<String> words = new ArrayList<>(List.of(text.split(" ", -1)));
    words.removeAll(List.of(other.split(" ", -1)));
    return words.isEmpty() ? text : String.join(" ", words);
  }
}
