package io.mintmark.storm;

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
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * A process whose threads make ids of every kind. Each thread writes each id to a file before it
 * makes the next one. The process reports its progress twice a second, exhausts its heap or
 * interrupts its threads on command, and ends with the process that started it.
 */
final class Load {

  static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(3);
  static final int THREADS = 16;

  /** The first word of a report about a call that failed with an undocumented exception. */
  static final String UNDOCUMENTED = "undocumented";

  private static final long INTERRUPT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long REPORT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int MAX_ATTEMPTS = 30;

  /** The suffix of the file names of ids that are made once in about two windows. */
  private static final String RARE = "-rare";

  private static final Duration RARE_GAP = Kind.WINDOW.multipliedBy(2).plusMillis(300);

  /** The suffix of the file name of ids of a generator with other settings. */
  private static final String OTHER = "-other";

  /** For each kind, one call in this many requests a batch. */
  private static final int CALLS_PER_BATCH = 16;

  private static final int BATCH = 8;

  private final List<Ids> kinds = new ArrayList<>();
  private final List<Thread> callers = new ArrayList<>();

  private Load() {}

  /** The calls for one kind, and their results. */
  private static final class Ids {

    private final Kind kind;
    private final IntFunction<long[]> ids;
    private final CallFile file;
    private final AtomicLong made = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final LongestCall longest = new LongestCall(THREADS);
    private final LostTime lost;
    private final Queue<String> undocumented = new ConcurrentLinkedQueue<>();
    private volatile String lastFailure = "none";

    Ids(Kind kind, IntFunction<long[]> ids, CallFile file, LostTime lost) {
      this.kind = kind;
      this.ids = ids;
      this.file = file;
      this.lost = lost;
    }

    @SuppressWarnings("CatchingUnchecked")
    void call(int thread, int count) {
      long start = System.nanoTime();
      longest.begin(thread, start, lost.nanos(start));
      try {
        long[] answer = ids.apply(count);
        file.add(start, System.nanoTime(), thread, answer);
        made.incrementAndGet();
      } catch (ClosedException e) {
        throw e;
      } catch (Throwable e) {
        failed.incrementAndGet();
        lastFailure = e.toString();
        // Mintmark's exceptions are documented, and so are errors of a JVM that lacks memory or
        // threads.
        boolean documented = e instanceof MintmarkException
            || (e instanceof Error && !(e instanceof AssertionError));
        if (!documented) {
          undocumented.add(
              lastFailure + Arrays.stream(e.getStackTrace()).limit(1).toList());
        }
      } finally {
        long end = System.nanoTime();
        longest.end(thread, end, lost.nanos(end));
      }
    }

    void report() {
      for (String text = undocumented.poll(); text != null; text = undocumented.poll()) {
        System.out.println(UNDOCUMENTED + " " + kind.name() + " " + oneLine(text));
      }
      long now = System.nanoTime();
      System.out.println(kind + " " + made + " " + failed + " " + longest.take(now, lost.nanos(now))
          + " " + oneLine(lastFailure));
    }

    private static String oneLine(String text) {
      return text.replaceAll("\\s+", " ");
    }
  }

  /**
   * Starts the process.
   *
   * @param arguments the store's URL, the folder of the files, the kinds, the process's name, the
   *     pause between calls, and whether there are also rare calls and other settings
   * @throws IOException if the files cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    Load load = new Load();
    Mintmark mint = retried(
        () -> Mintmark.builder().store(arguments[0]).claimTimeout(CLAIM_TIMEOUT).open());
    LostTime lost = LostTime.watch();
    Duration pace = Duration.parse(arguments[4]);
    for (String name : arguments[2].split(",", -1)) {
      Kind kind = Kind.valueOf(name);
      CallFile file = new CallFile(Path.of(arguments[1]), kind, arguments[3]);
      load.kinds.add(new Ids(kind, retried(() -> kind.generator(mint)), file, lost));
    }
    for (int i = 0; i < THREADS; i++) {
      int thread = i;
      load.callers.add(daemon(() -> load.makeIds(thread, pace.toNanos()), "caller-" + i));
    }
    if (Boolean.parseBoolean(arguments[5])) {
      for (String name : arguments[2].split(",", -1)) {
        Kind kind = Kind.valueOf(name);
        CallFile file = new CallFile(Path.of(arguments[1]), kind, arguments[3] + RARE);
        daemon(() -> makeFew(arguments[0], kind::generator, file, RARE_GAP), "rare-" + kind);
      }
      CallFile file = new CallFile(Path.of(arguments[1]), Kind.SNOWFLAKE, arguments[3] + OTHER);
      daemon(() -> makeFew(arguments[0], Kind::otherSnowflakes, file, pace), "other");
    }
    daemon(load::report, "reporter");
    load.obey();
  }

  /**
   * Makes ids with a generator of its own, as often as it can: the generator may be refused because
   * of its settings, or lack memory.
   */
  @SuppressWarnings("CatchingUnchecked")
  private static void makeFew(
      String url, Function<Mintmark, IntFunction<long[]>> generator, CallFile file, Duration gap) {
    Mintmark mint = null;
    IntFunction<long[]> ids = null;
    while (true) {
      try {
        if (mint == null) {
          mint = Mintmark.builder().store(url).claimTimeout(CLAIM_TIMEOUT).open();
        }
        if (ids == null) {
          ids = generator.apply(mint);
        }
        long start = System.nanoTime();
        long[] made = ids.apply(1);
        file.add(start, System.nanoTime(), 0, made);
        LockSupport.parkNanos(gap.toNanos());
      } catch (Throwable e) {
        LockSupport.parkNanos(REPORT_NANOS);
      }
    }
  }

  /** Repeats a step. The first use of a name calls the store, which may be down. */
  private static <T> T retried(Supplier<T> step) {
    for (int attempt = 1; ; attempt++) {
      try {
        return step.get();
      } catch (MintmarkException e) {
        if (attempt == MAX_ATTEMPTS) {
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

  private void makeIds(int thread, long paceNanos) {
    for (int i = thread; ; i++) {
      boolean isBatch = i / kinds.size() % CALLS_PER_BATCH == thread % CALLS_PER_BATCH;
      kinds.get(i % kinds.size()).call(thread, isBatch ? BATCH : 1);
      // One interrupt ends at most one wait.
      Thread.interrupted();
      LockSupport.parkNanos(paceNanos);
    }
  }

  @SuppressWarnings("CatchingUnchecked")
  private void report() {
    while (true) {
      try {
        kinds.forEach(Ids::report);
      } catch (Throwable e) {
        // There is no memory for a report. The next report is complete.
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
      if (words[0].equals("heap")) {
        daemon(() -> HeapHog.useUp(time), "heap");
      } else {
        daemon(() -> interrupt(time, Long.parseLong(words[2])), "interrupter");
      }
    }
  }

  private void interrupt(Duration time, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long deadline = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < deadline) {
      callers.get(random.nextInt(callers.size())).interrupt();
      LockSupport.parkNanos(random.nextLong(INTERRUPT_NANOS));
    }
  }
}
