package io.mintmark.store.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * Makes calls into batches of writes, has the engine do each batch, and hands out the answers. Used
 * by the thread that has the lane of {@link GroupCommit}, which says why no range goes to two
 * callers and no caller is left waiting.
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
   * @param maxLines how many lines a batch has at most, 1 or more
   * @param waker wakes the callers of a batch
   */
  Batches(BatchEngine engine, int maxLines, Waker waker) {
    this.engine = engine;
    this.maxLines = maxLines;
    this.waker = waker;
  }

  /** How many batches the engine was given. */
  long count() {
    return done.sum();
  }

  /** How many calls were in them together. */
  long countCalls() {
    return callsDone.sum();
  }

  /** How many lines a batch has at most. */
  int maxLines() {
    return maxLines;
  }

  /**
   * Does all calls that were taken; whatever happens, each of them is answered or given up.
   *
   * @param own the caller that does this for itself and all others, which is awake
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

  /** Does calls in as many batches as they need. */
  void commit(List<Call> calls, Optional<Thread> own) {
    List<Call> waiting = calls;
    while (!waiting.isEmpty()) {
      waiting = commitOne(waiting, own);
    }
  }

  /** Does one batch, and returns the calls that have to wait for another. */
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
      // Nothing may end the writer, or all later calls would wait in vain.
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

  /** Makes calls into writes, at most one a line; those that do not fit are left for later. */
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
