package io.mintmark.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClockAheadException;
import io.mintmark.generator.OnClockBehind;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A clock leaps ahead and comes back, alone or together with the store's clock. */
class SnowflakeLeapTest extends TinySnowflakes {

  @Test
  void next_clockForwardAnHourAndBack_neverRepeats() {
    SnowflakeGenerator generator = generator(s -> {});
    makeMany(generator, 10);
    time.stepWall(Duration.ofHours(1));
    makeMany(generator, 1000);
    time.stepWall(Duration.ofHours(-1));
    makeMany(generator, 1000);
    assertThat(TINY.decode(generator.next()).time()).isBefore(START.plusSeconds(60));
  }

  @Test
  void next_clockAheadOfTheStores_claimsNothing() {
    SnowflakeGenerator generator = generator(s -> {});
    make(generator);
    store.setClockOffset(Duration.ofSeconds(-6));
    makeMany(generator, 10);
    time.advance(Duration.ofSeconds(11));
    assertThatThrownBy(generator::next)
        .isInstanceOf(ClockAheadException.class)
        .hasMessageContaining("aheadMs=6000 > maxSkewMs=5000");
    store.setClockOffset(Duration.ZERO);
    time.advance(Duration.ofSeconds(2));
    make(generator);
  }

  @Test
  void next_clockCorrectedAfterRefusedReadings_continues() {
    SnowflakeGenerator generator = generator(s -> s.onClockBehind(OnClockBehind.REFUSE));
    make(generator);
    stepAway(Duration.ofHours(1));
    assertThatThrownBy(generator::next).isInstanceOf(ClockAheadException.class);
    // It is too early to call the store again, but the clock is read anyway.
    assertThatThrownBy(generator::next).isInstanceOf(ClockAheadException.class);

    stepAway(Duration.ofHours(-1));

    make(generator);
  }

  @Test
  void nextAsync_queuedBeforeAClockLeap_ignoresTheLeap() {
    SnowflakeGenerator generator =
        generator(s -> s.onClockBehind(OnClockBehind.REFUSE).maxAhead(Duration.ZERO));
    CompletableFuture<long[]> waiting = generator.nextBatchAsync(1);
    for (int i = 0; i < 100 && waiting.isDone(); i++) {
      waiting = generator.nextBatchAsync(1);
    }
    assertThat(waiting).isNotDone();
    stepAway(Duration.ofHours(1));
    time.advance(Duration.ofMillis(1));
    assertThat(waiting).isCompleted();

    stepAway(Duration.ofHours(-1));

    make(generator);
  }

  /** Steps this process's clock, but not the store's. */
  private void stepAway(Duration step) {
    time.stepWall(step);
    store.setClockOffset(step.isNegative() ? Duration.ZERO : step.negated());
  }
}
