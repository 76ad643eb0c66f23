package io.mintmark.moving;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LineStore;

/** A copy that stops after it has sealed a given line. */
record Interruption(LineStore from, LineStore to) {

  void runUntilFirstSeal(String line) {
    HookedStore cut = new HookedStore(
        from,
        () -> {
          if (from.position(line) == Long.MAX_VALUE) {
            throw new StoreUnavailableException("cut off by the test");
          }
        },
        () -> {});
    new LinesCopy(cut, to, "redis://***@new", (step, done) -> {}, 1).run();
  }
}
