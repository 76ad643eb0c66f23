package io.mintmark.store.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Groups calls into batches of writes, runs each batch on the engine, and distributes the answers.
 * Used by the thread that uses the engine of {@link GroupCommit}. That class explains why no range
 * goes to two callers and no caller waits for ever.
 */
final class Batches {

  private final StoreEngine engine;
  private final OpenSettings settings;
  private final int maxLines;

  Batches(StoreEngine engine, OpenSettings settings) {
    this.engine = engine;
    this.settings = settings;
    this.maxLines = engine.maxLines();
  }

  /** Returns the most lines in a batch. */
  int maxLines() {
    return maxLines;
  }

  /**
   * Runs calls in as many batches as they need. Each call gets an answer or a failure, even after
   * an error.
   *
   * @param own the deadline of the calls if the calling thread made all of them. Then one batch is
   *     run, because each further batch could take another timeout
   * @return the calls that need further batches, none unless {@code own} is given
   */
  @SuppressWarnings("CatchingUnchecked")
  List<Write> commit(List<Write> calls, @Nullable Deadline own) {
    try {
      List<Write> waiting = commitOne(calls, own == null ? settings.deadline() : own);
      while (own == null && !waiting.isEmpty()) {
        waiting = commitOne(waiting, settings.deadline());
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
  private List<Write> commitOne(List<Write> calls, Deadline deadline) {
    List<Write> later = new ArrayList<>();
    List<Write> writes = gather(calls, later);
    if (writes.isEmpty()) {
      return later;
    }
    boolean interrupted = Thread.interrupted();
    try {
      engine.write(writes, deadline);
    } catch (Throwable e) {
      // No error may end the writer, or all later calls would wait for ever.
      writes.forEach(write -> write.failed(e));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    for (Write write : writes) {
      for (Write call : write.calls()) {
        if (!call.filled && call.alone && call != write) {
          later.add(call);
          continue;
        }
        if (!call.filled) {
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
      if (call.abandoned) {
        continue;
      }
      Write write = writes.get(call.line);
      Optional<Write> joined = write == null ? Optional.of(call) : write.with(call);
      if (joined.isPresent() && (write != null || writes.size() < maxLines)) {
        writes.put(call.line, joined.get());
      } else {
        later.add(call);
      }
    }
    return new ArrayList<>(writes.values());
  }
}
