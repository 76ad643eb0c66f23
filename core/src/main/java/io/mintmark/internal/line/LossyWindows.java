package io.mintmark.internal.line;

import static io.mintmark.internal.line.WindowRules.CLOCK_MARGIN;
import static io.mintmark.internal.line.WindowRules.LONGEST;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.StoreLog;
import io.mintmark.store.EngineLife;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Claims windows on an engine that can lose acknowledged writes. A window is a span of time on the
 * line (the durable counter in the store) of a worker number. After a loss, the position of a line
 * can be below windows that processes still use, and the fingerprints of settings can be missing.
 *
 * <p>All times here are readings of the engine's own clock. A reading can be lower than an earlier
 * reading, but by at most {@link WindowRules#CLOCK_MARGIN} (the margin). This bound also holds
 * after another server has taken over, and between the servers of a cluster. A <i>life</i> is a
 * period in which the engine forgets nothing ({@link EngineLife}). A <i>taking</i> is a claim with
 * which a process takes an idle worker number, by compareAndSet. A <i>renewal</i> is a claim with
 * which a process extends its window. Each of these rules is needed:
 *
 * <ol>
 *   <li><b>End.</b> A window ends at most {@link WindowRules#LONGEST} after a reading that was
 *       taken before the window was claimed. This holds however late the engine receives the claim.
 *   <li><b>Renewal.</b> A renewal requests positions from the window's end e on, and counts only if
 *       it starts at e. It is tried only if a reading that was taken before it is below e by more
 *       than the margin.
 *   <li><b>Taking.</b> A number is taken only if its line is idle, that is, if the line's position
 *       is not after the engine's present time. The window starts at the earliest when the life has
 *       lasted for the longest window plus the margin. No number is taken before the engine's clock
 *       has reached that time.
 *   <li><b>One life.</b> A taking or a renewal counts only if readings before and after it show the
 *       same life. So it does not matter how late a claim was delivered.
 *   <li><b>Settings.</b> Each of these readings must also find the fingerprints of the process's
 *       own settings. Otherwise nothing is claimed ({@code AgreedLines}). The life covers all
 *       servers that hold the fingerprints or the line.
 *   <li><b>Ticks.</b> Whether processes share a tick depends only on the length of the tick, which
 *       is part of the fingerprint. It does not depend on the length of a window, which is not part
 *       of the fingerprint. So no process claims parts of a tick while another process claims the
 *       whole tick.
 * </ol>
 *
 * <p><b>Why no two windows of a number overlap.</b> Let two processes claim the windows X and Y on
 * one line, X before Y. If both were claimed in one life, the line keeps them apart. So let the
 * life of Y be later than the life of X, and let it begin at s. X was claimed after a reading c,
 * which was taken before s.
 *
 * <p><i>Y is a taking.</i> The reading c was taken before s, so c is at most s + margin. X ends at
 * most at c + longest, which is at most s + margin + longest. Y does not start before that time, by
 * the rule "Taking".
 *
 * <p><i>Y is a renewal.</i> Y renews a window of its own process. Let Z be the claim of that
 * window, and let the window end at e. If X was claimed before Z, this proof, applied to X and Z,
 * shows that Z does not start before the end of X, so Y does not either. So let X be claimed after
 * Z. It is enough to consider an X that is a taking, because the first claim of a process on a line
 * is a taking. X was taken after a reading c. This reading was taken before the reading of Y, which
 * is below e by more than the margin. So c &lt; e. If X was taken in the life of Z, the line's
 * position was e or above, so the line was not idle at c. If X was taken in a later life that began
 * at s', then e &lt;= s' + margin + longest by the rule "End", and c is not below that time by the
 * rule "Taking". Both cases contradict c &lt; e. So after another process has taken a number, the
 * earlier holder never renews it again. Between two takings by other processes, every claim of a
 * process on the number is either its own taking, or a renewal of the window that its taking began.
 *
 * <p><b>Why windows of different settings do not overlap in time</b>, on any two lines. Let X be
 * claimed with the settings f, and Y with the settings g. The life of a claim is the life that the
 * reading before it shows. In one life, the line of a fingerprint changes from 0 only once, so all
 * claims of a life were made with the same settings. So X and Y have different lives. Let the life
 * of Y be the later one, and let it begin at s. As above, X ends at most at s + margin + longest.
 *
 * <p><i>Y is a taking.</i> Then Y does not start before that time, by the rule "Taking".
 *
 * <p><i>Y is a renewal.</i> A taking and the renewals of its window are called a chain. X belongs
 * to one chain and Y to another. Consider each chain up to X or Y. The takings of the two chains
 * were made in different lives. Let T be the later taking, let D be its life, and let D begin at d.
 * The other chain has no claim in D, because all claims of a life were made with the same settings.
 * The taking of the other chain was made before D.
 *
 * <p>Suppose that all claims of the other chain were made before D. Then the other chain is that of
 * X, and X ends at most at d + margin + longest. T does not start before that time. Y is a later
 * window of the chain of T, so Y does not start before that time either.
 *
 * <p>Otherwise a window of the other chain was claimed before D and renewed after D. That window
 * ended at e &lt;= d + margin + longest, and the reading r before the renewal was below e - margin.
 * So r is below d + longest. But T was claimed after a reading of d + margin + longest or more, and
 * that reading was taken before r. So r is not below d + longest, which is a contradiction.
 *
 * <p>The proof does not depend on which process wrote a fingerprint, when it wrote it, or how late
 * the write arrived. So the choice of the process that may write an absent fingerprint only decides
 * which settings remain in force. If both settings have the time in the same bits of an id, ids of
 * windows that do not overlap in time differ. If the settings have the time in different bits, two
 * of their ids with different times can be equal. The rules here do not prevent this.
 *
 * <p>If ids show the local time of a zone, each reading is converted to the highest local time that
 * the zone's clock has shown up to this reading. That time does not go back in autumn either, so
 * all comparisons remain valid.
 */
final class LossyWindows implements WindowClaims {

  /**
   * A window is renewed when this many quarters of it are left. It is renewed so early because it
   * cannot be renewed in its last part.
   */
  private static final int QUARTERS_LEFT = 3;

  /**
   * The shortest window that is usually renewed. When it is renewed, 5.25 s of it are left. With
   * {@link WindowRules#CLOCK_MARGIN} or less left, it could not be renewed any more.
   */
  private static final Duration SHORTEST_RENEWED = Duration.ofSeconds(7);

  private final LineStore store;
  private final WorkerStore lines;
  private final TickRules rules;
  private final WindowRules windows;

  /** The life that was last logged. */
  private @Nullable String loggedLife;

  private boolean warned;

  LossyWindows(LineStore store, WorkerStore lines, TickRules rules, WindowRules windows) {
    this.store = store;
    this.lines = lines;
    this.rules = rules;
    this.windows = windows;
  }

  @Override
  public Optional<Claimed> extend(ClaimRequest request) {
    long worker = request.held().worker();
    long owned = request.held().end();
    EngineLife life = life(worker, request);
    long room = latestEnd(life) - owned;
    if (!isRenewable(life, owned) || room <= 0) {
      // The held window is used up without a renewal. After that, the process takes a number again,
      // usually the same number.
      return request.held().position() + request.count() <= owned
          ? Optional.of(new Claimed(worker, owned, owned, -1))
          : Optional.empty();
    }
    long wanted = lines.countFrom(owned, request.floor(), windows.window().ticks(), request);
    long count = Math.min(room, wanted);
    OptionalLong start = lines.renew(worker, owned, owned, count);
    if (!start.equals(OptionalLong.of(owned)) || !life(worker, request).id().equals(life.id())) {
      return Optional.empty();
    }
    lines.remember(worker, owned + count);
    return Optional.of(claimed(request.floor(), worker, owned, owned + count));
  }

  @Override
  public Optional<Claimed> tryTake(long worker, long seen, ClaimRequest request) {
    // This process may take its own number again from the end of its last window on, even if its
    // clock is slightly behind that end.
    boolean goesOn = worker == request.held().worker()
        && seen == request.held().end()
        && !request.hop()
        && rules.timeMs(seen) - request.wallMs() <= rules.clockToleranceMs();
    if (seen > request.floor() && !goesOn) {
      return Optional.empty();
    }
    EngineLife life = life(worker, request);
    if (!isIdle(life, seen)) {
      return Optional.empty();
    }
    refuseYoung(life);
    long earliest = earliestStart(life);
    long behindMs = rules.timeMs(earliest) - request.wallMs();
    if (behindMs > rules.clockToleranceMs()) {
      throw new ClockBehindException(Message.of(
          "clock is behind the time since which the store has lost nothing: behindMs={} >"
              + " clockToleranceMs={}, line={}; no id issued",
          behindMs,
          rules.clockToleranceMs(),
          lines.name(worker)));
    }
    long start = Math.max(Math.max(request.floorOn(worker), seen), earliest);
    long wanted = lines.countFrom(start, start, windows.window().ticks(), request);
    long end = Math.min(start + wanted, latestEnd(life));
    if (end <= start) {
      throw new ClockAheadException(Message.of(
          "clock is ahead of the store's by a whole window: windowMs={}, line={}; nothing was"
              + " claimed",
          LONGEST.toMillis(),
          lines.name(worker)));
    }
    if (!lines.tryMove(worker, seen, start, end, request)) {
      return Optional.empty();
    }
    if (!life(worker, request).id().equals(life.id())) {
      throw new StoreUnavailableException(Message.of(
          "the store restarted while a worker number was taken: line={}; the claim is not used",
          lines.name(worker)));
    }
    warnOfShortWindow();
    return Optional.of(claimed(request.floor(), worker, start, end));
  }

  private void warnOfShortWindow() {
    long windowMs = windows.window().ticks() * rules.tickMs(0);
    if (!warned && windowMs > 0 && windowMs < SHORTEST_RENEWED.toMillis()) {
      warned = true;
      StoreLog.warn(
          "the window is too short to be renewed on an engine that can lose claims, so a worker"
              + " number is taken for each window, which takes longer, and may need several"
              + " numbers; use a window of {0} or more: window={1}, lines={2}",
          SHORTEST_RENEWED, Duration.ofMillis(windowMs), lines.names());
    }
  }

  private Claimed claimed(long floor, long worker, long start, long end) {
    boolean renewed = windows.window().ticks() > 0;
    long length = end - Math.min(floor, end);
    return new Claimed(worker, start, end, renewed ? length / 4 * QUARTERS_LEFT : -1);
  }

  /**
   * Reads the life of the engine that holds a number's line, and compares this process's clock with
   * the engine's clock.
   */
  private EngineLife life(long worker, ClaimRequest request) {
    String line = lines.name(worker);
    EngineLife life = store
        .life(List.of(line))
        .orElseThrow(() -> new IllegalStateException(
            Message.of("the store can lose writes and reports no life: line={}", line)));
    windows.skew().compare(life.now(), request.wallMs(), line);
    return life;
  }

  /**
   * Refuses to take a number while windows that the engine has forgotten may be in use. Logs this
   * once in each life.
   *
   * @throws StoreUnavailableException if it is too early; it contains the remaining time
   */
  private void refuseYoung(EngineLife life) {
    Duration left = Duration.between(life.now(), WindowRules.forgottenEnd(life));
    if (left.isNegative() || left.isZero()) {
      return;
    }
    String reason = Message.of(
        "the store may have forgotten claims, because it started, was promoted, emptied or"
            + " restored, evicts keys, or is new to Mintmark: agoMs={}, lines={}; worker numbers"
            + " can be taken in {} s, generators without a worker number wait until then, and held"
            + " windows continue; if this store was never used before, new=true in its URL"
            + " (declareNew() in Java) avoids the wait",
        Math.max(0, Duration.between(life.began(), life.now()).toMillis()),
        lines.names(),
        left.plusMillis(999).toSeconds());
    if (!life.id().equals(loggedLife)) {
      loggedLife = life.id();
      StoreLog.warn("{0}", reason);
    }
    throw new StoreUnavailableException(reason, left);
  }

  /**
   * Returns the lowest position at which a window that is taken in this life may start. A tick that
   * began before the earliest time is skipped, because forgotten windows of other settings may have
   * had shorter ticks and may use a part of this tick.
   */
  private long earliestStart(EngineLife life) {
    Instant end = WindowRules.forgottenEnd(life);
    long began = position(end);
    return rules.timeMs(began) < highestMs(end) ? began + rules.capacity() : began;
  }

  /** Returns the highest end that a window may have if it is claimed after this reading. */
  private long latestEnd(EngineLife life) {
    return position(life.now().plus(LONGEST));
  }

  /** Returns whether no process can be using a line that has this position. */
  private boolean isIdle(EngineLife life, long next) {
    return next <= position(life.now());
  }

  /**
   * Returns whether a window with this end may be renewed, because no other process can have taken
   * its number.
   */
  private boolean isRenewable(EngineLife life, long end) {
    return end > position(life.now().plus(CLOCK_MARGIN));
  }

  private long position(Instant moment) {
    return rules.floor(highestMs(moment));
  }

  private long highestMs(Instant moment) {
    return Math.max(
        windows.highest().apply(moment).toEpochMilli(), rules.scale().epochMs());
  }
}
