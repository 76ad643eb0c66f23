package io.mintmark.faults;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A {@link Drawing} process, as the storm sees it. */
final class DrawingProcess implements AutoCloseable {

  private static final int THREADS = 16;

  private final Process process;
  private final BufferedWriter orders;

  /** The last report of each kind; guarded by this. */
  private final Map<Kind, Report> reports = new EnumMap<>(Kind.class);

  /**
   * How it goes with one kind.
   *
   * @param made ids so far
   * @param failed calls so far
   * @param longestMs the longest call since this was last asked
   * @param lastFailure what the last failed call said
   */
  record Report(long made, long failed, long longestMs, String lastFailure) {

    static final Report NONE = new Report(0, 0, 0, "no report");
  }

  private DrawingProcess(Process process) {
    this.process = process;
    this.orders = process.outputWriter(StandardCharsets.UTF_8);
    Thread reader = new Thread(this::read, "drawing-reports");
    reader.setDaemon(true);
    reader.start();
  }

  static DrawingProcess start(String url, Path files, Set<Kind> kinds) {
    List<String> command = List.of(
        Programs.java(),
        "-Xmx64m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        Drawing.class.getName(),
        url,
        files.toString(),
        Integer.toString(THREADS),
        kinds.stream().map(Kind::name).collect(Collectors.joining(",")));
    try {
      return new DrawingProcess(new ProcessBuilder(command)
          .redirectError(ProcessBuilder.Redirect.appendTo(
              files.resolve("drawing-errors.log").toFile()))
          .start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Tells how it goes. */
  synchronized Report peek(Kind kind) {
    return reports.getOrDefault(kind, Report.NONE);
  }

  /** Tells how it goes, and lets the longest call begin anew. */
  synchronized Report take(Kind kind) {
    Report report = peek(kind);
    reports.put(kind, new Report(report.made, report.failed, 0, report.lastFailure));
    return report;
  }

  /** Whether it runs; what is not killed should. */
  boolean isAlive() {
    return process.isAlive();
  }

  void hogMemory(long ms) {
    order("hog " + ms);
  }

  void interruptThreads(long ms, long seed) {
    order("interrupt " + ms + " " + seed);
  }

  void pause() {
    Programs.signal("STOP", process.toHandle());
  }

  void goOn() {
    Programs.signal("CONT", process.toHandle());
  }

  /** Ends it as {@code kill -9} does. */
  @Override
  public void close() {
    process.toHandle().destroyForcibly();
    process.onExit().join();
  }

  private void order(String text) {
    try {
      orders.write(text + "\n");
      orders.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the process has ended: pid=" + process.pid(), e);
    }
  }

  private void read() {
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      for (String said = output.readLine(); said != null; said = output.readLine()) {
        heard(said.split(" ", 5));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized void heard(String[] words) {
    if (words.length == 5) {
      long longest = Long.parseLong(words[3]);
      reports.merge(
          Kind.valueOf(words[0]),
          new Report(Long.parseLong(words[1]), Long.parseLong(words[2]), longest, words[4]),
          (last, now) ->
              new Report(now.made, now.failed, Math.max(last.longestMs, longest), now.lastFailure));
    }
  }
}
