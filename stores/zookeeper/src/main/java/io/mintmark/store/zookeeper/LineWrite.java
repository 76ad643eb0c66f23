package io.mintmark.store.zookeeper;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.Write;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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
 * An open write. It goes through rounds of reading, sending and settling; see
 * {@link ZooKeeperEngine}.
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

  /** Whether the node must be read, because the cached state does not suffice. */
  private boolean anew;

  /** The node's state, null while it is unknown. */
  private @Nullable LineNode node;

  private @Nullable CompletableFuture<Handle.@Nullable Data> reading;
  private @Nullable CompletableFuture<Stat> sending;

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

  /** First step of a round: sends a read of the node, unless the cache has its state. */
  void read(Handle session, Map<String, LineNode> cache) {
    node = anew ? null : cache.get(write.line());
    if (node == null) {
      anew = true;
      reading = session.readLatest(path);
    }
  }

  /** Second step: sends the write, or ends with a refusal if there is nothing to write. */
  void send(Handle session, Connection connection, Deadline deadline) {
    if (reading != null) {
      take(reading, connection, deadline);
      reading = null;
    }
    if (done || node == null) {
      return;
    }
    LineNode found = node;
    OptionalLong next = write.target(found.next());
    if (write instanceof Write.Note note && found.isLine()) {
      sending = put(session, found, found.noted(note.text()));
    } else if (next.isPresent()) {
      sending = put(session, found, found.moved(next.getAsLong()));
    } else if (anew) {
      write.refused(found.next());
      done = true;
    } else {
      // Only a read of the same call justifies a refusal.
      anew = true;
    }
  }

  /** Third step: gives the result, or leaves the write for another round. */
  void settle(Map<String, LineNode> cache, Connection connection, Deadline deadline) {
    CompletableFuture<Stat> sent = sending;
    LineNode before = node;
    if (sent == null || before == null) {
      return;
    }
    sending = null;
    cache.remove(write.line());
    try {
      Stat stat = connection.reply(deadline, sent);
      answer(before, stat, cache);
      done = true;
    } catch (KeeperException e) {
      if (someoneElseWas(e)) {
        anew = true;
      } else {
        fail(connection.refused(e));
      }
    } catch (StoreUnavailableException e) {
      fail(e);
    }
  }

  private void take(
      CompletableFuture<Handle.@Nullable Data> reply, Connection connection, Deadline deadline) {
    try {
      node = LineNode.read(path, connection.reply(deadline, reply));
    } catch (KeeperException e) {
      // This call has written nothing yet, so it reads again after a lost connection.
      if (!Connection.isLost(e)) {
        fail(connection.refused(e));
      }
    } catch (StoreUnavailableException e) {
      fail(e);
    }
  }

  private CompletableFuture<Stat> put(Handle session, LineNode found, byte[] data) {
    if (found.mzxid() == 0) {
      layout.above(write.line()).forEach(parent -> session.ensure(parent, acl));
      return session.create(path, data, acl);
    }
    if (found.version() != ANY_VERSION) {
      return session.set(path, data, found.version());
    }
    session.ensure(layout.passages(), acl);
    String passage = layout.passage(write.line(), found.mzxid());
    return session
        .all(
            path,
            List.of(
                Op.create(passage, NOTHING, acl, CreateMode.PERSISTENT),
                Op.setData(path, data, ANY_VERSION)))
        .thenApply(results -> ((SetDataResult) results.get(1)).getStat());
  }

  private void answer(LineNode before, Stat stat, Map<String, LineNode> cache) {
    LineNode after = write instanceof Write.Note note
        ? before.noted(note.text(), stat)
        : before.moved(write.target(before.next()).orElseThrow(), stat);
    cache.put(write.line(), after);
    write.done(after.next());
  }

  /** Returns whether the node has changed since it was read, so that nothing was written. */
  private static boolean someoneElseWas(KeeperException e) {
    return e.code() == Code.BADVERSION || e.code() == Code.NODEEXISTS;
  }
}
