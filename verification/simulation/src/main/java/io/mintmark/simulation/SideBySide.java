package io.mintmark.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/**
 * Runs worlds on as many threads as there are processors. Each world stays on one of them, and each
 * thread has a product and a simulation of its own, so a world is the same as if it ran alone.
 */
final class SideBySide {

  /**
   * So many worlds at most are begun, or done, before one that is not done yet: one of a crowd may
   * take as long as hundreds.
   */
  private static final int MOST_AHEAD = 1_000;

  private SideBySide() {}

  /**
   * Runs the worlds of seeds that follow one another.
   *
   * @param first the first seed
   * @param most how many seeds at most
   * @param user is given what each world has shown, in the order of seeds, until it says false
   */
  static void run(long first, long most, Predicate<Shown> user) {
    int threads = (int) Math.min(most, Runtime.getRuntime().availableProcessors());
    run(first, most, user, threads);
  }

  /** The same on so many threads. */
  static void run(long first, long most, Predicate<Shown> user, int threads) {
    ExecutorService workers = Executors.newFixedThreadPool(threads, SideBySide::thread);
    ThreadLocal<LongFunction<Shown>> simulations =
        ThreadLocal.withInitial(() -> simulation(threads));
    Deque<Future<Shown>> ahead = new ArrayDeque<>();
    long begun = 0;
    try {
      do {
        for (; begun < most && ahead.size() < MOST_AHEAD; begun++) {
          long seed = first + begun;
          ahead.add(workers.submit(() -> simulations.get().apply(seed)));
        }
      } while (!ahead.isEmpty() && user.test(ahead.remove().get()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("nobody waits for the worlds any more", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a world has not come to its end", e);
    } finally {
      ahead.forEach(each -> each.cancel(false));
      workers.shutdown();
    }
  }

  private static LongFunction<Shown> simulation(int threads) {
    return threads == 1
        ? new Simulation()
        : new OwnClasses(Map.of()).simulation(Simulation::replay);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "worlds");
    thread.setDaemon(true);
    return thread;
  }
}
