package io.mintmark.internal.line;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A task for generators that make ids fast. It calls them regularly, and they read the wall clock
 * in each of these calls, instead of for each id. Reading the clock takes ten times as long as all
 * other work for an id. A call of all generators is a <i>turn</i> of the clock's thread, one of
 * {@link ClaimThreads#SHARED}. A turn costs as much as some hundred reads of the clock, so only
 * generators that make more ids in a turn are added.
 *
 * <p>Only freshness depends on this thread. If it is late, for example because the whole process
 * was stopped for an hour, generators make ids with an old time, but never the same id twice. The
 * task runs while the list of generators has an entry. Adding a generator starts it again. If the
 * system cannot start a thread, no generator is added, and generators continue to read the clock
 * for each id.
 *
 * <p>A listener is called until it returns false. If a listener throws an exception, the thread
 * continues with the next turn. If memory is exhausted, a listener that has returned false may be
 * called again, and returns false again.
 */
public final class CoarseClock {

  private static final long PERIOD_NANOS = 500_000;

  /**
   * The pause between attempts to start a thread. Pauses are needed because each failed attempt
   * costs time, and the JVM prints a message to the console.
   */
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The clock that this process shares. Its task runs only while needed. */
  public static final CoarseClock SHARED = new CoarseClock();

  /** The listeners. The lock of this object guards additions, and all fields below. */
  private final List<ClockListener> added = new CopyOnWriteArrayList<>();

  private boolean running;
  private long retryAtNanos = System.nanoTime();

  /** Creates a clock without listeners. */
  CoarseClock() {}

  /**
   * Adds a listener, which is then called in each turn of the thread. The caller must not add a
   * listener twice.
   *
   * @param listener the listener, which is called until it returns false
   * @return whether the listener will be called; false if the system cannot start a thread now
   */
  public synchronized boolean add(ClockListener listener) {
    if (!running && !start()) {
      return false;
    }
    added.add(listener);
    return true;
  }

  private boolean start() {
    if (retryAtNanos - System.nanoTime() > 0) {
      return false;
    }
    try {
      ClaimThreads.SHARED.execute(this::run);
      running = true;
    } catch (OutOfMemoryError e) {
      retryAtNanos = System.nanoTime() + RETRY_NANOS;
    }
    return running;
  }

  private void run() {
    do {
      LockSupport.parkNanos(PERIOD_NANOS);
      // Listeners are called without this object's lock. A listener takes its generator's lock, and
      // a generator adds itself while it holds its own lock. So with this object's lock held, two
      // threads could block each other. Only this thread removes listeners. The loop needs no
      // memory, so it continues if memory is exhausted.
      for (int i = added.size() - 1; i >= 0; i--) {
        turn(added.get(i));
      }
    } while (!ends());
  }

  private synchronized boolean ends() {
    running = !added.isEmpty();
    return !running;
  }

  /**
   * Calls a listener, and removes it if it does not continue. An exception of one generator must
   * not stop the clock for the other generators.
   */
  @SuppressWarnings("CatchingUnchecked")
  private void turn(ClockListener listener) {
    try {
      if (!listener.clockTurned()) {
        added.remove(listener);
      }
    } catch (Throwable e) {
      // The next turn calls the listener again.
    }
  }
}
