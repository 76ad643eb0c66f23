package io.mintmark.service;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.thread.NonBlockingThread;
import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one generator that makes no ids from taking all threads that may wait, which the others
 * need too. As long as its calls are answered any number may wait. Once one has waited in vain,
 * {@value #MOST} go on trying, and all others are told at once what that one was told, until a call
 * is answered or {@value #HOLDS_SECONDS} s have passed without another refusal. Thread-safe.
 */
final class WaitingCallers {

  /** So many find out soon enough that ids are made again. */
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

  /**
   * Begins a call, which {@link #leave} ends if this returns.
   *
   * @throws MintmarkException what the last call was told, if enough others wait
   */
  void enter() {
    if (Thread.currentThread() instanceof NonBlockingThread) {
      return;
    }
    int before = waiting.getAndIncrement();
    Refusal refusal = last;
    if (before >= MOST && refusal != null && elapsed.nanos() - refusal.atNanos < HOLDS_NANOS) {
      waiting.decrementAndGet();
      throw refusal.reason;
    }
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
    if (!(Thread.currentThread() instanceof NonBlockingThread)) {
      waiting.decrementAndGet();
    }
  }
}
