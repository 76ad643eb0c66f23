package io.mintmark.internal.line;

import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.line.Request.Result;
import io.mintmark.internal.line.Requests.PositionRun;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The calls of a {@link LocalLine} for several ids, and those that return a future.
 *
 * <p><b>Calls that return a future.</b> {@link #fillAsync} makes a single id as {@link
 * LocalLine#next()} does, if its position is claimed. Otherwise it uses the same queue as a call
 * that waits, and {@link LocalLine#settle}. Where a thread would have to wait, the call is parked
 * in {@link Requests} instead. The thread of the claim that serves the call continues it, or the
 * timer of the requests. The positions of such a call are handed out once, for these reasons:
 *
 * <ul>
 *   <li>The call gets a position as every caller does, with {@code getAndAdd} on one range, either
 *       itself or in {@link AheadClaims#serve}. From then on, the position belongs only to this
 *       call. No position is ever put back into a range.
 *   <li>One thread at a time works on a call. Parking a call, and taking a parked call to continue
 *       it, require the lock. A parked call becomes ready once, and one thread takes it from the
 *       list of ready calls.
 *   <li>A future is completed once: with the ids, with a failure, or by a caller that cancels it.
 *       If it is already completed when the ids are made, no caller gets the ids, and they are
 *       burned (never used). The positions that a failed call had taken are burned too.
 * </ul>
 *
 * <p>The thread of the claim or of the timer completes the futures, without holding the lock.
 *
 * <p><b>Snapshots.</b> A call for several ids may wait between its runs of positions. So it reads
 * the count of suspensions before it takes a run, and again when no id is missing. If the count has
 * changed, every copy of the process has the positions. Then the call burns them and starts again.
 */
final class LineCalls implements Consumer<Request> {

  private final LocalLine line;

  LineCalls(LocalLine line) {
    this.line = line;
  }

  void fill(long count, RunSink sink, boolean whole) {
    endSlice();
    boolean unusedAlways = fill(new Request(count, sink, whole, line.context.deadline(), null));
  }

  @SuppressWarnings("CatchingUnchecked")
  <T> CompletableFuture<T> fillAsync(long count, RunSink sink, boolean whole, Supplier<T> made) {
    endSlice();
    ClaimedRange r = line.open;
    if (count == 1 && r.position() < r.limit) { // One id of a claimed position needs no request.
      try {
        if (makesOne(r, sink)) {
          return CompletableFuture.completedFuture(made.get());
        }
      } catch (Throwable e) { // Every failure is the call's outcome.
        return CompletableFuture.failedFuture(Context.outcome(line.name, e));
      }
    }
    Result<T> result = new Result<>(new CompletableFuture<>(), made);
    accept(new Request(count, sink, whole, line.context.deadline(), result));
    return result.future();
  }

  private void endSlice() {
    if (line.slices != null) {
      // The ids of the thread's next calls must be greater than all ids that are made now.
      line.burn(ThreadSlices.empty(line.slices.get(), false));
    }
  }

  /**
   * Makes an id from the next position, as {@link LocalLine#next()} does. Returns false if it is
   * unused.
   */
  private boolean makesOne(ClaimedRange r, RunSink sink) {
    long position = r.take(1);
    boolean used = position < r.limit && sink.add(r.worker, position, 1, 0) == 1;
    if (!used) {
      synchronized (line.lock) {
        line.ranges.burn(r, position, 1);
      }
    }
    return used;
  }

  /** Works on a call whose caller does not wait, until the call ends or has to wait. */
  @Override
  @SuppressWarnings("CatchingUnchecked")
  public void accept(Request call) {
    if (call.begun && call.isDone()) {
      line.leave(call);
      return;
    }
    try {
      if (fill(call)) {
        call.complete();
      }
    } catch (Throwable e) { // Every failure is the call's outcome, on whichever thread it occurs.
      call.fail(Context.outcome(line.name, e));
    }
  }

  /**
   * Takes the positions that a call still lacks. Returns false if the call continues later. Then
   * this thread must not access the call any more.
   */
  private boolean fill(Request call) {
    while (true) {
      long before = line.gate.suspensions();
      if (call.suspensions != before) {
        line.burn(call.forget());
        call.suspensions = before;
      }
      if (call.missing() == 0) {
        return true;
      }
      PositionRun run = call.begun ? line.settle(call) : nextRun(call);
      if (run.count == 0) {
        return false;
      }
      call.begun = false;
      line.burn(run.count - call.add(run));
    }
  }

  private PositionRun nextRun(Request call) {
    ClaimedRange r = line.open;
    call.begin(call.missing(), Requests.LATER);
    // If the run must be in one tick, no position is taken here, because a run that is taken
    // without the lock might be in two ticks.
    long taken = call.whole && line.clock.timed ? 0 : call.share(r.limit, r.position());
    if (taken > 0) {
      call.run = new PositionRun(r, r.take(taken), taken);
      if (call.run.usable(r.limit) == taken) {
        return call.run;
      }
    }
    return line.settle(call);
  }
}
