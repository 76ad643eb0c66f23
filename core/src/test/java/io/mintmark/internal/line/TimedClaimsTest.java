package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.generator.LongRange;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.ManualTime;
import io.mintmark.testkit.Race;
import io.mintmark.testkit.Ranges;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimedClaimsTest {

  private static final String LINE = "key/orders";
  private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
  private static final long SECOND_MS = 1_000;
  private static final long DAY_MS = 86_400_000;
  private static final long CAPACITY = 10;
  private static final long TODAY = START.toEpochMilli() / DAY_MS * CAPACITY;
  private static final long NOW = START.getEpochSecond() * CAPACITY;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int THREADS = 64;
  private static final int CLAIMS = 100;

  private final ManualTime time = new ManualTime(START);
  private final FaultyStore store = new FaultyStore(() -> new MemoryStore(time.wall()));
  private final ClaimQueue seconds = seconds(time.wall());
  private final ClaimQueue days = days(time.wall());

  private ClaimQueue seconds(InstantSource wall) {
    return claims(wall, SECOND_MS, CAPACITY, Long.MAX_VALUE / CAPACITY, 1_000, false);
  }

  private ClaimQueue days(InstantSource wall) {
    return claims(wall, DAY_MS, CAPACITY, Long.MAX_VALUE / CAPACITY, 0, false);
  }

  private ClaimQueue claims(
      InstantSource wall,
      long unitMs,
      long capacity,
      long ticks,
      long maxAheadMs,
      boolean clockConfirmed) {
    return claims(wall, wall, unitMs, capacity, ticks, maxAheadMs, clockConfirmed);
  }

  private ClaimQueue claims(
      InstantSource wall,
      InstantSource highest,
      long unitMs,
      long capacity,
      long ticks,
      long maxAheadMs,
      boolean clockConfirmed) {
    Context context =
        new Context(wall, time.elapsed(), false, Runnable::run, TIMEOUT, SplittableRandom::new);
    LineClaims claims = new TimedClaims(
        store,
        LINE,
        new TickRules(
            TickScale.of(0, unitMs), capacity, ticks, maxAheadMs, 60_000, OnClockBehind.HOP),
        new ClockAheadRules(5_000, clockConfirmed, UnaryOperator.identity()),
        wall,
        highest,
        context);
    return new ClaimQueue("orders", claims, context);
  }

  /** Returns the clock of a process that is wrong by an offset. */
  private InstantSource clockOff(Duration offset) {
    return () -> time.wall().instant().plus(offset);
  }

  private long next() {
    return store.position(LINE);
  }

  @Test
  void claim_clockBehindWithinTheTolerance_continuesAfterOthers() {
    ClaimQueue behind = seconds(clockOff(Duration.ofSeconds(-59)));

    assertThat(seconds.claim(1)).isEqualTo(NOW);
    assertThat(behind.claim(2)).isEqualTo(NOW + 1);
    assertThat(seconds.claim(1)).isEqualTo(NOW + 3);
  }

  @Test
  void claim_clockBehindBeyondTheTolerance_isRefusedAndMovesNothing() {
    seconds.claim(1);
    long before = next();

    for (int i = 0; i < 1_000; i++) {
      ClaimQueue behind = seconds(clockOff(Duration.ofSeconds(-90)));
      assertThatThrownBy(() -> behind.claim(1))
          .isInstanceOf(ClockBehindException.class)
          .hasMessage("clock is behind the line's claims: behindMs=90000 > clockToleranceMs=60000,"
              + " line=key/orders; no id issued");
    }

    assertThat(next()).isEqualTo(before);
  }

  @Test
  void claim_moreThanTheDeadlineAllows_throwsAndMovesNothing() {
    seconds.claim(1);
    long before = next();

    assertThatThrownBy(() -> seconds.claim(CAPACITY * 70)).isInstanceOf(ClockBehindException.class);

    assertThat(next()).isEqualTo(before);
    assertThat(seconds.claim(1)).isEqualTo(before);
  }

  @Test
  void claim_fasterThanTheCapacity_waitsAtTheTolerance() {
    long aheadMs = 0;
    for (int i = 0; i < 2_000; i++) {
      long position = seconds.claim(1);
      aheadMs = Math.max(aheadMs, position / CAPACITY * SECOND_MS - time.wall().millis());
    }
    assertThat(aheadMs).isEqualTo(60_000);
    assertThat(time.wall().instant()).isAfter(START.plusSeconds(2_000 / CAPACITY - 62));
  }

  @ParameterizedTest
  @ValueSource(longs = {SECOND_MS, DAY_MS})
  void claim_clockAheadOfTheEngines_isRefusedAndMovesNothing(long unitMs) {
    long maxAheadMs = unitMs == DAY_MS ? 0 : 1_000;
    InstantSource ahead = clockOff(Duration.ofMillis(5_000 + unitMs));
    ClaimQueue claims =
        claims(ahead, unitMs, CAPACITY, Long.MAX_VALUE / CAPACITY, maxAheadMs, false);

    assertThatThrownBy(() -> claims.claim(1))
        .isInstanceOf(ClockAheadException.class)
        .hasMessage("clock is ahead of the store's: aheadMs=" + (5_000 + unitMs)
            + " > maxSkewMs=5000, lines=key/orders; nothing was claimed");
    assertThat(next()).isZero();
  }

  @Test
  void claim_clockAheadAndPreviousTickUsedUp_throwsAndMovesNothing() {
    days.claim(CAPACITY);
    assertIsRefused(days(clockOff(Duration.ofDays(1))));
    store.compareAndSet(LINE, next(), NOW + 7 * CAPACITY);
    assertIsRefused(seconds(clockOff(Duration.ofSeconds(7))));
  }

  /** This happens in autumn, when an hour of local time occurs twice. */
  @Test
  void claim_clockAheadInARepeatedHour_throwsAndMovesNothing() {
    long hour = 3_600_000;
    InstantSource ahead = clockOff(Duration.ofSeconds(6));
    ClaimQueue right = claims(time.wall(), later(time.wall()), hour, CAPACITY, 1L << 40, 0, false);
    ClaimQueue wrong = claims(ahead, later(ahead), hour, CAPACITY, 1L << 40, 0, false);
    long now = right.claim(CAPACITY);

    assertIsRefused(wrong);
    assertThat(right.claim(1)).as("in the hour that is to come").isEqualTo(now + CAPACITY);
  }

  private static InstantSource later(InstantSource wall) {
    return () -> wall.instant().plus(Duration.ofHours(1));
  }

  private void assertIsRefused(ClaimQueue claims) {
    long before = next();
    assertThatThrownBy(() -> claims.claim(1)).isInstanceOf(ClockAheadException.class);
    assertThat(next()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(longs = {SECOND_MS, DAY_MS})
  void claim_storeWithoutClockAndDaysPastTheLine_needsConfirmation(long unitMs) {
    store.setClockless(true);
    long ticks = Long.MAX_VALUE / CAPACITY;
    long maxAheadMs = unitMs == DAY_MS ? 0 : 1_000;
    ClaimQueue claims = claims(time.wall(), unitMs, CAPACITY, ticks, maxAheadMs, false);
    ClaimQueue other = claims(time.wall(), unitMs, CAPACITY, ticks, maxAheadMs, true);
    claims.claim(1);
    time.advance(Duration.ofDays(3));

    long before = next();
    assertThatThrownBy(() -> claims.claim(1))
        .isInstanceOf(ClockAheadException.class)
        .hasMessageContaining("clock is over a day ahead of the line");
    assertThat(next()).isEqualTo(before);

    long moved = other.claim(1);
    assertThat(claims.claim(1)).isEqualTo(moved + 1);
  }

  @ParameterizedTest
  @ValueSource(longs = {SECOND_MS, DAY_MS})
  void claim_storeRewound_throwsFromThenOn(long unitMs) {
    long maxAheadMs = unitMs == DAY_MS ? 0 : 1_000;
    ClaimQueue claims =
        claims(time.wall(), unitMs, CAPACITY, Long.MAX_VALUE / CAPACITY, maxAheadMs, false);
    for (int i = 0; i < 5; i++) {
      claims.claim(1);
    }
    store.rewind(3);

    assertThatThrownBy(() -> claims.claim(1)).isInstanceOf(StoreRewoundException.class);
    time.advance(Duration.ofDays(1));
    assertThatThrownBy(() -> claims.claim(1)).isInstanceOf(StoreRewoundException.class);
  }

  @Test
  void claim_atTheEndOfTheTimeField_isExhausted() {
    ClaimQueue claims =
        claims(time.wall(), SECOND_MS, CAPACITY, START.getEpochSecond() + 2, 1_000, false);

    assertThat(claims.claim(15)).isEqualTo(NOW);
    assertThat(claims.claim(5)).isEqualTo(NOW + 15);
    time.advance(Duration.ofSeconds(1));
    assertThatThrownBy(() -> claims.claim(11)).isInstanceOf(ExhaustedException.class);
    time.advance(Duration.ofSeconds(1));
    assertThatThrownBy(() -> claims.claim(1))
        .isInstanceOf(ExhaustedException.class)
        .hasMessage("the time field has run out: timeEnds=" + START.plusSeconds(2)
            + ", line=key/orders; no id issued");
  }

  @Test
  void claim_clockBeforeTheFirstTime_isRefused() {
    ClaimQueue claims = seconds(() -> Instant.ofEpochMilli(-1));

    assertThatThrownBy(() -> claims.claim(1))
        .isInstanceOf(ClockBehindException.class)
        .hasMessageContaining("the clock is before the first time that the keys can show");
  }

  @Test
  void claim_dayFilledByOthersUnseen_takesNothingFromTheNext() {
    days.claim(CAPACITY - 1);
    for (int i = 0; i < 100; i++) {
      ClaimQueue fresh = days(time.wall());
      assertThatThrownBy(() -> fresh.claim(2))
          .isInstanceOf(TickExhaustedException.class)
          .hasMessage("all numbers of this tick are used: count=2, capacity=10 a tick of"
              + " 86400000 ms, line=key/orders; no id issued");
    }
    assertThat(days(time.wall()).claim(1)).isEqualTo(TODAY + CAPACITY - 1);
    for (int i = 0; i < 100; i++) {
      ClaimQueue fresh = days(time.wall());
      assertThatThrownBy(() -> fresh.claim(1)).isInstanceOf(TickExhaustedException.class);
    }

    time.advance(Duration.ofDays(1));
    assertThat(days.claim(CAPACITY)).isEqualTo(TODAY + CAPACITY);
  }

  @Test
  void claim_dayBegunByClocksAhead_isUsedWithinTheTolerance() {
    time.setWall(Instant.parse("2026-11-21T23:59:58Z"));
    ClaimQueue ahead = days(clockOff(Duration.ofSeconds(4)));
    ClaimQueue behind = days(clockOff(Duration.ofSeconds(-59)));

    assertThat(behind.claim(1)).isEqualTo(TODAY);
    assertThat(ahead.claim(1)).isEqualTo(TODAY + CAPACITY);
    assertThat(days.claim(1)).isEqualTo(TODAY + CAPACITY + 1);
    long before = next();
    assertThatThrownBy(() -> behind.claim(1))
        .isInstanceOf(ClockBehindException.class)
        .hasMessageContaining("behindMs=61000 > clockToleranceMs=60000");
    assertThatThrownBy(() -> days.claim(9)).isInstanceOf(TickExhaustedException.class);
    assertThat(next()).isEqualTo(before);
  }

  @Test
  void claim_otherClaimsAfterTheRead_continuesAfterThem() {
    days.claim(1);
    store.beforeDelivery(() -> {
      store.beforeDelivery(() -> {});
      days(time.wall()).claim(3);
    });

    assertThat(days.claim(1)).isEqualTo(TODAY + 4);
  }

  @ParameterizedTest
  @ValueSource(longs = {SECOND_MS, DAY_MS})
  void claim_batchesFrom64Threads_areDisjointAndInOneOrder(long unitMs) {
    ClaimQueue claims =
        claims(time.wall(), unitMs, 1_000_000, 1L << 40, unitMs == DAY_MS ? 0 : 1_000, false);
    AtomicLong lastEnded = new AtomicLong(-1);

    List<long[]> starts = Race.run(THREADS, index -> {
      long[] own = new long[CLAIMS];
      for (int i = 0; i < own.length; i++) {
        long endedBefore = lastEnded.get();
        own[i] = claims.claim(1 + (index + i) % 7);
        assertThat(own[i]).isGreaterThan(endedBefore);
        lastEnded.accumulateAndGet(own[i], Math::max);
      }
      return own;
    });

    List<LongRange> ranges = new ArrayList<>();
    for (int index = 0; index < THREADS; index++) {
      for (int i = 0; i < CLAIMS; i++) {
        long start = starts.get(index)[i];
        ranges.add(new LongRange(start, start + 1 + (index + i) % 7));
      }
    }
    Ranges.assertDisjoint(ranges);
  }
}
