package io.mintmark.store.engine;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.ClaimArguments;
import io.mintmark.store.Line;
import io.mintmark.store.LineName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets the calls of many threads share one round trip to the engine, and one commit there.
 *
 * <p>One lock guards the engine; it is called the lane, and only its holder may use the engine. A
 * caller that finds nobody waiting and the lane free uses the engine itself, in its own thread and
 * without a detour. All others push their call onto a stack and park. One thread, the writer, takes
 * the lane, then the whole stack with one swap, sorts the calls by line, makes the claims on one
 * line into one claim ({@link Write.Claim}), and has the engine do them together. While it waits
 * for that, the next batch gathers. Nobody is answered before the engine has returned.
 *
 * <p><b>No wake-up is lost.</b> The push that finds the stack empty unparks the writer, and the
 * writer parks only after a look that found it empty; if the push comes between the two, the permit
 * makes the park return at once. A caller re-reads its call's state after each return of its park.
 *
 * <p><b>No call is forgotten at the end.</b> The writer's last swap leaves {@link #CLOSED} as the
 * top for ever. A push is one compare-and-set on the top, so it is either below that mark, and gets
 * its answer, or sees it and is refused. The writer gives the engine back under the lane's lock
 * after {@link #closing} was set, and a caller that takes the lane itself looks at that first.
 *
 * <p><b>No range goes to two callers.</b> A claim made of several takes as many positions as they
 * ask for together, from their highest floor, and shares them out without overlap. Where the engine
 * throws, or leaves a write without an answer, nobody behind it gets anything, so that what it may
 * have done is burned.
 *
 * <p><b>Who wakes the callers.</b> Waking is most of what a claim costs on a local disk, so a
 * thread of its own does it while the writer is at the next batch; a lone caller is woken by the
 * writer, without the detour. Callers that wake one another, in a chain or a tree, and callers that
 * yield before they park were measured with 64 threads: none is faster, and beside other work they
 * are several times slower.
 *
 * <p><b>No error ends the threads, and none leaves a caller waiting.</b> Memory may run out at any
 * allocation. What the writer has taken it holds by the links that the push made, so it can give
 * each of those calls up without allocating anything, whatever went wrong between taking and
 * answering; the waker allocates nothing at all. A caller that uses the lane itself has nobody
 * behind it, and gets its error itself. Its stack may run out: before it takes the lane, or pushes,
 * it makes sure of the room that the way back takes, or the lane would stay locked; and before it
 * uses the engine, of the room that a driver takes, as a class whose initialization overflows the
 * stack can never be used again in that JVM.
 *
 * <p>Both threads are daemons. Thread-safe.
 */
public final class GroupCommit {

  /** The most calls that wait at a time, which is as many threads. */
  public static final int MAX_WAITING = 1 << 16;

  private static final Call CLOSED = new Call.Note("", "");
  private static final long MEMORY_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** A depth of calls of a small method that takes more stack than unlocking does. */
  private static final int DEPTH_TO_RETURN = 64;

  /** A depth of such calls that takes as much stack as an engine may. */
  private static final int DEPTH_OF_ENGINE = 1_024;

  private final AtomicReference<@Nullable Call> newest = new AtomicReference<>();
  private final ReentrantLock lane = new ReentrantLock();
  private final String subject;
  private final Batches batches;
  private final Duration timeout;
  private final Runnable release;
  private final Thread writer;
  private final Waker waker;
  private volatile boolean closing;
  private volatile @Nullable Throwable releaseFault;

  /**
   * Starts the writer.
   *
   * @param subject names the store in messages without its secrets, for example {@code
   *     store=file:/path}
   * @param engine does the writes
   * @param maxLines how many lines a batch has at most, 1 or more
   * @param timeout the deadline of each call
   * @param release gives the engine back; runs once, after the last call was answered
   * @throws StoreUnavailableException if the system has no threads left; then {@code release} does
   *     not run
   */
  public GroupCommit(
      String subject, BatchEngine engine, int maxLines, Duration timeout, Runnable release) {
    this.subject = subject;
    this.timeout = timeout;
    this.release = release;
    this.waker = new Waker("mintmark-waker");
    this.batches = new Batches(engine, maxLines, waker);
    this.writer = DaemonThreads.of("mintmark-writer", this::run);
    boolean started = false;
    try {
      waker.start();
      writer.start();
      started = true;
    } catch (OutOfMemoryError e) {
      throw new StoreUnavailableException(
          Message.of(
              "no thread can be started: reason={}, {}; the store was not opened, see the limits"
                  + " on threads and memory",
              e.getMessage(),
              subject),
          e);
    } finally {
      if (!started) {
        waker.finish();
      }
    }
  }

  /**
   * Claims as {@link io.mintmark.store.ClaimStore#claim} says; checks the arguments first.
   *
   * @param line the line's name
   * @param atLeast the lowest start of use
   * @param count how many positions
   * @return the first position
   */
  public long claim(String line, long atLeast, long count) {
    ClaimArguments.checkClaim(line, atLeast, count);
    return submit(new Call.Claim(line, atLeast, count));
  }

  /**
   * Moves a line as {@link io.mintmark.store.ClaimStore#compareAndSet} says; checks the arguments
   * first.
   *
   * @param line the line's name
   * @param expected where the line must stand
   * @param next where it shall stand
   * @return whether this moved it
   */
  public boolean compareAndSet(String line, long expected, long next) {
    ClaimArguments.checkCompareAndSet(line, expected, next);
    return submit(new Call.CompareAndSet(line, expected, next)) == 1;
  }

  /**
   * Lowers a line as {@link io.mintmark.store.ClaimStore#lower} says; checks the arguments first.
   * For an engine it is a move like any other.
   *
   * @param line the line's name
   * @param expected where the line must stand
   * @param next where it shall stand
   * @return whether this moved it
   */
  public boolean lower(String line, long expected, long next) {
    ClaimArguments.checkLower(line, expected, next);
    return submit(new Call.CompareAndSet(line, expected, next)) == 1;
  }

  /**
   * Writes a note as {@link io.mintmark.store.ClaimStore#annotate} says; checks the arguments
   * first.
   *
   * @param line the line's name
   * @param note any text within the rule
   */
  public void annotate(String line, String note) {
    LineName.check(line);
    Line.checkNote(note);
    submit(new Call.Note(line, note));
  }

  /**
   * Refuses further calls, answers those that wait, and gives the engine back. Idempotent.
   *
   * @throws StoreUnavailableException if the engine does not answer in time, and is given back when
   *     it does; if giving it back failed
   */
  public void close() {
    closing = true;
    LockSupport.unpark(writer);
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    boolean interrupted = false;
    try {
      while (writer.isAlive()) {
        long leftNanos = deadlineNanos - System.nanoTime();
        if (leftNanos <= 0) {
          throw new StoreUnavailableException(Message.of(
              "the store's last commit is not done yet: timeoutMs={}, {}; it goes on closing in"
                  + " the background",
              timeout.toMillis(),
              subject));
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
    Throwable fault = releaseFault;
    if (fault != null) {
      throw new StoreUnavailableException(
          Message.of(
              "the store is closed, but its engine was not given back: reason={}, {}",
              fault,
              subject),
          fault);
    }
  }

  /**
   * Refuses what comes after {@link #close}, for calls that do not pass through here.
   *
   * @throws ClosedException if this is closed
   */
  public void checkOpen() {
    if (closing) {
      throw closed();
    }
  }

  /** Has a call done, and waits until that is durable. */
  long submit(Call call) {
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    int unusedReturn = touchStack(DEPTH_TO_RETURN);
    if (newest.get() == null && lane.tryLock()) {
      try {
        checkOpen();
        int unusedEngine = touchStack(DEPTH_OF_ENGINE);
        batches.commit(List.of(call));
      } finally {
        lane.unlock();
      }
    } else {
      push(call);
    }
    if (!call.await(deadlineNanos)) {
      throw late(call);
    }
    Throwable failure = call.failure();
    if (failure == null) {
      return call.answer();
    }
    if (failure instanceof ExhaustedException) {
      throw new ExhaustedException(String.valueOf(failure.getMessage()), failure);
    }
    throw new StoreUnavailableException(
        Message.of(
            "the store could not write: reason={}, line={}, {}; what was asked may be burned",
            failure.getMessage(),
            call.line,
            subject),
        failure);
  }

  private StoreUnavailableException late(Call call) {
    String outcome = call.abandon() ? "nothing was changed" : "what was asked may be burned";
    return new StoreUnavailableException(Message.of(
        "the store did not answer in time: timeoutMs={}, line={}, waiting={}, {}; {}",
        timeout.toMillis(),
        call.line,
        waiting(),
        subject,
        outcome));
  }

  /** Counts the calls that wait for the next batch. */
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
        throw new StoreUnavailableException(Message.of(
            "too many calls wait for the store: waiting={}, {}; nothing was changed",
            MAX_WAITING,
            subject));
      }
    } while (!newest.compareAndSet(older, call));
    if (older == null) {
      LockSupport.unpark(writer);
    }
  }

  private ClosedException closed() {
    return new ClosedException("the store is closed: " + subject);
  }

  /** Throws StackOverflowError here, where nothing has been done yet, and not later. */
  private static int touchStack(int depth) {
    return depth == 0 ? 0 : 1 + touchStack(depth - 1);
  }

  private void run() {
    boolean last = false;
    while (!last) {
      if (newest.get() == null && !closing) {
        LockSupport.park(this);
        continue;
      }
      takeLane();
      try {
        last = closing;
        Call taken = newest.getAndSet(last ? CLOSED : null);
        if (taken != null) {
          batches.commitTaken(taken);
        }
      } finally {
        lane.unlock();
      }
    }
    waker.finish();
    giveBack();
  }

  /** Waits for the lane, whose lock takes some memory if it is held. */
  private void takeLane() {
    while (true) {
      try {
        lane.lock();
        return;
      } catch (OutOfMemoryError e) {
        LockSupport.parkNanos(this, MEMORY_PAUSE_NANOS);
      }
    }
  }

  @SuppressWarnings("CatchingUnchecked")
  private void giveBack() {
    takeLane();
    try {
      release.run();
    } catch (Throwable e) {
      releaseFault = e;
    } finally {
      lane.unlock();
    }
  }
}
