package io.mintmark.server.access;

import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.service.ProblemException;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.LineName;
import io.mintmark.store.LinePositions;
import io.mintmark.store.engine.GroupCommit;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A store's lines in the hands of one caller: a record is kept of each write, and lines that keep
 * others from working when they are moved take an administrator. A write that the caller may not
 * make is a refusal like any other: many of them have one record.
 *
 * <p>A token may be for some lines only, and then its caller writes on no others.
 *
 * <p><b>Mintmark's own lines</b> are such. Two of them everybody who claims has a part in: the
 * gate, and the line that a doctor tries claims on. Each thread claims one position at a time
 * there, and a process may make one claim of those that wait together. Claimed so, neither line
 * comes to its end.
 *
 * <p><b>The lines of settings</b>, under {@value SpecLine#PREFIX}: moved by anything but its first
 * write, such a line keeps a generator from ever being opened again. So a caller may do there what
 * a generator does when it is opened first: write a fingerprint where there is none, and beside it
 * the settings that it is the fingerprint of. Definitions of generators are among these lines: only
 * an administrator writes those.
 *
 * <p><b>To lower a line</b> makes its positions come again.
 */
public final class CallersLines extends ForwardingStore {

  private final Principal caller;

  /**
   * Hands a store to a caller.
   *
   * @param store stays its owner's to close
   * @param caller whom the need to claim has let through
   */
  public CallersLines(ClaimStore store, Principal caller) {
    super(store);
    this.caller = caller;
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    return answered(line, atLeast, count, () -> {
      checkClaim(line, atLeast, count);
      return super.claim(line, atLeast, count);
    });
  }

  /** A claim that the caller may not make is not begun. */
  @Override
  public LongSupplier beginClaim(String line, long atLeast, long count) {
    try {
      checkClaim(line, atLeast, count);
    } catch (RuntimeException e) {
      return () -> answered(line, atLeast, count, () -> {
        throw e;
      });
    }
    LongSupplier begun = store().beginClaim(line, atLeast, count);
    return () -> answered(line, atLeast, count, begun);
  }

  /** Everybody claims on the gate, again and again: of that there is no record. */
  private long answered(String line, long atLeast, long count, LongSupplier claim) {
    return anybodyMay(atLeast, count) && line.equals(StoreLines.GATE)
        ? claim.getAsLong()
        : recorded("claim", line, "atLeast=" + atLeast + ", count=" + count, claim::getAsLong);
  }

  private void checkClaim(String line, long atLeast, long count) {
    boolean isShared = line.equals(StoreLines.GATE) || line.equals(StoreLines.DOCTOR);
    if (!isShared || !anybodyMay(atLeast, count)) {
      caller.admitToClaimOn(line);
      checkReserved(line);
    }
    checkSettings(line);
  }

  /** Whether a claim is small enough for the lines that everybody claims on. */
  private static boolean anybodyMay(long atLeast, long count) {
    return atLeast == 0 && count <= GroupCommit.MAX_WAITING;
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    boolean isFirst = expected == 0 && !SpecLine.isPlaceholder(next);
    return recorded("compare-and-set", line, "expected=" + expected + ", next=" + next, () -> {
      caller.admitToClaimOn(line);
      checkReserved(line);
      if (!isFirst || isDefinition(line)) {
        checkSettings(line);
      }
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
      caller.admitToClaimOn(line);
      caller.admitToLine(line, "to lower a line makes its positions come again");
      return super.lower(line, expected, next);
    });
  }

  @Override
  public void annotate(String line, String note) {
    boolean unused = recorded("note", line, "characters=" + note.length(), () -> {
      caller.admitToClaimOn(line);
      checkReserved(line);
      if (isSettings(line) && SpecLine.fingerprint(note) != super.position(line)) {
        checkSettings(line);
      }
      super.annotate(line, note);
      return true;
    });
  }

  /** Closes nothing: the store is its owner's. */
  @Override
  public void close() {}

  private void checkReserved(String line) {
    if (LineName.isReserved(line)) {
      caller.admitToLine(line, "the line is Mintmark's own");
    }
  }

  private void checkSettings(String line) {
    if (isSettings(line)) {
      caller.admitToLine(line, "a generator's settings stand on the line, written once");
    }
  }

  /** No server starts that lacks a generator which is defined there, see FormerDefinitions. */
  private static boolean isDefinition(String line) {
    return line.startsWith(SpecLine.of(SpecLine.DEFINITIONS));
  }

  private static boolean isSettings(String line) {
    return line.startsWith(SpecLine.PREFIX);
  }

  private <T> T recorded(String act, String line, String what, Supplier<T> write) {
    T answer;
    try {
      answer = write.get();
    } catch (ProblemException e) { // Of stores and checks only the checks of the caller throw it.
      caller.refused(e);
      throw e;
    } catch (RuntimeException e) {
      caller.did(act, line, what, String.valueOf(e.getMessage()));
      throw e;
    }
    caller.did(act, line, what, "ok: " + answer);
    return answer;
  }
}
