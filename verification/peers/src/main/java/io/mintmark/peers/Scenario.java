package io.mintmark.peers;

import io.mintmark.peers.Peer.Engine;
import io.mintmark.peers.Peer.Numbers;
import io.mintmark.rigs.ProcessClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What is done to the libraries, to each in the same way. */
enum Scenario {
  CLOCK_BACK(
      "the clock steps back over a restart",
      "A process makes ids and ends in order. It starts again, and its clock then shows the same"
          + " seconds once more.") {
    @Override
    void play(Run run) {
      restart(run, Node::end);
    }

    @Override
    Optional<String> missing() {
      return ProcessClock.canBeStepped() ? Optional.empty() : Optional.of("faketime");
    }
  },

  CLOCK_BACK_CRASH(
      "the clock steps back over a crash", "The same, but the first process is killed (SIGKILL).") {
    @Override
    void play(Run run) {
      restart(run, Node::close);
    }

    @Override
    Optional<String> missing() {
      return CLOCK_BACK.missing();
    }
  },

  PAUSED(
      "a process stands still while another takes its number",
      "There are two numbers, and a process for each. One is stopped (SIGSTOP) until a third"
          + " process has its number, and goes on beside it. Guards and windows are set to 5 s.",
      peer -> peer.numbers() == Numbers.POOLED,
      "no store gives their number to another process") {
    @Override
    void play(Run run) {
      run.crowd();
      Node first = run.start(1);
      Node second = run.start(2);
      run.tell(OUTLAST_MS, 1, second);
      run.draw(run.length().ms(), PACE, first);
      first.pause();
      Node third = run.start(3);
      run.tell(run.length().ms(), PACE, third);
      run.tell(run.length().ms(), PACE, first);
      first.goOn();
      run.await(first);
      run.await(third);
      run.await(second);
    }
  },

  FULL_SPEED("full speed", "Two threads of one process make ids as fast as they can.") {
    @Override
    void play(Run run) {
      Node node = run.begin(
          1, Optional.empty(), setup -> setup.options("-Xmx3g", "-XX:TieredStopAtLevel=4"));
      node.awaitReady();
      run.draw(run.length().ms(), 2, 0, List.of(node));
    }
  },

  CONTAINERS(
      "containers that look the same",
      "Four processes, each in name spaces of its own, with the same host name, IP address, MAC"
          + " address and process id 1.") {
    @Override
    void play(Run run) throws Exception {
      Path socket = run.folder().resolve("store.socket");
      try (Containers containers = Containers.open(run, socket)) {
        List<Node> nodes = new ArrayList<>();
        for (int i = 1; i <= CONTAINERS_STARTED; i++) {
          nodes.add(containers.begin(i));
        }
        nodes.forEach(Node::awaitReady);
        run.draw(run.length().ms(), 1, POD_PACE, nodes);
      }
    }

    @Override
    Optional<String> missing() {
      return Containers.missing();
    }
  },

  PODS("many processes at once", "All start together on one host and make ids.") {
    @Override
    void play(Run run) {
      List<Node> nodes = new ArrayList<>();
      for (int i = 1; i <= run.length().pods(); i++) {
        nodes.add(run.begin(i, Optional.empty(), setup -> setup.options("-Xmx64m")));
      }
      nodes.forEach(Node::awaitReady);
      run.draw(run.length().ms(), 1, POD_PACE, nodes);
    }
  },

  FAILOVER(
      "a failover that loses the last writes",
      "One process makes ids. A second starts and makes ids. The store forgets what came after the"
          + " first, a third process starts, and all three make ids for 20 s.",
      Scenario::hasEngine,
      "they keep nothing in a store") {
    @Override
    void play(Run run) throws Exception {
      Node first = run.start(1);
      run.draw(SOME_MS, PACE, first);
      run.store().backUp();
      Node second = run.start(2);
      run.draw(SOME_MS, PACE, second);
      run.store().restore();
      Node third = run.start(3);
      run.draw(FAILOVER_MS, FAILOVER_PACE, first, second, third);
    }
  },

  RESTORED(
      "a restored backup",
      "A process makes ids, the store is backed up, the process makes more and ends. The backup is"
          + " restored, and a process starts and makes ids.",
      Scenario::hasEngine,
      "they keep nothing in a store") {
    @Override
    void play(Run run) throws Exception {
      Node first = run.start(1);
      run.draw(SOME_MS, PACE, first);
      run.store().backUp();
      run.draw(run.length().ms(), PACE, first);
      first.end();
      run.store().restore();
      Node second = run.start(1);
      run.draw(run.length().ms(), PACE, second);
    }
  };

  /** Ids a millisecond, in one burst: what a busy process makes. */
  private static final int PACE = 500;

  /** The same where many processes share this host. */
  private static final int POD_PACE = 50;

  /** For so long that a number which must stand idle for a while can be taken meanwhile. */
  private static final int FAILOVER_MS = 20_000;

  private static final int FAILOVER_PACE = 100;

  /** Longer than a third process needs to get a number. */
  private static final long OUTLAST_MS = 30_000;

  private static final long RESTART_MS = 3_000;
  private static final long SOME_MS = 500;
  private static final int CONTAINERS_STARTED = 4;

  private final String title;
  private final String text;

  @SuppressWarnings("ImmutableEnumChecker") // Each is a lambda without state.
  private final Predicate<Peer> concerned;

  private final String whyNotConcerned;

  Scenario(String title, String text) {
    this(title, text, peer -> true, "");
  }

  Scenario(String title, String text, Predicate<Peer> concerned, String whyNotConcerned) {
    this.title = title;
    this.text = text;
    this.concerned = concerned;
    this.whyNotConcerned = whyNotConcerned;
  }

  private static boolean hasEngine(Peer peer) {
    return peer.engine() != Engine.NONE;
  }

  abstract void play(Run run) throws Exception;

  /** Whether it does anything to a library. */
  boolean concerns(Peer peer) {
    return concerned.test(peer);
  }

  /** Why it does nothing to the others, as the second half of a sentence. */
  String whyNotConcerned() {
    return whyNotConcerned;
  }

  /** What this host lacks for it. */
  Optional<String> missing() {
    return Optional.empty();
  }

  String title() {
    return title;
  }

  String text() {
    return text;
  }

  private static void restart(Run run, Consumer<Node> ending) {
    Node first = run.start(1);
    long began = System.nanoTime();
    run.draw(run.length().ms(), PACE, first);
    ending.accept(first);
    Duration back = Duration.ofMillis(run.length().ms() + RESTART_MS);
    Node second =
        run.start(1, setup -> setup.with(process -> ProcessClock.set(process, back.negated())));
    await(began + back.toNanos());
    run.draw(run.length().ms(), PACE, second);
  }

  private static void await(long nanoTime) {
    for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
      LockSupport.parkNanos(Math.min(left, TimeUnit.SECONDS.toNanos(1)));
    }
  }
}
