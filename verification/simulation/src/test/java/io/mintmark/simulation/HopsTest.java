package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests {@link Hops} for a generator that tolerates 100 ms and needs a second to get another
 * number.
 */
class HopsTest {

  private static final long TOLERATED_MS = 100;

  private final Scheduler scheduler = new Scheduler();
  private final NodeClock clock = new NodeClock(scheduler, Run.START.toEpochMilli());
  private final Hops hops = new Hops(clock, 0, TOLERATED_MS, Duration.ofSeconds(1));

  @BeforeEach
  void begin() {
    step(5_000);
    hops.look(scheduler.nowNanos());
  }

  @AfterEach
  void end() {
    scheduler.finish();
    scheduler.close();
  }

  private void step(long ms) {
    clock.step(TimeUnit.MILLISECONDS.toNanos(ms));
  }

  private void pass(long ms) {
    scheduler.runUntil(scheduler.nowNanos() + TimeUnit.MILLISECONDS.toNanos(ms));
    hops.look(scheduler.nowNanos());
  }

  @Test
  void take_afterAStepBack_trueOnceIfTooFar() {
    step(-TOLERATED_MS);
    pass(0);
    assertThat(hops.take()).isFalse();
    step(-1);
    pass(0);

    assertThat(hops.take()).isTrue();
    assertThat(hops.take()).isFalse();
    step(-TOLERATED_MS);
    pass(0);
    assertThat(hops.take()).isFalse();
  }

  @Test
  void take_clockCaughtUp_trueWhileANumberIsBeingTaken() {
    step(-TOLERATED_MS - 500);
    pass(500);
    pass(1_000);
    assertThat(hops.take()).isTrue();

    step(-TOLERATED_MS - 500);
    pass(500);
    pass(1_001);
    assertThat(hops.take()).isFalse();
  }
}
