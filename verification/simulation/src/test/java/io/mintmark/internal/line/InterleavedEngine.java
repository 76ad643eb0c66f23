package io.mintmark.internal.line;

import io.mintmark.internal.line.ReplayedProcess.Claim;
import io.mintmark.internal.line.ReplayedProcess.Move;
import io.mintmark.internal.line.ReplayedProcess.Write;
import io.mintmark.store.EngineLife;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * One state of an engine and of the network before it. States are immutable: each event leads to
 * another state.
 *
 * @param lines the positions of the worker numbers' lines, and of the fingerprint's line if there
 *     is one
 * @param underway writes whose callers no longer wait, and which may still arrive
 * @param tick the reading of the engine's clock
 * @param life how often the engine has restarted
 * @param began the reading of its clock at the last restart
 * @param faults how many more times the network may lose or repeat a request
 * @param losses how many more times the engine may forget
 */
record InterleavedEngine(
    List<Long> lines, List<Write> underway, int tick, int life, int began, int faults, int losses) {

  /** The step of the engine that is left out, to show that it is necessary. */
  enum Without {
    NOTHING,
    /** A claim starts at its {@code atLeast}, even if the line's position is higher. */
    MAXIMUM,
    /** A line is moved without a comparison of its position. */
    COMPARISON,
    /** Every life appears to have begun long ago. */
    BEGINNING,
    /** All lives appear to be the same life. */
    LIVES,
    /** Each process reads its own fingerprint, whatever the line contains. */
    SETTINGS
  }

  /** The result of a write: the engine after it, and the reply. */
  record Written(InterleavedEngine engine, Object answer) {}

  Written write(Write write, Without without) {
    long next = lines.get(write.worker());
    if (write instanceof Claim claim) {
      long start = without == Without.MAXIMUM ? claim.atLeast() : Math.max(next, claim.atLeast());
      return new Written(moved(claim.worker(), start + claim.count()), start);
    }
    Move move = (Move) write;
    return next == move.expected() || without == Without.COMPARISON
        ? new Written(moved(move.worker(), move.next()), true)
        : new Written(this, false);
  }

  private InterleavedEngine moved(int worker, long next) {
    List<Long> after = new ArrayList<>(lines);
    after.set(worker, next);
    return new InterleavedEngine(after, underway, tick, life, began, faults, losses);
  }

  EngineLife life(long tickMs, Without without, List<Integer> read, long fingerprint) {
    return new EngineLife(
        without == Without.LIVES ? "" : Integer.toString(life),
        without == Without.BEGINNING ? Instant.EPOCH.minusSeconds(60) : at(began, tickMs),
        at(tick, tickMs),
        read.stream()
            .map(line -> without == Without.SETTINGS && line == ReplayedProcess.FINGERPRINT
                ? (Long) fingerprint
                : lines.get(line))
            .toList());
  }

  private static Instant at(int tick, long tickMs) {
    return Instant.ofEpochMilli(tick * tickMs);
  }

  /** Reduces the number of faults that the network may still cause. */
  InterleavedEngine faulted() {
    return new InterleavedEngine(lines, underway, tick, life, began, faults - 1, losses);
  }

  InterleavedEngine withUnderway(Write write) {
    List<Write> more = new ArrayList<>(underway);
    more.add(write);
    return new InterleavedEngine(lines, more, tick, life, began, faults, losses);
  }

  InterleavedEngine withoutUnderway(int index) {
    List<Write> fewer = new ArrayList<>(underway);
    fewer.remove(index);
    return new InterleavedEngine(lines, fewer, tick, life, began, faults, losses);
  }

  InterleavedEngine tickLater() {
    return new InterleavedEngine(lines, underway, tick + 1, life, began, faults, losses);
  }

  /** Restarts the engine. Its lines have earlier positions, and its clock may be behind. */
  InterleavedEngine forgotten(List<Long> older, int clock) {
    return new InterleavedEngine(older, underway, clock, life + 1, clock, faults, losses - 1);
  }
}
