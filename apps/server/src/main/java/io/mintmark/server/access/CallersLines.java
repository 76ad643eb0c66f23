package io.mintmark.server.access;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.PassingStore;
import io.mintmark.store.StoreLines;
import java.util.function.Supplier;

/**
 * A store's lines in the hands of one caller: a record is kept of each write, and Mintmark's own
 * lines take an administrator. Two of those everybody who claims has a part in: the gate, on which
 * one position at a time is claimed, and the line that a doctor tries claims on.
 */
public final class CallersLines extends PassingStore {

  private final Caller caller;

  /**
   * Hands a store to a caller.
   *
   * @param store stays its owner's to close
   * @param caller whom the need to claim has let through
   */
  public CallersLines(ClaimStore store, Caller caller) {
    super(store);
    this.caller = caller;
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    boolean passesGate = line.equals(StoreLines.GATE) && atLeast == 0 && count == 1;
    return recorded("claim", line, "atLeast=" + atLeast + ", count=" + count, () -> {
      if (!passesGate && !line.equals(StoreLines.DOCTOR)) {
        checkReserved(line);
      }
      return super.claim(line, atLeast, count);
    });
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    return recorded("compare-and-set", line, "expected=" + expected + ", next=" + next, () -> {
      checkReserved(line);
      return super.compareAndSet(line, expected, next);
    });
  }

  @Override
  public void annotate(String line, String note) {
    boolean unused = recorded("note", line, "characters=" + note.length(), () -> {
      checkReserved(line);
      super.annotate(line, note);
      return true;
    });
  }

  /** Closes nothing: the store is its owner's. */
  @Override
  public void close() {}

  private void checkReserved(String line) {
    if (StoreLines.isReserved(line)) {
      caller.admitToReserved(line);
    }
  }

  private <T> T recorded(String act, String line, String what, Supplier<T> write) {
    T answer;
    try {
      answer = write.get();
    } catch (RuntimeException e) {
      caller.did(act, line, what, String.valueOf(e.getMessage()));
      throw e;
    }
    caller.did(act, line, what, "ok: " + answer);
    return answer;
  }
}
