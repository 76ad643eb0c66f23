package io.mintmark.store.zookeeper;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import io.mintmark.store.LinePositions;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.StoreContext;
import io.mintmark.store.engine.StoreEngine;
import io.mintmark.store.engine.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Lines in ZooKeeper. Each write is a versioned write of its line's node.
 *
 * <p><b>Why no position goes out twice.</b> A claim reads a node (its number and the version of its
 * data), and then writes the number behind the claimed range, on the condition that the version is
 * still the one that it read. The servers take writes in one order and raise the version by each,
 * so that of all writers who read a version, one at most moves the line on from there; the others
 * are told so and read again. A line without a node is made with its first number, which one
 * writer at most can do. A node is never deleted.
 *
 * <p><b>A lost reply is burned.</b> When the connection breaks, the session ends or the deadline
 * passes while a write is out, it may be done, or be done later. It fails here, for good, and is
 * not sent again: neither ZooKeeper's client nor {@link Handle} repeats a request. Were it
 * repeated, by a Curator retry for example, its second execution would find a newer version
 * and be told so, although the first one moved the line; reading anew would then claim the range
 * after it. That burns a range and gives none out twice, but it is not needed, so it is not done.
 * Only reading is asked again after a lost connection.
 *
 * <p><b>A version is 32 bits wide and wraps.</b> It may be negative, and after 2^32 writes it comes
 * again, which bears on nothing, as a version is used within {@link LineCache#MAX_AGE} of being
 * read. But a condition on version -1 means "whatever the version" to a server. Servers up to 3.9
 * at least do give a node that version, after -2 and before 0 (later ones skip it); a write from
 * there would overwrite whatever had been claimed meanwhile. The passage from -1 to 0 therefore
 * goes with the making of another node, in one transaction: its name has the transaction that wrote
 * version -1, so that of all who read that state one at most makes it, and only with it the write
 * is done. These nodes stay, one for 2^32 writes of a line.
 *
 * <p><b>One round trip.</b> What one's last write left is kept in a {@link LineCache}, so that a
 * line that nobody else writes costs no reading. All writes of a batch are sent before the first
 * reply is awaited, each for itself: the server syncs its log once for all that has come in, and a
 * line that somebody else moved is done again alone. One transaction for all of them would
 * save the servers little and fail as a whole for every such line.
 *
 * <p><b>A no is said only on what was read in the same call</b>, after a sync, as a kept number or
 * a server that lags behind would let a caller be refused for what is long past: a compareAndSet
 * that does not fit, a line at its end, a note for a line that is not there.
 */
final class ZooKeeperEngine implements StoreEngine {

  /**
   * The most lines that one batch writes. The servers do them one after the other, in a few
   * milliseconds.
   */
  private static final int MAX_LINES = 512;

  private final Connection connection;
  private final Layout layout;
  private final List<ACL> acl;
  private final LineTree tree;
  private final LineCache cache;

  ZooKeeperEngine(Connection connection, Layout layout, List<ACL> acl, StoreContext context) {
    this.connection = connection;
    this.layout = layout;
    this.acl = acl;
    this.tree = new LineTree(connection, layout);
    this.cache = new LineCache(context);
  }

  @Override
  public int maxLines() {
    return MAX_LINES;
  }

  @Override
  public long position(String line, Deadline deadline) {
    String path = layout.line(line);
    Handle session = connection.handle(deadline);
    return LineNode.read(path, connection.await(deadline, session.readLatest(path)))
        .next();
  }

  /** All are asked for before the first answer is awaited. */
  @Override
  public LinePositions positions(List<String> lines, Deadline deadline) {
    Handle session = connection.handle(deadline);
    CompletableFuture<Stat> clock = session.set(layout.clock(), new byte[0], -1);
    List<String> paths = lines.stream().map(layout::line).toList();
    List<CompletableFuture<Handle.@Nullable Data>> reads =
        paths.stream().map(session::readLatest).toList();
    List<Long> next = new ArrayList<>();
    for (int i = 0; i < reads.size(); i++) {
      next.add(
          LineNode.read(paths.get(i), connection.await(deadline, reads.get(i))).next());
    }
    return new LinePositions(
        next, Optional.of(Instant.ofEpochMilli(connection.await(deadline, clock).getMtime())));
  }

  @Override
  public List<Line> lines(LinePage page, Deadline deadline) {
    return tree.list(page, deadline);
  }

  /** Answers with the leader's clock, to the millisecond; costs a write. */
  @Override
  public Optional<Instant> now(Deadline deadline) {
    Handle session = connection.handle(deadline);
    return Optional.of(Instant.ofEpochMilli(
        connection.await(deadline, session.set(layout.clock(), new byte[0], -1)).getMtime()));
  }

  @Override
  public void close() {
    connection.close();
  }

  @Override
  public void write(List<Write> writes, Deadline deadline) {
    List<LineWrite> open = new ArrayList<>();
    for (Write write : writes) {
      open.add(new LineWrite(write, layout, acl));
    }
    try {
      while (!open.isEmpty()) {
        round(open, deadline);
        open.removeIf(LineWrite::isDone);
        if (deadline.isOver()) {
          throw deadline.passed(KeeperException.create(Code.BADVERSION));
        }
      }
    } catch (StoreUnavailableException e) {
      // Only what is open: the others have their answers.
      open.forEach(write -> write.fail(e));
    }
  }

  private void round(List<LineWrite> open, Deadline deadline) {
    Handle session = connection.handle(deadline);
    cache.enter(session);
    open.forEach(write -> write.read(session, cache));
    open.forEach(write -> write.send(session, connection, deadline));
    open.forEach(write -> write.settle(cache, connection, deadline));
  }
}
