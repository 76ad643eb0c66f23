package io.mintmark.store.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Makes calls into batches of writes, has the engine do each batch, and hands out the answers. Used
 * by the thread that leads a batch of {@link GroupCommit}, which explains why no range goes to two
 * callers and no caller is left waiting.
 */
final class Batches {

  private final BatchEngine engine;
  private final int maxLines;
  private final LongAdder done = new LongAdder();
  private final LongAdder callsDone = new LongAdder();

  /**
   * Makes batches for an engine.
   *
   * @param maxLines how many lines a batch has at most, 1 or more
   */
  Batches(BatchEngine engine, int maxLines) {
    this.engine = engine;
    this.maxLines = maxLines;
  }

  /** How many batches the engine was given. */
  long count() {
    return done.sum();
  }

  /** How many calls were in them together. */
  long countCalls() {
    return callsDone.sum();
  }

  /**
   * Does all calls that were taken. Whatever happens, each of them has an answer afterwards, or is
   * given up.
   *
   * @return those of the last batch, which are still to be {@link #deliver delivered}
   */
  @SuppressWarnings("CatchingUnchecked")
  List<Call> commitTaken(Call taken, Deadline deadline) {
    try {
      return commit(oldestFirst(taken), deadline);
    } catch (Throwable e) {
      for (Call call = taken; call != null; call = call.older) {
        call.giveUp(e);
      }
      return List.of();
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
  private List<Call> commit(List<Call> calls, Deadline deadline) {
    List<Call> answered = new ArrayList<>();
    List<Call> later = commitOne(calls, deadline, answered);
    while (!later.isEmpty()) {
      deliver(answered);
      answered = new ArrayList<>();
      later = commitOne(later, deadline, answered);
    }
    return answered;
  }

  /** Does one batch, and returns the calls that have to wait for another. */
  @SuppressWarnings("CatchingUnchecked")
  private List<Call> commitOne(List<Call> calls, Deadline deadline, List<Call> answered) {
    List<Call> later = new ArrayList<>();
    List<Write> writes = gather(calls, later);
    if (writes.isEmpty()) {
      return later;
    }
    try {
      engine.execute(writes, deadline);
    } catch (Throwable e) {
      // It is the outcome of all calls in this batch, and ends none of the later ones.
      writes.forEach(write -> write.failed(e));
    }
    done.increment();
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
    return later;
  }

  /** Hands out answers, which are durable by now. Allocates nothing. */
  static void deliver(List<Call> answered) {
    for (int i = 0; i < answered.size(); i++) {
      answered.get(i).deliver();
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
