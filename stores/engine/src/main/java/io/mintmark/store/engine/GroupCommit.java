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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets the calls of many threads share one round trip to the engine, and one commit there.
 *
 * <p>What guards the engine is called the lane: one thread at a time holds it, and only that one
 * may use the engine. A caller that finds nobody waiting and the lane free uses the engine itself,
 * in its own thread and without a detour. All others push their call onto a stack and pause. The
 * writer, a loop of the store's context, takes the lane, then the whole stack with one swap, sorts
 * the calls by line, makes the claims on one line into one claim ({@link Write.Claim}), and has the
 * engine do them together. While it waits for that, the next batch gathers. Nobody is answered
 * before the engine has returned.
 *
 * <p><b>No wake-up is lost.</b> The push that finds the stack empty wakes the writer, which looks
 * at the stack at least once after that. If it finds the lane held then, it notes that it waits
 * and tries once more; a caller gives the lane back and then reads that note. So either the writer
 * has the lane, or that caller wakes it. A caller re-reads its call's state after each pause.
 *
 * <p><b>No call is forgotten at the end.</b> The writer's last swap ({@link CallStack#takeLast})
 * leaves a mark as the top for ever. A push is one compare-and-set on the top, so it is either
 * below that mark, and gets its answer, or sees it and is refused. The writer gives the engine back
 * after {@link #closing} was set, with the lane in hand, which it keeps: no caller uses the engine
 * after that.
 *
 * <p><b>No range goes to two callers.</b> A claim made of several takes as many positions as they
 * ask for together, from their highest floor, and shares them out without overlap. Where the engine
 * throws, or leaves a write without an answer, nobody behind it gets anything, so that what it may
 * have done is burned.
 *
 * <p><b>One thread may have several calls under way</b> ({@link #begin}). It pushes them one after
 * another without waking the writer, which would begin with the first alone, and asks for their
 * answers after that. If nobody has taken the call by then, the thread takes the lane and commits
 * all that it began, provided that nobody else waits; otherwise it wakes the writer. So what one
 * thread began shares a commit, and alone it needs no other thread. A call says whether the writer
 * was woken for it or for one below it, and a push above one that says no wakes the writer. A begun
 * call whose answer is not asked for is done together with the next one that comes.
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
 * answering; the waker allocates nothing at all. A caller that uses the lane itself has nobody else
 * behind it, and gets its error itself. Its stack may run out: the lane is given back by one write,
 * which takes none, and {@link StackRoom} makes sure of what waking the writer takes, and what the
 * engine takes, before either is used.
 *
 * <p><b>All waits are by the context</b>: its clock, and the two loops that it starts, the writer
 * and the {@link Waker}. {@code SteppedGroupCommitTest} runs all of this on one thread.
 *
 * <p>Thread-safe.
 */
public final class GroupCommit {

  /** The most calls that wait at a time, which is as many threads. */
  public static final int MAX_WAITING = 1 << 16;

  /** No VarHandle, as in {@link Call}. */
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

  /** Whether the writer found the lane held, so that the caller which gives it back wakes it. */
  private volatile boolean writerWaits;

  private volatile boolean closing;
  private volatile @Nullable Throwable releaseFault;

  /**
   * Starts the writer.
   *
   * @param settings name the store in messages, and give the deadline of each call and the context
   * @param engine does the writes
   * @param maxLines how many lines a batch has at most, 1 or more
   * @param release gives the engine back; runs once, after the last call was answered
   * @throws StoreUnavailableException if the system has no threads left; then {@code release} does
   *     not run
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
   * Begins a claim as {@link io.mintmark.store.ClaimStore#beginClaim} says, for the writer to make:
   * its deadline runs from now. Checks the arguments first.
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
    Call unused = waiting.add(call, false);
    return () -> {
      if (call.isWaiting() && !commitsOwn()) {
        writer.run();
      }
      return answer(call, deadline);
    };
  }

  /** Does in this thread what it has begun, if nobody else waits and the lane is free. */
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
    writer.run();
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

  /** Has a call done, and waits until that is durable. */
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

  /** Hands a call to the writer without waiting for its answer. */
  void push(Call call) {
    checkOpen();
    Call older = waiting.add(call, true);
    if (older == null || !older.isWriterWoken) {
      writer.run();
    }
  }

  /** Does what has gathered, unless a caller uses the lane, which wakes the writer after that. */
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

  /** Gives the lane back in a caller's thread, and then sees to the writer that found it held. */
  private void giveLane() {
    lane = FREE;
    if (writerWaits) {
      writer.run();
    }
  }

  private boolean takeLane() {
    return lane == FREE && LANE.compareAndSet(this, FREE, HELD);
  }

  /** The lane stays held, and the stack refuses what comes now. */
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
