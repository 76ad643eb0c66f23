package io.mintmark.store.engine;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.StackRoom;
import io.mintmark.store.ClaimArguments;
import io.mintmark.store.Line;
import io.mintmark.store.LineName;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets the calls of many threads share one round trip to the engine, and one commit there. It has
 * no threads of its own.
 *
 * <p>Each call is pushed onto a stack. Its thread then tries to take the lock of the engine. The
 * thread that gets the lock leads a batch: it takes the whole stack with one swap, sorts the calls
 * by line, makes the claims on one line into one claim ({@link Write.Claim}), and has the engine do
 * them together. The other threads park, and the next batch gathers meanwhile. No call is answered
 * before the engine has returned.
 *
 * <p><b>No wake-up is lost.</b> A thread first marks its call as asked for, then tries the lock,
 * and then parks. A leader first releases the lock, then looks for a call that is asked for and not
 * taken, and unparks its thread. Mark and lock are volatile, so either the thread gets the lock, or
 * the leader sees the call. A woken thread without the lock has lost it to another leader, which
 * wakes a thread in its turn. A thread that leaves without an answer wakes another one, because it
 * may be the one that was woken.
 *
 * <p><b>The next batch starts early.</b> A leader releases the lock and wakes the next leader
 * before it wakes the callers of its own batch. It wakes the newest caller, which has the most time
 * left: a batch has its leader's deadline.
 *
 * <p><b>No call is forgotten at the end.</b> {@link #close} takes the lock for ever, or leaves that
 * to the leader that holds it. The last swap ({@link CallStack#takeLast}) leaves a mark as the top.
 * A push is one compare-and-set on the top, so a call is either below the mark and gets its answer,
 * or is refused. The engine is given back after that, and no thread uses it again.
 *
 * <p><b>No range goes to two callers.</b> A claim made of several takes as many positions as they
 * ask for together, from their highest floor, and shares them out without overlap. Where the engine
 * throws, or leaves a write without an answer, its callers get nothing, and the range is burned.
 *
 * <p><b>One thread may have several calls under way</b> ({@link #begin}). It pushes them one after
 * another, and asks for their answers after that. The first question leads a batch with all of
 * them. A begun call whose answer is not asked for is done in the next batch of any thread.
 *
 * <p><b>Errors.</b> A leader that runs out of memory gives up every call that it took, by the links
 * that the push made, without allocating. {@link StackRoom} makes sure of the stack that the engine
 * needs before the leader takes a call. Either way the lock is released.
 *
 * <p>Thread-safe.
 */
public final class GroupCommit {

  /** The most calls that wait at a time. */
  public static final int MAX_WAITING = 1 << 16;

  /** No VarHandle, as in {@link Call}. */
  private static final AtomicIntegerFieldUpdater<GroupCommit> LOCK =
      AtomicIntegerFieldUpdater.newUpdater(GroupCommit.class, "lock");

  private static final int FREE = 0;
  private static final int HELD = 1;

  private final CallStack waiting;
  private final OpenSettings settings;
  private final Batches batches;
  private final Runnable release;
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  private volatile int lock = FREE;
  private volatile boolean closing;
  private volatile @Nullable Throwable releaseFault;

  /**
   * Makes one without calls.
   *
   * @param settings name the store in messages, and give the deadline of each call
   * @param engine does the writes
   * @param maxLines how many lines a batch has at most, 1 or more
   * @param release gives the engine back; runs once, after the last call was answered
   */
  public GroupCommit(OpenSettings settings, BatchEngine engine, int maxLines, Runnable release) {
    this.settings = settings;
    this.waiting = new CallStack(settings.subject());
    this.release = release;
    this.batches = new Batches(engine, maxLines);
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
    return begin(new Call.Claim(line, atLeast, count)).getAsLong();
  }

  /**
   * Begins a claim as {@link io.mintmark.store.ClaimStore#beginClaim} says: its deadline runs from
   * now. Checks the arguments first.
   *
   * @param line the line's name
   * @param atLeast the lowest start of use
   * @param count how many positions
   * @return waits for the first position, in the thread that called this
   */
  public LongSupplier begin(String line, long atLeast, long count) {
    ClaimArguments.checkClaim(line, atLeast, count);
    return begin(new Call.Claim(line, atLeast, count));
  }

  /**
   * Begins to move a line as {@link io.mintmark.store.ClaimStore#beginCompareAndSet} says, as
   * {@link #begin(String, long, long)} begins a claim. Checks the arguments first.
   *
   * @param line the line's name
   * @param expected where the line must stand
   * @param next where it shall stand
   * @return waits for whether this moved it, in the thread that called this
   */
  public BooleanSupplier beginCompareAndSet(String line, long expected, long next) {
    ClaimArguments.checkCompareAndSet(line, expected, next);
    LongSupplier begun = begin(new Call.CompareAndSet(line, expected, next));
    return () -> begun.getAsLong() == 1;
  }

  private LongSupplier begin(Call call) {
    Deadline deadline = settings.deadline();
    StackRoom.toReturn();
    checkOpen();
    waiting.add(call);
    return () -> answer(call, deadline);
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
    return begin(new Call.CompareAndSet(line, expected, next)).getAsLong() == 1;
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
    return begin(new Call.CompareAndSet(line, expected, next)).getAsLong() == 1;
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
    long unused = begin(new Call.Note(line, note)).getAsLong();
  }

  /**
   * Refuses further calls, answers those that wait, and gives the engine back. Idempotent.
   *
   * @throws StoreUnavailableException if the engine does not answer in time, and is given back when
   *     it does; if giving it back failed
   */
  public void close() {
    closing = true;
    if (takeLock()) {
      finish();
    }
    try {
      Boolean unused = settings.deadline().await(ended);
    } catch (TimeoutException | ExecutionException e) {
      throw new StoreUnavailableException(
          Message.of(
              "the store's last commit is not done yet: timeoutMs={}, {}; it goes on closing in"
                  + " the background",
              settings.timeout().toMillis(),
              settings.subject()),
          e);
    }
    Throwable fault = releaseFault;
    if (fault != null) {
      throw new StoreUnavailableException(
          Message.of(
              "the store is closed, but its engine was not given back: reason={}, {}",
              fault,
              settings.subject()),
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
      throw waiting.closed();
    }
  }

  private long answer(Call call, Deadline deadline) {
    boolean answered = false;
    try {
      call.ask();
      while (!call.isAnswered()) {
        if (call.isWaiting() && !deadline.isOver() && takeLock()) {
          lead(deadline);
        } else if (!deadline.awaitUnpark()) {
          throw late(call);
        }
      }
      answered = true;
    } finally {
      if (!answered) {
        boolean unused = call.abandon();
        wakeNext();
      }
    }
    return answerOf(call);
  }

  private long answerOf(Call call) {
    Throwable failure = call.failure();
    if (failure == null) {
      return call.answer();
    }
    if (failure instanceof ExhaustedException) {
      throw new ExhaustedException(String.valueOf(failure.getMessage()), failure);
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
            "the store could not write: reason={}, line={}, {}; what was asked may be burned",
            failure.getMessage(),
            call.line,
            settings.subject()),
        failure);
  }

  private StoreUnavailableException late(Call call) {
    String outcome = call.abandon() ? "nothing was changed" : "what was asked may be burned";
    return new StoreUnavailableException(Message.of(
        "the store did not answer in time: timeoutMs={}, line={}, waiting={}, {}; {}",
        settings.timeout().toMillis(),
        call.line,
        waiting(),
        settings.subject(),
        outcome));
  }

  /** Counts the batches that the engine was given. */
  long countBatches() {
    return batches.count();
  }

  /** Counts the calls in these batches. */
  long countBatchedCalls() {
    return batches.countCalls();
  }

  /** Counts the calls that wait for the next batch. */
  int waiting() {
    return waiting.size();
  }

  /** Does all calls that wait, as the thread that has the lock. */
  @SuppressWarnings("ThreadPriorityCheck") // Only speed rests on the yield.
  private void lead(Deadline deadline) {
    try {
      List<Call> answered = commitWaiting(deadline);
      if (answered.size() > 1) {
        Thread.yield(); // The next batch begins before the callers of this one are woken.
      }
      Batches.deliver(answered);
    } finally {
      if (closing && takeLock()) {
        finish();
      }
    }
  }

  private List<Call> commitWaiting(Deadline deadline) {
    try {
      StackRoom.forLibrary();
      Call taken = waiting.take();
      return taken == null ? List.of() : batches.commitTaken(taken, deadline);
    } finally {
      lock = FREE;
      wakeNext();
    }
  }

  /** Has one thread that waits try the lock. */
  private void wakeNext() {
    Thread next = waiting.nextLeader();
    if (next != null) {
      LockSupport.unpark(next);
    }
  }

  private boolean takeLock() {
    return lock == FREE && LOCK.compareAndSet(this, FREE, HELD);
  }

  /** The lock stays held, and the stack refuses all later calls. */
  private void finish() {
    try {
      Call taken = waiting.takeLast();
      if (taken != null) {
        Batches.deliver(batches.commitTaken(taken, settings.deadline()));
      }
    } finally {
      giveBack();
    }
  }

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
