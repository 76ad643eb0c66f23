package io.mintmark.faults;

import io.mintmark.testkit.ChildJvm;
import io.mintmark.testkit.ThreadLimit;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A {@link Drawing} process, as the storm sees it. */
final class DrawingProcess implements AutoCloseable {

  private static final int THREADS = 16;
  private static final int WORDS = 5;

  private final String name;
  private final ChildJvm child;
  private final boolean limitable;

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

  private DrawingProcess(String name, ChildJvm child, boolean limitable) {
    this.name = name;
    this.child = child;
    this.limitable = limitable;
    Thread reader = new Thread(this::read, "drawing-reports");
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts one under a name that no other process of the storm has. */
  static DrawingProcess start(String name, String url, Path files, Set<Kind> kinds) {
    boolean limitable = Programs.canLimitThreads();
    ChildJvm child = ChildJvm.of(
            Drawing.class,
            url,
            files.toString(),
            Integer.toString(THREADS),
            kinds.stream().map(Kind::name).collect(Collectors.joining(",")),
            name)
        .options("-Xmx64m", "-XX:+UseSerialGC")
        .startedBy(limitable ? ThreadLimit.prefix() : List.of())
        .with(process -> process.redirectError(
            ProcessBuilder.Redirect.appendTo(files.resolve("drawing-errors.log").toFile())))
        .start();
    return new DrawingProcess(name, child, limitable);
  }

  /** The name that its files have. */
  String name() {
    return name;
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

  void hogMemory(long ms) {
    child.tell("hog " + ms);
  }

  void interruptThreads(long ms, long seed) {
    child.tell("interrupt " + ms + " " + seed);
  }

  void refuseThreads() {
    if (limitable) {
      ThreadLimit.set(child);
    }
  }

  void grantThreads() {
    if (limitable) {
      ThreadLimit.lift(child);
    }
  }

  void pause() {
    Programs.signal("STOP", child.pid());
  }

  void goOn() {
    Programs.signal("CONT", child.pid());
  }

  /** Ends it as {@code kill -9} does. */
  @Override
  public void close() {
    child.close();
  }

  private void read() {
    for (Optional<String> said = child.hearOrEnd(); said.isPresent(); said = child.hearOrEnd()) {
      heard(said.orElseThrow().split(" ", WORDS));
    }
  }

  private synchronized void heard(String[] words) {
    if (words.length == WORDS) {
      long longest = Long.parseLong(words[3]);
      reports.merge(
          Kind.valueOf(words[0]),
          new Report(Long.parseLong(words[1]), Long.parseLong(words[2]), longest, words[4]),
          (last, now) ->
              new Report(now.made, now.failed, Math.max(last.longestMs, longest), now.lastFailure));
    }
  }
}
