package io.mintmark.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.store.Line;
import io.mintmark.testkit.ClaimStoreContract;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MemoryStoreTest extends ClaimStoreContract {

  @Override
  protected LineStore open() {
    return new MemoryStore();
  }

  @Override
  protected boolean keepsDataWhenReopened() {
    return false;
  }

  @Test
  void now_givenClock_answersIt() {
    Instant start = Instant.parse("2026-11-21T00:00:00Z");
    ManualTime time = new ManualTime(start);
    try (MemoryStore memory = new MemoryStore(time.wall())) {
      memory.claim("seq/a", 0, 1);
      time.advance(Duration.ofSeconds(5));

      assertThat(memory.now()).contains(start.plusSeconds(5));
      assertThat(memory.lines("")).containsExactly(new Line("seq/a", 1, "", start));
    }
  }
}
