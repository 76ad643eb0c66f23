package io.mintmark;

import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.SettingsDamagedException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.WindowRules;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.Spec;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The store of one generator. Compares the settings that uniqueness depends on with the settings
 * that were first used for the same name or worker pool, and refuses different ones. The store
 * holds <i>lines</i>, named counters that only grow. The position of a separate line is the
 * fingerprint (a hash) of the first settings. It is written once, before the first claim. The note
 * of that line holds the settings as text, for the error message and for processes that give no
 * settings ({@link StoredSettings}). A {@link Spec} holds the settings of one name or pool, which
 * is called its <i>subject</i>.
 *
 * <p>The fingerprints that exist are compared when the generator is created, which writes nothing.
 * In three cases they are compared later too:
 *
 * <p><b>A fingerprint was absent</b> when the generator was created, or <b>the store was away</b>.
 * Then each call that claims or moves a line, or that reads the lines of worker numbers, first
 * compares the settings and writes absent fingerprints, until this has succeeded once. So no
 * position is claimed before all fingerprints are written.
 *
 * <p><b>The engine can lose acknowledged writes.</b> Then it can also lose fingerprints, and accept
 * different ones from another process. A <i>life</i> of such an engine ({@link EngineLife}) is a
 * period in which it loses nothing. So every call of {@link #life} reads the life and the
 * fingerprints in one step, and compares the settings. Nothing is claimed unless the last call
 * found all fingerprints. {@code LossyWindows}, which claims <i>windows</i> (spans of time on a
 * worker number), calls {@link #life} before and after each claim. Its class comment explains why
 * windows of processes with different settings never overlap, whichever process writes a
 * fingerprint first. So uniqueness does not depend on the rules below. They decide which process
 * may write an absent fingerprint, and therefore which settings remain in force:
 *
 * <ul>
 *   <li>A process that found its fingerprints in this life, or found them last no longer ago than
 *       the longest window lasts, may hold a window. It writes its own fingerprints at once.
 *   <li>Any other process waits until all windows of earlier lives have ended.
 *   <li>The fingerprint of a worker pool is always written before the lines of its worker numbers.
 *       So if such a line exists, and the fingerprint is absent when it is read after that, the
 *       fingerprint was lost. Then only a process of the first kind, or an administrator, writes it
 *       again.
 * </ul>
 *
 * <p><b>The first reading.</b> The fingerprints were read together with the lines of the worker
 * numbers when the generator was created. The first claim uses these positions if they were read
 * recently, which saves a round trip. An outdated position does no harm. A process takes a worker
 * number with a compareAndSet that expects the position that was read. The compareAndSet fails if
 * the line has moved meanwhile. A fingerprint that was absent is written with a compareAndSet from
 * 0, which fails likewise. The engine's time was read together with the positions, and the time
 * that has elapsed since then is added to it. The positions are recent if the wall clock and the
 * elapsed clock both show that they were read at most a second ago. Otherwise, for example after a
 * step of the wall clock or a sleep of the machine, the store is read again.
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
 * <p><b>Notes.</b> A fingerprint's line is created together with its note, if the store supports
 * this. Otherwise the note is written right after the fingerprint.
 *
 * <p>Thread-safe.
 */
final class AgreedLines extends ForwardingStore {

  /**
   * How often one call reads the fingerprints at most, if the store loses the written settings each
   * time.
   */
  private static final int MAX_READINGS = 3;

  private static final Duration MAX_AGE = Duration.ofSeconds(1);

  /** How often a refused process pauses, at most, to wait for a note that is just being written. */
  private static final int NOTE_LOOKS = 20;

  private static final long NOTE_PAUSE_NANOS = 50_000_000;

  private record FirstReading(
      List<String> lines, LinePositions stand, Instant wall, long elapsedNanos) {}

  private final List<Spec> specs;

  /** The subject of the name's own settings. */
  private final String name;

  /** The lines of the fingerprints, in the order of the settings. */
  private final List<String> specLines;

  private final List<String> firstLines;
  private final boolean ownsTicks;
  private final Context context;
  private final AtomicReference<@Nullable FirstReading> first = new AtomicReference<>();
  private volatile boolean agrees;

  /** The life in which this process last found all fingerprints. */
  private volatile @Nullable EngineLife agreed;

  /**
   * Wraps a store. The settings are not compared yet.
   *
   * @param specs the settings to compare, one or more, beginning with the name's own settings
   * @param firstLines the lines of the worker numbers, which the first claim reads
   * @param ownsTicks whether each process claims whole ticks (units of the time in an id) on these
   *     lines
   * @param context provides the clocks, and the threads that write notes
   */
  AgreedLines(
      LineStore store,
      List<Spec> specs,
      List<String> firstLines,
      boolean ownsTicks,
      Context context) {
    super(store);
    this.specs = specs;
    this.name = specs.get(0).subject();
    this.specLines = specs.stream().map(spec -> SpecLine.of(spec.subject())).toList();
    this.firstLines = firstLines;
    this.ownsTicks = ownsTicks;
    this.context = context;
  }

  /**
   * Compares the settings of a generator that is being created with the fingerprints that exist.
   * Writes nothing.
   *
   * @return whether all fingerprints exist, and need not be compared again; also false if the
   *     generator's first claim still uses what was read here
   * @throws SettingsMismatchException if a subject was used before with different settings
   * @throws SettingsDamagedException if a line's value is not a fingerprint of any settings
   * @throws StoreUnavailableException if the store is away, or a subject's lines are being moved to
   *     this store
   */
  boolean compareFirst() {
    List<String> all = joined(specLines, firstLines);
    LinePositions stand = store().positions(all);
    first.set(
        new FirstReading(all, stand, context.wall().instant(), context.elapsed().nanos()));
    agrees = absent(stand.next()).isEmpty() && !isComparedForEachClaim();
    return agrees && firstLines.isEmpty();
  }

  private static List<String> joined(List<String> lines, List<String> others) {
    return Stream.concat(lines.stream(), others.stream()).toList();
  }

  /** Reads lines, or returns their first reading if it is recent. */
  private LinePositions recent(List<String> lines) {
    FirstReading reading = first.getAndSet(null);
    if (reading == null || !reading.lines.containsAll(lines)) {
      return store().positions(lines);
    }
    Duration age = Duration.ofNanos(context.elapsed().nanos() - reading.elapsedNanos);
    Duration byWall = Duration.between(reading.wall, context.wall().instant());
    if (byWall.isNegative() || byWall.compareTo(MAX_AGE) > 0 || age.compareTo(MAX_AGE) > 0) {
      return store().positions(lines);
    }
    List<Long> known = reading.stand.next();
    List<Long> next = new ArrayList<>();
    for (String line : lines) {
      next.add(known.get(reading.lines.indexOf(line)));
    }
    return new LinePositions(next, reading.stand.now().map(now -> now.plus(age)));
  }

  /**
   * Returns whether the settings are compared again for each claim of a window. Only a store that
   * was reached knows whether its engine can lose writes. So the lines are read before this decides
   * whether a fingerprint may be written.
   */
  private boolean isComparedForEachClaim() {
    return ownsTicks && canLoseAcknowledgedWrites();
  }

  /**
   * Claims like {@link MovableStore#claim}.
   *
   * @throws MintmarkException as {@link #compareFirst} does; nothing is claimed then
   */
  @Override
  public long claim(String line, long atLeast, long count) {
    requireAgreement();
    return store().claim(line, atLeast, count);
  }

  /**
   * Moves a line like {@link MovableStore#compareAndSet}.
   *
   * @throws MintmarkException as {@link #compareFirst} does; no line is moved then
   */
  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    requireAgreement();
    return store().compareAndSet(line, expected, next);
  }

  private void requireAgreement() {
    if (agrees) {
      return;
    }
    LinePositions unused = compared(List.of());
    if (!agrees) {
      throw new StoreUnavailableException(Message.of(
          "the store may have forgotten settings, and they are not written again yet: name={};"
              + " nothing was claimed",
          name));
    }
  }

  /**
   * Reads like {@link MovableStore#positions}. A claim follows, so if the settings are not agreed
   * on yet, the same call compares them.
   *
   * @throws MintmarkException as {@link #compareFirst} does
   */
  @Override
  public LinePositions positions(List<String> lines) {
    return agrees || !firstLines.containsAll(lines) ? recent(lines) : compared(lines);
  }

  /**
   * Reads lines. Compares the settings and writes absent fingerprints, unless that is done for each
   * claim.
   */
  private LinePositions compared(List<String> lines) {
    LinePositions stand = recent(joined(specLines, lines));
    List<Long> next = stand.next();
    if (!isComparedForEachClaim()) {
      write(absent(next));
      agrees = true;
    }
    return new LinePositions(next.subList(specs.size(), next.size()), stand.now());
  }

  /**
   * Reads the engine's life, and compares the settings.
   *
   * @throws SettingsMismatchException if the store has different settings; nothing may be claimed
   *     then
   * @throws MintmarkException as {@link #compareFirst} does
   */
  @Override
  public Optional<EngineLife> life(List<String> lines) {
    return canLoseAcknowledgedWrites() ? Optional.of(read(lines)) : Optional.empty();
  }

  /**
   * Reads the fingerprints and writes absent ones, until all exist, or until one is absent that
   * this process is not allowed to write yet.
   */
  private EngineLife read(List<String> lines) {
    // The requested lines are the first, because the clock of the first line's server is read.
    List<String> all = joined(lines, specLines);
    agrees = false;
    List<Spec> used = List.of();
    for (int reading = 0; reading < MAX_READINGS; reading++) {
      EngineLife life = store().life(all).orElseThrow();
      List<Spec> absent = absent(life.next().subList(lines.size(), all.size()));
      if (absent.isEmpty()) {
        agreed = life;
        agrees = true;
      }
      boolean mayHold = mayHoldWindow(life);
      if (absent.isEmpty() || (!mayHold && life.now().isBefore(WindowRules.forgottenEnd(life)))) {
        return new EngineLife(
            life.id(), life.began(), life.now(), life.next().subList(0, lines.size()));
      }
      if (absent.stream().anyMatch(used::contains)) {
        throw SpecRefusal.lost(specs.get(0), absent);
      }
      used = mayHold ? List.of() : absent.stream().filter(this::isUsed).toList();
      if (used.isEmpty()) {
        write(absent);
      }
    }
    throw new StoreUnavailableException(Message.of(
        "the store loses the settings of this name each time that they are written: name={},"
            + " times={}; nothing was claimed",
        name,
        MAX_READINGS));
  }

  /**
   * Returns whether this process has seen its settings in this life, or no longer ago than the
   * longest window lasts.
   */
  private boolean mayHoldWindow(EngineLife life) {
    EngineLife last = agreed;
    return last != null
        && (last.id().equals(life.id())
            || !life.now().isAfter(last.now().plus(WindowRules.LONGEST)));
  }

  /**
   * Returns whether the settings belong to a worker pool, and a position was claimed on one of its
   * lines. Skips lines of other pools whose names have the same prefix, and the line without a
   * number.
   */
  private boolean isUsed(Spec spec) {
    String prefix = spec.subject() + "/";
    return spec.isOfPool()
        && store().lines(prefix).stream()
            .anyMatch(line -> line.next() > MovableStore.MADE
                && line.name().indexOf('/', prefix.length()) < 0
                && !line.name().endsWith("/" + WindowRules.RESTORED));
  }

  /**
   * Compares fingerprints.
   *
   * @param known the positions of the fingerprints' lines; positions of other lines may follow
   * @return the specs whose fingerprints are absent, in the order in which to write them
   */
  private List<Spec> absent(List<Long> known) {
    List<Spec> absent = new ArrayList<>();
    for (int i = 0; i < specs.size(); i++) {
      if (known.get(i) == 0) {
        absent.add(0, specs.get(i));
      } else {
        compare(specs.get(i), known.get(i));
      }
    }
    return absent;
  }

  private void compare(Spec spec, long known) {
    if (known == 0) {
      throw SpecRefusal.forgotten(spec);
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
    spec.agreed().accept(accepted.orElseThrow(() -> SpecRefusal.of(spec, known, noted(spec))));
  }

  /** Reads a line with its note. If the note is missing, waits a short time for its writer. */
  private Line noted(Spec spec) {
    for (int look = 0; ; look++) {
      Line found =
          store().line(SpecLine.of(spec.subject())).orElseThrow(() -> SpecRefusal.forgotten(spec));
      if (!found.note().isEmpty() || look == NOTE_LOOKS) {
        return found;
      }
      context.elapsed().pause(NOTE_PAUSE_NANOS);
    }
  }

  /** Writes fingerprints. The fingerprints that several names share are written first. */
  private void write(List<Spec> absent) {
    List<Spec> shared = new ArrayList<>();
    List<Spec> own = new ArrayList<>();
    for (Spec spec : absent) {
      (spec.isOf(name) ? own : shared).add(spec);
    }
    writeTogether(shared);
    writeTogether(own);
  }

  /** Writes fingerprints together. Compares those that another process has written first. */
  private void writeTogether(List<Spec> absent) {
    List<Line> lines = absent.stream().map(SpecLine::of).toList();
    List<Boolean> created = lines.isEmpty() ? List.of() : store().create(lines);
    for (int i = 0; i < created.size(); i++) {
      if (created.get(i)) {
        absent.get(i).agreed().accept(lines.get(i).note());
      } else {
        compare(absent.get(i), store().position(lines.get(i).name()));
      }
    }
  }
}
