package io.mintmark.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs the same work on many threads that all start at the same moment. */
public final class Race {

  private static final long DEADLINE_SECONDS = 120;

  /**
   * The work of one thread.
   *
   * @param <T> the type of its result
   */
  @FunctionalInterface
  public interface Runner<T> {

    /**
     * Runs in its own thread.
     *
     * @param index 0 for the first thread, 1 for the second, ...
     * @return the result
     * @throws Exception if the race has failed
     */
    T run(int index) throws Exception;
  }

  private Race() {}

  /**
   * Runs a race to its end.
   *
   * @param threads the number of threads
   * @param runner the work of each thread
   * @param <T> the type of a thread's result
   * @return the results, in the order of the threads' indexes
   * @throws AssertionError if a runner threw, or if the race took more than {@value
   *     #DEADLINE_SECONDS} seconds
   */
  public static <T> List<T> run(int threads, Runner<T> runner) {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Callable<T>> runners = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int index = i;
        runners.add(() -> {
          start.await();
          return runner.run(index);
        });
      }
      List<T> results = new ArrayList<>();
      for (Future<T> each : executor.invokeAll(runners, DEADLINE_SECONDS, TimeUnit.SECONDS)) {
        results.add(each.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw new AssertionError("a runner failed: " + e.getCause(), e.getCause());
    } catch (CancellationException e) {
      throw new AssertionError("the race took over " + DEADLINE_SECONDS + " seconds", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("the race was interrupted", e);
    } finally {
      executor.shutdownNow();
    }
  }
}
