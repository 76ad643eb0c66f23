package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.line.RangeSource.Owned;
import io.mintmark.internal.line.WindowRules.Ticks;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.store.EngineLife;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The rules for an engine that can lose claims, at their bounds. */
final class LossyWindowsTest {

  private static final String LINE = "worker/x/0";
  private static final long CAPACITY = 10;
  private static final long NOW_MS = 100_000;
  private static final long NOW = NOW_MS * CAPACITY;

  /** The end of the longest window. A window that ends before {@code MARGIN} is not renewed. */
  private static final long LATEST_END = NOW + 10_000 * CAPACITY;

  private static final long MARGIN = NOW + 5_000 * CAPACITY;
  private static final long WAIT_MS = 15_000;
  private static final long TOLERANCE_MS = 50;

  private static final TickRules RULES = new TickRules(
      TickScale.of(0, 1), CAPACITY, 1L << 40, 1_000, TOLERANCE_MS, OnClockBehind.REFUSE);

  private final List<EngineLife> lives = new ArrayList<>();
  private final ForwardingStore store = new ForwardingStore(new MemoryStore()) {
    @Override
    public Optional<EngineLife> life(List<String> lines) {
      return lives.isEmpty()
          ? Optional.empty()
          : Optional.of(lives.size() == 1 ? lives.get(0) : lives.remove(0));
    }
  };
  private final WorkerStore lines =
      new WorkerStore(store, "worker/x/", RULES, new ClockAheadRules(5_000, true, now -> now));

  private static EngineLife life(String id, long beganMs) {
    return new EngineLife(
        id, Instant.ofEpochMilli(beganMs), Instant.ofEpochMilli(NOW_MS), List.of());
  }

  /** Windows that are twice as long as such an engine allows. */
  private LossyWindows windows(long maxSkewMs) {
    ClockAheadRules skew = new ClockAheadRules(maxSkewMs, true, now -> now);
    WindowRules rules =
        new WindowRules(0, 1, OptionalLong.empty(), new Ticks(20_000), skew, now -> now);
    return new LossyWindows(store, lines, RULES, rules);
  }

  private static ClaimRequest request(long wallMs, Owned held) {
    return new ClaimRequest(wallMs * CAPACITY, wallMs * CAPACITY, 1, 1, wallMs, held, false, false)
        .withClockCompared();
  }

  private Optional<Claimed> extended(long position, long end) {
    return windows(5_000).extend(request(NOW_MS, new Owned(0, position, end)));
  }

  private Optional<Claimed> taken(long seen, long wallMs) {
    return windows(20_000).tryTake(0, seen, request(wallMs, Owned.NOTHING));
  }

  private void lineStandsAt(long next) {
    assertThat(store.compareAndSet(LINE, 0, next)).isTrue();
  }

  @Test
  void extend_beforeTheMargin_reachesTheLatestEnd() {
    lives.add(life("one", 0));
    lineStandsAt(MARGIN + 1);

    assertThat(extended(NOW, MARGIN + 1))
        .contains(new Claimed(0, MARGIN + 1, LATEST_END, (LATEST_END - NOW) / 4 * 3));
    assertThat(lines.end(0)).isEqualTo(LATEST_END);
  }

  @Test
  void extend_atTheMarginOrTheLatestEnd_claimsNothing() {
    lives.add(life("one", 0));

    assertThat(extended(MARGIN - 1, MARGIN)).contains(new Claimed(0, MARGIN, MARGIN, -1));
    assertThat(extended(MARGIN, MARGIN)).isEmpty();
    assertThat(extended(NOW, LATEST_END)).contains(new Claimed(0, LATEST_END, LATEST_END, -1));
    assertThat(store.position(LINE)).isZero();
  }

  @Test
  void extend_engineRestartedMeanwhile_isDiscarded() {
    lives.add(life("one", 0));
    lives.add(life("two", 0));
    lineStandsAt(MARGIN + 1);

    assertThat(extended(NOW, MARGIN + 1)).isEmpty();
    assertThat(lines.end(0)).isZero();
  }

  @Test
  void extend_lineFurtherAhead_triesOnce() {
    lives.add(life("one", 0));
    lineStandsAt(MARGIN + 2);

    assertThat(extended(NOW, MARGIN + 1)).isEmpty();
    long burned = store.position(LINE);
    assertThat(extended(NOW, MARGIN + 1)).isEmpty();
    assertThat(store.position(LINE)).isEqualTo(burned);
  }

  @Test
  void extend_clockAheadOfTheEngines_throws() {
    lives.add(life("one", 0));

    assertThatThrownBy(
            () -> windows(5_000).extend(request(NOW_MS + 5_001, new Owned(0, NOW, LATEST_END))))
        .isInstanceOf(ClockAheadException.class);
  }

  @Test
  void extend_engineReportsNoLife_throws() {
    assertThatThrownBy(() -> extended(NOW, LATEST_END)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void tryTake_lineAtTheEnginesTime_isIdle() {
    lives.add(life("one", 0));
    lineStandsAt(NOW);

    assertThat(taken(NOW, NOW_MS))
        .contains(new Claimed(0, NOW, LATEST_END, (LATEST_END - NOW) / 4 * 3));
  }

  @Test
  void tryTake_linePastTheEnginesTime_isInUse() {
    lives.add(life("one", 0));
    lineStandsAt(NOW + 1);

    assertThat(taken(NOW + 1, NOW_MS + 1)).isEmpty();
  }

  /** The ids continue directly after the earlier ids, so no tick is skipped. */
  @Test
  void tryTake_numberHeldBefore_continuesAtItsEnd() {
    lives.add(life("one", 0));
    lineStandsAt(NOW);
    ClaimRequest behind = request(NOW_MS - TOLERANCE_MS, new Owned(0, NOW, NOW));

    assertThat(windows(20_000).tryTake(0, NOW, behind).orElseThrow().start()).isEqualTo(NOW);
  }

  /** The window has times from before the clock's step. */
  @Test
  void tryTake_numberHeldBeforeTheClockSteppedBack_isSkipped() {
    lives.add(life("one", 0));
    long seen = NOW - 3;
    long behindMs = NOW_MS - TOLERANCE_MS;
    ClaimRequest hop = new ClaimRequest(
        behindMs * CAPACITY,
        behindMs * CAPACITY,
        1,
        1,
        behindMs,
        new Owned(0, seen, seen),
        true,
        false);

    assertThat(windows(20_000).tryTake(0, seen, hop.withClockCompared())).isEmpty();
  }

  /** Another process has used the number since, and this clock is behind the end of that use. */
  @Test
  void tryTake_numberUsedByOthersSince_isSkipped() {
    lives.add(life("one", 0));
    long seen = NOW - 3;
    lineStandsAt(seen);
    ClaimRequest behind = request(NOW_MS - TOLERANCE_MS, new Owned(0, seen - 1, seen - 1));

    assertThat(windows(20_000).tryTake(0, seen, behind)).isEmpty();
  }

  /** Other numbers may be idle, and a clock that is far behind may take one of them. */
  @Test
  void tryTake_numberHeldBeforeFarPastTheClock_isSkipped() {
    lives.add(life("one", 0));
    lineStandsAt(NOW);
    ClaimRequest behind = request(NOW_MS - TOLERANCE_MS - 1, new Owned(0, NOW, NOW));

    assertThat(windows(20_000).tryTake(0, NOW, behind)).isEmpty();
  }

  @Test
  void tryTake_anotherNumberPastTheClock_isSkipped() {
    lives.add(life("one", 0));
    long seen = NOW - 3;
    ClaimRequest behind = request(NOW_MS - TOLERANCE_MS, new Owned(1, seen, seen));

    assertThat(windows(20_000).tryTake(0, seen, behind)).isEmpty();
  }

  @Test
  void tryTake_clockBehindTheStartByTheTolerance_isAccepted() {
    lives.add(life("one", NOW_MS - WAIT_MS));

    assertThatThrownBy(() -> taken(0, NOW_MS - TOLERANCE_MS - 1))
        .isInstanceOf(ClockBehindException.class);
    assertThat(taken(0, NOW_MS - TOLERANCE_MS).orElseThrow().start()).isEqualTo(NOW);
  }

  @Test
  void tryTake_clockAheadByAWholeWindow_throws() {
    lives.add(life("one", 0));

    assertThatThrownBy(() -> taken(0, LATEST_END / CAPACITY))
        .isInstanceOf(ClockAheadException.class)
        .hasMessageContaining("by a whole window");
    assertThat(store.position(LINE)).isZero();
  }

  @Test
  void tryTake_engineOneMomentTooYoung_throws() {
    lives.add(life("young", NOW_MS - WAIT_MS + 1));

    assertThatThrownBy(() -> taken(0, NOW_MS))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("agoMs=" + (WAIT_MS - 1));
    assertThat(store.position(LINE)).isZero();
  }
}
