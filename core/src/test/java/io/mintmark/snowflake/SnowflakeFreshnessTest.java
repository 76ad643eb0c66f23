package io.mintmark.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.rigs.LongRun;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every rule about the time in an id, at its bounds. */
class SnowflakeFreshnessTest extends TinySnowflakes {

  @Test
  void next_tickUsedUp_carriesIntoTheNextTick() {
    SnowflakeGenerator generator = generator(s -> {});
    long first = make(generator).time().toEpochMilli();
    for (int i = 1; i < 12; i++) {
      assertThat(make(generator).time().toEpochMilli()).isEqualTo(first + i / 4);
    }
    assertThat(time.wall().instant()).isEqualTo(START);
  }

  @Test
  void next_maxAheadReached_waitsForTheClock() {
    SnowflakeGenerator generator = generator(s -> s.maxAhead(Duration.ofMillis(5)));
    makeMany(generator, 4 * 6);
    assertThat(time.wall().instant()).isEqualTo(START);
    SnowflakeId next = make(generator);
    assertThat(time.wall().instant()).isAfter(START);
    assertThat(next.time()).isEqualTo(START.plusMillis(6));
  }

  @Test
  void next_maxAheadZeroAndTickOfASecond_waitsOrRefusesAtOnce() {
    SnowflakeGenerator generator = mint.snowflake(
        "s", s -> s.layout(TINY).unit(Duration.ofSeconds(1)).maxAhead(Duration.ZERO));
    for (int i = 0; i < 4; i++) {
      generator.next();
    }
    generator.next();
    assertThat(time.wall().instant()).isAfterOrEqualTo(START.plusSeconds(1));
    for (int i = 0; i < 3; i++) {
      generator.next();
    }
    assertThatThrownBy(() -> generator.nextBatch(100))
        .isInstanceOf(TickExhaustedException.class)
        .hasMessageContaining("capacity=4");
  }

  @Test
  void next_clockBackASecond_keepsTheTickAndCounts() {
    SnowflakeGenerator generator = generator(s -> {});
    make(generator);
    time.stepWall(Duration.ofSeconds(-1));
    long last = 0;
    for (int i = 0; i < 100; i++) {
      SnowflakeId id = make(generator);
      assertThat(id.id()).isGreaterThan(last);
      assertThat(id.time()).isBetween(START, START.plusMillis(25));
      last = id.id();
    }
  }

  @Test
  void next_clockBackAnHourWithHop_usesAnotherWorker() {
    SnowflakeGenerator generator = generator(s -> {});
    SnowflakeId before = make(generator);
    time.stepWall(Duration.ofHours(-1));
    SnowflakeId after = make(generator);
    assertThat(after.worker()).isNotEqualTo(before.worker());
    assertThat(after.time()).isEqualTo(START.minus(Duration.ofHours(1)));
    makeMany(generator, 1000);
    time.stepWall(Duration.ofHours(1));
    makeMany(generator, 1000);
    time.stepWall(Duration.ofDays(-365));
    makeMany(generator, 1000);
  }

  @Test
  void next_clockBackAnHourWithRefuse_throwsUntilItCatchesUp() {
    SnowflakeGenerator generator = generator(s -> s.onClockBehind(OnClockBehind.REFUSE));
    make(generator);
    time.stepWall(Duration.ofHours(-1));
    assertThatThrownBy(generator::next)
        .isInstanceOf(ClockBehindException.class)
        .hasMessageContaining("behindMs=3600000 > clockToleranceMs=60000")
        .hasMessageContaining("no id issued");
    time.stepWall(Duration.ofHours(1));
    make(generator);
  }

  @Test
  void next_clockBackWithWait_waitsIfTheTimeoutAllows() {
    SnowflakeGenerator generator =
        generator(s -> s.onClockBehind(OnClockBehind.WAIT).clockTolerance(Duration.ofMillis(10)));
    make(generator);
    time.stepWall(Duration.ofMillis(-510));
    make(generator);
    assertThat(time.wall().instant()).isAfterOrEqualTo(START.minusMillis(10));
    time.stepWall(Duration.ofHours(-1));
    assertThatThrownBy(generator::next).isInstanceOf(ClockBehindException.class);
  }

  @Test
  void next_clockBackAndNoIdleNumber_throws() {
    SnowflakeGenerator generator = generator(s -> s.workers(3, 3));
    make(generator);
    time.stepWall(Duration.ofHours(-1));
    assertThatThrownBy(generator::next)
        .isInstanceOf(ClockBehindException.class)
        .hasMessageContaining("no idle worker number");
  }

  @Test
  void next_noEngineClockAndLineIdleForDays_throwsUnlessConfirmed() {
    store.setClockless(true);
    SnowflakeGenerator generator = generator(s -> s.workers(0, 0));
    make(generator);
    time.advance(Duration.ofDays(2));
    assertThatThrownBy(generator::next)
        .isInstanceOf(ClockAheadException.class)
        .hasMessageContaining("over a day ahead of the line");
    mint.close();
    mint = mint();
    make(generator(s -> s.workers(0, 0).clockConfirmed(true)));
  }

  /** The line of the number that the generator held before shows that the clock is right again. */
  @Test
  void next_noEngineClockAndWrongClockCorrected_continues() {
    store.setClockless(true);
    SnowflakeGenerator generator = generator(s -> s.workers(0, 1));
    make(generator);
    time.stepWall(Duration.ofDays(-365));
    SnowflakeId wrong = make(generator);
    assertThat(wrong.time()).isEqualTo(START.minus(Duration.ofDays(365)));
    time.stepWall(Duration.ofDays(365));

    assertThat(make(generator).time()).isBetween(START, START.plusSeconds(60));
  }

  /** An unused number's line could not show that a clock is years ahead. */
  @Test
  void next_noEngineClockAndOneLineIdleForDays_takesNoNewNumber() {
    store.setClockless(true);
    SnowflakeGenerator generator = generator(s -> s.workers(0, 7));
    make(generator);
    time.advance(Duration.ofDays(2));

    assertThatThrownBy(generator::next)
        .isInstanceOf(ClockAheadException.class)
        .hasMessageContaining("over a day ahead of the line");
    mint.close();
    mint = mint();
    assertThatThrownBy(() -> generator(s -> s.workers(0, 7)).next())
        .isInstanceOf(ClockAheadException.class);
    assertThat(store.lines("worker/")).filteredOn(line -> line.next() > 1).hasSize(1);
  }

  @Test
  void next_storeDown_usesTheWindowThenFailsThenRecovers() {
    SnowflakeGenerator generator = generator(s -> {});
    make(generator);
    store.setDown(true);
    for (int i = 0; i < 9; i++) {
      time.advance(Duration.ofSeconds(1));
      make(generator);
    }
    time.advance(Duration.ofSeconds(2));
    assertThatThrownBy(generator::next)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("claimTimeoutMs=2000")
        .hasMessageContaining("no id issued");
    store.setDown(false);
    time.advance(Duration.ofSeconds(1));
    make(generator);
  }

  @Test
  void next_inUse_renewsAheadAndKeepsItsNumber() {
    SnowflakeGenerator generator = generator(s -> {});
    long worker = make(generator).worker();
    for (int i = 0; i < 100; i++) {
      time.advance(Duration.ofSeconds(1));
      assertThat(make(generator).worker()).isEqualTo(worker);
    }
    assertThat(store.lines("worker/")).hasSize(1);
  }

  @Test
  void next_idle_doesNotCallTheStoreAndKeepsItsNumber() {
    SnowflakeGenerator generator = generator(s -> {});
    long worker = make(generator).worker();
    long calls = store.calls();
    time.advance(Duration.ofHours(3));
    assertThat(store.calls()).isEqualTo(calls);
    assertThat(make(generator).worker()).isEqualTo(worker);
  }

  @Test
  void next_otherProcessClaimedOnTheLine_takesAnotherNumber() {
    SnowflakeGenerator generator = generator(s -> {});
    SnowflakeId before = make(generator);
    store.claim("worker/g/" + before.worker(), 0, 4000);
    SnowflakeId last = before;
    Set<Long> workers = new HashSet<>();
    for (int i = 0; i < 40; i++) {
      time.advance(Duration.ofMillis(500));
      SnowflakeId id = make(generator);
      assertThat(id.id()).isGreaterThan(last.id());
      last = id;
      workers.add(id.worker());
    }
    assertThat(workers).hasSize(2).contains(before.worker());
  }

  @Test
  void next_replyLost_isBurnedAndNotRepeated() {
    SnowflakeGenerator generator = generator(s -> s.window(Duration.ofMillis(20)));
    store.randomFaults(11, 30);
    for (int i = 0; i < 3000; i++) {
      time.advance(Duration.ofMillis(1 + i % 7));
      make(generator);
    }
  }

  @Test
  void next_storeRewound_isDetectedAndNothingIsReissued() {
    SnowflakeGenerator generator = generator(s -> {});
    makeMany(generator, 3);
    time.advance(Duration.ofSeconds(6));
    make(generator);
    store.rewind(1);
    time.advance(Duration.ofSeconds(6));
    assertThatThrownBy(() -> makeMany(generator, 2))
        .isInstanceOf(StoreRewoundException.class)
        .hasMessageContaining("worker/g/");
    time.advance(Duration.ofHours(1));
    assertThatThrownBy(generator::next).isInstanceOf(StoreRewoundException.class);
  }

  @Test
  @Tag("long")
  void next_lossyEngine_startsAtItsTimeAndDoesNotStall() {
    int seconds = LongRun.size(25, 60);
    store.setCanLoseAcknowledgedWrites(true);
    SnowflakeGenerator generator = generator(s -> {});
    assertThat(make(generator).time()).isEqualTo(START);
    makeMany(generator, 4 * 1_000 * seconds);
    assertThat(Duration.between(START, time.wall().instant()))
        .as("as long as so many ids take at 4 a millisecond")
        .isLessThan(Duration.ofSeconds(seconds + 1));
  }

  @Test
  void next_engineRestarted_renewsAtOnceAndTakesNumbersLater() {
    store.setCanLoseAcknowledgedWrites(true);
    SnowflakeGenerator holder = generator(s -> s.workers(0, 0));
    make(holder);
    store.forgetAll();
    Instant cameUp = time.wall().instant();
    for (int i = 0; i < 10; i++) {
      time.advance(Duration.ofSeconds(1));
      makeMany(holder, 10);
    }
    assertThat(store.position("worker/g/0")).as("renewed").isPositive();
    try (Mintmark other = mint()) {
      SnowflakeGenerator second = other.snowflake("g", s -> s.layout(TINY).workers(1, 1));
      assertThat(make(second).worker()).as("waits for the rest of 15 s").isEqualTo(1);
      assertThat(Duration.between(cameUp, time.wall().instant()))
          .isBetween(Duration.ofSeconds(15), Duration.ofSeconds(16));
    }
    makeMany(holder, 10);
  }

  @Test
  void next_engineDeclaredNew_doesNotWait() {
    store.setCanLoseAcknowledgedWrites(true);
    store.forgetAll();
    store.declareNew();
    make(generator(s -> {}));
  }

  @Test
  void next_clockBehindTheEnginesStart_throws() {
    store.setCanLoseAcknowledgedWrites(true);
    store.setClockOffset(Duration.ofHours(1));
    store.forgetAll();
    time.advance(Duration.ofSeconds(20));
    assertThatThrownBy(generator(s -> {})::next)
        .isInstanceOf(ClockBehindException.class)
        .hasMessageContaining("since which the store has lost nothing");
  }

  @Test
  void snowflake_windowLongerThanTheWait_isRefused() {
    store.setCanLoseAcknowledgedWrites(true);
    assertThatThrownBy(() -> generator(s -> s.window(Duration.ofSeconds(11))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("window=PT11S, at most PT10S");
  }

  @Test
  void next_everyNumberHeld_namesTheRange() {
    SnowflakeGenerator first = generator(s -> s.workers(0, 0));
    make(first);
    try (Mintmark other = mint()) {
      SnowflakeGenerator second = other.snowflake("g", s -> s.layout(TINY).workers(0, 0));
      time.advance(Duration.ofMillis(100));
      assertThatThrownBy(second::next)
          .isInstanceOf(NoIdleWorkerException.class)
          .hasMessageContaining("workers=0..0");
      time.advance(Duration.ofSeconds(20));
      make(second);
    }
  }

  @Test
  void next_timeBitsRunOut_isExhaustedAndNeverWraps() {
    SnowflakeGenerator generator =
        mint.snowflake("old", s -> s.layout(SnowflakeLayout.parse("30/4/2")).epoch(START));
    assertThat(generator.describe().warnings()).hasSize(1);
    time.advance(Duration.ofMillis((1L << 30) - 2));
    SnowflakeId last = generator.decode(generator.next());
    assertThat(last.time()).isEqualTo(START.plusMillis((1L << 30) - 2));
    time.advance(Duration.ofSeconds(1));
    assertThatThrownBy(generator::next)
        .isInstanceOf(ExhaustedException.class)
        .hasMessageContaining("time bits have run out");
  }

  @Test
  void next_clockBeforeTheEpoch_isRefused() {
    time.setWall(Instant.parse("2019-12-31T23:59:59Z"));
    assertThatThrownBy(generator(s -> {})::next)
        .isInstanceOf(ClockBehindException.class)
        .hasMessageContaining("before the epoch");
  }

  @Test
  void batch_overManyTicksAndWindows_isInOrderAndUnique() {
    SnowflakeGenerator generator = generator(s -> {});
    long last = 0;
    for (long id : generator.nextBatch(3000)) {
      assertThat(id).isGreaterThan(last);
      last = id;
    }
  }

  /** A process with its own fixed worker number relies on this instead of a local file. */
  @Test
  void next_oneWorkerAndRestartsUnderAClockSetBack_neverRepeats() {
    for (int restart = 0; restart < 20; restart++) {
      SnowflakeGenerator generator = generator(s -> s.workers(7, 7).window(Duration.ofSeconds(1)));
      makeMany(generator, 500);
      time.advance(Duration.ofMillis(300));
      assertThat(make(generator).worker()).isEqualTo(7);
      mint.close();
      mint = mint();
      time.stepWall(Duration.ofMillis(restart % 2 == 0 ? -500 : 1_000));
    }
  }

  @Test
  void next_oneWorkerAndRestartUnderAClockSetBackAnHour_isRefused() {
    make(generator(s -> s.workers(7, 7)));
    mint.close();
    mint = mint();
    time.stepWall(Duration.ofHours(-1));
    SnowflakeGenerator generator = generator(s -> s.workers(7, 7));
    assertThatThrownBy(generator::next)
        .isInstanceOf(NoIdleWorkerException.class)
        .hasMessageContaining("workers=7..7");
  }
}
