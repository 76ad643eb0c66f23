package io.mintmark.store.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Asynchronous calls on one session. Each is sent immediately and once: ZooKeeper's own client
 * never resends a request, and this class does not retry. The servers execute a session's calls in
 * the order in which they were sent.
 *
 * <p>A future fails with a {@link KeeperException}, also when the connection is lost. It may stay
 * open for as long as the client waits for its connection, so every wait needs a deadline.
 */
record Handle(ZooKeeper session) {

  private static final byte[] NOTHING = {};

  /** A node's data as text, empty for a node without data, and its stat. */
  record Data(String text, Stat stat) {

    static Data of(byte @Nullable [] bytes, Stat stat) {
      return new Data(bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8), stat);
    }
  }

  /**
   * Reads a node after a sync, so that the data includes every earlier acknowledged write; null if
   * the node does not exist.
   */
  CompletableFuture<@Nullable Data> readLatest(String path) {
    CompletableFuture<Boolean> synced = new CompletableFuture<>();
    session.sync(path, (rc, where, context) -> settle(synced, rc, path, true), null);
    return synced.thenCombine(read(path), (done, data) -> data);
  }

  /**
   * Reads a node from the connected server, which may lag behind; null if the node does not exist.
   */
  CompletableFuture<@Nullable Data> read(String path) {
    CompletableFuture<@Nullable Data> reply = new CompletableFuture<>();
    session.getData(
        path,
        false,
        (rc, where, context, bytes, stat) ->
            settleOrAbsent(reply, rc, path, stat == null ? null : Data.of(bytes, stat)),
        null);
    return reply;
  }

  CompletableFuture<List<String>> children(String path) {
    CompletableFuture<List<String>> reply = new CompletableFuture<>();
    session.getChildren(
        path,
        false,
        (rc, where, context, names) ->
            settleOrAbsent(reply, rc, path, names == null ? List.of() : names),
        null);
    return reply;
  }

  /** Returns a node's rights; null if the node does not exist. */
  CompletableFuture<@Nullable List<ACL>> acl(String path) {
    CompletableFuture<@Nullable List<ACL>> reply = new CompletableFuture<>();
    session.getACL(
        path,
        new Stat(),
        (rc, where, context, acl, stat) -> settleOrAbsent(reply, rc, path, acl),
        null);
    return reply;
  }

  CompletableFuture<Stat> set(String path, byte[] data, int version) {
    CompletableFuture<Stat> reply = new CompletableFuture<>();
    session.setData(
        path, data, version, (rc, where, context, stat) -> settle(reply, rc, path, stat), null);
    return reply;
  }

  /** Makes a persistent node, and returns its stat. */
  CompletableFuture<Stat> create(String path, byte[] data, List<ACL> acl) {
    CompletableFuture<Stat> reply = new CompletableFuture<>();
    session.create(
        path,
        data,
        acl,
        CreateMode.PERSISTENT,
        (rc, where, context, name, stat) -> settle(reply, rc, path, stat),
        null);
    return reply;
  }

  /** Makes an empty persistent node, without waiting for it. */
  void ensure(String path, List<ACL> acl) {
    session.create(
        path, NOTHING, acl, CreateMode.PERSISTENT, (rc, where, context, name) -> {}, null);
  }

  /**
   * Executes all operations or none. If an operation fails, the future fails with that operation's
   * error.
   */
  CompletableFuture<List<OpResult>> all(String path, List<Op> operations) {
    CompletableFuture<List<OpResult>> reply = new CompletableFuture<>();
    session.multi(
        operations, (rc, where, context, results) -> settle(reply, rc, path, results), null);
    return reply;
  }

  /** Completes a reply with the answer also if there is no node. */
  private static <T> void settleOrAbsent(
      CompletableFuture<T> reply, int rc, String path, @Nullable T answer) {
    settle(reply, rc == Code.NONODE.intValue() ? Code.OK.intValue() : rc, path, answer);
  }

  private static <T> void settle(
      CompletableFuture<T> reply, int rc, String path, @Nullable T answer) {
    if (rc == Code.OK.intValue()) {
      reply.complete(answer);
    } else {
      reply.completeExceptionally(KeeperException.create(Code.get(rc), path));
    }
  }
}
