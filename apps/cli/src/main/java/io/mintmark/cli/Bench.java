package io.mintmark.cli;

import io.mintmark.line.ElapsedClock;
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

/** Counts how often something can be done in a second, after letting it get warm. */
final class Bench {

  private static final int ROUND = 1000;

  private final ElapsedClock clock;
  private final long warmNanos;
  private final long measureNanos;

  /** What the work gave goes here, so that nobody can leave it out. */
  private final AtomicLong sink = new AtomicLong();

  Bench(ElapsedClock clock, Duration warm, Duration measure) {
    this.clock = clock;
    this.warmNanos = warm.toNanos();
    this.measureNanos = measure.toNanos();
  }

  /** What is measured: a loop of its own for each kind, so that each is compiled on its own. */
  interface Work {
    /** Does it so many times and returns something of every result. */
    long run(int times);
  }

  /** Times a second on all threads together. */
  double perSecond(Work work, int threads) throws InterruptedException {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      rounds(work, executor, threads, warmNanos);
      return rounds(work, executor, threads, measureNanos);
    } finally {
      executor.shutdownNow();
    }
  }

  private double rounds(Work work, ExecutorService executor, int threads, long nanos)
      throws InterruptedException {
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Future<Double>> rates = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
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
      gave ^= work.run(ROUND);
      done += ROUND;
      elapsed = clock.nanos() - startNanos;
    } while (elapsed < nanos);
    sink.addAndGet(gave);
    return done * 1e9 / elapsed;
  }
}
