package io.mintmark.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A process that makes ids with one library. Its standard input says how long and how fast; its
 * standard output how it went. Calls are timed sixteen at a time, as reading a clock for each would
 * be slower than many of them.
 */
final class Drawing {

  private static final int BATCH = 16;
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long REOPEN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long OPEN_NANOS = TimeUnit.SECONDS.toNanos(40);
  private static final long PACE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private final Peer peer;
  private final Peer.Place place;
  private final Path files;
  private final String label;
  private final PrintStream out;
  private @Nullable IdSource source;
  private long made;
  private long refused;
  private long longestNanos;
  private String refusal = "";

  private Drawing(Peer peer, Peer.Place place, Path files, String label, PrintStream out) {
    this.peer = peer;
    this.place = place;
    this.files = files;
    this.label = label;
    this.out = out;
  }

  /** Arguments: peer, number, port, folder, crowded, folder of ids, label, socket or nothing. */
  @SuppressWarnings("SystemOut")
  public static void main(String[] arguments) throws IOException {
    PrintStream out = System.out;
    // Some libraries greet on the standard output.
    System.setOut(System.err);
    int port = Integer.parseInt(arguments[2]);
    if (arguments.length > 7) {
      Tunnel.fromPort(port, Path.of(arguments[7]));
    }
    Drawing drawing = new Drawing(
        Peers.named(arguments[0]),
        new Peer.Place(
            Integer.parseInt(arguments[1]),
            port,
            Path.of(arguments[3]),
            Boolean.parseBoolean(arguments[4])),
        Path.of(arguments[5]),
        arguments[6],
        out);
    drawing.open();
    drawing.obey();
    System.exit(0);
  }

  /**
   * Opens the library and makes a first id, as a process does before it takes requests. A store
   * that is busy, or waits after a loss, may refuse at first; each time is counted.
   */
  private void open() throws IOException {
    long start = System.nanoTime();
    Ids first = new Ids(1);
    while (first.count() == 0 && System.nanoTime() - start < OPEN_NANOS) {
      try {
        IdSource opened = source == null ? peer.opener().open(place) : source;
        source = opened;
        opened.next(first);
      } catch (Exception | LinkageError e) {
        refuse(e);
        LockSupport.parkNanos(REOPEN_NANOS);
      }
    }
    if (refused > 0) {
      longestNanos = System.nanoTime() - start;
    }
    made = first.count();
    first.save(files, label + "-first");
    out.println("ready");
  }

  private void refuse(Throwable e) {
    refused++;
    Throwable root = e;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String text = root.getClass().getSimpleName() + ": " + root.getMessage();
    refusal = text.replaceAll("\\s+", " ");
  }

  private void obey() throws IOException {
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    int round = 0;
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      if (order.equals("end")) {
        end();
        return;
      }
      String[] words = order.split(" ", -1);
      draw(
          Long.parseLong(words[0]),
          Integer.parseInt(words[1]),
          Integer.parseInt(words[2]),
          Integer.parseInt(words[3]),
          label + "-" + round++);
    }
  }

  @SuppressWarnings("CatchAndPrintStackTrace")
  private void end() {
    IdSource ending = source;
    try {
      if (ending != null) {
        ending.close();
      }
    } catch (RuntimeException e) {
      // It could not tell its store: it ends all the same.
      e.printStackTrace();
    }
    out.println("ended");
  }

  private void draw(long ms, int threads, int perMs, int maxChunks, String name)
      throws IOException {
    List<Drawer> drawers = new ArrayList<>();
    IdSource opened = source;
    if (opened != null) {
      for (int i = 0; i < threads; i++) {
        drawers.add(new Drawer(opened, ms, perMs, new Ids(maxChunks)));
      }
    }
    drawers.forEach(Thread::start);
    long broken = 0;
    for (int i = 0; i < drawers.size(); i++) {
      Drawer drawer = drawers.get(i);
      join(drawer);
      drawer.ids.save(files, name + "-" + i);
      made += drawer.ids.count();
      broken += drawer.ids.broken();
    }
    Drawn drawn =
        new Drawn(made, broken, refused, TimeUnit.NANOSECONDS.toMillis(longestNanos), refusal);
    out.println(drawn.line());
    made = 0;
    refused = 0;
    longestNanos = 0;
    refusal = "";
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  private synchronized void tell(long count, long nanos, @Nullable Throwable last) {
    if (last != null) {
      long before = refused;
      refuse(last);
      refused = before + count;
    }
    longestNanos = Math.max(longestNanos, nanos);
  }

  /** One thread that makes ids for some time. */
  private final class Drawer extends Thread {

    private final IdSource from;
    private final long nanos;
    private final int perMs;
    private final Ids ids;

    Drawer(IdSource from, long ms, int perMs, Ids ids) {
      super("drawer");
      this.from = from;
      this.nanos = TimeUnit.MILLISECONDS.toNanos(ms);
      this.perMs = perMs;
      this.ids = ids;
    }

    @Override
    public void run() {
      long start = System.nanoTime();
      long now = start;
      long longest = 0;
      long failures = 0;
      Throwable failure = null;
      while (now - start < nanos && !ids.isFull()) {
        boolean failed = false;
        try {
          for (int i = 0; i < BATCH; i++) {
            from.next(ids);
          }
        } catch (Exception | LinkageError e) {
          failures++;
          failure = e;
          failed = true;
        }
        long after = System.nanoTime();
        longest = Math.max(longest, after - now);
        if (failed) {
          LockSupport.parkNanos(RETRY_NANOS);
        }
        now = keepPace(start, failed ? System.nanoTime() : after);
      }
      tell(failures, longest, failure);
    }

    /** Waits until the time has come for as many ids as there are. */
    private long keepPace(long start, long from) {
      long now = from;
      while (perMs > 0 && ids.count() > (now - start) / 1_000_000.0 * perMs) {
        LockSupport.parkNanos(PACE_NANOS);
        now = System.nanoTime();
      }
      return now;
    }
  }
}
