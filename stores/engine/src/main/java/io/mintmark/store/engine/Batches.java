package io.mintmark.store.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * Groups calls into batches of writes, runs each batch on the engine, and distributes the answers.
 * Used by the thread that holds the lane of {@link GroupCommit}. That class explains why no range
 * goes to two callers and no caller waits for ever.
 */
final class Batches {

  private final BatchEngine engine;
  private final int maxLines;
  private final Waker waker;
  private final LongAdder done = new LongAdder();
  private final LongAdder callsDone = new LongAdder();

  /**
   * Makes batches for an engine.
   *
   * @param maxLines the most lines in a batch, 1 or more
   * @param waker wakes the callers of a batch
   */
  Batches(BatchEngine engine, int maxLines, Waker waker) {
    this.engine = engine;
    this.maxLines = maxLines;
    this.waker = waker;
  }

  /** Returns the number of batches that were run on the engine. */
  long count() {
    return done.sum();
  }

  /** Returns the total number of calls in all batches that were run on the engine. */
  long countCalls() {
    return callsDone.sum();
  }

  /** Returns the most lines in a batch. */
  int maxLines() {
    return maxLines;
  }

  /**
   * Runs all calls that were taken from the stack. Each call gets an answer or a failure, even
   * after an error.
   *
   * @param own the calling thread, if it runs its own calls: this thread is awake and need not be
   *     woken. Empty if the writer runs the calls
   */
  @SuppressWarnings("CatchingUnchecked")
  void commitTaken(Call taken, Optional<Thread> own) {
    try {
      commit(oldestFirst(taken), own);
    } catch (Throwable e) {
      for (Call call = taken; call != null; call = call.older) {
        call.giveUp(e);
      }
    }
  }

  private static List<Call> oldestFirst(Call newest) {
    Call[] calls = new Call[newest.depth];
    int index = calls.length;
    for (Call call = newest; call != null; call = call.older) {
      calls[--index] = call;
    }
    return List.of(calls);
  }

  /** Runs calls in as many batches as they need. */
  void commit(List<Call> calls, Optional<Thread> own) {
    List<Call> waiting = calls;
    while (!waiting.isEmpty()) {
      waiting = commitOne(waiting, own);
    }
  }

  /** Runs one batch, and returns the calls that must wait for another batch. */
  @SuppressWarnings("CatchingUnchecked")
  private List<Call> commitOne(List<Call> calls, Optional<Thread> own) {
    List<Call> later = new ArrayList<>();
    List<Write> writes = gather(calls, later);
    if (writes.isEmpty()) {
      return later;
    }
    try {
      engine.execute(writes);
    } catch (Throwable e) {
      // No error may end the writer, or all later calls would wait for ever.
      writes.forEach(write -> write.failed(e));
    }
    done.increment();
    List<Call> answered = new ArrayList<>();
    for (Write write : writes) {
      callsDone.add(write.calls.size());
      for (Call call : write.calls) {
        if (call.isFilled()) {
          answered.add(call);
        } else if (call.isAlone() && write.calls.size() > 1) {
          later.add(call);
        } else {
          call.fail(new IllegalStateException("the engine left a write without an answer"));
          answered.add(call);
        }
      }
    }
    deliver(answered, own);
    return later;
  }

  private void deliver(List<Call> answered, Optional<Thread> own) {
    List<Call> others = answered;
    if (own.isPresent()) {
      others = new ArrayList<>();
      for (Call call : answered) {
        if (call.isOf(own.get())) {
          call.deliverAsleep();
        } else {
          others.add(call);
        }
      }
    }
    if (others.size() == 1) {
      others.get(0).deliver();
    } else if (!others.isEmpty()) {
      waker.wake(others);
    }
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
