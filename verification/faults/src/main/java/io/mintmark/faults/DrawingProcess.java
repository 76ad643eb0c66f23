package io.mintmark.faults;

import io.mintmark.rigs.ChildJvm;
import io.mintmark.rigs.ProcessClock;
import io.mintmark.rigs.ThreadLimit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A {@link Drawing} process, as the storm sees it. */
final class DrawingProcess implements AutoCloseable {

  private static final int THREADS = 16;
  private static final int WORDS = 6;

  /** The default, which the processes have. */
  private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(1);

  private final String name;
  private final ChildJvm child;
  private final @Nullable ProcessClock clock;
  private final @Nullable NetworkNamespace namespace;
  private final boolean limitable;
  private boolean mayHop;
  private Duration stepped = Duration.ZERO;
  private long latestNanos = System.nanoTime();

  /** The last report of each kind; guarded by this, as all below is. */
  private final Map<Kind, Report> reports = new EnumMap<>(Kind.class);

  /** The longest call of each kind since it was last taken, but those in a time of starvation. */
  private final Map<Kind, Long> longestMs = new EnumMap<>(Kind.class);

  /** Calls that failed with what users are not told of, and were not yet taken. */
  private final Set<String> unpromised = new HashSet<>();

  private final Starvation starvation = new Starvation();

  /**
   * How it goes with one kind.
   *
   * @param made calls that were answered so far
   * @param failed calls so far
   * @param lastFailure what the last failed call said
   */
  record Report(long made, long failed, String lastFailure) {

    static final Report NONE = new Report(0, 0, "no report");
  }

  private DrawingProcess(
      String name,
      ChildJvm child,
      @Nullable ProcessClock clock,
      @Nullable NetworkNamespace namespace,
      boolean limitable) {
    this.name = name;
    this.child = child;
    this.clock = clock;
    this.namespace = namespace;
    this.limitable = limitable;
    Thread reader = new Thread(this::read, "drawing-reports");
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts one.
   *
   * @param name no other process of the storm has it
   * @param site where it draws, and leaves what it drew
   * @param hasClock whether it gets a clock that can be stepped
   * @param namespace the network that it is in, if not the host's
   */
  static DrawingProcess start(
      String name, Site site, boolean hasClock, @Nullable NetworkNamespace namespace) {
    Path files = site.files();
    boolean limitable = Programs.canLimitThreads();
    ProcessBuilder environment = new ProcessBuilder();
    environment.environment().clear();
    ProcessClock clock =
        hasClock ? ProcessClock.of(environment, files.resolve("clock-" + name)) : null;
    String url = namespace == null
        ? site.url()
        : site.url(namespace.address(), namespace.gateway().port());
    List<String> options = new ArrayList<>(List.of("-Xmx64m", "-XX:+UseSerialGC"));
    if (namespace != null) {
      options.add("-Djdk.net.hosts.file=" + namespace.writeHosts(files.resolve("hosts-" + name)));
    }
    ChildJvm child = ChildJvm.of(
            Drawing.class,
            url,
            files.toString(),
            Integer.toString(THREADS),
            site.kinds().stream().map(Kind::name).collect(Collectors.joining(",")),
            name)
        .options(options.toArray(String[]::new))
        .startedBy(limitable ? ThreadLimit.prefix() : List.of())
        .startedBy(namespace == null ? List.of() : namespace.prefix())
        .with(process -> process.environment().putAll(environment.environment()))
        .with(process -> process.redirectError(
            ProcessBuilder.Redirect.appendTo(files.resolve("drawing-errors.log").toFile())))
        .start();
    return new DrawingProcess(name, child, clock, namespace, limitable);
  }

  /** The name that its files have. */
  String name() {
    return name;
  }

  /** Its clock, if it can be stepped. */
  Optional<ProcessClock> clock() {
    return Optional.ofNullable(clock);
  }

  /** The network that it is in, if not the host's. */
  Optional<NetworkNamespace> namespace() {
    return Optional.ofNullable(namespace);
  }

  /** Puts its clock so far from the right time. */
  void stepClock(Duration fromRight) {
    latestNanos = latestNanos();
    stepped = fromRight;
    mayHop |= fromRight.compareTo(CLOCK_TOLERANCE.negated()) <= 0;
    clock().orElseThrow().step(fromRight);
  }

  /** The latest time that its clock has shown, as the {@link System#nanoTime} of that time. */
  long latestNanos() {
    long shownNanos = System.nanoTime() + stepped.toNanos();
    return shownNanos - latestNanos > 0 ? shownNanos : latestNanos;
  }

  /** Whether its clock once stepped back by more than generators make up for. */
  boolean mayHop() {
    return mayHop;
  }

  boolean canBeRefusedThreads() {
    return limitable;
  }

  /** Tells how it goes. */
  synchronized Report peek(Kind kind) {
    return reports.getOrDefault(kind, Report.NONE);
  }

  /**
   * Tells how many ms the longest call lasted since this was last asked, but those that were under
   * way while the process was stopped, or had no memory or no thread.
   */
  synchronized long takeLongestMs(Kind kind) {
    Long taken = longestMs.remove(kind);
    return taken == null ? 0 : taken;
  }

  /** Tells which calls failed with what users are not told of, since this was last asked. */
  synchronized Set<String> takeUnpromised() {
    Set<String> taken = Set.copyOf(unpromised);
    unpromised.clear();
    return taken;
  }

  /** Calls may last longer from now on. */
  synchronized void starve() {
    starvation.begin(System.nanoTime());
  }

  /** No longer, but those that are under way; does nothing if they may not anyway. */
  synchronized void endStarvation() {
    starvation.end(System.nanoTime());
  }

  void hogMemory(long ms) {
    child.tell("hog " + ms);
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
    for (Optional<String> said = hear(); said.isPresent(); said = hear()) {
      heard(said.orElseThrow());
    }
  }

  /** A process that says nothing for a minute makes no ids either, which shows by itself. */
  private Optional<String> hear() {
    try {
      return child.hearOrEnd();
    } catch (AssertionError silent) {
      return Optional.of("");
    }
  }

  private synchronized void heard(String line) {
    String[] words = line.split(" ", WORDS);
    if (words[0].equals(Drawing.UNPROMISED)) {
      unpromised.add(line.substring(words[0].length()).strip());
    } else if (words.length == WORDS) {
      Kind kind = Kind.valueOf(words[0]);
      reports.put(kind, new Report(Long.parseLong(words[1]), Long.parseLong(words[2]), words[5]));
      long ms = Long.parseLong(words[4]);
      if (!starvation.touches(Long.parseLong(words[3]), ms)) {
        longestMs.merge(kind, ms, Math::max);
      }
    }
  }
}
