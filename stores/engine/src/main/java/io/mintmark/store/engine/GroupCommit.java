package io.mintmark.store.engine;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.error.TooManyCallsException;
import io.mintmark.internal.store.StackRoom;
import io.mintmark.store.ClaimArguments;
import io.mintmark.store.Line;
import io.mintmark.store.LineName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets the calls of many threads share one round trip to the engine, and one commit there.
 *
 * <p>Here, the lane is a lock on the engine: one thread at a time holds it, and only that thread
 * may use the engine. (A lane of {@link StoreEngine#lane} has an instance of this class of its
 * own.) Every caller pushes its call onto a stack. A caller that finds the lane free takes it, then
 * the whole stack with one swap. It groups the calls by line (a named counter in the engine),
 * merges the claims on one line into one claim ({@link Write.Claim}), and runs them together on the
 * engine. Meanwhile other callers push their calls for the next batch, and pause. The caller runs
 * further batches while calls arrive, but begins none after {@value #MAX_LEAD_NANOS} ns, so its own
 * answer is never late. A call is answered only after the engine has returned. There are no other
 * threads.
 *
 * <p><b>No wake-up is lost.</b> A caller pushes its call, and then looks whether the lane is free.
 * The holder of the lane first gives it back, and then looks for a caller that waits on the stack,
 * and wakes it ({@link #handOn}). So either the caller finds the lane free, or the holder finds the
 * call. The holder wakes the newest call, which has the most time left. A caller that is woken so
 * takes the lane, unless another caller was faster, who then takes all calls on the stack. A caller
 * whose deadline passes wakes another one before it leaves, because the holder may have chosen it.
 *
 * <p><b>No call is forgotten at the end.</b> The last swap leaves a marker on top of the stack for
 * ever. A push is one compare-and-set on the top. Either the push happens before that swap, and its
 * call is answered, or the push finds the marker and is refused. The last swap happens after {@link
 * #closing} was set, in {@link #close} or in the caller that has held the lane meanwhile. The lane
 * stays held, so no caller uses the engine after its release.
 *
 * <p><b>No range goes to two callers.</b> A merged claim takes as many positions as its callers
 * request together, from their highest {@code atLeast}, and divides them without overlap. If the
 * engine throws, or leaves a write without an answer, no caller of that write gets a range. A range
 * that the engine may have claimed is then burned: it is never used.
 *
 * <p><b>One thread may have several calls in progress</b> ({@link #begin}). It pushes them one
 * after another. Only when it requests an answer that is not there yet, it waits like any other
 * caller. So the calls that one thread began share a commit. If the answer to a begun call is never
 * requested, the call is made together with the next call of any thread.
 *
 * <p><b>Deadlines.</b> The engine gets the deadline of the caller that uses it, so this caller
 * returns in time. Other callers of the batch leave at their own deadlines. Their ranges are then
 * burned.
 *
 * <p><b>Waking the callers.</b> On a local disk, waking is most of the cost of a claim. So the
 * caller that holds the lane wakes only one other caller of the batch, and goes on. That caller
 * wakes the others ({@link Call#wakeOlder}). The state of its call passes to answered in one step,
 * and to abandoned in one step if it leaves at its deadline. So either it has the answer and wakes
 * the others, or the holder finds that it has left, and wakes them itself. A call
 * without a waiting caller is not chosen. Its caller looks for the answer before it pauses.
 *
 * <p><b>No error leaves another caller waiting.</b> The calls that a caller has taken stay linked
 * as they were pushed. So it can fail each of them without allocating, after any error between
 * taking and answering. Even if that thread's stack overflows, it can give the lane back, because
 * this is a single write and needs no stack. {@link StackRoom} checks that its stack has room for
 * the rest before it waits, and so before another caller wakes it.
 *
 * <p>Thread-safe.
 */
public final class GroupCommit {

  /** The most calls that wait at a time. */
  public static final int MAX_WAITING = 1 << 16;

  /** How long a caller begins further batches for other callers. */
  private static final long MAX_LEAD_NANOS = 5_000_000;

  /** Lies on top of the stack after the end. */
  private static final Call CLOSED = new Call.Note("", "");

  private final OpenSettings settings;
  private final BatchEngine engine;
  private final int maxLines;
  private final Runnable release;
  private final AtomicBoolean lane = new AtomicBoolean();
  private final AtomicReference<@Nullable Call> newest = new AtomicReference<>();
  private final LongAdder batches = new LongAdder();
  private final LongAdder batchedCalls = new LongAdder();
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

  private volatile boolean closing;

  /**
   * Makes a group commit without calls.
   *
   * @param settings the store's name in messages, the time limit of each call, and the context
   * @param engine makes the writes
   * @param maxLines the most lines in a batch, 1 or more
   * @param release releases the engine; runs once, after the last call was answered
   */
  public GroupCommit(OpenSettings settings, BatchEngine engine, int maxLines, Runnable release) {
    this.settings = settings;
    this.engine = engine;
    this.maxLines = maxLines;
    this.release = release;
  }

  /**
   * Claims as {@link io.mintmark.store.ClaimStore#claim} specifies. Checks the arguments first.
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
   * Begins a claim as {@link io.mintmark.store.ClaimStore#beginClaim} specifies. Its deadline runs
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
   * Moves a line as {@link io.mintmark.store.ClaimStore#compareAndSet} specifies. Checks the
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
   * Begins to move a line as {@link io.mintmark.store.ClaimStore#beginCompareAndSet} specifies, in
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

  /**
   * Lowers a line as {@link io.mintmark.store.ClaimStore#lower} specifies. Checks the arguments
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
   * Writes a note as {@link io.mintmark.store.ClaimStore#annotate} specifies. Checks the arguments
   * first.
   *
   * @param line the line's name
   * @param note any text that follows the rule for notes
   */
  public void annotate(String line, String note) {
    LineName.check(line);
    Line.checkNote(note);
    long unused = submit(new Call.Note(line, note));
  }

  /**
   * Refuses further calls, answers the waiting calls, and releases the engine. Idempotent.
   *
   * @throws StoreUnavailableException if the engine does not answer before the deadline, in which
   *     case it is released after its answer; or if releasing it failed
   */
  public void close() {
    Deadline deadline = settings.deadline();
    StackRoom.toReturn();
    closing = true;
    endIfClosing(deadline);
    try {
      Boolean unused = deadline.await(ended);
    } catch (TimeoutException e) {
      throw new StoreUnavailableException(
          Message.of(
              "the store's last commit has not ended yet: timeoutMs={}, {}; closing continues in"
                  + " the background",
              settings.timeout().toMillis(),
              settings.subject()),
          e);
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw new StoreUnavailableException(
          Message.of(
              "the store is closed, but its engine failed to close: reason={}, {}",
              cause,
              settings.subject()),
          cause);
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
      throw closed();
    }
  }

  private ClosedException closed() {
    return new ClosedException("the store is closed: " + settings.subject());
  }

  /** Begins a call. Returns a supplier that waits until the change is durable. */
  LongSupplier begin(Call call) {
    Deadline deadline = settings.deadline();
    push(call);
    return () -> answer(call, deadline);
  }

  private long submit(Call call) {
    Deadline deadline = settings.deadline();
    push(call);
    return answer(call, deadline);
  }

  private void push(Call call) {
    StackRoom.toReturn();
    checkOpen();
    Call older;
    do {
      older = newest.get();
      if (older == CLOSED) {
        throw closed();
      }
      call.older = older;
      call.depth = older == null ? 1 : older.depth + 1;
      if (call.depth > MAX_WAITING) {
        throw new TooManyCallsException(Message.of(
            "too many calls wait for the store: waiting={}, {}; nothing was changed",
            MAX_WAITING,
            settings.subject()));
      }
    } while (!newest.compareAndSet(older, call));
  }

  private long answer(Call call, Deadline deadline) {
    StackRoom.forLibrary();
    call.awaits();
    while (!call.isAnswered()) {
      if (call.isWaiting() && isFree() && !deadline.isOver()) {
        lead(deadline);
      } else if (!deadline.awaitUnpark()) {
        boolean unchanged = call.abandon();
        if (unchanged || call.leave()) {
          handOn();
          throw late(call, unchanged);
        }
      }
    }
    if (call.wakesOlder) {
      call.wakeOlder();
    }
    return outcome(call);
  }

  private long outcome(Call call) {
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
            "the store could not write: reason={}, line={}, {}; the requested positions may be"
                + " burned",
            failure.getMessage(),
            call.line,
            settings.subject()),
        failure);
  }

  private StoreUnavailableException late(Call call, boolean unchanged) {
    return new StoreUnavailableException(Message.of(
        "the store did not answer in time: timeoutMs={}, line={}, waiting={}, {}; {}",
        settings.timeout().toMillis(),
        call.line,
        waiting(),
        settings.subject(),
        unchanged ? "nothing was changed" : "the requested positions may be burned"));
  }

  /** Returns the number of batches that were run on the engine. */
  long countBatches() {
    return batches.sum();
  }

  /** Returns the total number of calls in all batches that were run on the engine. */
  long countBatchedCalls() {
    return batchedCalls.sum();
  }

  /** Returns the number of calls that wait for the next batch. */
  int waiting() {
    Call top = newest.get();
    return top == null ? 0 : top.depth;
  }

  private boolean isFree() {
    return !lane.get();
  }

  /** Runs the waiting calls, if the lane is free, and some of the calls that arrive meanwhile. */
  private void lead(Deadline deadline) {
    if (!lane.compareAndSet(false, true)) {
      return;
    }
    try {
      long begun = deadline.leftNanos();
      do {
        Call taken = newest.getAndSet(null);
        commitAll(taken, deadline);
        deliver(taken);
      } while (newest.get() != null
          && begun - deadline.leftNanos() < MAX_LEAD_NANOS
          && !deadline.isOver());
    } finally {
      lane.set(false);
      handOn();
    }
    endIfClosing(deadline);
  }

  /** Wakes a caller that can take the lane, if the lane is free and a caller waits. */
  private void handOn() {
    Call call = newest.get();
    while (call != null && isFree()) {
      if (call.isAwaited() && call.isWaiting()) {
        call.wake();
        return;
      }
      call = call.older;
    }
  }

  /** Answers the calls that still wait, and releases the engine, once {@link #closing} is set. */
  @SuppressWarnings("CatchingUnchecked")
  private void endIfClosing(Deadline deadline) {
    if (!closing || !lane.compareAndSet(false, true)) {
      return;
    }
    Call taken = newest.getAndSet(CLOSED);
    commitAll(taken, deadline);
    deliver(taken);
    boolean interrupted = Thread.interrupted(); // Otherwise some clients refuse to close.
    try {
      release.run();
      ended.complete(true);
    } catch (Throwable e) {
      ended.completeExceptionally(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Answers each of the calls, in as many batches as they need. */
  @SuppressWarnings("CatchingUnchecked")
  private void commitAll(@Nullable Call newestCall, Deadline deadline) {
    try {
      List<Call> calls = oldestFirst(newestCall);
      while (!calls.isEmpty()) {
        List<Call> later = commit(calls, deadline);
        if (!later.isEmpty()) {
          calls.forEach(Call::deliverEarly);
        }
        calls = later;
      }
    } catch (Throwable e) {
      // An answer may be filled in already although the engine has failed, so none of them counts.
      for (Call call = newestCall; call != null; call = call.older) {
        call.giveUp(e);
      }
    }
  }

  /** Lets the callers see their answers, and wakes a caller, which wakes the others. */
  private static void deliver(@Nullable Call newestCall) {
    Call first = newestCall;
    while (first != null && !first.isAwaited()) {
      first.deliverEarly();
      first = first.older;
    }
    if (first == null) {
      return;
    }
    for (Call call = first.older; call != null; call = call.older) {
      boolean unused = call.deliver();
    }
    first.wakesOlder = true;
    if (first.deliver()) {
      first.wake();
    } else {
      first.wakeOlder();
    }
  }

  private static List<Call> oldestFirst(@Nullable Call newestCall) {
    Call[] calls = new Call[newestCall == null ? 0 : newestCall.depth];
    int index = calls.length;
    for (Call call = newestCall; call != null; call = call.older) {
      calls[--index] = call;
    }
    return List.of(calls);
  }

  /** Runs one batch, and returns the calls that must wait for another batch. */
  @SuppressWarnings("CatchingUnchecked")
  private List<Call> commit(List<Call> calls, Deadline deadline) {
    List<Call> later = new ArrayList<>();
    List<Write> writes = gather(calls, later);
    if (writes.isEmpty()) {
      return later;
    }
    try {
      engine.execute(writes, deadline);
    } catch (Throwable e) {
      writes.forEach(write -> write.failed(e));
    }
    batches.increment();
    for (Write write : writes) {
      batchedCalls.add(write.calls.size());
      for (Call call : write.calls) {
        if (call.isAlone() && !call.isFilled() && write.calls.size() > 1) {
          later.add(call);
        } else if (!call.isFilled()) {
          call.fail(new IllegalStateException("the engine left a write without an answer"));
        }
      }
    }
    return later;
  }

  /** Turns calls into writes, at most one per line. Adds the remaining calls to {@code later}. */
  private List<Write> gather(List<Call> calls, List<Call> later) {
    Map<String, Write> writes = new LinkedHashMap<>();
    for (Call call : calls) {
      Write write = writes.get(call.line);
      if (write != null ? !write.canJoin(call) : writes.size() == maxLines) {
        later.add(call);
      } else if (call.take()) {
        if (write == null) {
          writes.put(call.line, call.write());
        } else {
          write.join(call);
        }
      }
    }
    return new ArrayList<>(writes.values());
  }
}
