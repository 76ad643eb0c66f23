package io.mintmark.store.engine;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A daemon thread that runs a turn, waits to be woken, and repeats. A flag records a wake-up in
 * addition to the unpark, because a turn may park too and consume that unpark.
 */
final class LoopThread implements Runnable {

  private static final long PAUSE_NANOS = 1_000_000;

  private final BooleanSupplier turn;
  private final Thread thread;
  private volatile boolean woken;

  private LoopThread(String name, BooleanSupplier turn) {
    this.turn = turn;
    this.thread = DaemonThreads.of(name, this::loop);
  }

  /** Starts a loop, as {@link StoreContext.LoopStarter} specifies. */
  static Runnable start(String name, BooleanSupplier turn) {
    LoopThread loop = new LoopThread(name, turn);
    loop.thread.start();
    return loop;
  }

  /** Wakes the loop. */
  @Override
  public void run() {
    woken = true;
    LockSupport.unpark(thread);
  }

  @SuppressWarnings("CatchingUnchecked")
  private void loop() {
    boolean more = true;
    while (more) {
      // Cleared before the turn, so that a wake-up during the turn causes another turn.
      woken = false;
      try {
        more = turn.getAsBoolean();
      } catch (Throwable e) {
        // No error may end the loop, or all later calls would wait for ever. The pause leaves the
        // processor to the other threads while, for example, no memory is left.
        woken = true;
        LockSupport.parkNanos(this, PAUSE_NANOS);
      }
      while (more && !woken) {
        LockSupport.park(this);
      }
    }
  }
}
