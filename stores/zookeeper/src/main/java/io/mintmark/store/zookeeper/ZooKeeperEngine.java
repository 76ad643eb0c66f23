package io.mintmark.store.zookeeper;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.store.Line;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.StoreEngine;
import io.mintmark.store.engine.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * A store engine that keeps lines (named, durable counters) in ZooKeeper, each in a node. Each
 * write is conditional on the version of its line's node.
 *
 * <p><b>Why no position is handed out twice.</b> A claim reads a node (its number and the version
 * of its data). It then writes the number at the end of the claimed range, on the condition that
 * the version is unchanged. The servers apply all writes in one order, and each write raises the
 * version. So among all writers that have read one version, at most one moves the line from that
 * state. The others get an error and read again. A line without a node is created with its first
 * number; at most one writer can create the node. A node is never deleted.
 *
 * <p><b>The range of a lost reply is burned.</b> If the connection breaks, the session ends or the
 * deadline passes while a write is in flight, the write may have taken effect, or may still take
 * effect later. The call fails for good, and the write is not resent: neither ZooKeeper's client
 * nor {@link Handle} repeats a request. A repeated request, for example by a Curator retry, would
 * find a newer version and get an error, although the first request moved the line. The call would
 * then read again and claim the next range. No range would be handed out twice, but the first range
 * would be burned without need. Only reads are repeated after a lost connection.
 *
 * <p><b>A version is 32 bits wide and wraps.</b> It may be negative. After 2^32 writes, a version
 * occurs again. This is harmless, because a version is used only within {@link LineCache#MAX_AGE}
 * after it was read. But the condition "version -1" means "any version" to a server. Servers up to
 * at least 3.9 do give a node the version -1, between -2 and 0 (later servers skip it). A plain
 * write from version -1 would overwrite a claim that was made meanwhile. So the step from version
 * -1 to 0 also creates another node in the same transaction. That node's name contains the
 * transaction that wrote version -1. Of all writers that read that state, at most one can create
 * the node, and the write takes effect only together with it. These nodes are never removed. There
 * is one for every 2^32 writes of a line.
 *
 * <p><b>One round trip.</b> A {@link LineCache} keeps the result of this process's last write, so a
 * line that only this process writes needs no read. All writes of a batch are sent before the first
 * reply is awaited, each as a request of its own. The servers sync their logs once for all requests
 * that have arrived, and only a line that another process moved is written again. A single
 * transaction for the whole batch would save the servers little, and would fail as a whole if
 * another process had moved any of the lines.
 *
 * <p><b>A refusal is based only on a read of the same call</b>, after a sync. A cached number or a
 * lagging server could otherwise refuse a caller because of an outdated state. This concerns a
 * compareAndSet with an unexpected position, an exhausted line, and a note on a line that does not
 * exist.
 */
record ZooKeeperEngine(
    Connection connection, Layout layout, List<ACL> acl, LineCache cache, boolean isEmpty)
    implements StoreEngine {

  /**
   * The maximum number of lines in a batch. The servers write them one after the other, in a few
   * milliseconds.
   */
  private static final int MAX_LINES = 512;

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

  /** Reads the positions. Sends every read before it awaits the first reply. */
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
    return new LineTree(connection, layout).list(page, deadline);
  }

  /**
   * Returns the time of the leader's clock, with a resolution of a millisecond. This needs a write.
   */
  @Override
  public Optional<Instant> now(Deadline deadline) {
    return isEmpty ? Optional.empty() : positions(List.of(), deadline).now();
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
      // Only the writes without a result fail.
      open.forEach(write -> write.fail(e));
    }
  }

  private void round(List<LineWrite> open, Deadline deadline) {
    Handle session = connection.handle(deadline);
    Map<String, LineNode> known = cache.of(session);
    open.forEach(write -> write.send(session, known));
    open.forEach(write -> write.settle(known, connection, deadline));
  }
}
