package io.mintmark.storm;

import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.ChildJvm;
import io.mintmark.rigs.ProcessClock;
import io.mintmark.rigs.ThreadLimit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A running {@link Load}, its last reports, and the faults that it can have. */
final class LoadProcess implements AutoCloseable {

  private static final int WORDS = 6;

  /** The default tolerance, which the processes use. */
  private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(1);

  /**
   * The most that ids may be ahead of the right time, whatever the process's clock shows: a store
   * with a clock refuses claims beyond it.
   */
  private static final Duration MOST_AHEAD = Duration.ofSeconds(30);

  private final String name;
  private final ChildJvm child;
  private final @Nullable ProcessClock clock;
  private final BreakableNetwork network;
  private boolean mayHop;
  private Duration stepped = Duration.ZERO;
  private long latestNanos = System.nanoTime();

  /** The last report of each kind. Guarded by this, like all fields below. */
  private final Map<Kind, Report> reports = new EnumMap<>(Kind.class);

  /**
   * The longest call of each kind since the last {@link #takeLongestMs}, without calls during
   * starvation.
   */
  private final Map<Kind, Long> longestMs = new EnumMap<>(Kind.class);

  /** Calls that failed with an undocumented exception, and were not taken yet. */
  private final Set<String> undocumented = new HashSet<>();

  /**
   * The start of the last period of starvation: the process lacked memory or threads, or was
   * paused.
   */
  private long starvedNanos = Long.MAX_VALUE;

  /** The end of that period; in the future if it has not ended. */
  private long fedNanos;

  /**
   * The progress of one kind.
   *
   * @param made answered calls so far
   * @param failed failed calls so far
   * @param lastFailure the message of the last failed call
   */
  record Report(long made, long failed, String lastFailure) {}

  private LoadProcess(
      String name, ChildJvm child, @Nullable ProcessClock clock, BreakableNetwork network) {
    this.name = name;
    this.child = child;
    this.clock = clock;
    this.network = network;
    Thread reader = new Thread(this::read, "reports-" + name);
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts a process.
   *
   * @param name unique within the storm
   * @param ownClock whether its clock can be stepped, if the host supports that
   */
  static LoadProcess start(String name, Environment environment, boolean ownClock) {
    Path files = environment.files();
    ProcessBuilder variables = new ProcessBuilder();
    variables.environment().clear();
    // A process with limited threads runs as another user, which cannot read a token.
    boolean hasFaults = !environment.engine().processFaults().isEmpty();
    ProcessClock clock = hasFaults && ownClock && ProcessClock.canBeStepped()
        ? ProcessClock.of(variables, files.resolve("clock-" + name))
        : null;
    BreakableNetwork network = BreakableNetwork.to(environment.network().port());
    String url = environment.engine().url(network.port());
    String kinds = environment.kinds().stream().map(Kind::name).collect(Collectors.joining(","));
    String pace = environment.engine().pace().toString();
    String others = Boolean.toString(environment.engine().canForget());
    ChildJvm child = ChildJvm.of(Load.class, url, files.toString(), kinds, name, pace, others)
        .options("-Xmx64m")
        .startedBy(hasFaults && Programs.canLimitThreads() ? ThreadLimit.prefix() : List.of())
        .with(process -> process.environment().putAll(variables.environment()))
        .with(process -> process.redirectError(
            ProcessBuilder.Redirect.appendTo(files.resolve("load-errors.log").toFile())))
        .start();
    return new LoadProcess(name, child, clock, network);
  }

  /** The name of its files. */
  String name() {
    return name;
  }

  boolean hasClock() {
    return clock != null;
  }

  /** Delays its requests to the store, or the replies. */
  void slowNetwork(boolean requests, Duration delay) {
    if (requests) {
      network.slowRequestsBy(delay);
    } else {
      network.slowAnswersBy(delay);
    }
  }

  /** Sets its clock to a distance from the right time. */
  void stepClock(Duration fromRight) {
    latestNanos = latestNanos();
    stepped = fromRight;
    mayHop |= fromRight.abs().compareTo(CLOCK_TOLERANCE) >= 0;
    if (clock != null) {
      clock.step(fromRight);
    }
  }

  /** The latest time that its ids may have, as the {@link System#nanoTime} of that time. */
  long latestNanos() {
    Duration ahead = stepped.compareTo(MOST_AHEAD) > 0 ? MOST_AHEAD : stepped;
    long shownNanos = System.nanoTime() + ahead.toNanos();
    return shownNanos - latestNanos > 0 ? shownNanos : latestNanos;
  }

  /** Whether its clock was ever set wrong by the tolerance or more. */
  boolean mayHop() {
    return mayHop;
  }

  synchronized Report report(Kind kind) {
    return reports.getOrDefault(kind, new Report(0, 0, "no report"));
  }

  /**
   * Returns the longest call since the last call of this method, in ms, without calls during
   * starvation.
   */
  synchronized long takeLongestMs(Kind kind) {
    Long taken = longestMs.remove(kind);
    return taken == null ? 0 : taken;
  }

  /**
   * Returns the calls that failed with an undocumented exception since the last call of this
   * method.
   */
  synchronized Set<String> takeUndocumented() {
    Set<String> taken = Set.copyOf(undocumented);
    undocumented.clear();
    return taken;
  }

  /** Allows calls to exceed their timeout from now on. */
  synchronized void starve() {
    starvedNanos = System.nanoTime();
    fedNanos = Long.MAX_VALUE;
  }

  /** Ends that permission for new calls. */
  synchronized void endStarvation() {
    fedNanos = Math.min(fedNanos, System.nanoTime());
  }

  private boolean wasStarvedDuring(long startNanos, long ms) {
    return startNanos + TimeUnit.MILLISECONDS.toNanos(ms) >= starvedNanos && startNanos <= fedNanos;
  }

  void useUpHeap(long ms) {
    child.tell("heap " + ms);
  }

  void interruptThreads(long ms, long seed) {
    child.tell("interrupt " + ms + " " + seed);
  }

  void refuseThreads() {
    ThreadLimit.set(child);
  }

  void grantThreads() {
    ThreadLimit.lift(child);
  }

  void pause() {
    Programs.run("kill", "-STOP", child.pid());
  }

  void resume() {
    Programs.run("kill", "-CONT", child.pid());
  }

  /** Ends the process as {@code kill -9} does. */
  @Override
  public void close() {
    child.close();
    network.close();
  }

  private void read() {
    for (Optional<String> line = hear(); line.isPresent(); line = hear()) {
      heard(line.orElseThrow());
    }
  }

  /**
   * Reads a line of a report. If there is no report for a minute, the process makes no ids either,
   * and another check finds that.
   */
  private Optional<String> hear() {
    try {
      return child.hearOrEnd();
    } catch (AssertionError silent) {
      return Optional.of("");
    }
  }

  private synchronized void heard(String line) {
    String[] words = line.split(" ", WORDS);
    if (words[0].equals(Load.UNDOCUMENTED)) {
      undocumented.add(line.substring(words[0].length()).strip());
    } else if (words.length == WORDS) {
      Kind kind = Kind.valueOf(words[0]);
      reports.put(kind, new Report(Long.parseLong(words[1]), Long.parseLong(words[2]), words[5]));
      long ms = Long.parseLong(words[4]);
      if (!wasStarvedDuring(Long.parseLong(words[3]), ms)) {
        longestMs.merge(kind, ms, Math::max);
      }
    }
  }
}
