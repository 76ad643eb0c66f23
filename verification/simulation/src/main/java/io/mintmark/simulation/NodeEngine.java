package io.mintmark.simulation;

import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.StoreEngine;
import io.mintmark.store.engine.Write;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A process's connection to the engine. Each call is a request to the engine and a reply from it.
 * Either may be late or get lost, and the request may arrive twice. The process may end or stop
 * before or after it sends the request or receives the reply.
 */
final class NodeEngine implements StoreEngine {

  private static final int MAX_LINES = 16;

  private final Node node;
  private final Scheduler scheduler;
  private final Server server;

  /** Whether a thread is writing. */
  private boolean writes;

  NodeEngine(Node node, Scheduler scheduler, Server server) {
    this.node = node;
    this.scheduler = scheduler;
    this.server = server;
  }

  /** A line's position before the write, and after it if the write moved the line. */
  private record Outcome(long stood, OptionalLong next) {}

  @Override
  public void write(List<Write> writes, Deadline deadline) throws Exception {
    OwnedRanges owned = node.owned;
    List<Outcome> outcomes = alone(() -> ask(true, () -> executed(writes), deadline));
    for (int i = 0; i < writes.size(); i++) {
      Write write = writes.get(i);
      Outcome outcome = outcomes.get(i);
      if (outcome.next().isPresent()) {
        long next = outcome.next().getAsLong();
        owned.add(write, next);
        write.done(next);
      } else {
        write.refused(outcome.stood());
      }
    }
  }

  /** Allows one batch of writes at a time, because an engine may rely on this. */
  private <T> T alone(Callable<T> call) throws Exception {
    if (writes) {
      scheduler.fail(new Violation("two threads of a process write to the engine at a time"));
    }
    writes = true;
    try {
      return call.call();
    } finally {
      writes = false;
    }
  }

  /** Executes a batch in the engine, all of it at one moment. */
  private List<Outcome> executed(List<Write> writes) {
    List<Outcome> outcomes = new ArrayList<>(writes.size());
    for (Write write : writes) {
      long stood = server.position(write.line());
      OptionalLong next = write.target(stood);
      node.host.run.wrote(node.host, write, next);
      next.ifPresent(end -> server.move(write.line(), end));
      if (write instanceof Write.Note note) {
        server.annotate(note.line(), note.text());
      }
      outcomes.add(new Outcome(stood, next));
    }
    return outcomes;
  }

  @Override
  public int maxLines() {
    return MAX_LINES;
  }

  @Override
  public long position(String line, Deadline deadline) throws Exception {
    return ask(false, () -> server.position(line), deadline);
  }

  /** All positions are read at one moment. */
  @Override
  public LinePositions positions(List<String> lines, Deadline deadline) throws Exception {
    return ask(
        false,
        () -> new LinePositions(
            lines.stream().map(server::position).toList(),
            server.hasClock ? Optional.of(server.clock.instant()) : Optional.empty()),
        deadline);
  }

  @Override
  public List<Line> lines(LinePage page, Deadline deadline) throws Exception {
    return ask(false, () -> server.lines(page), deadline);
  }

  @Override
  public Optional<Instant> now(Deadline deadline) throws Exception {
    return server.hasClock
        ? Optional.of(ask(false, server.clock::instant, deadline))
        : Optional.empty();
  }

  @Override
  public boolean canLoseAcknowledgedWrites() {
    return server.forgets;
  }

  @Override
  public EngineLife life(List<String> lines, Deadline deadline) throws Exception {
    return ask(false, () -> server.life(lines), deadline);
  }

  /**
   * The simulated engine begins a new {@link EngineLife} after each loss, even if it has lost only
   * some lines.
   */
  @Override
  public boolean noticesDeletedLines() {
    return true;
  }

  @Override
  public void close() {
    // The engine continues for the other processes.
  }

  private <T> T ask(boolean writes, Supplier<T> question, Deadline deadline) throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      scheduler.fail(new Violation("the engine is called in an interrupted thread"));
    }
    PlannedFault fault = node.nextCallFault(writes);
    node.pauseIf(fault.isOf(CallFault.PAUSE_BEFORE), fault.nanos());
    lackMemoryIf(fault.isOf(CallFault.NO_MEMORY_ASKING));
    Scheduler.Wait wait = scheduler.begin(node);
    List<Optional<T>> answers = new ArrayList<>(1);
    send(
        fault,
        () ->
            server.down || (writes && server.full) ? Optional.empty() : Optional.of(question.get()),
        answer -> {
          answers.add(answer);
          scheduler.end(wait, scheduler.nowNanos());
        });
    node.crashIf(fault.isOf(CallFault.CRASH_ASKING));
    scheduler.end(wait, scheduler.nowNanos() + deadline.leftNanos());
    scheduler.await(wait);
    node.crashIf(fault.isOf(CallFault.CRASH_ANSWERED));
    node.pauseIf(fault.isOf(CallFault.PAUSE_AFTER) || fault.isOf(CallFault.FORGET), fault.nanos());
    lackMemoryIf(fault.isOf(CallFault.NO_MEMORY_ANSWERED));
    if (answers.isEmpty()) {
      throw new IOException("no answer before the deadline");
    }
    return answers.get(0).orElseThrow(() -> new IOException("the engine is full"));
  }

  private static void lackMemoryIf(boolean lacks) {
    if (lacks) {
      throw new OutOfMemoryError("simulated");
    }
  }

  /**
   * Sends a request to the engine, and its reply back.
   *
   * @param request makes the engine execute it; empty if the engine is down or full, and does
   *     nothing
   */
  private <T> void send(
      PlannedFault fault, Supplier<Optional<T>> request, Consumer<Optional<T>> receive) {
    if (fault.isOf(CallFault.LOSE_REQUEST) || !node.canSend()) {
      return;
    }
    long arrives = scheduler.nowNanos() + node.latencyNanos();
    long delay = fault.isOf(CallFault.DELAY_REQUEST) ? fault.nanos() : 0;
    scheduler.post(Scheduler.RUN, arrives + delay, () -> {
      Optional<T> answer = request.get();
      if (fault.isOf(CallFault.FORGET)) {
        node.host.run.failOver(server, 1 + fault.amount() % 3, CallFault.FORGET);
      }
      if (!server.down && !fault.isOf(CallFault.LOSE_REPLY) && node.canReceive()) {
        long back = fault.isOf(CallFault.DELAY_REPLY) ? fault.nanos() : 0;
        long at = scheduler.nowNanos() + node.latencyNanos() + back;
        scheduler.post(node, at, () -> receive.accept(answer));
      }
    });
    if (fault.isOf(CallFault.REPEAT)) {
      scheduler.post(Scheduler.RUN, arrives + fault.nanos(), () -> {
        Optional<T> unused = request.get();
      });
    }
  }
}
