package io.mintmark.store.zookeeper;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.Write;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult.SetDataResult;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * An open write. In each round, it sends either a read of its node or the write, and then settles
 * the reply; see {@link ZooKeeperEngine}.
 */
final class LineWrite {

  /** The version that means "any version" in a condition. */
  private static final int ANY_VERSION = -1;

  private static final byte[] NOTHING = {};

  private final Write write;
  private final Layout layout;
  private final List<ACL> acl;
  private final String path;

  private boolean done;

  /** Whether this round writes, and does not read. */
  private boolean writes;

  /** The reply to the read, or to the write. */
  private CompletableFuture<Handle.@Nullable Data> reply = new CompletableFuture<>();

  LineWrite(Write write, Layout layout, List<ACL> acl) {
    this.write = write;
    this.layout = layout;
    this.acl = acl;
    this.path = layout.line(write.line());
  }

  boolean isDone() {
    return done;
  }

  void fail(Exception cause) {
    write.failed(cause);
    done = true;
  }

  /**
   * Sends the write, if the cache has a state of the node from which it moves the line. Otherwise
   * sends a read, because only a read of the same call justifies a refusal.
   */
  void send(Handle session, Map<String, LineNode> cache) {
    LineNode known = cache.get(write.line());
    Optional<String> text = known == null ? Optional.empty() : known.after(write);
    writes = text.isPresent();
    reply = known == null || text.isEmpty()
        ? session.readLatest(path)
        : put(session, known, text.get()).thenApply(stat -> new Handle.Data(text.get(), stat));
  }

  /** Gives the result, or leaves the write for another round. */
  void settle(Map<String, LineNode> cache, Connection connection, Deadline deadline) {
    cache.remove(write.line());
    try {
      LineNode found = LineNode.read(path, connection.reply(deadline, reply));
      cache.put(write.line(), found);
      if (writes) {
        write.done(found.next());
        done = true;
      } else if (found.after(write).isEmpty()) {
        write.refused(found.next());
        done = true;
      }
    } catch (KeeperException e) {
      // A read changes nothing, so it is repeated after a lost connection.
      if (writes ? !someoneElseWas(e) : !Connection.isLost(e)) {
        fail(connection.refused(e));
      }
    } catch (StoreUnavailableException e) {
      fail(e);
    }
  }

  private CompletableFuture<Stat> put(Handle session, LineNode known, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (known.mzxid() == 0) {
      layout.above(write.line()).forEach(parent -> session.ensure(parent, acl));
      return session.create(path, bytes, acl);
    }
    if (known.version() != ANY_VERSION) {
      return session.set(path, bytes, known.version());
    }
    session.ensure(layout.passages(), acl);
    String passage = layout.passage(write.line(), known.mzxid());
    return session
        .all(
            path,
            List.of(
                Op.create(passage, NOTHING, acl, CreateMode.PERSISTENT),
                Op.setData(path, bytes, ANY_VERSION)))
        .thenApply(results -> ((SetDataResult) results.get(1)).getStat());
  }

  /** Returns whether the node has changed since it was read, so that nothing was written. */
  private static boolean someoneElseWas(KeeperException e) {
    return e.code() == Code.BADVERSION || e.code() == Code.NODEEXISTS;
  }
}
