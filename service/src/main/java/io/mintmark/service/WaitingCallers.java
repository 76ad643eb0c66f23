package io.mintmark.service;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.time.ElapsedClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps calls for a failing generator from piling up. While the generator's calls are answered, any
 * number of calls may wait. Once a waiting call has failed, {@value #MOST} calls continue to try.
 * All other calls fail at once with the same reason, until a call is answered or
 * {@value #HOLDS_SECONDS} s have passed without another refusal. Thread-safe.
 */
final class WaitingCallers {

  /** How many callers continue to try. A few suffice to detect soon that ids are made again. */
  static final int MOST = 4;

  private static final int HOLDS_SECONDS = 10;
  private static final long HOLDS_NANOS = Duration.ofSeconds(HOLDS_SECONDS).toNanos();

  private record Refusal(MintmarkException reason, long atNanos) {}

  private final ElapsedClock elapsed;
  private final AtomicInteger waiting = new AtomicInteger();
  private volatile @Nullable Refusal last;

  WaitingCallers(ElapsedClock elapsed) {
    this.elapsed = elapsed;
  }

  /** Returns the reason to refuse a call that would have to wait; empty if it may wait. */
  Optional<MintmarkException> refusal() {
    Refusal refusal = last;
    return refusal != null
            && waiting.get() >= MOST
            && elapsed.nanos() - refusal.atNanos < HOLDS_NANOS
        ? Optional.of(refusal.reason)
        : Optional.empty();
  }

  /** Registers a waiting call, until {@link #leave}. */
  void enter() {
    waiting.incrementAndGet();
  }

  void answered() {
    if (last != null) {
      last = null;
    }
  }

  void refused(MintmarkException reason) {
    last = new Refusal(reason, elapsed.nanos());
  }

  void leave() {
    waiting.decrementAndGet();
  }
}
