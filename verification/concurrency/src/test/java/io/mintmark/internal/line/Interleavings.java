package io.mintmark.internal.line;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.line.InterleavedEngine.Without;
import io.mintmark.internal.line.InterleavedEngine.Written;
import io.mintmark.internal.line.ReplayedProcess.Choice;
import io.mintmark.internal.line.ReplayedProcess.Life;
import io.mintmark.internal.line.ReplayedProcess.Position;
import io.mintmark.internal.line.ReplayedProcess.Program;
import io.mintmark.internal.line.ReplayedProcess.Stop;
import io.mintmark.internal.line.ReplayedProcess.Window;
import io.mintmark.internal.line.ReplayedProcess.Write;
import io.mintmark.store.EngineLife;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Goes through every state that processes, a network and an engine can come to together, and looks
 * for a position that two processes have as their own.
 *
 * <p>From each state it goes on in every way: any process takes its next step; its request is lost,
 * or arrives late, or twice; a process crashes and starts again; the engine's clock goes on; the
 * engine forgets. A choice of one process concerns nobody else, so it is made at once. States are
 * told apart by 64 bits of their text's hash: of n states, one is taken for another with a
 * likelihood of n^2 / 2^65.
 */
final class Interleavings {

  /** How far the engine's clock may fall when it comes up anew, in ticks. */
  private static final int CLOCK_MARGIN = 1;

  private static final String ANSWER_LOST = "no answer";

  private final Program program;
  private final Without without;
  private final int lastTick;
  private final Set<Long> visited = new HashSet<>();
  private final Deque<World> open = new ArrayDeque<>();
  private @Nullable String repeat;

  /**
   * Sets up a search.
   *
   * @param lastTick the last that the engine's clock shows
   */
  Interleavings(Program program, Without without, int lastTick) {
    this.program = program;
    this.without = without;
    this.lastTick = lastTick;
  }

  /** One state, and how it was come to. */
  private record World(
      InterleavedEngine engine,
      List<ReplayedProcess> processes,
      List<Window> ofCrashed,
      int crashes,
      String step,
      @Nullable World before) {

    /** States with equal texts go on in the same ways, whichever process is which. */
    String text() {
      return engine
          + processes.stream().map(Object::toString).sorted().collect(Collectors.joining("|"))
          + ofCrashed
          + crashes;
    }

    String story() {
      List<String> steps = new ArrayList<>();
      for (World world = this; world != null; world = world.before) {
        steps.add(0, world.step);
      }
      return String.join("\n", steps);
    }

    World with(InterleavedEngine changed, String what) {
      return new World(changed, processes, ofCrashed, crashes, what, this);
    }

    World with(int process, ReplayedProcess changed, InterleavedEngine engine, String what) {
      List<ReplayedProcess> after = new ArrayList<>(processes);
      after.set(process, changed);
      return new World(engine, after, ofCrashed, crashes, "process " + process + ": " + what, this);
    }
  }

  /**
   * Searches to the first repeat, or to the end.
   *
   * @return how many states there are, or were seen
   */
  int search(InterleavedEngine engine, int processes, int crashes) {
    List<ReplayedProcess> started = new ArrayList<>();
    for (int i = 0; i < processes; i++) {
      started.add(ReplayedProcess.started(program));
    }
    visit(new World(engine, started, List.of(), crashes, "all start", null));
    while (!open.isEmpty() && repeat == null) {
      goOn(open.pop());
    }
    return visited.size();
  }

  /** The steps to a position that two processes have; null if there is none. */
  @Nullable
  String repeat() {
    return repeat;
  }

  private void visit(World world) {
    if (visited.add(hash(world.text()))) {
      if (ownsTwice(world)) {
        repeat = world.story();
      }
      open.push(world);
    }
  }

  /** The FNV hash of 64 bits, mixed once more. */
  private static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (byte each : text.getBytes(StandardCharsets.US_ASCII)) {
      hash = (hash ^ each) * 0x100000001b3L;
    }
    hash = (hash ^ hash >>> 32) * 0x9e3779b97f4a7c15L;
    return hash ^ hash >>> 29;
  }

  private static boolean ownsTwice(World world) {
    List<Window> all = new ArrayList<>(world.ofCrashed);
    world.processes.forEach(process -> all.addAll(process.windows()));
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

  private void goOn(World world) {
    for (int i = 0; i < world.processes.size(); i++) {
      if (world.processes.get(i).stop() instanceof Choice choice) {
        for (int chosen = 0; chosen < choice.bound(); chosen++) {
          answer(world, i, chosen, world.engine);
        }
        return;
      }
    }
    for (int i = 0; i < world.processes.size(); i++) {
      step(world, i);
      if (world.crashes > 0) {
        crash(world, i);
      }
    }
    arrive(world);
    if (program.canLoseWrites()) {
      if (world.engine.tick() < lastTick) {
        visit(world.with(world.engine.tickLater(), "the engine's clock goes on"));
      }
      if (world.engine.losses() > 0) {
        forget(world);
      }
    }
  }

  private void step(World world, int process) {
    InterleavedEngine engine = world.engine;
    Stop stop = world.processes.get(process).stop();
    if (stop instanceof Position position) {
      answer(world, process, engine.lines().get(position.worker()), engine);
      lose(world, process, engine);
    } else if (stop instanceof Life) {
      EngineLife life = engine.life(program.rules().tickMs(0), without);
      answer(world, process, life, engine);
      lose(world, process, engine);
    } else if (stop instanceof Write write) {
      Written written = engine.write(write, without);
      answer(world, process, written.answer(), written.engine());
      lose(world, process, engine.withUnderway(write));
      if (engine.faults() > 0) {
        InterleavedEngine twice = written.engine().faulted().withUnderway(write);
        answer(world, process, written.answer(), twice);
      }
    }
  }

  private void answer(World world, int process, Object answer, InterleavedEngine engine) {
    ReplayedProcess before = world.processes.get(process);
    visit(world.with(process, before.after(answer), engine, before.stop() + " -> " + answer));
  }

  /** No answer comes in time. What was sent may still arrive, or never. */
  private void lose(World world, int process, InterleavedEngine engine) {
    if (engine.faults() > 0) {
      answer(world, process, new StoreUnavailableException(ANSWER_LOST), engine.faulted());
    }
  }

  private void crash(World world, int process) {
    List<Window> windows = new ArrayList<>(world.ofCrashed);
    windows.addAll(world.processes.get(process).windows());
    World crashed =
        world.with(process, ReplayedProcess.started(program), world.engine, "crashes and starts");
    visit(new World(
        crashed.engine, crashed.processes, windows, world.crashes - 1, crashed.step, world));
  }

  private void arrive(World world) {
    for (int i = 0; i < world.engine.underway().size(); i++) {
      Write late = world.engine.underway().get(i);
      Written written = world.engine.withoutUnderway(i).write(late, without);
      visit(world.with(written.engine(), "arrives late: " + late));
    }
  }

  /** Every line falls to any place below, so that all combinations of them are seen. */
  private void forget(World world) {
    List<List<Long>> older = List.of(List.of());
    for (long next : world.engine.lines()) {
      List<List<Long>> longer = new ArrayList<>();
      for (List<Long> before : older) {
        for (long fallen = 0; fallen <= next; fallen++) {
          List<Long> more = new ArrayList<>(before);
          more.add(fallen);
          longer.add(more);
        }
      }
      older = longer;
    }
    int tick = world.engine.tick();
    for (List<Long> lines : older) {
      for (int clock = Math.max(0, tick - CLOCK_MARGIN); clock <= tick; clock++) {
        visit(world.with(
            world.engine.forgotten(lines, clock), "the engine comes up anew at " + lines));
      }
    }
  }
}
