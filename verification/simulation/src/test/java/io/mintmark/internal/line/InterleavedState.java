package io.mintmark.internal.line;

import io.mintmark.concurrency.StateSearch;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.line.InterleavedEngine.Without;
import io.mintmark.internal.line.InterleavedEngine.Written;
import io.mintmark.internal.line.ReplayedProcess.Choice;
import io.mintmark.internal.line.ReplayedProcess.Ended;
import io.mintmark.internal.line.ReplayedProcess.Life;
import io.mintmark.internal.line.ReplayedProcess.Position;
import io.mintmark.internal.line.ReplayedProcess.Program;
import io.mintmark.internal.line.ReplayedProcess.Resumed;
import io.mintmark.internal.line.ReplayedProcess.Stop;
import io.mintmark.internal.line.ReplayedProcess.Window;
import io.mintmark.internal.line.ReplayedProcess.Write;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One state of all processes, the network and the engine together.
 *
 * <p>It continues in every possible way. Any process takes its next step. Its request is lost, or
 * arrives late, or twice. A process crashes and starts again, or is resumed twice from one
 * snapshot. The engine's clock advances. The engine forgets. A process that takes no step is
 * stopped while the others and the clocks continue. A random choice of one process does not affect
 * the others, so it is made at once.
 *
 * @param earlier windows of crashed processes, and of a process before its snapshot
 * @param crashes how many more times a process may crash
 * @param snapshots how many more times a process may be resumed twice
 */
record InterleavedState(
    Setup setup,
    InterleavedEngine engine,
    List<ReplayedProcess> processes,
    List<Window> earlier,
    int crashes,
    int snapshots)
    implements StateSearch.State<InterleavedState> {

  /** The most ticks by which the engine's clock may be behind after a restart. */
  private static final int CLOCK_MARGIN = 1;

  private static final String ANSWER_LOST = "no answer";

  /**
   * The part that is the same in all states.
   *
   * @param program the program of each process
   * @param without the step that is left out
   * @param resumed whether a process learns of its snapshot
   * @param lastTick the last reading of the engine's clock
   */
  record Setup(Program program, Without without, Resumed resumed, int lastTick) {}

  /** Returns the state in which all processes start. */
  static InterleavedState of(
      Setup setup, InterleavedEngine engine, int processes, int crashes, int snapshots) {
    List<ReplayedProcess> started =
        Collections.nCopies(processes, ReplayedProcess.started(setup.program));
    return new InterleavedState(setup, engine, started, List.of(), crashes, snapshots);
  }

  /** Returns the state in which processes with different settings start. */
  static InterleavedState of(
      Setup setup, InterleavedEngine engine, List<ReplayedProcess> processes) {
    return new InterleavedState(setup, engine, processes, List.of(), 0, 0);
  }

  /** Equal for states that continue in the same ways, apart from the order of the processes. */
  @Override
  public String text() {
    return engine
        + processes.stream().map(Object::toString).sorted().collect(Collectors.joining("|"))
        + earlier
        + crashes
        + snapshots;
  }

  /** Whether a position belongs to two processes. */
  boolean ownsTwice() {
    List<Window> all = new ArrayList<>(earlier);
    processes.forEach(process -> all.addAll(process.windows()));
    for (int i = 0; i < all.size(); i++) {
      for (int j = 0; j < i; j++) {
        Window a = all.get(i);
        Window b = all.get(j);
        if (a.worker() == b.worker() && a.start() < b.end() && b.start() < a.end()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a process is about to use a number that another process has taken over since. */
  boolean isPausedDuringATakeover() {
    return processes.stream()
        .filter(still -> still.stop() instanceof Write)
        .anyMatch(still -> still.windows().stream()
            .anyMatch(mine -> mine.worker() == ((Write) still.stop()).worker()
                && processes.stream()
                    .filter(other -> other != still)
                    .flatMap(other -> other.windows().stream())
                    .anyMatch(
                        taken -> taken.worker() == mine.worker() && taken.start() >= mine.end())));
  }

  @Override
  public void goOn(StateSearch.Steps<InterleavedState> steps) {
    for (int i = 0; i < processes.size(); i++) {
      if (processes.get(i).stop() instanceof Choice choice) {
        for (int chosen = 0; chosen < choice.bound(); chosen++) {
          answer(i, chosen, engine, steps);
        }
        copy(i, steps);
        return;
      }
    }
    for (int i = 0; i < processes.size(); i++) {
      step(i, steps);
      copy(i, steps);
      if (crashes > 0) {
        crash(i, steps);
      }
    }
    arrive(steps);
    if (setup.program.canLoseWrites()) {
      if (engine.tick() < setup.lastTick) {
        steps.to(() -> "the engine's clock goes on", with(engine.tickLater()));
      }
      if (engine.losses() > 0) {
        forget(steps);
      }
    }
  }

  private InterleavedState with(InterleavedEngine changed) {
    return new InterleavedState(setup, changed, processes, earlier, crashes, snapshots);
  }

  private InterleavedState with(int process, ReplayedProcess changed, InterleavedEngine after) {
    List<ReplayedProcess> all = new ArrayList<>(processes);
    all.set(process, changed);
    return new InterleavedState(setup, after, all, earlier, crashes, snapshots);
  }

  private void step(int process, StateSearch.Steps<InterleavedState> steps) {
    Stop stop = processes.get(process).stop();
    if (stop instanceof Position position) {
      answer(process, engine.lines().get(position.worker()), engine, steps);
      lose(process, engine, steps);
    } else if (stop instanceof Life life) {
      long tickMs = setup.program.rules().tickMs(0);
      long own = processes.get(process).fingerprint();
      answer(process, engine.life(tickMs, setup.without, life.lines(), own), engine, steps);
      lose(process, engine, steps);
    } else if (stop instanceof Write write) {
      Written written = engine.write(write, setup.without);
      answer(process, written.answer(), written.engine(), steps);
      lose(process, engine.withUnderway(write), steps);
      if (engine.faults() > 0) {
        InterleavedEngine twice = written.engine().faulted().withUnderway(write);
        answer(process, written.answer(), twice, steps);
      }
    }
  }

  private void answer(
      int process,
      Object answer,
      InterleavedEngine after,
      StateSearch.Steps<InterleavedState> steps) {
    ReplayedProcess before = processes.get(process);
    steps.to(
        () -> "process " + process + ": " + before.stop() + " -> " + answer,
        with(process, before.after(answer), after));
  }

  /** The reply does not arrive before the deadline. The request may still arrive, or never. */
  private void lose(
      int process, InterleavedEngine after, StateSearch.Steps<InterleavedState> steps) {
    if (engine.faults() > 0) {
      answer(process, new StoreUnavailableException(ANSWER_LOST), after.faulted(), steps);
    }
  }

  private void crash(int process, StateSearch.Steps<InterleavedState> steps) {
    InterleavedState after = with(process, processes.get(process).again(), engine);
    steps.to(
        () -> "process " + process + ": crashes and starts",
        new InterleavedState(
            setup, engine, after.processes, withThoseOf(process), crashes - 1, snapshots));
  }

  private List<Window> withThoseOf(int process) {
    List<Window> windows = new ArrayList<>(earlier);
    windows.addAll(processes.get(process).windows());
    return windows;
  }

  /**
   * Resumes a process twice from one snapshot, as two copies of its memory. If the process was
   * about to send a request, each copy sends its own. Otherwise the request was already sent, and
   * both copies receive its reply.
   */
  private void copy(int process, StateSearch.Steps<InterleavedState> steps) {
    Stop stop = processes.get(process).stop();
    if (snapshots == 0 || stop instanceof Ended) {
      return;
    }
    ReplayedProcess resumed = processes.get(process).after(setup.resumed);
    steps.to(() -> "process " + process + ": is resumed twice", copied(process, resumed, engine));
    if (stop instanceof Write write) {
      Written written = engine.write(write, setup.without);
      steps.to(
          () -> "process " + process + ": is resumed twice during " + write + " -> "
              + written.answer(),
          copied(process, resumed.after(written.answer()), written.engine()));
    }
  }

  private InterleavedState copied(int process, ReplayedProcess resumed, InterleavedEngine after) {
    List<ReplayedProcess> all = new ArrayList<>(processes);
    all.set(process, resumed);
    all.add(resumed);
    return new InterleavedState(setup, after, all, withThoseOf(process), crashes, snapshots - 1);
  }

  private void arrive(StateSearch.Steps<InterleavedState> steps) {
    for (int i = 0; i < engine.underway().size(); i++) {
      Write late = engine.underway().get(i);
      Written written = engine.withoutUnderway(i).write(late, setup.without);
      steps.to(() -> "arrives late: " + late, with(written.engine()));
    }
  }

  /**
   * Moves every line to each lower position, in all combinations. If there is a fingerprint, each
   * line either stays or is lost.
   */
  private void forget(StateSearch.Steps<InterleavedState> steps) {
    List<List<Long>> older = List.of(List.of());
    for (long next : engine.lines()) {
      List<List<Long>> longer = new ArrayList<>();
      for (List<Long> before : older) {
        boolean whole = engine.lines().size() > ReplayedProcess.FINGERPRINT;
        for (long fallen = 0; fallen <= next; fallen += whole ? Math.max(1, next) : 1) {
          List<Long> more = new ArrayList<>(before);
          more.add(fallen);
          longer.add(more);
        }
      }
      older = longer;
    }
    int tick = engine.tick();
    for (List<Long> lines : older) {
      for (int clock = Math.max(0, tick - CLOCK_MARGIN); clock <= tick; clock++) {
        steps.to(() -> "the engine restarts at " + lines, with(engine.forgotten(lines, clock)));
      }
    }
  }
}
