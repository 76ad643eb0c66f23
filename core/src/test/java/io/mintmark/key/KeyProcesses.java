package io.mintmark.key;

import io.mintmark.Mintmark;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.store.ClaimStore;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.ManualTime;
import java.time.Instant;

/** Processes that use keys on one store, which can fail, with a clock that a test moves. */
abstract class KeyProcesses {

  final ManualTime time = new ManualTime(Instant.parse("2026-11-21T10:00:00Z"));
  final MemoryStore memory = new MemoryStore(time.wall());
  final FaultyStore store = new FaultyStore(() -> memory);

  Mintmark process() {
    return process(store);
  }

  Mintmark process(ClaimStore opened) {
    return Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .background(Runnable::run)
        .seed(1)
        .of(Mintmark.builder())
        .storeMayBeAway(true)
        .store(opened)
        .open();
  }

  static KeyGenerator keys(Mintmark mint, String format) {
    return mint.keys("k", k -> k.format(format).zone("UTC"));
  }

  static KeyGenerator keys(Mintmark mint, String format, long start) {
    return mint.keys("k", k -> k.format(format).zone("UTC").start(start));
  }
}
