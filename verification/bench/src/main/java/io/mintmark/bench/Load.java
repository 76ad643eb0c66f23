package io.mintmark.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/**
 * Makes calls for some time from several threads. Each thread calls again when it has its answer.
 */
record Load(Duration warmUp, Duration measured) {

  static final List<Integer> THREADS = List.of(1, 8, 64);

  /** Returns a number that no other call returns. */
  @FunctionalInterface
  interface Next {
    long next() throws Exception;
  }

  /** The call of one thread, and the connection that is closed at the end. */
  record Call(Next next, AutoCloseable connection) {}

  /** Opens a call for one more thread. */
  @FunctionalInterface
  interface Opening {
    Call open() throws Exception;
  }

  /** A way to draw numbers. */
  record Contender(String name, Opening opening) {

    /** Makes a contender without a connection for each thread. */
    static Contender shared(String name, Next next) {
      return new Contender(name, () -> new Call(next, () -> {}));
    }
  }

  /** The result of one run. The times of calls are sorted, the shortest first. */
  @SuppressWarnings("ArrayRecordComponent") // Millions of numbers.
  record Sample(double perSecond, long[] sortedNanos) {

    /**
     * Returns the numbers a second, and the 50th and the 99th percentile of a call's time, in us.
     */
    double[] figures() {
      return new double[] {perSecond, micros(0.5), micros(0.99)};
    }

    private double micros(double part) {
      int last = (int) Math.ceil(part * sortedNanos.length) - 1;
      return sortedNanos[Math.max(0, last)] / 1e3;
    }
  }

  /** The numbers of one thread, and the duration of each call. */
  private record Drawn(LongStream numbers, LongStream nanos) {}

  /**
   * Measures a contender.
   *
   * @throws IllegalStateException if a number was returned twice
   */
  Sample run(Contender contender, int threads) throws Exception {
    List<Call> calls = new ArrayList<>();
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      for (int i = 0; i < threads; i++) {
        calls.add(contender.opening().open());
      }
      List<Drawn> unused = draw(calls, executor, warmUp);
      long start = System.nanoTime();
      List<Drawn> all = draw(calls, executor, measured);
      double seconds = (System.nanoTime() - start) / 1e9;
      checkDistinct(
          contender, all.stream().flatMapToLong(Drawn::numbers).sorted().toArray());
      long[] nanos = all.stream().flatMapToLong(Drawn::nanos).sorted().toArray();
      return new Sample(nanos.length / seconds, nanos);
    } finally {
      executor.shutdownNow();
      for (Call each : calls) {
        each.connection().close();
      }
    }
  }

  private static List<Drawn> draw(List<Call> calls, ExecutorService executor, Duration length)
      throws Exception {
    CyclicBarrier start = new CyclicBarrier(calls.size());
    List<Future<Drawn>> threads = new ArrayList<>();
    for (Call each : calls) {
      threads.add(executor.submit(() -> {
        int unused = start.await();
        return draw(each.next(), length.toNanos());
      }));
    }
    List<Drawn> all = new ArrayList<>();
    for (Future<Drawn> each : threads) {
      all.add(each.get());
    }
    return all;
  }

  private static Drawn draw(Next next, long length) throws Exception {
    LongStream.Builder numbers = LongStream.builder();
    LongStream.Builder nanos = LongStream.builder();
    long start = System.nanoTime();
    long before = start;
    while (before - start < length) {
      numbers.add(next.next());
      long now = System.nanoTime();
      nanos.add(now - before);
      before = now;
    }
    return new Drawn(numbers.build(), nanos.build());
  }

  private static void checkDistinct(Contender contender, long[] sorted) {
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] == sorted[i - 1]) {
        throw new IllegalStateException(
            "a number was returned twice: contender=" + contender.name() + ", number=" + sorted[i]);
      }
    }
  }
}
