package io.mintmark.store.engine;

import io.mintmark.error.ClosedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait for the next batch, linked from the newest to the oldest. {@link GroupCommit}
 * says why none is lost. Lock-free; allocates nothing.
 */
final class CallStack {

  private static final Call CLOSED = new Call.Note("", "");

  private final AtomicReference<@Nullable Call> newest = new AtomicReference<>();
  private final String subject;

  /**
   * Makes an empty one.
   *
   * @param subject names the store in messages
   */
  CallStack(String subject) {
    this.subject = subject;
  }

  int size() {
    Call top = newest.get();
    return top == null ? 0 : top.depth;
  }

  /** Adds a call. */
  void add(Call call) {
    Call older;
    do {
      older = newest.get();
      if (older == CLOSED) {
        throw closed();
      }
      call.older = older;
      call.depth = older == null ? 1 : older.depth + 1;
      if (call.depth > GroupCommit.MAX_WAITING) {
        throw new StoreUnavailableException(Message.of(
            "too many calls wait for the store: waiting={}, {}; nothing was changed",
            GroupCommit.MAX_WAITING,
            subject));
      }
    } while (!newest.compareAndSet(older, call));
  }

  ClosedException closed() {
    return new ClosedException("the store is closed: " + subject);
  }

  /** Finds the thread of the newest call that is waited for, if there is one. */
  @Nullable
  Thread nextLeader() {
    for (Call call = newest.get(); call != null; call = call.older) {
      Thread thread = call.waitingThread();
      if (thread != null) {
        return thread;
      }
    }
    return null;
  }

  /** Takes all calls, if there are any. */
  @Nullable
  Call take() {
    return newest.getAndSet(null);
  }

  /** Takes all calls for the last time: from now on every call is refused. */
  @Nullable
  Call takeLast() {
    return newest.getAndSet(CLOSED);
  }
}
