package io.mintmark.store.engine;

import io.mintmark.store.LinePositions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Lets threads that read lines at the same time share round trips: while one reads, the others
 * gather, and one of them reads for all of those next. No thread of its own.
 *
 * <p><b>No answer is older than its call</b>, as a reading begins after all whom it is for have
 * asked.
 *
 * <p><b>Nobody waits for one that is gone.</b> The thread that reads names who reads next when it
 * has ended, whatever came of it: the first of those that have gathered since. One that is named
 * and whose time is up names the next at once. One whose time is up before that withdraws, or finds
 * that it was named or answered, as its future is completed once.
 *
 * <p><b>Nobody fails for another.</b> Where a reading for several fails, because of a line that
 * cannot be read or because the time of the one who reads is up, each of them reads for itself,
 * within its own deadline.
 *
 * <p>Thread-safe.
 */
final class GroupRead {

  /** Has its thread read for itself. */
  private static final Turn NOTHING_READ = new Turn(List.of(), Optional.empty());

  private final Reader reader;

  /** Guarded by this, as is the next. */
  private List<Waiting> gathered = new ArrayList<>();

  private boolean isReading;

  /** Reads lines, and the engine's clock. */
  @FunctionalInterface
  interface Reader {
    LinePositions read(List<String> lines, Deadline deadline) throws Exception;
  }

  /** What a thread waits for. */
  private record Waiting(List<String> lines, CompletableFuture<Turn> turn) {}

  /** What a thread is told: for whom to read; or what was read for it, if anything was. */
  private record Turn(List<Waiting> readFor, Optional<Answer> answer) {}

  /** All that was read together. */
  private record Answer(Map<String, Long> next, Optional<Instant> now) {

    LinePositions of(List<String> lines) {
      return new LinePositions(lines.stream().map(next::get).toList(), now);
    }
  }

  GroupRead(Reader reader) {
    this.reader = reader;
  }

  /**
   * Reads lines.
   *
   * @throws Exception as the engine does
   */
  LinePositions read(List<String> lines, Deadline deadline) throws Exception {
    Waiting mine = new Waiting(lines, new CompletableFuture<>());
    if (!begins(mine)) {
      Turn turn = turn(mine, deadline);
      if (turn.answer.isPresent()) {
        return turn.answer.get().of(lines);
      }
      if (turn.readFor.isEmpty()) {
        return reader.read(lines, deadline);
      }
      return lead(mine, turn.readFor, deadline);
    }
    return lead(mine, List.of(mine), deadline);
  }

  /** Counts those who wait until another has read. */
  synchronized int waiting() {
    return gathered.size();
  }

  private synchronized boolean begins(Waiting mine) {
    if (!isReading) {
      isReading = true;
      return true;
    }
    gathered.add(mine);
    return false;
  }

  private Turn turn(Waiting mine, Deadline deadline) throws ExecutionException {
    try {
      return deadline.await(mine.turn);
    } catch (TimeoutException e) {
      if (mine.turn.cancel(false)) {
        throw deadline.passed(e);
      }
      // It was named or answered meanwhile.
      return mine.turn.getNow(NOTHING_READ);
    }
  }

  /** Reads for several, and names who reads next. */
  private LinePositions lead(Waiting mine, List<Waiting> all, Deadline deadline) throws Exception {
    Optional<Answer> answer = Optional.empty();
    try {
      answer = Optional.of(answer(all, deadline));
    } catch (Exception e) {
      if (all.size() == 1) {
        throw e;
      }
    } finally {
      nameNext();
      Turn told = new Turn(List.of(), answer);
      all.forEach(each -> each.turn.complete(told));
    }
    return answer.isPresent() ? answer.get().of(mine.lines) : reader.read(mine.lines, deadline);
  }

  private Answer answer(List<Waiting> all, Deadline deadline) throws Exception {
    Map<String, Long> next = new LinkedHashMap<>();
    all.forEach(each -> each.lines.forEach(line -> next.put(line, 0L)));
    List<String> lines = List.copyOf(next.keySet());
    LinePositions read = reader.read(lines, deadline);
    for (int i = 0; i < lines.size(); i++) {
      next.put(lines.get(i), read.next().get(i));
    }
    return new Answer(next, read.now());
  }

  private synchronized void nameNext() {
    // First, so that no error leaves the others waiting for one that does not read.
    isReading = false;
    List<Waiting> next = gathered;
    if (next.isEmpty()) {
      return;
    }
    gathered = new ArrayList<>();
    for (Waiting first : next) {
      if (first.turn.complete(new Turn(next, Optional.empty()))) {
        isReading = true;
        return;
      }
    }
  }
}
