package io.mintmark.cli;

import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/** Counts how often something can be done in a second, after letting it get warm. */
final class Bench {

  private final ElapsedClock clock;
  private final int round;
  private final long warmNanos;
  private final long measureNanos;

  /** What the work gave goes here, so that nobody can leave it out. */
  private final AtomicLong sink = new AtomicLong();

  /** Measures with the given number of repetitions between two looks at the clock. */
  Bench(ElapsedClock clock, int round, Duration warm, Duration measure) {
    this.clock = clock;
    this.round = round;
    this.warmNanos = warm.toNanos();
    this.measureNanos = measure.toNanos();
  }

  /** The loops that are measured: each kind has its own, so that each is compiled on its own. */
  interface Work {
    /** Repeats it the given number of times, and returns something of every result. */
    long run(int times);
  }

  /** Times a second on all threads together; each has work of its own, by its index. */
  double perSecond(IntFunction<Work> works, int threads) throws InterruptedException {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      rounds(works, executor, threads, warmNanos);
      return rounds(works, executor, threads, measureNanos);
    } finally {
      executor.shutdownNow();
    }
  }

  private double rounds(IntFunction<Work> works, ExecutorService executor, int threads, long nanos)
      throws InterruptedException {
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Future<Double>> rates = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Work work = works.apply(i);
      rates.add(executor.submit(() -> oneThread(work, start, nanos)));
    }
    double sum = 0;
    try {
      for (Future<Double> rate : rates) {
        sum += rate.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("a measured thread failed", e);
    }
    return sum;
  }

  private double oneThread(Work work, CyclicBarrier start, long nanos)
      throws InterruptedException, BrokenBarrierException {
    start.await();
    long startNanos = clock.nanos();
    long done = 0;
    long gave = 0;
    long elapsed;
    do {
      gave ^= work.run(round);
      done += round;
      elapsed = clock.nanos() - startNanos;
    } while (elapsed < nanos);
    sink.addAndGet(gave);
    return done * 1e9 / elapsed;
  }
}
