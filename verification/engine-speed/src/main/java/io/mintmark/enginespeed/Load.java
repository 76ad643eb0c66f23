package io.mintmark.enginespeed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** Has threads draw numbers for some time, each the next when it has its last; none may repeat. */
record Load(Duration warmUp, Duration measured) {

  private static final int FIRST_ROOM = 1 << 12;

  /** What one thread drew while it was measured: each number, and how long the call took. */
  private static final class Drawn {

    private long[] numbers = new long[FIRST_ROOM];
    private long[] nanos = new long[FIRST_ROOM];
    private int count;

    void add(long number, long took) {
      if (count == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * count);
        nanos = Arrays.copyOf(nanos, 2 * count);
      }
      numbers[count] = number;
      nanos[count] = took;
      count++;
    }

    LongStream numbers() {
      return Arrays.stream(numbers, 0, count);
    }

    LongStream nanos() {
      return Arrays.stream(nanos, 0, count);
    }
  }

  /**
   * Measures a contender.
   *
   * @throws IllegalStateException if a number came twice
   */
  Sample run(Contender contender, int threads) throws Exception {
    List<Drawing> drawings = new ArrayList<>();
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      for (int i = 0; i < threads; i++) {
        drawings.add(contender.opening().open());
      }
      List<Drawn> unused = draw(drawings, executor, warmUp);
      long start = System.nanoTime();
      List<Drawn> all = draw(drawings, executor, measured);
      double seconds = (System.nanoTime() - start) / 1e9;
      checkDistinct(contender, all);
      long[] nanos = all.stream().flatMapToLong(Drawn::nanos).sorted().toArray();
      return Sample.of(nanos.length / seconds, nanos);
    } finally {
      executor.shutdownNow();
      for (Drawing each : drawings) {
        each.close();
      }
    }
  }

  private static List<Drawn> draw(List<Drawing> drawings, ExecutorService executor, Duration length)
      throws InterruptedException, ExecutionException {
    CyclicBarrier start = new CyclicBarrier(drawings.size());
    List<Future<Drawn>> threads = new ArrayList<>();
    for (Drawing each : drawings) {
      threads.add(executor.submit(() -> {
        int unused = start.await();
        return drawFor(each, length.toNanos());
      }));
    }
    List<Drawn> all = new ArrayList<>();
    for (Future<Drawn> each : threads) {
      all.add(each.get());
    }
    return all;
  }

  private static Drawn drawFor(Drawing drawing, long length) throws Exception {
    Drawn drawn = new Drawn();
    long start = System.nanoTime();
    long before = start;
    do {
      long number = drawing.next();
      long now = System.nanoTime();
      drawn.add(number, now - before);
      before = now;
    } while (before - start < length);
    return drawn;
  }

  private static void checkDistinct(Contender contender, List<Drawn> all) {
    long[] numbers = all.stream().flatMapToLong(Drawn::numbers).sorted().toArray();
    for (int i = 1; i < numbers.length; i++) {
      if (numbers[i] == numbers[i - 1]) {
        throw new IllegalStateException(
            "a number came twice: contender=" + contender.name() + ", number=" + numbers[i]);
      }
    }
  }
}
