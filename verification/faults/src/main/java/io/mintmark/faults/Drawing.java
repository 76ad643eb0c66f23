package io.mintmark.faults;

import io.mintmark.Mintmark;
import io.mintmark.error.ClosedException;
import io.mintmark.error.MintmarkException;
import io.mintmark.rigs.HeapHog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A process whose threads draw ids of every kind for ever. It writes each to a file before it draws
 * the next, says twice a second how it goes, and does to itself what it is told: use up its heap,
 * interrupt its threads. Ends with the process that started it.
 */
final class Drawing {

  static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(3);

  /** Begins a line about a call that failed with what users are not told of. */
  static final String UNPROMISED = "unpromised";

  private static final long PACE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long REPORT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int MAX_OPENINGS = 30;

  /** Of so many calls of a thread for a kind one is for a batch. */
  private static final int CALLS_TO_A_BATCH = 16;

  private static final int BATCH = 8;

  private final List<Draw> draws = new ArrayList<>();
  private final List<Thread> drawers = new ArrayList<>();

  private Drawing() {}

  /** Draws one kind of id, singly and in batches, and notes what came of it. */
  private static final class Draw {

    private final Kind kind;
    private final Kind.Source ids;
    private final CallFile file;
    private final AtomicLong made = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final LongestCall longest;
    private final LostTime lost;
    private final Queue<String> unpromised = new ConcurrentLinkedQueue<>();
    private volatile String lastFailure = "none";

    Draw(Kind kind, Kind.Source ids, CallFile file, int threads, LostTime lost) {
      this.kind = kind;
      this.ids = ids;
      this.file = file;
      this.longest = new LongestCall(threads);
      this.lost = lost;
    }

    @SuppressWarnings("CatchingUnchecked")
    void once(int thread, int count) {
      long start = System.nanoTime();
      longest.begins(thread, start, lost.nanos(start));
      try {
        long[] words = ids.next(count);
        file.add(start, System.nanoTime(), thread, words);
        made.incrementAndGet();
      } catch (ClosedException e) {
        throw e;
      } catch (Throwable e) {
        failed.incrementAndGet();
        lastFailure = e.toString();
        if (!isPromised(e)) {
          unpromised.add(lastFailure + Arrays.stream(e.getStackTrace()).limit(1).toList());
        }
      } finally {
        long end = System.nanoTime();
        longest.ends(thread, end, lost.nanos(end));
      }
    }

    /** What users are told of; or the JVM itself lacks memory or threads. */
    private static boolean isPromised(Throwable failure) {
      return failure instanceof MintmarkException
          || (failure instanceof Error && !(failure instanceof AssertionError));
    }

    void report() {
      for (String text = unpromised.poll(); text != null; text = unpromised.poll()) {
        System.out.println(UNPROMISED + " " + kind.name() + " " + oneLine(text));
      }
      long now = System.nanoTime();
      System.out.println(String.join(
          " ",
          kind.name(),
          Long.toString(made.get()),
          Long.toString(failed.get()),
          longest.take(now, lost.nanos(now)),
          oneLine(lastFailure)));
    }

    private static String oneLine(String text) {
      return text.replaceAll("\\s+", " ");
    }
  }

  /**
   * Starts it.
   *
   * @param arguments the store's URL, where the files go, how many threads, the kinds, a name for
   *     the process that no other has
   * @throws IOException if the files cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    Drawing drawing = new Drawing();
    Mintmark mint = open(arguments[0]);
    LostTime lost = LostTime.watch();
    int threads = Integer.parseInt(arguments[2]);
    for (String name : arguments[3].split(",", -1)) {
      Kind kind = Kind.valueOf(name);
      CallFile file = CallFile.create(Path.of(arguments[1]), kind, arguments[4]);
      drawing.draws.add(new Draw(kind, generator(kind, mint), file, threads, lost));
    }
    for (int i = 0; i < threads; i++) {
      int thread = i;
      drawing.drawers.add(daemon(() -> drawing.drawForever(thread), "drawer-" + i));
    }
    daemon(drawing::reportForever, "reporter");
    drawing.obey();
  }

  /** A name's first use asks the store, which may be away. */
  private static Kind.Source generator(Kind kind, Mintmark mint) {
    return retried(() -> kind.generator(mint));
  }

  private static Mintmark open(String url) {
    return retried(
        () -> Mintmark.builder().store(url).claimTimeout(CLAIM_TIMEOUT).open());
  }

  private static <T> T retried(Supplier<T> step) {
    for (int tries = 1; ; tries++) {
      try {
        return step.get();
      } catch (MintmarkException e) {
        if (tries == MAX_OPENINGS) {
          throw e;
        }
        LockSupport.parkNanos(REPORT_NANOS);
      }
    }
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void drawForever(int thread) {
    for (int i = thread; ; i++) {
      boolean isBatch = i / draws.size() % CALLS_TO_A_BATCH == thread % CALLS_TO_A_BATCH;
      draws.get(i % draws.size()).once(thread, isBatch ? BATCH : 1);
      // One interrupt ends one wait at the most.
      Thread.interrupted();
      LockSupport.parkNanos(PACE_NANOS);
    }
  }

  @SuppressWarnings("CatchingUnchecked")
  private void reportForever() {
    while (true) {
      try {
        for (Draw draw : draws) {
          draw.report();
        }
      } catch (Throwable e) {
        // No memory to speak with: the next report has it.
      }
      LockSupport.parkNanos(REPORT_NANOS);
    }
  }

  private void obey() throws IOException {
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      String[] words = order.split(" ", -1);
      Duration time = Duration.ofMillis(Long.parseLong(words[1]));
      if (words[0].equals("hog")) {
        daemon(() -> HeapHog.useUp(time), "hog");
      } else {
        daemon(() -> interrupt(time, Long.parseLong(words[2])), "interrupter");
      }
    }
  }

  private void interrupt(Duration time, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long deadline = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < deadline) {
      drawers.get(random.nextInt(drawers.size())).interrupt();
      LockSupport.parkNanos(random.nextLong(PACE_NANOS));
    }
  }
}
