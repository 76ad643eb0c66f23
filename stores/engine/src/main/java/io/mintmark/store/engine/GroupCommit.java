package io.mintmark.store.engine;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.ClaimArguments;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.StackRoom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets the calls of many threads share one round trip to the engine, and one commit there.
 *
 * <p>Here, the lane is a lock on the engine: one thread at a time holds it, and only that thread
 * may use the engine. (A lane of {@link StoreEngine#lane} has an instance of this class of its
 * own.) A caller that finds the stack of waiting calls empty and the lane free uses the
 * engine in its own thread. Every other caller pushes its call onto the stack and pauses. The
 * writer is a loop in a background thread ({@link StoreContext#loops()}). It takes the lane, then
 * the whole stack with one swap. It groups the calls by line (a named counter in the engine),
 * merges the claims on one line into one claim ({@link Write.Claim}),
 * and runs them together on the engine. Meanwhile further calls gather on the stack for the next
 * batch. No call is answered before the engine has returned.
 *
 * <p><b>No wake-up is lost.</b> The push that finds the stack empty wakes the writer, which looks
 * at the stack at least once after that. If the writer finds the lane held, it sets
 * {@link #writerWaits} and tries once more. A caller first gives the lane back and then reads
 * {@link #writerWaits}. So either the writer gets the lane, or that caller wakes it. A caller reads
 * its call's state again after each pause.
 *
 * <p><b>No call is forgotten at the end.</b> The writer's last swap ({@link CallStack#takeLast})
 * leaves a marker on top of the stack for ever. A push is one compare-and-set on the top. Either
 * the push happens before that swap, and its call is answered, or the push finds the marker and is
 * refused. The writer releases the engine after {@link #closing} was set, while it holds the lane,
 * and keeps the lane: no caller uses the engine after that.
 *
 * <p><b>No range goes to two callers.</b> A merged claim takes as many positions as its callers
 * request together, from their highest {@code atLeast}, and divides them without overlap. If the
 * engine throws, or leaves a write without an answer, no caller of that write gets a range. A range
 * that the engine may have claimed is then burned: it is never used.
 *
 * <p><b>One thread may have several calls in progress</b> ({@link #begin}). It pushes them one
 * after another without waking the writer, because the writer would start with the first call
 * alone. Later the thread requests the answers. If a call whose answer is requested is still
 * waiting, the thread tries to take the lane and to commit all calls that it began. If another
 * thread's call waits too, or the lane is held, the thread wakes the writer instead. So the calls
 * that one thread began share a commit, and a lone thread needs no other thread. Each call records
 * whether the writer was woken for it or for an older call on the stack. A caller that waits for
 * its answer at once, and pushes its call on top of a call without such a wake-up, wakes the
 * writer. If the answer to a begun call is never requested, the call is made together with the next
 * call of any thread.
 *
 * <p><b>Waking the callers.</b> On a local disk, waking is most of the cost of a claim. So a
 * separate thread wakes them while the writer runs the next batch. The writer wakes a lone caller
 * itself. Alternatives were measured with 64 threads: callers that wake one another, in a chain or
 * a tree, and callers that yield before they park. None is faster, and they are several times
 * slower while the machine does other work.
 *
 * <p><b>No error ends the threads, and none leaves a caller waiting.</b> Memory may run out at any
 * allocation. The calls that the writer has taken stay linked as they were pushed. So the writer
 * can fail each of them without allocating, after any error between taking and answering. The waker
 * allocates nothing at all. A caller that holds the lane itself runs only its own calls, so an
 * error reaches that caller directly. Even if that thread's stack overflows, it can give the lane
 * back, because this is a single write and needs no stack. {@link StackRoom} checks, before the
 * thread wakes the writer or uses the engine, that its stack has room for that.
 *
 * <p><b>All waits use the context</b>: its clock, and the two loops that it starts, the writer and
 * the {@link Waker}. {@code SteppedGroupCommitTest} runs all of this on one thread.
 *
 * <p>Thread-safe.
 */
public final class GroupCommit {

  /** The most calls that wait at a time. */
  public static final int MAX_WAITING = 1 << 16;

  /** A field updater instead of a VarHandle, for the reason given in {@link Call}. */
  private static final AtomicIntegerFieldUpdater<GroupCommit> LANE =
      AtomicIntegerFieldUpdater.newUpdater(GroupCommit.class, "lane");

  private static final int FREE = 0;
  private static final int HELD = 1;

  private final CallStack waiting;
  private final OpenSettings settings;
  private final Batches batches;
  private final Runnable release;
  private final Waker waker;
  private final Runnable writer;
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  private volatile int lane = FREE;

  /**
   * Whether the writer found the lane held, so that the caller that gives the lane back must wake
   * the writer.
   */
  private volatile boolean writerWaits;

  private volatile boolean closing;
  private volatile @Nullable Throwable releaseFault;

  /**
   * Starts the writer.
   *
   * @param settings the store's name in messages, the time limit of each call, and the context
   * @param engine makes the writes
   * @param maxLines the most lines in a batch, 1 or more
   * @param release releases the engine; runs once, after the last call was answered
   * @throws StoreUnavailableException if the system cannot start more threads; then {@code release}
   *     does not run
   */
  public GroupCommit(OpenSettings settings, BatchEngine engine, int maxLines, Runnable release) {
    this.settings = settings;
    this.waiting = new CallStack(settings.subject());
    this.release = release;
    this.waker = started(() -> new Waker(settings.context()));
    this.batches = new Batches(engine, maxLines, waker);
    boolean started = false;
    try {
      this.writer = started(() -> settings.context().loops().start("mintmark-writer", this::turn));
      started = true;
    } finally {
      if (!started) {
        waker.finish();
      }
    }
  }

  private <T> T started(Supplier<T> starter) {
    try {
      return starter.get();
    } catch (OutOfMemoryError e) {
      throw new StoreUnavailableException(
          Message.of(
              "no thread can be started: reason={}, {}; the store was not opened, see the limits"
                  + " on threads and memory",
              e.getMessage(),
              settings.subject()),
          e);
    }
  }

  /**
   * Claims as {@link io.mintmark.store.LineStore#claim} specifies. Checks the arguments first.
   *
   * @param line the line's name
   * @param atLeast the lowest start that the caller can use
   * @param count the number of positions
   * @return the first position
   */
  public long claim(String line, long atLeast, long count) {
    ClaimArguments.checkClaim(line, atLeast, count);
    return submit(new Call.Claim(line, atLeast, count));
  }

  /**
   * Begins a claim as {@link io.mintmark.store.LineStore#beginClaim} specifies. Its deadline runs
   * from now. Checks the arguments first.
   *
   * @param line the line's name
   * @param atLeast the lowest start that the caller can use
   * @param count the number of positions
   * @return waits for the first position and returns it; only the thread that began the claim may
   *     call this supplier
   */
  public LongSupplier begin(String line, long atLeast, long count) {
    ClaimArguments.checkClaim(line, atLeast, count);
    return begin(new Call.Claim(line, atLeast, count));
  }

  /**
   * Begins to move a line as {@link io.mintmark.store.LineStore#beginCompareAndSet} specifies, in
   * the same way as {@link #begin(String, long, long)} begins a claim. Checks the arguments first.
   *
   * @param line the line's name
   * @param expected the position at which the line must be
   * @param next the line's new position
   * @return waits for the answer, and returns 1 if this call moved the line, else 0; only the
   *     thread that began the call may call this supplier
   */
  public LongSupplier beginCompareAndSet(String line, long expected, long next) {
    ClaimArguments.checkCompareAndSet(line, expected, next);
    return begin(new Call.CompareAndSet(line, expected, next));
  }

  private LongSupplier begin(Call call) {
    Deadline deadline = settings.deadline();
    StackRoom.toReturn();
    checkOpen();
    Call unused = waiting.add(call, false);
    return () -> {
      if (call.isWaiting() && !commitsOwn()) {
        writer.run();
      }
      return answer(call, deadline);
    };
  }

  /** Commits the begun calls of this thread, if no other call waits and the lane is free. */
  private boolean commitsOwn() {
    Optional<Thread> own = Optional.of(Thread.currentThread());
    Call top = waiting.ofOnly(own.get(), batches.maxLines());
    if (top == null || !takeLane()) {
      return false;
    }
    try {
      StackRoom.forLibrary();
      if (closing || !waiting.take(top)) {
        return false;
      }
      batches.commitTaken(top, own);
      return true;
    } finally {
      giveLane();
    }
  }

  /**
   * Moves a line as {@link io.mintmark.store.LineStore#compareAndSet} specifies. Checks the
   * arguments first.
   *
   * @param line the line's name
   * @param expected the position at which the line must be
   * @param next the line's new position
   * @return whether this moved the line
   */
  public boolean compareAndSet(String line, long expected, long next) {
    ClaimArguments.checkCompareAndSet(line, expected, next);
    return submit(new Call.CompareAndSet(line, expected, next)) == 1;
  }

  /**
   * Lowers a line as {@link io.mintmark.store.LineStore#lower} specifies. Checks the arguments
   * first. The engine treats this as any other move.
   *
   * @param line the line's name
   * @param expected the position at which the line must be
   * @param next the line's new position
   * @return whether this moved the line
   */
  public boolean lower(String line, long expected, long next) {
    ClaimArguments.checkLower(line, expected, next);
    return submit(new Call.CompareAndSet(line, expected, next)) == 1;
  }

  /**
   * Writes a note as {@link io.mintmark.store.LineStore#annotate} specifies. Checks the arguments
   * first.
   *
   * @param line the line's name
   * @param note any text that follows the rule for notes
   */
  public void annotate(String line, String note) {
    LineName.check(line);
    ClaimArguments.checkNote(note);
    submit(new Call.Note(line, note));
  }

  /**
   * Refuses further calls, answers the waiting calls, and releases the engine. Idempotent.
   *
   * @throws StoreUnavailableException if the engine does not answer before the deadline, in which
   *     case it is released after its answer; or if releasing it failed
   */
  public void close() {
    closing = true;
    writer.run();
    try {
      Boolean unused = settings.deadline().await(ended);
    } catch (TimeoutException | ExecutionException e) {
      throw new StoreUnavailableException(
          Message.of(
              "the store's last commit has not ended yet: timeoutMs={}, {}; closing continues in"
                  + " the background",
              settings.timeout().toMillis(),
              settings.subject()),
          e);
    }
    Throwable fault = releaseFault;
    if (fault != null) {
      throw new StoreUnavailableException(
          Message.of(
              "the store is closed, but its engine failed to close: reason={}, {}",
              fault,
              settings.subject()),
          fault);
    }
  }

  /**
   * Refuses a call after {@link #close}. Used for reads and other calls that do not go through this
   * class.
   *
   * @throws ClosedException if this is closed
   */
  public void checkOpen() {
    if (closing) {
      throw waiting.closed();
    }
  }

  /** Makes a call, and waits until its change is durable. */
  long submit(Call call) {
    Deadline deadline = settings.deadline();
    StackRoom.toReturn();
    if (waiting.isEmpty() && takeLane()) {
      try {
        checkOpen();
        StackRoom.forLibrary();
        batches.commit(List.of(call), Optional.of(Thread.currentThread()));
      } finally {
        giveLane();
      }
    } else {
      push(call);
    }
    return answer(call, deadline);
  }

  private long answer(Call call, Deadline deadline) {
    if (!call.await(deadline)) {
      throw late(call);
    }
    Throwable failure = call.failure();
    if (failure == null) {
      return call.answer();
    }
    if (failure instanceof ExhaustedException) {
      ExhaustedException exhausted = new ExhaustedException(String.valueOf(failure.getMessage()));
      exhausted.initCause(failure);
      throw exhausted;
    }
    if (failure instanceof StoreRefusedException) {
      throw new StoreRefusedException(
          Message.of(
              "the store refuses the call: reason={}, line={}, {}",
              failure.getMessage(),
              call.line,
              settings.subject()),
          failure);
    }
    throw new StoreUnavailableException(
        Message.of(
            "the store could not write: reason={}, line={}, {}; the requested positions may be"
                + " burned",
            failure.getMessage(),
            call.line,
            settings.subject()),
        failure);
  }

  private StoreUnavailableException late(Call call) {
    String outcome =
        call.abandon() ? "nothing was changed" : "the requested positions may be burned";
    return new StoreUnavailableException(Message.of(
        "the store did not answer in time: timeoutMs={}, line={}, waiting={}, {}; {}",
        settings.timeout().toMillis(),
        call.line,
        waiting(),
        settings.subject(),
        outcome));
  }

  /** Returns the number of batches that were run on the engine. */
  long countBatches() {
    return batches.count();
  }

  /** Returns the total number of calls in all batches that were run on the engine. */
  long countBatchedCalls() {
    return batches.countCalls();
  }

  /** Returns the number of calls that wait for the next batch. */
  int waiting() {
    return waiting.size();
  }

  /** Hands a call to the writer without waiting for its answer. */
  void push(Call call) {
    checkOpen();
    Call older = waiting.add(call, true);
    if (older == null || !older.isWriterWoken) {
      writer.run();
    }
  }

  /** Runs the waiting calls. If a caller holds the lane, that caller wakes the writer later. */
  private boolean turn() {
    if (waiting.isEmpty() && !closing) {
      return true;
    }
    if (!takeLane()) {
      writerWaits = true;
      if (!takeLane()) {
        return true;
      }
    }
    writerWaits = false;
    boolean last = closing;
    Call taken = last ? waiting.takeLast() : waiting.take();
    if (taken != null) {
      batches.commitTaken(taken, Optional.empty());
    }
    if (last) {
      waker.finish();
      giveBack();
      return false;
    }
    lane = FREE;
    return true;
  }

  /**
   * Gives the lane back in a caller's thread, and wakes the writer if the writer found the lane
   * held.
   */
  private void giveLane() {
    lane = FREE;
    if (writerWaits) {
      writer.run();
    }
  }

  private boolean takeLane() {
    return lane == FREE && LANE.compareAndSet(this, FREE, HELD);
  }

  /** Releases the engine. The lane stays held, and the stack refuses later calls. */
  @SuppressWarnings("CatchingUnchecked")
  private void giveBack() {
    try {
      release.run();
    } catch (Throwable e) {
      releaseFault = e;
    } finally {
      ended.complete(true);
    }
  }
}
