package io.mintmark.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ClockAheadException;
import io.mintmark.key.KeyGenerator;
import io.mintmark.store.engine.StoreContext;
import io.mintmark.testkit.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded store's clock, which is the host's clock. */
class HostClockTest {

  private final ManualTime time = new ManualTime(Instant.parse("2026-11-22T00:00:00Z"));
  private final HostClock clock = new HostClock(time.wall(), time.elapsed());

  @TempDir
  Path directory;

  @Test
  void instant_clockRunsOrStepsByHours_isFollowed() {
    time.advance(Duration.ofDays(30));
    assertThat(clock.instant()).isEqualTo(time.wall().instant());
    time.stepWall(Duration.ofHours(23));
    assertThat(clock.instant()).isEqualTo(time.wall().instant());
    time.stepWall(Duration.ofDays(-100));
    assertThat(clock.instant()).isEqualTo(time.wall().instant());
  }

  @Test
  void instant_shortStepAYearAhead_isIgnored() {
    Instant right = time.wall().instant();
    time.stepWall(Duration.ofDays(365));
    assertThat(clock.instant()).isEqualTo(right);
    time.advance(Duration.ofSeconds(59));
    assertThat(clock.instant()).isEqualTo(right.plusSeconds(59));
    time.stepWall(Duration.ofDays(-365));
    assertThat(clock.instant()).isEqualTo(time.wall().instant());

    time.stepWall(Duration.ofDays(365));
    assertThat(clock.instant()).as("a new doubt").isEqualTo(right.plusSeconds(59));
  }

  @Test
  void instant_stepLongerThanAMinute_isAccepted() {
    time.stepWall(Duration.ofDays(365));
    Instant doubted = clock.instant();
    time.advance(Duration.ofSeconds(60));
    assertThat(doubted).isBefore(clock.instant());
    assertThat(clock.instant()).isEqualTo(time.wall().instant());
  }

  @Test
  void key_shortStepAYearAhead_throwsAndKeepsTheLine() {
    Duration timeout = Duration.ofSeconds(5);
    try (FileStore store = FileStore.open(directory, timeout, time.wall(), StoreContext.system());
        Mintmark mint = time.applyTo(Mintmark.builder().store(store)).open()) {
      KeyGenerator orders =
          mint.keys("orders", k -> k.format("O{time:yyyyMMdd}{seq:6}").zone("UTC"));
      assertThat(orders.next()).isEqualTo("O20261122000001");
      time.stepWall(Duration.ofDays(365));
      assertThatThrownBy(orders::next).isInstanceOf(ClockAheadException.class);
      time.stepWall(Duration.ofDays(-365));
      assertThat(orders.next()).isEqualTo("O20261122000002");
    }
  }
}
