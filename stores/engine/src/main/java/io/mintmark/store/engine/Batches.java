package io.mintmark.store.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Groups calls into batches of writes, runs each batch on the engine, and distributes the answers.
 * Used by the thread that uses the engine of {@link GroupCommit}. That class explains why no range
 * goes to two callers and no caller waits for ever.
 */
final class Batches {

  private final BatchEngine engine;
  private final int maxLines;

  /**
   * Makes batches for an engine.
   *
   * @param maxLines the most lines in a batch, 1 or more
   */
  Batches(BatchEngine engine, int maxLines) {
    this.engine = engine;
    this.maxLines = maxLines;
  }

  /** Returns the most lines in a batch. */
  int maxLines() {
    return maxLines;
  }

  /**
   * Runs calls in as many batches as they need. Each call gets an answer or a failure, even after
   * an error.
   *
   * @param own whether the calling thread made all calls. Then one batch is run, because each
   *     further batch could take another timeout
   * @return the calls that need further batches, none unless {@code own}
   */
  @SuppressWarnings("CatchingUnchecked")
  List<Write> commit(List<Write> calls, boolean own) {
    try {
      List<Write> waiting = commitOne(calls);
      while (!own && !waiting.isEmpty()) {
        waiting = commitOne(waiting);
      }
      return waiting;
    } catch (Throwable e) {
      for (Write call : calls) {
        call.giveUp(e);
      }
      return List.of();
    }
  }

  /**
   * Runs one batch, and wakes its callers. Returns the calls that must wait for another batch.
   */
  @SuppressWarnings("CatchingUnchecked")
  private List<Write> commitOne(List<Write> calls) {
    List<Write> later = new ArrayList<>();
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
    for (Write write : writes) {
      for (Write call : write.calls()) {
        if (!call.isFilled() && call.isAlone() && call != write) {
          later.add(call);
          continue;
        }
        if (!call.isFilled()) {
          call.fail(new IllegalStateException("the engine left a write without an answer"));
        }
        call.deliver();
      }
    }
    return later;
  }

  /**
   * Turns calls into writes, at most one per line. Adds the remaining calls to {@code later}, and
   * leaves out the calls whose callers have gone.
   */
  private List<Write> gather(List<Write> calls, List<Write> later) {
    Map<String, Write> writes = new LinkedHashMap<>();
    for (Write call : calls) {
      if (call.isAbandoned()) {
        continue;
      }
      Write write = writes.get(call.line());
      Optional<Write> joined = write == null
          ? Optional.of(call).filter(first -> writes.size() < maxLines)
          : write.with(call);
      joined.ifPresentOrElse(both -> writes.put(call.line(), both), () -> later.add(call));
    }
    return new ArrayList<>(writes.values());
  }
}
