package io.mintmark.simulation;

import io.mintmark.internal.store.LinePage;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** The engine that all processes of a run share, with its lines and its faults. */
final class Server {

  /** How many writes can be lost at most. */
  private static final int MAX_LOST = 64;

  /** The engine's age at the start of the run, so that its processes may take numbers at once. */
  private static final Duration LONG_AGO = Duration.ofHours(1);

  final NodeClock clock;
  private final NavigableMap<String, Line> lines = new TreeMap<>();

  /** For each of the last writes, the line as it was before the write; the newest write is last. */
  private final Deque<Line> before = new ArrayDeque<>();

  /**
   * The highest position that each line ever had, including positions that the engine has
   * forgotten.
   */
  private final Map<String, Line> highest = new HashMap<>();

  final boolean hasClock;
  final boolean forgets;
  private List<Line> backup = List.of();

  /** Whether it does not answer. */
  boolean down;

  /** Whether it refuses writes. */
  boolean full;

  private int lives;
  private long highestMs;
  private Instant began;

  /**
   * Makes an empty engine.
   *
   * @param clock its own clock
   * @param hasClock whether processes can read the clock
   * @param forgets whether it can lose acknowledged writes
   */
  Server(NodeClock clock, boolean hasClock, boolean forgets) {
    this.clock = clock;
    this.hasClock = hasClock;
    this.forgets = forgets;
    this.began = clock.instant().minus(LONG_AGO);
  }

  long position(String line) {
    Line found = lines.get(line);
    return found == null ? 0 : found.next();
  }

  List<Line> lines(LinePage page) {
    return lines.tailMap(page.from(), true).values().stream()
        .takeWhile(line -> page.holds(line.name()))
        .limit(page.limit())
        .toList();
  }

  void move(String name, long next) {
    Line old = lines.getOrDefault(name, new Line(name, 0, "", clock.instant()));
    before.addLast(old);
    if (before.size() > MAX_LOST) {
      before.removeFirst();
    }
    Line moved = new Line(name, next, old.note(), clock.instant());
    lines.put(name, moved);
    highest.merge(name, moved, (one, other) -> one.next() > other.next() ? one : other);
  }

  void annotate(String name, String note) {
    for (Map<String, Line> all : List.of(lines, highest)) {
      all.computeIfPresent(name, (same, old) -> new Line(same, old.next(), note, old.updated()));
    }
  }

  EngineLife life(List<String> read) {
    return new EngineLife(
        "life-" + lives,
        began,
        clock.instant(),
        read.stream().map(this::position).toList());
  }

  /** Restarts from a replica that lacks the last writes. */
  void failOver(int lost) {
    for (int i = 0; i < lost && !before.isEmpty(); i++) {
      Line old = before.removeLast();
      if (old.next() == 0) {
        lines.remove(old.name());
      } else {
        lines.put(old.name(), old);
      }
    }
    comeUp();
  }

  /** Restarts without the lines whose names have a prefix. */
  void lose(String prefix) {
    lines.keySet().removeIf(line -> line.startsWith(prefix));
    before.clear();
    comeUp();
  }

  /** Steps the clock. It never shows a time below its highest reading minus the margin. */
  void stepClock(long nanos) {
    long beforeMs = clock.millis();
    highestMs = Math.max(highestMs, beforeMs);
    long leastMs = highestMs - TimeUnit.NANOSECONDS.toMillis(FaultPlan.ENGINE_MARGIN_NANOS);
    clock.step(Math.max(nanos, TimeUnit.MILLISECONDS.toNanos(leastMs - beforeMs)));
  }

  /** Sets the clock as near to the right time as it may go back. */
  void setClockRight() {
    stepClock(-TimeUnit.MILLISECONDS.toNanos(clock.offsetMs()));
  }

  void takeBackup() {
    backup = new ArrayList<>(lines.values());
  }

  /** Restarts with the lines of the last backup. */
  void restore() {
    lines.clear();
    backup.forEach(line -> lines.put(line.name(), line));
    before.clear();
    comeUp();
  }

  /** Raises all lines, as an administrator does after a restore, before any process starts. */
  void raiseAll() {
    highest.forEach((name, line) -> {
      if (position(name) < line.next()) {
        lines.put(name, line);
      }
    });
  }

  private void comeUp() {
    lives++;
    began = clock.instant();
    down = false;
  }
}
