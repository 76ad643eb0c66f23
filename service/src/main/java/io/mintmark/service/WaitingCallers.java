package io.mintmark.service;

import io.mintmark.error.MintmarkException;
import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps calls for a generator that makes no ids from piling up. As long as its calls are answered
 * any number may wait. Once one has waited in vain, {@value #MOST} go on trying, and all others are
 * told at once what that one was told, until a call is answered or {@value #HOLDS_SECONDS} s have
 * passed without another refusal. Thread-safe.
 */
final class WaitingCallers {

  /** How many callers are enough to find out soon that ids are made again. */
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

  /** What a call is told that would have to wait; nothing if it may wait. */
  Optional<MintmarkException> refusal() {
    Refusal refusal = last;
    return refusal != null
            && waiting.get() >= MOST
            && elapsed.nanos() - refusal.atNanos < HOLDS_NANOS
        ? Optional.of(refusal.reason)
        : Optional.empty();
  }

  /** A call waits, until {@link #leave}. */
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
