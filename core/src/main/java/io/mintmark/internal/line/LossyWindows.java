package io.mintmark.internal.line;

import static io.mintmark.internal.line.WindowRules.CLOCK_MARGIN;
import static io.mintmark.internal.line.WindowRules.LONGEST;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.store.StoreLog;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.EngineLife;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Claims windows on an engine that can lose acknowledged writes. After a loss, the line's position
 * is below windows that processes still use, and the fingerprints of settings are gone.
 *
 * <p>All times here are readings of the engine's own clock. A later reading is lower than an
 * earlier one by at most {@link WindowRules#CLOCK_MARGIN}. This bound also holds after another
 * server has taken over, and between the servers of a cluster. A <i>life</i> is a time in which the
 * engine forgets nothing ({@link EngineLife}). Each of these rules is needed:
 *
 * <ol>
 *   <li><b>End.</b> A window ends at most {@link WindowRules#LONGEST} after a reading that was
 *       taken before the window was claimed. This holds however late the engine receives the claim.
 *   <li><b>Renewal.</b> A renewal passes the window's end e as the least start, and counts only if
 *       it starts at e. It is tried only if a reading taken before it is below e by more than the
 *       margin.
 *   <li><b>Taking.</b> A number is taken only if its line is idle by the engine's clock. The window
 *       starts no earlier than the longest window plus the margin after the life began. No number
 *       is taken before the engine's clock has reached that time.
 *   <li><b>One life.</b> A taking or a renewal counts only if the life was the same before and
 *       after it. So it does not matter how late a claim was delivered.
 *   <li><b>Settings.</b> Each of these readings must find the fingerprints of the process's own
 *       settings; otherwise nothing is claimed ({@code AgreedLines}). The life covers all servers
 *       that hold the fingerprints or the line.
 *   <li><b>Ticks.</b> Whether processes share a tick depends only on the tick's length, which has a
 *       fingerprint. It does not depend on the length of a window, which has no fingerprint. So no
 *       process claims parts of a tick while another process claims the whole tick.
 * </ol>
 *
 * <p><b>Why no two windows of a number overlap.</b> Let two processes claim the windows X and Y on
 * one line, X before Y. If both were claimed in one life, the line keeps them apart. So let Y's
 * life be later than X's, and let it begin at s. X was claimed after a reading c, and c was taken
 * before s.
 *
 * <p><i>Y is a taking.</i> X ends at c + longest at most, which is at most s + margin + longest. Y
 * does not start before that time.
 *
 * <p><i>Y is a renewal.</i> Y renews a window of its own process. Let Z be the claim of that
 * window, and let the window end at e. X was claimed after Z. It is enough to consider an X that is
 * a taking, because the first claim of a process on a line is a taking. X was taken after a reading
 * c, and c was taken before Y's reading, which is below e by more than the margin. So c &lt; e. If
 * X was taken in the life of Z, the line was at e or above, which is not idle at c. If X was taken
 * in a later life that began at s', then e &lt;= s' + margin + longest by the rule "End", and c is
 * not below that time by the rule "Taking". Both cases contradict c &lt; e. So once another process
 * has taken a number, the earlier holder never renews it again. Between two takings by other
 * processes, every claim of one process on the number is its own taking, or a renewal that follows
 * on it.
 *
 * <p><b>Why windows of different settings do not overlap in time</b>, on any two lines. Let X be
 * claimed under settings f and Y under settings g. The life of a claim is the life of the reading
 * before it. Within one life a fingerprint's line leaves 0 once, so all claims of a life were made
 * under the same settings. So the lives of X and Y differ. Let Y's life be the later one, and let
 * it begin at s. As above, X ends at s + margin + longest at most.
 *
 * <p><i>Y is a taking.</i> Then Y does not start before that time.
 *
 * <p><i>Y is a renewal.</i> Let a chain be a taking and the renewals that follow on it. X and Y are
 * each the last claim of a chain. The takings of the two chains were made in different lives. Let T
 * be the later taking, let D be its life, and let D begin at d. The other chain has no claim in D,
 * because all claims of a life were made under the same settings. Its taking was made before D.
 *
 * <p>If the other chain lies completely before D, it ends with X, at d + margin + longest at most.
 * T does not start before that time, and Y follows on T, so Y does not start before it either.
 *
 * <p>Otherwise a window of the other chain was claimed before D and renewed after D. That window
 * ended at e &lt;= d + margin + longest, and the reading r before the renewal was below e - margin.
 * So r is below d + longest. But T was claimed after a reading of d + margin + longest or more, and
 * that reading came before r. So r is not below d + longest, which is a contradiction.
 *
 * <p>The proof does not depend on which process wrote a fingerprint, when it wrote it, or how late
 * the write arrived. So the choice of the process that may write an absent fingerprint only decides
 * which settings remain. Ids of windows that do not overlap in time differ if both settings have
 * the time in the same bits of an id. If the bits differ, an id of one setting can equal an id of
 * the other setting with a different time, and nothing here prevents that.
 *
 * <p>If ids show a zone's local time, each reading is converted to the highest local time that was
 * shown until then. That time does not go back in autumn either, so all comparisons remain true.
 */
final class LossyWindows implements WindowClaims {

  /**
   * A window is renewed when this many quarters of it are left. Its last part cannot be renewed.
   */
  private static final int QUARTERS_LEFT = 3;

  /**
   * A shorter window is not renewed: there would be less than 250 ms from the start of renewal
   * until the window can no longer be renewed.
   */
  static final Duration SHORTEST_RENEWED =
      CLOCK_MARGIN.plusMillis(250).multipliedBy(4).dividedBy(QUARTERS_LEFT);

  private final ClaimStore store;
  private final WorkerStore lines;
  private final TickRules rules;
  private final WindowRules windows;

  /** The life that was last logged. */
  private @Nullable String loggedLife;

  private boolean warned;

  LossyWindows(ClaimStore store, WorkerStore lines, TickRules rules, WindowRules windows) {
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
      // The held window is used up without a renewal. After that a number is taken, most likely the
      // same one.
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
    // This process may take its own number again at the end of its last window, even if the clock
    // is slightly behind that end.
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
          "clock is behind the time since which the store remembers: behindMs={} >"
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
    warnOfShortWindows();
    return Optional.of(claimed(request.floor(), worker, start, end));
  }

  private Claimed claimed(long floor, long worker, long start, long end) {
    boolean renewed = windows.window() instanceof WindowRules.Ticks;
    long length = end - Math.min(floor, end);
    return new Claimed(worker, start, end, renewed ? length / 4 * QUARTERS_LEFT : -1);
  }

  /** Whether windows are too short to be renewed. */
  boolean areTooShort() {
    return windows.window() instanceof WindowRules.Ticks
        && lengthMs() < SHORTEST_RENEWED.toMillis();
  }

  private long lengthMs() {
    return windows.window().ticks() * rules.tickMs(0);
  }

  /** Warns once: each process takes a number for each window, and may need several numbers. */
  private void warnOfShortWindows() {
    if (!warned && areTooShort()) {
      warned = true;
      StoreLog.warn(
          "the window is too short to be renewed on an engine that can lose claims, so a worker"
              + " number is taken again each time, which takes longer, and may need several"
              + " numbers; use a window of {0} or more: window={1}, lines={2}",
          SHORTEST_RENEWED, Duration.ofMillis(lengthMs()), lines.names());
    }
  }

  /** Reads the life of a number's line, and compares this process's clock with the engine's. */
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
   * @throws StoreUnavailableException if it is too early, with the remaining time
   */
  private void refuseYoung(EngineLife life) {
    Duration left = Duration.between(life.now(), WindowRules.forgottenEnd(life));
    if (left.isNegative() || left.isZero()) {
      return;
    }
    String reason = Message.of(
        "the store may have forgotten claims, because it started, was promoted, emptied or"
            + " restored, evicts keys, or is new to Mintmark: agoMs={}, lines={}; worker numbers"
            + " can be taken in {} s, a generator without one waits until then, and held windows"
            + " continue; if this store was never used before, new=true in its URL (declareNew() in"
            + " Java) avoids the wait",
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
   * The lowest position at which a window taken in this life may start. A tick that began before
   * that time is left out, because other settings may have had shorter ticks.
   */
  private long earliestStart(EngineLife life) {
    Instant end = WindowRules.forgottenEnd(life);
    long began = position(end);
    return rules.timeMs(began) < highestMs(end) ? began + rules.capacity() : began;
  }

  /** The highest end of a window that is claimed after this reading. */
  private long latestEnd(EngineLife life) {
    return position(life.now().plus(LONGEST));
  }

  /** Whether no process can be using a line at this position. */
  private boolean isIdle(EngineLife life, long next) {
    return next <= position(life.now());
  }

  /** Whether no other process can have taken the number of a window with this end. */
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
