package io.mintmark.store.engine;

import io.mintmark.error.ClosedException;
import io.mintmark.error.Message;
import io.mintmark.error.TooManyCallsException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait for the next batch, linked from the newest to the oldest. {@link GroupCommit}
 * explains why no call is lost. Lock-free; allocates nothing.
 */
final class CallStack {

  private static final Call CLOSED = new Call.Note("", "");

  private final AtomicReference<@Nullable Call> newest = new AtomicReference<>();
  private final String subject;

  /**
   * Makes an empty stack.
   *
   * @param subject names the store in messages
   */
  CallStack(String subject) {
    this.subject = subject;
  }

  boolean isEmpty() {
    return newest.get() == null;
  }

  int size() {
    Call top = newest.get();
    return top == null ? 0 : top.depth;
  }

  /**
   * Adds a call.
   *
   * @param wakes whether the adding thread wakes the writer, unless the writer is woken already
   * @return the call below the added one; null if the stack was empty
   */
  @Nullable
  Call add(Call call, boolean wakes) {
    Call older;
    do {
      older = newest.get();
      if (older == CLOSED) {
        throw closed();
      }
      call.older = older;
      call.depth = older == null ? 1 : older.depth + 1;
      call.isWriterWoken = wakes || (older != null && older.isWriterWoken);
      if (call.depth > GroupCommit.MAX_WAITING) {
        throw new TooManyCallsException(Message.of(
            "too many calls wait for the store: waiting={}, {}; nothing was changed",
            GroupCommit.MAX_WAITING,
            subject));
      }
    } while (!newest.compareAndSet(older, call));
    return older;
  }

  ClosedException closed() {
    return new ClosedException("the store is closed: " + subject);
  }

  /**
   * Returns the newest call if the thread made all calls and there are at most {@code most}, else
   * null.
   */
  @Nullable
  Call ofOnly(Thread thread, int most) {
    Call top = newest.get();
    if (top == null || top.depth > most) {
      return null;
    }
    for (Call call = top; call != null; call = call.older) {
      if (!call.isOf(thread)) {
        return null;
      }
    }
    return top;
  }

  /** Takes all calls if {@code top} is still the newest. */
  boolean take(Call top) {
    return newest.compareAndSet(top, null);
  }

  /** Takes all calls. Returns the newest, or null if there is none. */
  @Nullable
  Call take() {
    return newest.getAndSet(null);
  }

  /** Takes all calls for the last time: every later call is refused. */
  @Nullable
  Call takeLast() {
    return newest.getAndSet(CLOSED);
  }
}
