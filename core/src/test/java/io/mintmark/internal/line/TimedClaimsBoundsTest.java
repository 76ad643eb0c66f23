package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Claims of positions in time, at the exact tick, position and nanosecond where a rule begins. */
class TimedClaimsBoundsTest {

  private static final String LINE = "key/orders";
  private static final long SECOND_MS = 1_000;
  private static final long HOUR_MS = 3_600_000;
  private static final long DAY_MS = 24 * HOUR_MS;
  private static final long CAPACITY = 10;
  private static final long FOREVER = Long.MAX_VALUE / CAPACITY;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration TOLERANCE = Duration.ofSeconds(60);
  private static final Instant DAY = Instant.parse("2026-11-21T00:00:00Z");
  private static final Instant START = Instant.parse("2026-11-21T10:30:00Z");
  private static final long NOW = START.getEpochSecond() * CAPACITY;
  private static final long HOUR = START.toEpochMilli() / HOUR_MS * CAPACITY;
  private static final long TODAY = START.toEpochMilli() / DAY_MS * CAPACITY;

  private final ManualTime time = new ManualTime(START);
  private final FaultyStore store = new FaultyStore(() -> new MemoryStore(this::engineTime));

  private Instant engine = START;
  private Instant wall = START;
  private Instant highest = START;
  private Runnable whenEngineTimeIsRead = () -> {};

  TimedClaimsBoundsTest() {
    time.advanceElapsed(Duration.ofSeconds(7));
  }

  private Instant engineTime() {
    whenEngineTimeIsRead.run();
    return engine;
  }

  private TimedClaims claims(long unitMs, long ticks) {
    TickRules rules = new TickRules(
        TickScale.of(0, unitMs),
        CAPACITY,
        ticks,
        unitMs == SECOND_MS ? 1_000 : 0,
        TOLERANCE.toMillis(),
        OnClockBehind.REFUSE);
    Context context = new Context(
        time.wall(), time.elapsed(), false, Runnable::run, TIMEOUT, SplittableRandom::new);
    return new TimedClaims(
        store,
        LINE,
        rules,
        new ClockAheadRules(5_000, true, now -> now),
        () -> wall,
        () -> highest,
        context);
  }

  private void setClock(Instant instant) {
    engine = instant;
    wall = instant;
    highest = instant;
  }

  private long inNanos(long nanos) {
    return time.elapsed().nanos() + nanos;
  }

  private long inTime() {
    return inNanos(TIMEOUT.toNanos());
  }

  @Test
  void claim_lastPositionIsReachedJustInTime_isServed() {
    assertThat(claims(SECOND_MS, FOREVER).claim(61 * CAPACITY, inNanos(1))).isEqualTo(NOW);
    store.forgetAll();
    assertThat(claims(SECOND_MS, FOREVER).claim(62 * CAPACITY, inNanos(1_000_000_000)))
        .isEqualTo(NOW);
  }

  @Test
  void claim_lastPositionIsReachedTooLate_isRefusedAndMovesNothing() {
    TimedClaims claims = claims(SECOND_MS, FOREVER);
    assertThatThrownBy(() -> claims.claim(61 * CAPACITY + 1, inNanos(1)))
        .isInstanceOf(ClockBehindException.class);
    assertThatThrownBy(() -> claims.claim(62 * CAPACITY + 1, inNanos(1_000_000_000)))
        .isInstanceOf(ClockBehindException.class);
    assertThat(store.position(LINE)).isZero();
  }

  @Test
  void claim_timeIsUp_failsWithDeadlineMessage() {
    assertThatThrownBy(() -> claims(SECOND_MS, FOREVER).claim(61 * CAPACITY, inNanos(-1)))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("no claim succeeded in time");
  }

  @ParameterizedTest
  @ValueSource(longs = {SECOND_MS, HOUR_MS})
  void claim_timeIsUp_doesNotCallTheStore(long unitMs) {
    TimedClaims claims = claims(unitMs, FOREVER);
    claims.claim(1, inTime());
    setClock(START.plusMillis(unitMs));
    long before = store.calls();

    assertThatThrownBy(() -> claims.claim(1, inNanos(0)))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("no claim succeeded in time");
    assertThat(store.calls()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(longs = {SECOND_MS, HOUR_MS})
  void claim_timeIsUpAfterReadingTheEnginesClock_movesNothing(long unitMs) {
    TimedClaims claims = claims(unitMs, FOREVER);
    whenEngineTimeIsRead = () -> time.advanceElapsed(TIMEOUT);

    assertThatThrownBy(() -> claims.claim(1, inTime()))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("no claim succeeded in time");
    assertThat(store.position(LINE)).isZero();
  }

  @Test
  void claim_raceLostAndTimeIsUp_doesNotReadAgain() {
    TimedClaims claims = claims(HOUR_MS, FOREVER);
    claims.claim(1, inTime());
    store.beforeDelivery(() -> {
      store.beforeDelivery(() -> {});
      store.claim(LINE, 0, 2);
      time.advanceElapsed(TIMEOUT);
    });
    long before = store.calls();

    assertThatThrownBy(() -> claims.claim(1, inTime()))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("no claim succeeded in time");
    assertThat(store.calls()).isEqualTo(before + 2);
    assertThat(claims.claim(1, inTime())).isEqualTo(HOUR + 3);
  }

  @Test
  void claim_firstOfTheClocksTick_isCheckedWithTheEnginesClock() {
    TimedClaims claims = claims(SECOND_MS, FOREVER);
    assertThat(claims.claim(CAPACITY, inTime())).isEqualTo(NOW);
    setClock(START.plusSeconds(1));
    engine = START.minusSeconds(10);

    assertThatThrownBy(() -> claims.claim(1, inTime())).isInstanceOf(ClockAheadException.class);
    assertThat(store.position(LINE)).isEqualTo(NOW + CAPACITY);
  }

  @Test
  void claim_laterInTheClocksTick_skipsTheEnginesClock() {
    TimedClaims claims = claims(SECOND_MS, FOREVER);
    assertThat(claims.claim(CAPACITY + 1, inTime())).isEqualTo(NOW);
    setClock(START.plusSeconds(1));
    engine = START.minusSeconds(10);

    assertThat(claims.claim(1, inTime())).isEqualTo(NOW + CAPACITY + 1);
  }

  @ParameterizedTest
  @ValueSource(longs = {SECOND_MS, HOUR_MS})
  void claim_firstTimeOfTheFormat_isTheFirstPosition(long unitMs) {
    setClock(Instant.EPOCH);
    assertThat(claims(unitMs, FOREVER).claim(1, inTime())).isZero();
  }

  @Test
  void claim_tooFewPositionsBeforeTheEnd_isRefusedAndMovesNothing() {
    TimedClaims claims = claims(SECOND_MS, NOW / CAPACITY + 2);
    assertThat(claims.claim(15, inTime())).isEqualTo(NOW);

    assertThatThrownBy(() -> claims.claim(6, inTime()))
        .isInstanceOf(ExhaustedException.class)
        .hasMessageContaining("the time field has run out");
    assertThat(store.position(LINE)).isEqualTo(NOW + 15);
    assertThat(claims.claim(5, inTime())).isEqualTo(NOW + 15);
  }

  /** Otherwise the time of its positions would need more bits than the time field has. */
  @Test
  void claim_othersReachedNearTheEndUnseen_throws() {
    TimedClaims claims = claims(SECOND_MS, NOW / CAPACITY + 2);
    assertThat(claims.claim(1, inTime())).isEqualTo(NOW);
    store.claim(LINE, 0, 14);

    assertThatThrownBy(() -> claims.claim(6, inTime()))
        .isInstanceOf(ExhaustedException.class)
        .hasMessageContaining("the time field has run out");
  }

  @ParameterizedTest
  @ValueSource(longs = {SECOND_MS, HOUR_MS, DAY_MS})
  void claim_clockIsPastTheLastTick_isRefusedAndMovesNothing(long unitMs) {
    TimedClaims claims = claims(unitMs, START.toEpochMilli() / unitMs);

    assertThatThrownBy(() -> claims.claim(1, inTime()))
        .isInstanceOf(ExhaustedException.class)
        .hasMessageContaining("the time field has run out");
    assertThat(store.position(LINE)).isZero();
  }

  @Test
  void claim_localTimeRepeats_usesTicksAlreadyReached() {
    highest = START.plus(Duration.ofMinutes(30));
    TimedClaims claims = claims(HOUR_MS, FOREVER);

    assertThat(claims.claim(1, inTime())).isEqualTo(HOUR);
    assertThat(claims.claim(CAPACITY, inTime())).isEqualTo(HOUR + CAPACITY);
    assertThatThrownBy(() -> claims.claim(1, inTime()))
        .isInstanceOf(TickExhaustedException.class)
        .hasMessageContaining("all numbers of this tick are used: count=1");
    assertThat(store.position(LINE)).isEqualTo(HOUR + 2 * CAPACITY);
  }

  /** No process has used the next tick yet, so its numbers are reserved for its own time. */
  @Test
  void claim_ticksBeforeTheStepBackFull_throws() {
    highest = START.plus(Duration.ofMinutes(90)).minus(TOLERANCE);
    TimedClaims claims = claims(HOUR_MS, FOREVER);
    assertThat(claims.claim(CAPACITY, inTime())).isEqualTo(HOUR);
    assertThat(claims.claim(CAPACITY, inTime())).isEqualTo(HOUR + CAPACITY);

    assertThatThrownBy(() -> claims.claim(1, inTime())).isInstanceOf(TickExhaustedException.class);
    assertThat(store.position(LINE)).isEqualTo(HOUR + 2 * CAPACITY);
  }

  @Test
  void claim_nextTickIsNotReached_isRefusedAndMovesNothing() {
    highest = START.plus(Duration.ofMinutes(30)).minusMillis(1);
    TimedClaims claims = claims(HOUR_MS, FOREVER);
    assertThat(claims.claim(CAPACITY, inTime())).isEqualTo(HOUR);

    assertThatThrownBy(() -> claims.claim(1, inTime())).isInstanceOf(TickExhaustedException.class);
    assertThat(store.position(LINE)).isEqualTo(HOUR + CAPACITY);
  }

  @Test
  void claim_moreThanATickHas_isRefusedAndMovesNothing() {
    highest = START.plus(Duration.ofHours(2));

    assertThatThrownBy(() -> claims(HOUR_MS, FOREVER).claim(CAPACITY + 1, inTime()))
        .isInstanceOf(ExhaustedException.class)
        .hasMessageContaining("count=11, capacity=10");
    assertThat(store.position(LINE)).isZero();
  }

  @Test
  void claim_tickReachedByTheClockPastTheEnd_throws() {
    highest = START.plus(Duration.ofHours(1));
    TimedClaims claims = claims(HOUR_MS, HOUR / CAPACITY + 1);
    assertThat(claims.claim(7, inTime())).isEqualTo(HOUR);

    assertThatThrownBy(() -> claims.claim(7, inTime()))
        .isInstanceOf(ExhaustedException.class)
        .hasMessageContaining("the time field has run out");
    assertThat(store.position(LINE)).isEqualTo(HOUR + 7);
  }

  @Test
  void claim_daysWithLocalTimeRepeated_followTheClock() {
    highest = START.plus(Duration.ofDays(1));
    TimedClaims claims = claims(DAY_MS, FOREVER);
    assertThat(claims.claim(CAPACITY, inTime())).isEqualTo(TODAY);

    assertThatThrownBy(() -> claims.claim(1, inTime())).isInstanceOf(TickExhaustedException.class);
    assertThat(store.position(LINE)).isEqualTo(TODAY + CAPACITY);
  }

  @Test
  void claim_dayBegunByOthers_isUsedWithinTheTolerance() {
    store.claim(LINE, TODAY + CAPACITY, 1);
    Instant midnight = DAY.plus(Duration.ofDays(1));
    setClock(midnight.minus(TOLERANCE));
    assertThat(claims(DAY_MS, FOREVER).claim(1, inTime())).isEqualTo(TODAY + CAPACITY + 1);

    setClock(midnight.minus(TOLERANCE).minusMillis(1));
    assertThatThrownBy(() -> claims(DAY_MS, FOREVER).claim(1, inTime()))
        .isInstanceOf(ClockBehindException.class);
  }

  @Test
  void claim_tickSeemsFull_readsTheLineAgain() {
    TimedClaims claims = claims(HOUR_MS, FOREVER);
    claims.claim(4, inTime());
    long before = store.calls();

    assertThat(claims.claim(3, inTime())).isEqualTo(HOUR + 4);
    assertThat(claims.claim(3, inTime())).isEqualTo(HOUR + 7);
    assertThat(store.calls()).isEqualTo(before + 2);
    assertThatThrownBy(() -> claims.claim(1, inTime())).isInstanceOf(TickExhaustedException.class);
    assertThat(store.calls()).isEqualTo(before + 3);
  }

  @Test
  void waitNanos_clockSteppedBackOutOfReach_isRefused() {
    TimedClaims claims = claims(SECOND_MS, FOREVER);
    long start = claims.claim(1, inTime());
    assertThat(claims.waitNanos(start, inTime())).isNegative();
    setClock(START.minus(TOLERANCE).minus(TIMEOUT));
    assertThat(claims.waitNanos(start, inTime())).isEqualTo(TIMEOUT.toNanos());
    setClock(wall.minusMillis(1));

    assertThatThrownBy(() -> claims.waitNanos(start, inTime()))
        .isInstanceOf(ClockBehindException.class)
        .hasMessageContaining("behindMs=65001 > clockToleranceMs=60000");
  }
}
