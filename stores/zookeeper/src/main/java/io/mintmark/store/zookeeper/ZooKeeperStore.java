package io.mintmark.store.zookeeper;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Durability;
import io.mintmark.store.Line;
import io.mintmark.store.LineName;
import io.mintmark.store.LinePage;
import io.mintmark.store.engine.GroupCommit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.ACL;

/**
 * Lines in a ZooKeeper ensemble, 3.5 or later: a node a line, below one node for the namespace.
 *
 * <p>A claim is one write of the line's node, on the condition that its version is still the one
 * that was read, and is on the disks of a majority of the servers before it answers. The claims of
 * many threads on one line become one write, and writes on different lines go out together. Every
 * call returns or throws within the timeout given at opening, also while a majority of the servers
 * is down. When the session ends, another is begun by itself.
 *
 * <p>{@link #now()} costs a write: it is the time that the leader gives a node when it is written,
 * and so the same clock for all, whatever server they are connected to. Generators ask for it once
 * a window.
 *
 * <p>Thread-safe.
 */
public final class ZooKeeperStore implements ClaimStore {

  /** The deadline of every call, unless another is given. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

  /** The namespace, unless another is given. */
  public static final String DEFAULT_NAMESPACE = "/mintmark";

  /**
   * The most lines that one batch writes. The servers do them one after the other, in a few
   * milliseconds.
   */
  private static final int MAX_LINES = 512;

  private final Connection connection;
  private final Layout layout;
  private final Duration timeout;
  private final Durability durability;
  private final GroupCommit commit;
  private final LineTree tree;

  private ZooKeeperStore(
      Connection connection,
      Layout layout,
      List<ACL> acl,
      Durability durability,
      Duration timeout) {
    this.connection = connection;
    this.layout = layout;
    this.timeout = timeout;
    this.durability = durability;
    this.tree = new LineTree(connection, layout);
    this.commit = new GroupCommit(
        connection.subject(),
        new NodeWriter(connection, layout, acl, timeout),
        MAX_LINES,
        timeout,
        connection::close);
  }

  /**
   * Opens a store by its URL.
   *
   * @param url {@code zookeeper://HOST:PORT,.../NAMESPACE}, see the store's page
   * @param timeout the deadline of every call
   * @return the open store, which the caller closes
   * @throws ConfigurationException as {@link ZooKeeperStoreBuilder#open} does
   * @throws StoreUnavailableException if the servers cannot be reached in time
   */
  public static ZooKeeperStore open(String url, Duration timeout) {
    return builder().url(url).timeout(timeout).open();
  }

  /**
   * Starts to say which servers, and how.
   *
   * @return a builder
   */
  public static ZooKeeperStoreBuilder builder() {
    return new ZooKeeperStoreBuilder();
  }

  /** Makes what a namespace needs, and sees that it may be written. */
  static ZooKeeperStore open(
      Connection connection, String namespace, boolean strict, Duration opening, Duration timeout) {
    Deadline deadline = Deadline.after(opening);
    String root = connection.absolute(namespace);
    Layout layout = new Layout(root);
    List<ACL> acl = connection.root(root, deadline);
    Handle session = connection.handle(deadline);
    session.ensure(layout.lines(), acl);
    session.ensure(layout.clock(), acl);
    try {
      deadline.await(session.set(layout.clock(), new byte[0], -1), connection.subject());
      deadline.await(session.children(layout.lines()), connection.subject());
    } catch (KeeperException e) {
      throw connection.mayNot(root, e);
    }
    Durability durability = Ensemble.read(connection, deadline);
    durability.admit(connection.address() + namespace, strict);
    return new ZooKeeperStore(connection, layout, acl, durability, timeout);
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    return commit.claim(line, atLeast, count);
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    return commit.compareAndSet(line, expected, next);
  }

  @Override
  public boolean lower(String line, long expected, long next) {
    return commit.lower(line, expected, next);
  }

  @Override
  public long position(String line) {
    LineName.check(line);
    commit.checkOpen();
    Deadline deadline = Deadline.after(timeout);
    String path = layout.line(line);
    Handle session = connection.handle(deadline);
    return LineNode.read(path, connection.await(deadline, session.readLatest(path)))
        .next();
  }

  @Override
  public List<Line> lines(LinePage page) {
    commit.checkOpen();
    return tree.list(page, Deadline.after(timeout));
  }

  @Override
  public void annotate(String line, String note) {
    commit.annotate(line, note);
  }

  /** Answers with the leader's clock, to the millisecond; costs a write. */
  @Override
  public Optional<Instant> now() {
    commit.checkOpen();
    Deadline deadline = Deadline.after(timeout);
    Handle session = connection.handle(deadline);
    return Optional.of(Instant.ofEpochMilli(
        connection.await(deadline, session.set(layout.clock(), new byte[0], -1)).getMtime()));
  }

  /** Answers how many members vote; what else bears on durability no client is told. */
  @Override
  public Durability durability() {
    return durability;
  }

  /**
   * Answers the claims that wait, then ends the session, if it is our own. Idempotent.
   *
   * @throws StoreUnavailableException if the last claims are not answered in time
   */
  @Override
  public void close() {
    commit.close();
  }
}
