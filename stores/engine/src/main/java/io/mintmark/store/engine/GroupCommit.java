package io.mintmark.store.engine;

import static io.mintmark.store.engine.Failures.unavailable;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.error.TooManyCallsException;
import io.mintmark.internal.store.StackRoom;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * Lets the calls of many threads share one round trip to the engine, and one commit there.
 *
 * <p>One thread at a time uses the engine ({@link #busy}). A caller that finds the engine free and
 * no call waiting uses it in its own thread. Every other caller adds its call to the waiting ones
 * and pauses. The writer is a loop in a background thread ({@link StoreContext#loops()}). When the
 * engine is free, it takes all waiting calls. It groups them by line (a named counter in the
 * engine), merges the claims on one line into one claim ({@link Write.Claim}), and runs them
 * together on the engine. Meanwhile further calls gather for the next batch. No call is answered
 * before the engine has returned. So an engine that hangs in one batch does not keep other callers
 * beyond their deadlines: they wait for an answer, not for the engine.
 *
 * <p><b>No wake-up is lost.</b> All fields that decide who uses the engine are guarded by this
 * object's lock. A caller that adds a call sets {@link #wanted}. It wakes the writer unless the
 * engine is in use. A thread that has used the engine looks at {@link #wanted} when it makes the
 * engine free, and wakes the writer. A caller reads its call's state again after each pause.
 *
 * <p><b>No call is forgotten at the end.</b> {@link #closing} is set under the lock, and later
 * calls are refused under the lock. The writer reads it when it takes calls. So its last batch
 * includes all calls that were accepted. Then it releases the engine, which stays in use for ever:
 * no caller uses the engine after that.
 *
 * <p><b>No range goes to two callers.</b> A merged claim takes as many positions as its callers
 * request together, from their highest {@code atLeast}, and divides them without overlap. If the
 * engine throws, or leaves a write without an answer, no caller of that write gets a range. A range
 * that the engine may have claimed is then burned: it is never used. A call is written at most
 * once, because the thread that writes it has removed it from the waiting ones under the lock. A
 * caller whose deadline has passed removes its call in the same way.
 *
 * <p><b>One thread may have several calls in progress</b> ({@link #begin}). It adds them one after
 * another without waking the writer, because the writer would start with the first call alone.
 * Later the thread requests the answers. If a call whose answer is requested is still waiting, and
 * only calls of this thread wait, the thread uses the free engine itself. Otherwise the writer
 * does. So the calls that one thread began share a commit, and a lone thread needs no other thread.
 * Calls that do not fit into that commit, such as a second move of a line, are left to the writer.
 * So the thread never waits for two commits. If the answer to a begun call is never requested, the
 * call is made together with the next call of any thread.
 *
 * <p><b>Waking the callers.</b> The thread that ran a batch wakes all its callers before it runs
 * the next batch. Alternatives were measured with 64 threads on two cores: a thread that only wakes
 * callers, callers that wake one another, in a chain or a tree, and callers that yield before they
 * park. None is faster, and all are slower while the machine does other work.
 *
 * <p><b>No error ends the writer, and none keeps the engine in use.</b> A thread makes the engine
 * free in a finally block, and allocates nothing between taking it and that block. It wakes the
 * writer before it leaves calls to it, because that may throw: otherwise nobody would wake a writer
 * that is {@link #wanted} already. A loop whose turn throws takes another turn after a pause. If a
 * batch throws, each of its calls fails. {@link StackRoom} checks, before a thread adds a call or
 * uses the engine, that its stack has room for that. If memory runs out even while the calls of a
 * batch fail, these calls end at their deadlines.
 *
 * <p><b>All waits use the context</b>: its clock, and the writer's loop, which it starts.
 * {@code SteppedGroupCommitTest} runs all of this on one thread.
 *
 * <p>Thread-safe.
 */
public final class GroupCommit {

  /** The most calls that wait at a time. */
  public static final int MAX_WAITING = 1 << 16;

  private final OpenSettings settings;
  private final Batches batches;
  private final Runnable release;
  private final Runnable writer;
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

  /**
   * The calls that wait for the next batch, in their order. Guarded by this object's lock, like the
   * fields that follow.
   */
  private final Set<Write> waiting = new LinkedHashSet<>();

  /** Whether a thread uses the engine. */
  private boolean busy;

  /** Whether the writer must make the waiting calls, when the engine is free. */
  private boolean wanted;

  private boolean closing;

  /**
   * Starts the writer.
   *
   * @param settings the store's name in messages, the time limit of each call, and the context
   * @param engine makes the writes
   * @param release releases the engine; runs once, after the last call was answered
   * @throws StoreUnavailableException if the system cannot start more threads; then {@code release}
   *     does not run
   */
  GroupCommit(OpenSettings settings, StoreEngine engine, Runnable release) {
    this.settings = settings;
    this.release = release;
    this.batches = new Batches(engine, settings);
    try {
      this.writer = settings.context().loops().start("mintmark-writer", this::turn);
    } catch (OutOfMemoryError e) {
      throw unavailable(
          e,
          "no thread can be started: reason={}, {}; the store was not opened, see the limits"
              + " on threads and memory",
          e.getMessage(),
          settings.subject());
    }
  }

  /** Makes a call, and waits until its change is durable. Returns the answer. */
  long submit(Write call) {
    return submitAll(List.of(call)).get(0);
  }

  /** Makes calls, and waits until their changes are durable. Returns their answers. */
  List<Long> submitAll(List<Write> own) {
    Deadline deadline = settings.deadline();
    StackRoom.toReturn();
    if (enters(own)) {
      use(own, deadline);
    }
    List<Long> answers = new ArrayList<>();
    for (Write call : own) {
      answers.add(answer(call, deadline));
    }
    return answers;
  }

  /**
   * Begins a call. Its deadline runs from now.
   *
   * @return waits for the answer and returns it; only the thread that began the call may call this
   *     supplier
   */
  LongSupplier begin(Write call) {
    Deadline deadline = settings.deadline();
    StackRoom.toReturn();
    add(call);
    return () -> {
      StackRoom.forLibrary(); // Before the calls are taken, as nobody else would make them.
      List<Write> own = taken(call);
      if (!own.isEmpty()) {
        use(own, deadline);
      }
      return answer(call, deadline);
    };
  }

  /** Uses the engine, which this thread has taken, for calls of this thread. */
  private void use(List<Write> own, Deadline deadline) {
    List<Write> later = List.of();
    try {
      StackRoom.forLibrary();
      later = batches.commit(own, deadline);
    } finally {
      leave(later);
    }
  }

  /** Takes the engine if it is free and no call waits, or else makes the calls wait. */
  private synchronized boolean enters(List<Write> own) {
    if (busy || !waiting.isEmpty()) {
      own.forEach(this::push);
      return false;
    }
    checkOpen();
    busy = true;
    return true;
  }

  /** Hands a call to the writer without waiting for its answer. */
  synchronized void push(Write call) {
    add(call);
    wantWriter();
  }

  private synchronized void add(Write call) {
    checkOpen();
    if (waiting.size() == MAX_WAITING) {
      wantWriter(); // The callers may have gone without waiting for their calls.
      throw new TooManyCallsException(Message.of(
          "too many calls wait for the store: waiting={}, {}; nothing was changed",
          MAX_WAITING,
          settings.subject()));
    }
    waiting.add(call);
  }

  private void wantWriter() {
    boolean wakes = !wanted && !busy;
    wanted = true;
    if (wakes) {
      writer.run();
    }
  }

  /**
   * Takes the engine and the waiting calls, if the given call is among them, this thread made all
   * of them, and neither is the engine in use nor the writer wanted. Otherwise the writer makes the
   * given call, if it still waits.
   */
  private synchronized List<Write> taken(Write call) {
    if (!waiting.contains(call)) {
      return List.of();
    }
    Thread here = Thread.currentThread();
    if (busy
        || wanted
        || waiting.size() > batches.maxLines()
        || !waiting.stream().allMatch(each -> each.caller == here)) {
      wantWriter();
      return List.of();
    }
    return takeAll();
  }

  private List<Write> takeAll() {
    List<Write> all = List.copyOf(waiting);
    waiting.clear();
    wanted = false;
    busy = true;
    return all;
  }

  /** Makes the engine free, and leaves calls to the writer. */
  private synchronized void leave(List<Write> later) {
    busy = false;
    wanted |= !later.isEmpty();
    if (wanted || closing) {
      writer.run();
    }
    if (!later.isEmpty()) {
      waiting.addAll(later); // Last, because it may throw when no memory is left.
    }
  }

  /** Runs the waiting calls. If another thread uses the engine, it wakes the writer later. */
  private boolean turn() {
    List<Write> calls;
    boolean last;
    synchronized (this) {
      last = closing;
      if (busy || !(wanted || last)) {
        return !ended.isDone();
      }
      calls = takeAll();
    }
    try {
      List<Write> unused = batches.commit(calls, null);
    } finally {
      if (last) {
        releaseEngine();
      } else {
        leave(List.of());
      }
    }
    return !last;
  }

  private long answer(Write call, Deadline deadline) {
    if (!call.delivered && !call.await(deadline)) {
      throw late(call);
    }
    Throwable failure = call.failure;
    if (failure == null) {
      return call.answer;
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
              call.line(),
              settings.subject()),
          failure);
    }
    throw unavailable(
        failure,
        "the store could not write: reason={}, line={}, {}; the requested positions may be"
            + " burned",
        failure.getMessage(),
        call.line(),
        settings.subject());
  }

  private StoreUnavailableException late(Write call) {
    int all = waiting();
    String outcome =
        abandon(call) ? "nothing was changed" : "the requested positions may be burned";
    return unavailable(
        "the store did not answer in time: timeoutMs={}, line={}, waiting={}, {}; {}",
        settings.timeout().toMillis(),
        call.line(),
        all,
        settings.subject(),
        outcome);
  }

  /**
   * Removes a waiting call. Returns false if a thread has taken it already. Then it is left out, if
   * the batch that would contain it has not begun.
   */
  synchronized boolean abandon(Write call) {
    call.abandoned = true;
    return waiting.remove(call);
  }

  /** Returns the number of calls that wait for the next batch. */
  synchronized int waiting() {
    return waiting.size();
  }

  /**
   * Refuses further calls, answers the waiting calls, and releases the engine. Idempotent.
   *
   * @throws StoreUnavailableException if the engine does not answer before the deadline, in which
   *     case it is released after its answer; or if releasing it failed
   */
  void close() {
    synchronized (this) {
      closing = true;
    }
    writer.run();
    try {
      Boolean unused = settings.deadline().await(ended);
    } catch (ExecutionException e) {
      throw unavailable(
          e,
          "the store is closed, but its engine failed to close: reason={}, {}",
          e.getCause(),
          settings.subject());
    } catch (TimeoutException e) {
      throw unavailable(
          e,
          "the store's last commit has not ended yet: timeoutMs={}, {}; closing continues in"
              + " the background",
          settings.timeout().toMillis(),
          settings.subject());
    }
  }

  private void checkOpen() {
    if (closing) {
      throw new ClosedException("the store is closed: " + settings.subject());
    }
  }

  @SuppressWarnings("CatchingUnchecked")
  private void releaseEngine() {
    try {
      release.run();
      ended.complete(true);
    } catch (Throwable e) {
      ended.completeExceptionally(e);
    }
  }
}
