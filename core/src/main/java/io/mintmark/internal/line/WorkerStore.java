package io.mintmark.internal.line;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Owned;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.internal.store.LineStore;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Each worker number has a line in the store: a durable counter, on which processes claim positions
 * by moving it forward. This class reads and moves these lines, and remembers where this process's
 * claims on each line end. Called by one thread at a time, but {@link #annotateTaken}, and a claim
 * that was given up and whose result is ignored, may run at the same time.
 */
final class WorkerStore {

  private final LineStore store;
  private final String prefix;
  private final TickRules rules;
  private final ClockAheadRules skew;

  /**
   * The end of this process's claims on the line of each worker number. A position of the line
   * below this end shows that the store has forgotten claims.
   */
  private final Map<Long, Long> ends = new ConcurrentHashMap<>();

  /**
   * The last window that could not be renewed, because its line had already moved past the window's
   * end.
   */
  private volatile Owned outrun = Owned.NOTHING;

  /**
   * The line of the number that was taken last, if its note is not written yet; otherwise empty.
   */
  private final AtomicReference<String> taken = new AtomicReference<>("");

  /**
   * Creates an object that reads and moves lines.
   *
   * @param prefix the part of the lines' names before the number, for example {@code worker/users/}
   */
  WorkerStore(LineStore store, String prefix, TickRules rules, ClockAheadRules skew) {
    this.store = store;
    this.prefix = prefix;
    this.rules = rules;
    this.skew = skew;
  }

  String name(long worker) {
    return prefix + worker;
  }

  /** Returns a name for all lines together, for messages. */
  String names() {
    return prefix + "*";
  }

  long position(long worker) {
    return store.position(name(worker));
  }

  /**
   * Reads the positions of several numbers' lines, then that of the line {@link
   * WindowRules#RESTORED}, and the clock of the store's engine, if it has one.
   */
  LinePositions positions(List<Long> workers) {
    return store.positions(WindowRules.lines(prefix, workers));
  }

  /** Returns the end of this process's claims on a number's line; 0 if it has made no claim. */
  long end(long worker) {
    return ends.getOrDefault(worker, 0L);
  }

  /**
   * Claims the positions that follow a window. Makes no claim if the line is known to be past the
   * window's end: an earlier renewal of this window started at a later position, or its reply
   * arrived too late to be used. Another claim would only burn another range.
   *
   * @param owned the end of the window
   * @return the start of the claim; empty if no claim was made
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

  /**
   * Moves a line, if it is still at the position that was read.
   *
   * @param stood the position to compare with the end of this process's claims. If it is below that
   *     end, the store has forgotten a claim
   * @return whether the line was still at the position {@code seen}
   */
  boolean tryMove(long worker, long seen, long stood, long end, ClaimRequest request) {
    String line = name(worker);
    long owned = end(worker); // A claim that was given up may raise it after the compareAndSet.
    if (!request.clockCompared()) {
      skew.refuseUnconfirmed(rules, line, seen, request.floor());
    }
    if (!store.compareAndSet(line, seen, end)) {
      return false;
    }
    LineEnds.check(line, stood, owned);
    remember(worker, end);
    taken.set(line);
    return true;
  }

  /**
   * Writes a note on the line of the number that was taken last, if its note is not written yet.
   */
  void annotateTaken(String note) {
    String line = taken.getAndSet("");
    if (!line.isEmpty()) {
      try {
        store.annotate(line, note);
      } catch (MintmarkException e) {
        // This note is not tried again. The next number that is taken gets a note.
      }
    }
  }

  /**
   * Returns how many positions to claim from {@code start}, so that they reach the end of a window
   * that begins now.
   *
   * @param now the lowest position of the current tick
   * @return the number of positions. It is at least the number that the request wants, if that many
   *     positions are left
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
