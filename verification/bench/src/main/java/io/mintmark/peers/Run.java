package io.mintmark.peers;

import io.mintmark.peers.Peer.Engine;
import io.mintmark.rigs.ChildJvm;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.ToolRun;
import io.mintmark.store.jdbc.Engines;
import io.mintmark.store.redis.RedisServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One library in one scenario: its store, its processes, and their results. */
final class Run implements AutoCloseable {

  private final Peer peer;
  private final Length length;
  private final Path folder;
  private final Path files;
  private final String copy;
  private final @Nullable EngineProcess store;
  private final List<Node> nodes = new ArrayList<>();
  private Tally sum = Tally.NOTHING;
  private boolean scarce;

  /**
   * The size of a run.
   *
   * @param ms the time for which ids are made at once
   * @param processes how many processes start together
   */
  record Length(long ms, int processes) {}

  Run(Peer peer, Length length) throws Exception {
    this.peer = peer;
    this.length = length;
    folder = Files.createTempDirectory("mintmark-peers");
    files = Files.createDirectories(folder.resolve("ids"));
    copy = folder.resolve("engine-copy").toString();
    Path engine = Files.createDirectories(folder.resolve("engine"));
    store = switch (peer.engine()) {
      case NONE -> null;
      case REDIS -> RedisServers.startDurable(engine);
      case POSTGRESQL -> Engines.postgres(engine);
    };
  }

  Length length() {
    return length;
  }

  /** Leaves two worker numbers, so that a third process must take over a number that is in use. */
  void makeNumbersScarce() {
    scarce = true;
  }

  /** Starts a process without waiting for it. */
  Node begin(int number, UnaryOperator<ChildJvm.Setup> options) {
    String label = "process-" + nodes.size();
    ChildJvm.Setup setup = ChildJvm.of(
            IdProcess.class,
            peer.name(),
            Integer.toString(number),
            Integer.toString(store == null ? 0 : store.port()),
            folder.toString(),
            Boolean.toString(scarce),
            files.toString(),
            label)
        .with(process -> process.redirectError(folder.resolve(label + ".log").toFile()));
    Node node = new Node(options.apply(setup).start());
    nodes.add(node);
    return node;
  }

  /** Starts a process, and waits until it can make ids. */
  Node start(int number) {
    return start(number, setup -> setup.options("-Xmx256m"));
  }

  Node start(int number, UnaryOperator<ChildJvm.Setup> options) {
    Node node = begin(number, options);
    node.awaitReady();
    return node;
  }

  /** Starts processes together, and makes them make ids together. */
  void makeIdsTogether(int processes, int perMs, UnaryOperator<ChildJvm.Setup> options) {
    for (int i = 1; i <= processes; i++) {
      begin(i, options);
    }
    nodes.forEach(Node::awaitReady);
    makeIds(length.ms(), perMs, nodes.toArray(Node[]::new));
  }

  /** Makes processes make ids at the same time. */
  void makeIds(long ms, int perMs, Node... making) {
    for (Node node : making) {
      node.order(ms, 1, perMs);
    }
    await(making);
  }

  /** Waits for the results of earlier orders. */
  void await(Node... making) {
    for (Node node : making) {
      sum = sum.plus(node.awaitTally());
    }
  }

  /**
   * Copies the store's files. The store is stopped, so that all files are from one moment, as after
   * a crash.
   */
  void backUpStore() throws Exception {
    EngineProcess engine = Objects.requireNonNull(store);
    engine.pause();
    try {
      execute("cp", "-a", engine.directory().toString(), copy);
    } finally {
      engine.resume();
    }
  }

  /** Kills the store, and starts it with the files of {@link #backUpStore}. */
  void restoreStore() throws Exception {
    EngineProcess engine = Objects.requireNonNull(store);
    engine.kill();
    ToolRun.delete(engine.directory());
    execute("cp", "-a", copy, engine.directory().toString());
    if (peer.engine() == Engine.REDIS) {
      engine.restart();
    } else {
      Engines.restartPostgres(engine);
    }
  }

  static void execute(String... command) {
    ToolRun.succeed(Path.of("."), List.of(command));
  }

  Tally sum() {
    return sum;
  }

  /** Ends all processes, and counts the ids that were made more than once. */
  long duplicates() throws IOException {
    nodes.forEach(Node::kill);
    return Ids.duplicates(files);
  }

  @Override
  public void close() throws IOException {
    nodes.forEach(Node::kill);
    if (store != null) {
      store.close();
    }
    ToolRun.delete(folder);
  }
}
