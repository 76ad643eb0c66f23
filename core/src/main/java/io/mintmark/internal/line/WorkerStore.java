package io.mintmark.internal.line;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Owned;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.LinePositions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The lines of worker numbers in a store, and how far this process has claimed on each. One thread
 * calls it at a time, except for {@link #annotateTaken}.
 */
final class WorkerStore {

  private final ClaimStore store;
  private final String prefix;
  private final TickRules rules;
  private final ClockAheadRules skew;

  /**
   * The ends of this process's claims, by worker number. The store's position must never be below
   * one of them.
   */
  private final Map<Long, Long> ends = new HashMap<>();

  /**
   * The last window whose renewal did not start at its end, because the line had already moved past
   * that end.
   */
  private Owned outrun = Owned.NOTHING;

  /** The line that was taken last and whose note is not written yet; empty for none. */
  private final AtomicReference<String> taken = new AtomicReference<>("");

  /**
   * Reads and moves lines.
   *
   * @param prefix the lines' names up to the number, for example {@code worker/users/}
   */
  WorkerStore(ClaimStore store, String prefix, TickRules rules, ClockAheadRules skew) {
    this.store = store;
    this.prefix = prefix;
    this.rules = rules;
    this.skew = skew;
  }

  String name(long worker) {
    return prefix + worker;
  }

  /** All lines together, for messages. */
  String names() {
    return prefix + "*";
  }

  long position(long worker) {
    return store.position(name(worker));
  }

  /** Reads several numbers' lines, and the engine's clock. */
  LinePositions positions(List<Long> workers) {
    return store.positions(workers.stream().map(this::name).toList());
  }

  /** The end of this process's claims on a number's line; 0 for none. */
  long end(long worker) {
    return ends.getOrDefault(worker, 0L);
  }

  /**
   * Claims the positions that follow a window. Makes no claim if the line is known to be past the
   * window's end, because an earlier renewal started elsewhere or its reply came too late to be
   * used. Another claim would only burn another range.
   *
   * @param owned the end of the window
   * @return where the claim starts; empty if none was made
   */
  OptionalLong renew(long worker, long owned, long atLeast, long count) {
    Owned window = new Owned(worker, owned, owned);
    if (end(worker) > owned || window.equals(outrun)) {
      return OptionalLong.empty();
    }
    long start = store.claim(name(worker), atLeast, count);
    outrun = start == owned ? outrun : window;
    return OptionalLong.of(start);
  }

  void remember(long worker, long end) {
    ends.merge(worker, end, Math::max);
  }

  /** Returns whether one of the lines is near the time that the clock shows. */
  boolean confirmClock(LinePositions stand, long floor) {
    return stand.next().stream().anyMatch(next -> skew.confirms(rules, next, floor));
  }

  /**
   * Moves a line from the position at which it was read.
   *
   * @param stood the line's position; if it is below this process's earlier claims, the store has
   *     forgotten one
   * @return whether the line was still at the position {@code seen}
   */
  boolean tryMove(long worker, long seen, long stood, long end, ClaimRequest request) {
    String line = name(worker);
    if (!request.clockCompared()) {
      skew.refuseUnconfirmed(rules, line, seen, request.floor());
    }
    if (!store.compareAndSet(line, seen, end)) {
      return false;
    }
    RewindDetector.check(line, stood, end(worker));
    remember(worker, end);
    taken.set(line);
    return true;
  }

  /** Writes a note beside the line that was last taken, if its note is missing. */
  void annotateTaken(String note) {
    String line = taken.getAndSet("");
    if (!line.isEmpty()) {
      try {
        store.annotate(line, note);
      } catch (MintmarkException e) {
        // The next taking writes a note.
      }
    }
  }

  /**
   * Returns how many positions to claim from {@code start}, so that they reach to the end of a
   * window that begins now.
   *
   * @param now the lowest position of the current tick
   * @return at least the wanted count, if that many are left
   */
  long countFrom(long start, long now, long windowTicks, ClaimRequest request) {
    if (start >= rules.end()) {
      throw timeEnded();
    }
    long lastTick = Math.min(now / rules.capacity() + windowTicks, rules.ticks());
    long wanted = Math.max(lastTick * rules.capacity() - start, request.wanted());
    return Math.min(wanted, rules.end() - start);
  }

  ExhaustedException timeEnded() {
    return new ExhaustedException(Message.of(
        "the time bits have run out: timeEnds={}, lines={}; no id issued", rules.ends(), names()));
  }
}
