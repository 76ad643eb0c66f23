package io.mintmark;

import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.WindowRules;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.Spec;
import io.mintmark.store.EngineLife;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The store of one generator. A fingerprint is a hash of those settings that uniqueness depends on,
 * and the store holds it on a line (a named, durable counter). {@link SpecCheck} compares the
 * generator's settings with the fingerprints when the generator is created. In three cases this
 * class compares them later too:
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
 * <p>Thread-safe.
 */
final class AgreedLines extends ForwardingStore {

  /**
   * How often one call reads the fingerprints at most, if the store loses the written settings each
   * time.
   */
  private static final int MAX_READINGS = 3;

  private static final Duration MAX_AGE = Duration.ofSeconds(1);

  private record FirstReading(
      List<String> lines, LinePositions stand, Instant wall, long elapsedNanos) {}

  private final SpecCheck check;
  private final List<String> firstLines;
  private final boolean ownsTicks;
  private final AtomicReference<@Nullable FirstReading> first = new AtomicReference<>();
  private volatile boolean agrees;

  /** The life in which this process last found all fingerprints. */
  private volatile @Nullable EngineLife agreed;

  /**
   * Wraps a store. The settings are not compared yet.
   *
   * @param firstLines the lines of the worker numbers, which the first claim reads
   * @param ownsTicks whether each process claims whole ticks (units of the time in an id) on these
   *     lines
   */
  AgreedLines(LineStore store, SpecCheck check, List<String> firstLines, boolean ownsTicks) {
    super(store);
    this.check = check;
    this.firstLines = firstLines;
    this.ownsTicks = ownsTicks;
  }

  /**
   * Compares the settings of a generator that is being created with the fingerprints that exist.
   * Writes nothing.
   *
   * @param firstLines the lines that the generator's first claim reads
   * @param ownsTicks whether each process claims whole ticks on these lines
   * @param mayBeAway whether the generator may be created while the store is away; then settings
   *     are compared before the first claim
   * @return the store for the generator to use
   * @throws MintmarkException as {@link SpecCheck#run} does
   */
  static LineStore of(
      SpecCheck check, List<String> firstLines, boolean ownsTicks, boolean mayBeAway) {
    if (check.specs().isEmpty()) {
      return check.store();
    }
    AgreedLines lines = new AgreedLines(check.store(), check, firstLines, ownsTicks);
    try {
      lines.compareFirst();
    } catch (StoreUnavailableException e) {
      if (!mayBeAway) {
        throw e;
      }
    }
    return lines.agrees && firstLines.isEmpty() ? check.store() : lines;
  }

  private void compareFirst() {
    List<String> all = check.linesWith(firstLines);
    LinePositions stand = store().positions(all);
    Context context = check.context();
    first.set(
        new FirstReading(all, stand, context.wall().instant(), context.elapsed().nanos()));
    agrees = check.absent(stand.next()).isEmpty() && !isComparedForEachClaim();
  }

  /** Reads lines, or returns their first reading if it is recent. */
  private LinePositions recent(List<String> lines) {
    FirstReading reading = first.getAndSet(null);
    if (reading == null || !reading.lines.containsAll(lines)) {
      return store().positions(lines);
    }
    Context context = check.context();
    Duration age = Duration.ofNanos(context.elapsed().nanos() - reading.elapsedNanos);
    Duration byWall = Duration.between(reading.wall, context.wall().instant());
    if (byWall.isNegative() || byWall.compareTo(MAX_AGE) > 0 || age.compareTo(MAX_AGE) > 0) {
      return store().positions(lines);
    }
    List<Long> next = lines.stream()
        .map(line -> reading.stand.next().get(reading.lines.indexOf(line)))
        .toList();
    return new LinePositions(next, reading.stand.now().map(now -> now.plus(age)));
  }

  /**
   * Returns whether the settings are compared again for each claim of a window. Only a store that
   * was reached knows whether its engine can lose writes. So the lines are read before this decides
   * whether a fingerprint may be written.
   */
  boolean isComparedForEachClaim() {
    return ownsTicks && canLoseAcknowledgedWrites();
  }

  /**
   * Claims like {@link MovableStore#claim}.
   *
   * @throws MintmarkException as {@link SpecCheck#run} does; nothing is claimed then
   */
  @Override
  public long claim(String line, long atLeast, long count) {
    requireAgreement();
    return super.claim(line, atLeast, count);
  }

  /**
   * Moves a line like {@link MovableStore#compareAndSet}.
   *
   * @throws MintmarkException as {@link SpecCheck#run} does; no line is moved then
   */
  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    requireAgreement();
    return super.compareAndSet(line, expected, next);
  }

  /**
   * Reads like {@link MovableStore#positions}. A claim follows, so if the settings are not agreed
   * on yet, the same call compares them.
   *
   * @throws MintmarkException as {@link SpecCheck#run} does
   */
  @Override
  public LinePositions positions(List<String> lines) {
    return agrees || isComparedForEachClaim() || !firstLines.containsAll(lines)
        ? recent(lines)
        : compared(lines);
  }

  /** Reads lines, and compares the settings unless that is done for each claim. */
  private LinePositions compared(List<String> lines) {
    LinePositions stand = recent(check.linesWith(lines));
    if (isComparedForEachClaim()) {
      return check.withoutFingerprints(stand);
    }
    LinePositions read = check.run(stand);
    agrees = true;
    return read;
  }

  /**
   * Reads the engine's life, and compares the settings.
   *
   * @throws SettingsMismatchException if the store has different settings; nothing may be claimed
   *     then
   * @throws MintmarkException as {@link SpecCheck#run} does
   */
  @Override
  public Optional<EngineLife> life(List<String> lines) {
    return canLoseAcknowledgedWrites() ? Optional.of(read(lines)) : Optional.empty();
  }

  private void requireAgreement() {
    if (agrees) {
      return;
    }
    LinePositions unused = compared(List.of());
    if (agrees) {
      return;
    }
    throw new StoreUnavailableException(Message.of(
        "the store may have forgotten settings, and they are not written again yet: name={};"
            + " nothing was claimed",
        check.name()));
  }

  /**
   * Reads the fingerprints and writes absent ones, until all exist, or until one is absent that
   * this process is not allowed to write yet.
   */
  private EngineLife read(List<String> lines) {
    List<String> all = new ArrayList<>(lines);
    all.addAll(check.lines());
    agrees = false;
    List<Spec> used = List.of();
    for (int reading = 0; reading < MAX_READINGS; reading++) {
      EngineLife life = store().life(all).orElseThrow();
      List<Spec> absent = check.absent(life.next().subList(lines.size(), all.size()));
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
        throw check.lost(absent);
      }
      used = mayHold ? List.of() : absent.stream().filter(this::isUsed).toList();
      if (used.isEmpty()) {
        check.write(absent);
      }
    }
    throw new StoreUnavailableException(Message.of(
        "the store loses the settings of this name each time that they are written: name={},"
            + " times={}; nothing was claimed",
        check.name(),
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
   * lines. Skips lines of other pools whose names have the same prefix.
   */
  private boolean isUsed(Spec spec) {
    String prefix = spec.subject() + "/";
    return spec.isOfPool()
        && store().lines(prefix).stream()
            .anyMatch(line ->
                line.next() > MovableStore.MADE && line.name().indexOf('/', prefix.length()) < 0);
  }
}
