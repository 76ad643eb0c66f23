package io.mintmark.peers;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.ProcessClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A fault that each library meets in the same way. */
enum Scenario {
  CLOCK_BACK(
      "The clock steps back over a restart",
      "A process makes ids and ends in order. It starts again, and its clock then shows the same"
          + " seconds once more.",
      Notes.CLOCK,
      peer -> true,
      run -> restart(run, Node::end)),

  CLOCK_BACK_CRASH(
      "The clock steps back over a crash",
      "The same, but the first process is killed (SIGKILL).",
      Notes.CLOCK,
      peer -> true,
      run -> restart(run, Node::kill)),

  /**
   * Only for Snowflakes of libraries with a store. Not for uid-generator, which never reuses a
   * worker number, nor for sequences and segments, which use no worker numbers.
   */
  PAUSED(
      "A process is stopped while another takes its number",
      "There are two numbers, and a process for each. One is stopped (SIGSTOP) until a third"
          + " process has its number,\nand goes on beside it. Guards and windows are set to 5 s.",
      Notes.NO_TAKEOVER,
      peer -> peer.hasStore() && peer.name().contains("Snowflake"),
      Scenario::pause),

  FULL_SPEED(
      "Full speed",
      "Two threads of one process make ids as fast as they can.",
      Notes.COUNTER,
      peer -> true,
      Scenario::fullSpeed),

  CONTAINERS(
      "Containers that look the same",
      "Four processes, each in a process name space of its own, with the same host name, IP"
          + " address, MAC address and process id 1.",
      Notes.NODE,
      peer -> true,
      run -> run.makeIdsTogether(4, 50, setup -> setup.options("-Xmx128m").startedBy(container()))),

  PODS(
      "Many processes at once",
      "All start together on one host and make ids.",
      Notes.NODE,
      peer -> true,
      run -> run.makeIdsTogether(run.length().processes(), 50, setup -> setup.options("-Xmx64m"))),

  FAILOVER(
      "A failover that loses the last writes",
      "One process makes ids. A second starts and makes ids. The store forgets what came after the"
          + " first, a third process starts,\nand all three make ids for 20 s.",
      Notes.RAISE,
      Peer::hasStore,
      Scenario::failOver),

  RESTORED(
      "A restored backup",
      "A process makes ids, the store is backed up, the process makes more and ends. The backup is"
          + " restored. A process starts and makes ids.",
      Notes.RAISE,
      Peer::hasStore,
      Scenario::restore);

  /** Ids per millisecond of a busy process. */
  private static final int PACE = 500;

  private static final long SOME_MS = 500;

  /** The time that a JVM takes to start on a busy host. */
  private static final long RESTART_MS = 3_000;

  /** Longer than a third process needs to get a number. */
  private static final long OUTLAST_MS = 30_000;

  /** Long enough to take a number that must be idle for a while. */
  private static final long FAILOVER_MS = 20_000;

  final String title;
  final String text;
  final String note;

  /** Returns whether the fault can affect a library. */
  @SuppressWarnings("ImmutableEnumChecker") // Stateless lambdas.
  final Predicate<Peer> concerns;

  @SuppressWarnings("ImmutableEnumChecker")
  final Steps steps;

  /** The steps of a run. */
  interface Steps {
    void play(Run run) throws Exception;
  }

  Scenario(String title, String text, String note, Predicate<Peer> concerns, Steps steps) {
    this.title = title;
    this.text = text;
    this.note = note;
    this.concerns = concerns;
    this.steps = steps;
  }

  /** Returns the programs that the scenario needs and this host lacks, or an empty text. */
  String missing() throws IOException {
    return switch (this) {
      case CLOCK_BACK, CLOCK_BACK_CRASH -> ProcessClock.canBeStepped() ? "" : "faketime";
      case CONTAINERS -> canMakeContainers() ? "" : "unshare, and root";
      default -> "";
    };
  }

  private static void restart(Run run, Consumer<Node> ending) throws Exception {
    Node first = run.start(1);
    long began = System.nanoTime();
    run.makeIds(run.length().ms(), PACE, first);
    ending.accept(first);
    Duration back = Duration.ofMillis(run.length().ms() + RESTART_MS);
    Node second = run.start(
        1,
        setup ->
            setup.options("-Xmx256m").with(process -> ProcessClock.set(process, back.negated())));
    while (System.nanoTime() - began < back.toNanos()) {
      LockSupport.parkNanos(began + back.toNanos() - System.nanoTime());
    }
    run.makeIds(run.length().ms(), PACE, second);
  }

  private static void pause(Run run) throws Exception {
    run.makeNumbersScarce();
    Node first = run.start(1);
    Node second = run.start(2);
    second.order(OUTLAST_MS, 1, 1);
    run.makeIds(run.length().ms(), PACE, first);
    first.signal("STOP");
    Node third = run.start(3);
    third.order(run.length().ms(), 1, PACE);
    first.order(run.length().ms(), 1, PACE);
    first.signal("CONT");
    run.await(first, third, second);
  }

  private static void fullSpeed(Run run) {
    Node node = run.start(1, setup -> setup.options("-Xmx3g", "-XX:TieredStopAtLevel=4"));
    node.order(run.length().ms(), 2, 0);
    run.await(node);
  }

  private static void failOver(Run run) throws Exception {
    Node first = run.start(1);
    run.makeIds(SOME_MS, PACE, first);
    run.backUpStore();
    Node second = run.start(2);
    run.makeIds(SOME_MS, PACE, second);
    run.restoreStore();
    Node third = run.start(3);
    run.makeIds(FAILOVER_MS, 100, first, second, third);
  }

  private static void restore(Run run) throws Exception {
    Node first = run.start(1);
    run.makeIds(SOME_MS, PACE, first);
    run.backUpStore();
    run.makeIds(run.length().ms(), PACE, first);
    first.end();
    run.restoreStore();
    run.makeIds(run.length().ms(), PACE, run.start(1));
  }

  private static List<String> container() {
    return List.of("unshare", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child");
  }

  private static boolean canMakeContainers() throws IOException {
    List<String> command = new ArrayList<>(container());
    command.add("true");
    return EngineProcess.find("unshare").isPresent()
        && new ProcessBuilder(command).start().onExit().join().exitValue() == 0;
  }
}
