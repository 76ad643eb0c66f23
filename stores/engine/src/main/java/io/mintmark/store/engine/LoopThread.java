package io.mintmark.store.engine;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A daemon thread that does a turn, waits to be woken, and so on. A wake-up is noted besides the
 * unparking, as a turn may park too and take the unparking for its own.
 */
final class LoopThread implements Runnable {

  private final BooleanSupplier turn;
  private final Thread thread;
  private volatile boolean woken;

  private LoopThread(String name, BooleanSupplier turn) {
    this.turn = turn;
    this.thread = DaemonThreads.of(name, this::loop);
  }

  /** Starts one, as {@link StoreContext.LoopStarter} says. */
  static Runnable start(String name, BooleanSupplier turn) {
    LoopThread loop = new LoopThread(name, turn);
    loop.thread.start();
    return loop;
  }

  /** Wakes it. */
  @Override
  public void run() {
    woken = true;
    LockSupport.unpark(thread);
  }

  private void loop() {
    boolean more = true;
    while (more) {
      // Before the turn: a wake-up from now on makes for another one.
      woken = false;
      more = turn.getAsBoolean();
      while (more && !woken) {
        LockSupport.park(this);
      }
    }
  }
}
