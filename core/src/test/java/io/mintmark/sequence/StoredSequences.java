package io.mintmark.sequence;

import io.mintmark.Mintmark;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;

/**
 * Sequences of one process, on a store that fails when the test requires it, and a manual clock.
 */
abstract class StoredSequences {

  final ManualTime time = new ManualTime(Instant.parse("2026-03-01T00:00:00Z"));
  final FaultyStore store = new FaultyStore(() -> new MemoryStore(time.wall()));
  Mintmark mint = mint();

  Mintmark mint() {
    return Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .background(Runnable::run)
        .of(Mintmark.builder())
        .store(store)
        .claimTimeout(Duration.ofSeconds(2))
        .open();
  }

  @AfterEach
  void close() {
    mint.close();
  }
}
