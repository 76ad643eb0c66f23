package io.mintmark.peers;

import io.mintmark.peers.Peer.IdSource;
import io.mintmark.peers.Peer.Place;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A process that makes ids with one library. Each line of its standard input is an order, which it
 * answers with a {@link Tally}.
 */
final class IdProcess {

  /** Calls are timed in batches, because reading a clock takes longer than some of the calls. */
  private static final int BATCH = 16;

  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long REOPEN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long OPEN_NANOS = TimeUnit.SECONDS.toNanos(40);
  private static final long PACE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private final Path files;
  private final String label;
  private @Nullable IdSource source;
  private Tally opening = Tally.NOTHING;

  private IdProcess(Path files, String label) {
    this.files = files;
    this.label = label;
  }

  /** Arguments: peer, number, port, folder, scarce, folder of ids, label. */
  @SuppressWarnings("SystemOut")
  public static void main(String[] arguments) throws Exception {
    PrintStream out = System.out;
    // Some libraries print to the standard output.
    System.setOut(System.err);
    IdProcess process = new IdProcess(Path.of(arguments[5]), arguments[6]);
    process.open(
        Peers.named(arguments[0]),
        new Place(
            Integer.parseInt(arguments[1]),
            Integer.parseInt(arguments[2]),
            Path.of(arguments[3]),
            Boolean.parseBoolean(arguments[4])));
    out.println("ready");
    process.obey(out);
    System.exit(0);
  }

  /**
   * Opens the library and makes a first id, as a process does before it accepts requests. Counts
   * the calls that are refused meanwhile, because the store is busy, or because the library waits
   * after the store has lost writes.
   */
  private void open(Peer peer, Place place) throws IOException {
    long start = System.nanoTime();
    Ids first = new Ids();
    Tally refusals = Tally.NOTHING;
    while (first.count() == 0 && System.nanoTime() - start < OPEN_NANOS) {
      try {
        IdSource opened = source == null ? peer.opener().open(place) : source;
        source = opened;
        opened.next(first);
      } catch (Exception | LinkageError e) {
        LockSupport.parkNanos(REOPEN_NANOS);
        long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        refusals = new Tally(0, 0, refusals.refused() + 1, ms, message(e));
      }
    }
    opening = refusals.plus(new Tally(first.count(), 0, 0, 0, ""));
    first.save(files, label + "-first");
  }

  private static String message(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return (root.getClass().getSimpleName() + ": " + root.getMessage()).replaceAll("\\s+", " ");
  }

  /**
   * Executes orders. An order is {@code end}, or a time in milliseconds, threads, and ids per
   * millisecond.
   */
  @SuppressWarnings("CatchAndPrintStackTrace")
  private void obey(PrintStream out) throws Exception {
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String order = orders.readLine();
    for (int round = 0; order != null && !order.equals("end"); round++) {
      String[] words = order.split(" ", -1);
      Tally made = makeIds(
          Long.parseLong(words[0]),
          Integer.parseInt(words[1]),
          Integer.parseInt(words[2]),
          label + "-" + round + "-");
      out.println(opening.plus(made).line());
      opening = Tally.NOTHING;
      order = orders.readLine();
    }
    try {
      if (source != null) {
        source.close();
      }
    } catch (RuntimeException e) {
      // A store that is down must not keep the process from ending.
      e.printStackTrace();
    }
    out.println("ended");
  }

  private Tally makeIds(long ms, int threads, int perMs, String file) throws Exception {
    IdSource opened = source;
    if (opened == null) {
      return Tally.NOTHING;
    }
    List<Callable<Tally>> calls = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      String name = file + i;
      Ids ids = new Ids();
      calls.add(() -> {
        Tally tally = makeIds(opened, ids, TimeUnit.MILLISECONDS.toNanos(ms), perMs);
        ids.save(files, name);
        return tally;
      });
    }
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    Tally sum = Tally.NOTHING;
    for (Future<Tally> each : executor.invokeAll(calls)) {
      sum = sum.plus(each.get());
    }
    executor.shutdown();
    return sum;
  }

  private static Tally makeIds(IdSource source, Ids ids, long nanos, int perMs) {
    long start = System.nanoTime();
    long now = start;
    long longest = 0;
    long refused = 0;
    String refusal = "";
    while (now - start < nanos && !ids.isFull()) {
      try {
        for (int i = 0; i < BATCH; i++) {
          source.next(ids);
        }
      } catch (Exception | LinkageError e) {
        longest = Math.max(longest, System.nanoTime() - now);
        refused++;
        refusal = message(e);
        LockSupport.parkNanos(RETRY_NANOS);
        now = System.nanoTime();
      }
      long after = System.nanoTime();
      longest = Math.max(longest, after - now);
      now = after;
      while (perMs > 0 && ids.count() > (now - start) / 1_000_000.0 * perMs) {
        LockSupport.parkNanos(PACE_NANOS);
        now = System.nanoTime();
      }
    }
    return new Tally(
        ids.count(), ids.broken(), refused, TimeUnit.NANOSECONDS.toMillis(longest), refusal);
  }
}
