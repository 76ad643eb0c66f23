package io.mintmark.objectid;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.line.ClockListener;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.Pace;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** ObjectIds of a generator that the clock's thread calls, across seconds and suspensions. */
final class ObjectIdTicksTest {

  private final ManualTime time = new ManualTime(Instant.parse("2026-11-21T00:00:00Z"));
  private final List<ClockListener> ticked = new ArrayList<>();

  private ProcessObjectIds generator() {
    Context context = new Context(
        time.wall(),
        time.elapsed(),
        true,
        Runnable::run,
        Duration.ofMinutes(1),
        SplittableRandom::new);
    return new ProcessObjectIds("test", context, new Pace(ticked::add, 16, 16), 1 << 24);
  }

  @Test
  void next_firstSecondOfTime_isZero() {
    time.setWall(Instant.EPOCH);
    assertThat(generator().next().seconds()).isZero();
  }

  /** In a new second the counter starts at another value, although no id was made. */
  @Test
  void tick_secondsPassWithoutIds_ends() {
    for (Duration between : List.of(Duration.ZERO, Duration.ofSeconds(1))) {
      ProcessObjectIds fast = generator();
      ticked.clear();
      for (int i = 0; i < 21; i++) {
        assertThat(fast.next()).isNotNull();
      }
      List<Boolean> goesOn = new ArrayList<>();
      for (int tick = 0; tick < 3; tick++) {
        time.advance(between);
        goesOn.add(ticked.get(0).clockTurned());
      }
      assertThat(goesOn).as("%s", between).containsExactly(true, true, false);
    }
  }

  @Test
  void made_sliceAbandoned_doesNotCountItsRest() {
    for (int count = 40; count < 48; count++) {
      ProcessObjectIds fast = generator();
      for (int i = 0; i < count; i++) {
        assertThat(fast.next()).isNotNull();
      }
      fast.line.suspend();
      fast.line.resume();

      assertThat(fast.next()).isNotNull();
      assertThat(fast.made()).isEqualTo(count + 1);
    }
  }
}
