package io.mintmark.peers;

import io.mintmark.peers.Peer.Engine;
import io.mintmark.rigs.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One library in one scenario: its store, its processes, and what they made. */
final class Run implements AutoCloseable {

  /** Of a thread's numbers: 40 times 2^20 of them, 320 MB. */
  private static final int MAX_CHUNKS = 40;

  private final Peer peer;
  private final Length length;
  private final Path folder;
  private final Path files;
  private final @Nullable Store store;
  private final List<Node> nodes = new ArrayList<>();
  private Drawn sum = Drawn.NOTHING;
  private boolean crowded;

  /**
   * How much is done.
   *
   * @param ms how long ids are made at a time
   * @param pods how many processes start together
   */
  record Length(long ms, int pods) {

    static final Length FULL = new Length(2_000, 20);
    static final Length SHORT = new Length(1_000, 6);
  }

  Run(Peer peer, Length length) throws Exception {
    this.peer = peer;
    this.length = length;
    this.folder = Files.createTempDirectory("mintmark-peers");
    this.files = Files.createDirectories(folder.resolve("ids"));
    this.store = peer.engine() == Engine.NONE ? null : Store.start(peer.engine(), folder);
  }

  Length length() {
    return length;
  }

  /** Leaves two numbers to have, so that a third process has to take another one's. */
  void crowd() {
    crowded = true;
  }

  Store store() {
    if (store == null) {
      throw new IllegalStateException("this library has no store");
    }
    return store;
  }

  boolean hasStore() {
    return store != null;
  }

  Path folder() {
    return folder;
  }

  /** Starts a process without waiting for it. */
  Node begin(int number, Optional<Path> socket, UnaryOperator<ChildJvm.Setup> options) {
    Peer.Place place = new Peer.Place(number, store == null ? 0 : store.port(), folder, crowded);
    Node node = Node.start(peer, place, files, "process-" + nodes.size(), socket, options);
    nodes.add(node);
    return node;
  }

  /** Starts a process, and waits until it can make ids. */
  Node start(int number) {
    return start(number, UnaryOperator.identity());
  }

  Node start(int number, UnaryOperator<ChildJvm.Setup> options) {
    Node node = begin(number, Optional.empty(), setup -> options.apply(setup.options("-Xmx256m")));
    node.awaitReady();
    return node;
  }

  /** Has processes make ids at the same time, each so many a millisecond. */
  void draw(long ms, int perMs, Node... drawing) {
    draw(ms, 1, perMs, List.of(drawing));
  }

  void draw(long ms, int threads, int perMs, List<Node> drawing) {
    drawing.forEach(node -> node.draw(ms, threads, perMs, MAX_CHUNKS));
    drawing.forEach(node -> sum = sum.plus(node.awaitDrawn()));
  }

  /** Waits for what a process was told to make before. */
  void await(Node drawing) {
    sum = sum.plus(drawing.awaitDrawn());
  }

  /** Tells a process to make ids, and does not wait. */
  void tell(long ms, int perMs, Node drawing) {
    drawing.draw(ms, 1, perMs, MAX_CHUNKS);
  }

  /** Ends all processes, and compares what they made. */
  Row row(Scenario scenario) throws IOException {
    nodes.forEach(Node::close);
    return new Row(scenario, peer, sum, IdFiles.duplicates(files));
  }

  @Override
  public void close() throws IOException {
    nodes.forEach(Node::close);
    if (store != null) {
      store.close();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
