package io.mintmark.store.file;

import io.mintmark.ClosedException;
import io.mintmark.ExhaustedException;
import io.mintmark.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets the calls of many threads share one commit, and with it one fsync.
 *
 * <p>One thread, the writer, owns the ledger. A caller pushes its call onto a stack and parks; the
 * writer takes the whole stack with one swap, does the calls in the order in which they were
 * pushed, commits, and has their callers woken. While it waits for the disk, the next batch
 * gathers. Nobody is answered before the commit has returned.
 *
 * <p><b>No wake-up is lost.</b> The push that finds the stack empty unparks the writer, and the
 * writer parks only after a swap that found it empty; if the push comes between the two, the permit
 * makes the park return at once. A caller re-reads its call's state after each return of its park.
 *
 * <p><b>No call is forgotten at the end.</b> The writer's last swap leaves {@link #CLOSED} as the
 * top for ever. A push is one compare-and-set on the top, so it is either below that mark, and gets
 * its answer, or sees it and is refused.
 *
 * <p><b>What a failed commit leaves.</b> Its callers are told that their ranges are burned, memory
 * is read anew ({@link Batch}), and the same connection goes on. It must not be replaced by a fresh
 * one: after a failed fsync the kernel may count pages as clean that never reached the disk, and a
 * fresh connection would find the failed commit in the log, take it for a good one, and append
 * behind a hole; a power cut would then lose what follows. The old connection knows where the last
 * good commit ends and writes over the failed one.
 *
 * <p><b>Who wakes the callers.</b> Waking is most of what a claim costs, so a thread of its own
 * does it while the writer is at the next commit; a lone caller is woken by the writer, without the
 * detour. Callers that wake one another, in a chain or a tree, and callers that yield before they
 * park were measured with 64 threads: none is faster, and beside other work they are several times
 * slower.
 *
 * <p>The thread survives every exception, and is a daemon.
 */
final class GroupCommit {

  /** The most calls that wait at a time, which is as many threads. */
  static final int MAX_WAITING = 1 << 16;

  private static final Call CLOSED = new Call.Annotate("", "");

  private final AtomicReference<@Nullable Call> newest = new AtomicReference<>();
  private final String subject;
  private final Batch batch;
  private final Duration timeout;
  private final Runnable release;
  private final Thread writer;
  private final Waker waker;
  private volatile boolean closing;

  /**
   * Starts the writer.
   *
   * @param subject names the store in messages, {@code store=file:/path}
   * @param ledger where commits go
   * @param timeout the deadline of each call
   * @param release runs in the writer's thread at its very end
   */
  GroupCommit(String subject, Ledger ledger, Duration timeout, Runnable release) {
    this.subject = subject;
    this.batch = new Batch(ledger);
    this.timeout = timeout;
    this.release = release;
    this.waker = new Waker();
    this.writer = new Thread(this::run, "mintmark-file-writer");
    writer.setDaemon(true);
    writer.start();
  }

  /** Has a call done, and waits until that is durable. */
  long submit(Call call) {
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    push(call);
    if (!call.await(deadlineNanos)) {
      String outcome = call.abandon() ? "nothing was changed" : "what was asked may be burned";
      throw new StoreUnavailableException("the store answers in time or not at all: timeoutMs="
          + timeout.toMillis()
          + ", line="
          + call.line
          + ", waiting="
          + waiting()
          + ", "
          + subject
          + "; "
          + outcome);
    }
    Throwable failure = call.failure;
    if (failure == null) {
      return call.answer;
    }
    if (failure instanceof ExhaustedException) {
      throw new ExhaustedException(String.valueOf(failure.getMessage()), failure);
    }
    throw new StoreUnavailableException(
        "the store could not write: reason="
            + failure.getMessage()
            + ", line="
            + call.line
            + ", "
            + subject
            + "; what was asked may be burned",
        failure);
  }

  /**
   * Refuses further calls, answers those that wait, and ends the writer. Idempotent.
   *
   * @throws StoreUnavailableException if the writer does not end in time
   */
  void close() {
    closing = true;
    LockSupport.unpark(writer);
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    boolean interrupted = false;
    try {
      while (writer.isAlive()) {
        long leftNanos = deadlineNanos - System.nanoTime();
        if (leftNanos <= 0) {
          throw new StoreUnavailableException(
              "the store closes when its last commit is done: timeoutMs="
                  + timeout.toMillis()
                  + ", "
                  + subject
                  + "; it goes on closing in the background");
        }
        try {
          TimeUnit.NANOSECONDS.timedJoin(writer, leftNanos);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  ClosedException closed() {
    return new ClosedException("the store is closed: " + subject);
  }

  /** Counts the calls that wait for the next commit. */
  int waiting() {
    Call top = newest.get();
    return top == null ? 0 : top.depth;
  }

  /** Hands a call to the writer without waiting for its answer. */
  void push(Call call) {
    Call older;
    do {
      older = newest.get();
      if (older == CLOSED || closing) {
        throw closed();
      }
      call.older = older;
      call.depth = older == null ? 1 : older.depth + 1;
      if (call.depth > MAX_WAITING) {
        throw new StoreUnavailableException("too many calls wait for the store: waiting="
            + MAX_WAITING
            + ", "
            + subject
            + "; nothing was changed");
      }
    } while (!newest.compareAndSet(older, call));
    if (older == null) {
      LockSupport.unpark(writer);
    }
  }

  private void run() {
    boolean last = false;
    while (!last) {
      last = closing;
      Call taken = newest.getAndSet(last ? CLOSED : null);
      if (taken != null) {
        process(oldestFirst(taken));
      } else if (!last) {
        LockSupport.park(this);
      }
    }
    waker.finish();
    release.run();
  }

  /** Turns the stack over. */
  private static Call oldestFirst(Call newest) {
    Call first = newest;
    Call older = newest.older;
    first.older = null;
    while (older != null) {
      Call next = older.older;
      older.older = first;
      first = older;
      older = next;
    }
    return first;
  }

  /** After {@link #oldestFirst} the links lead from a call to the one after it. */
  @SuppressWarnings("CatchingUnchecked")
  private void process(Call first) {
    Throwable failure = null;
    try {
      for (Call call = first; call != null; call = call.older) {
        if (call.take()) {
          call.apply(batch);
        }
      }
      batch.commit();
    } catch (Throwable e) {
      // Nothing may end this thread, or all later calls would wait in vain.
      batch.forget();
      failure = e;
    }
    for (Call call = first; failure != null && call != null; call = call.older) {
      call.take();
      call.failure = failure;
    }
    if (first.older == null) {
      first.wake();
    } else {
      waker.wake(first);
    }
  }
}
