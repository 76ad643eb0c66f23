package io.mintmark.server.access;

import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.service.ProblemException;
import io.mintmark.store.engine.GroupCommit;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A store's lines (named, durable counters) for one caller. Each write is recorded. If moving a
 * line could stop other callers from working, the write requires an administrator. Forbidden writes
 * are recorded like all refusals: many refusals share one record.
 *
 * <p>A token may be restricted to some lines. Its caller then cannot write to other lines.
 *
 * <p><b>Mintmark's own lines</b> require an administrator. Two of them may be used by every caller
 * that may claim: the gate, on which a process claims after its first write to each other line, and
 * the line on which {@code mintmark doctor} tries claims. Each thread claims one
 * position at a time there, and a process may send one claim for all its waiting threads. With such
 * claims, neither line is ever used up.
 *
 * <p><b>The lines of settings</b>, under {@value SpecLine#PREFIX}: any write but the first keeps a
 * generator from ever being opened again. So a caller may only create such a line, as a generator
 * does when it is opened for the first time: with a fingerprint as its position, and with the
 * settings of this fingerprint as its note. Some of these lines are definitions: generators that
 * were made over HTTP on a server of an earlier version. Only an administrator may write
 * definitions.
 *
 * <p><b>Lowering a line</b> requires an administrator, because the line's positions are then handed
 * out again.
 */
public final class CallersLines extends ForwardingStore {

  private final Principal caller;
  private final RequestTrace trace;

  /**
   * Wraps a store for a caller.
   *
   * @param store the caller of this constructor closes it
   * @param caller has passed the check for permission to claim
   * @param trace identifies its request
   */
  public CallersLines(LineStore store, Principal caller, RequestTrace trace) {
    super(store);
    this.caller = caller;
    this.trace = trace;
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    return beginClaim(line, atLeast, count).getAsLong();
  }

  /**
   * A claim that the caller may not make is not sent. Every caller claims on the gate repeatedly,
   * so these claims are not recorded.
   */
  @Override
  public LongSupplier beginClaim(String line, long atLeast, long count) {
    boolean isSmall = atLeast == 0 && count <= GroupCommit.MAX_WAITING;
    boolean isOfGate = isSmall && line.equals(StoreLines.GATE);
    LongSupplier begun;
    try {
      if (!isOfGate && !(isSmall && line.equals(StoreLines.DOCTOR))) {
        check(line, false);
      }
      begun = store().beginClaim(line, atLeast, count);
    } catch (RuntimeException e) {
      begun = () -> {
        throw e;
      };
    }
    LongSupplier sent = begun;
    String what = "atLeast=" + atLeast + ", count=" + count;
    return isOfGate ? sent : () -> recorded("claim", line, what, sent::getAsLong);
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    // A server that lacks the generator of a definition does not start, see FormerDefinitions.
    boolean isDefinition = line.startsWith(SpecLine.of(SpecLine.DEFINITIONS));
    boolean isFirst = expected == 0 && !SpecLine.isPlaceholder(next) && !isDefinition;
    return recorded("compare-and-set", line, "expected=" + expected + ", next=" + next, () -> {
      check(line, isFirst);
      return super.compareAndSet(line, expected, next);
    });
  }

  @Override
  public LinePositions positions(List<String> lines) {
    return store().positions(lines);
  }

  @Override
  public boolean lower(String line, long expected, long next) {
    return recorded("lower", line, "expected=" + expected + ", next=" + next, () -> {
      caller.token.admitToLine(line);
      caller.token.requireAdmin(line, "lowering a line hands out its positions again");
      return super.lower(line, expected, next);
    });
  }

  @Override
  public void annotate(String line, String note) {
    boolean unused = recorded("note", line, "characters=" + note.length(), () -> {
      check(line, isSettings(line) && SpecLine.fingerprint(note) == super.position(line));
      super.annotate(line, note);
      return true;
    });
  }

  /** Closes nothing: the owner closes the store. */
  @Override
  public void close() {}

  /**
   * Checks the right to write to a line.
   *
   * @param createsSettings whether the write is one that creates the settings of a generator
   */
  private void check(String line, boolean createsSettings) {
    caller.token.admitToLine(line);
    if (LineName.isReserved(line)) {
      caller.token.requireAdmin(line, "the line is Mintmark's own");
    }
    if (isSettings(line) && !createsSettings) {
      caller.token.requireAdmin(line, "the line keeps a generator's settings, written once");
    }
  }

  private static boolean isSettings(String line) {
    return line.startsWith(SpecLine.PREFIX);
  }

  private <T> T recorded(String act, String line, String what, Supplier<T> write) {
    T answer;
    try {
      answer = write.get();
    } catch (ProblemException e) { // Thrown only if the caller lacks a right.
      caller.refused(e, trace);
      throw e;
    } catch (RuntimeException e) {
      caller.did(act, line, what, String.valueOf(e.getMessage()), trace);
      throw e;
    }
    caller.did(act, line, what, "ok: " + answer, trace);
    return answer;
  }
}
