package io.mintmark.store.zookeeper;

import static io.mintmark.store.engine.Failures.misconfigured;
import static io.mintmark.store.engine.Failures.unavailable;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.StoreContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.utils.ZKPaths;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * A session of Curator's client. Curator keeps the session, and makes a new one after the servers
 * have ended the old one. Calls go directly to the session, without Curator's retries, for two
 * reasons:
 *
 * <ul>
 *   <li>A write whose reply was lost must not be resent in the background.
 *   <li>Only an asynchronous call can have a deadline. While a majority of the servers is down,
 *       Curator's own calls block a thread for the sum of their timeouts and retries.
 * </ul>
 *
 * @param client Curator's client
 * @param owned whether {@link #close} closes the client
 * @param address the servers' address, without secrets
 * @param context contains the clock that measures deadlines
 */
record Connection(CuratorFramework client, boolean owned, String address, StoreContext context) {

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(1);

  /** Starts a client, which {@link #close} closes. */
  static Connection own(ZooKeeperUrl url, StoreContext context) {
    CuratorFramework client = url.client();
    client.start();
    return new Connection(client, true, url.address(), context);
  }

  /** Uses the caller's client, which stays open. */
  static Connection of(CuratorFramework client, StoreContext context) {
    if (client.getState() != CuratorFrameworkState.STARTED) {
      throw misconfigured(
          "ZooKeeper", "the given client was not started: state={}", client.getState());
    }
    String servers = client.getZookeeperClient().getCurrentConnectionString();
    return new Connection(client, false, "zookeeper://" + servers, context);
  }

  /** Returns the servers' address, for messages. */
  String subject() {
    return "store=" + address;
  }

  /**
   * Returns a path's full form on the servers, because the caller's client may have a namespace.
   */
  String absolute(String path) {
    return ZKPaths.fixForNamespace(client.getNamespace(), path);
  }

  /**
   * Returns the session as soon as it is connected.
   *
   * @throws StoreUnavailableException if it is not connected before the deadline
   */
  Handle handle(Deadline deadline) {
    @Nullable Exception fault = null;
    while (true) {
      if (client.getState() != CuratorFrameworkState.STARTED) {
        throw new StoreUnavailableException(
            "ZooKeeper's client was closed by its owner: " + subject() + "; nothing was changed");
      }
      if (client.getZookeeperClient().isConnected()) {
        try {
          return new Handle(client.getZookeeperClient().getZooKeeper());
        } catch (Exception e) {
          fault = e;
        }
      }
      if (deadline.isOver()) {
        throw unavailable(
            fault == null ? KeeperException.create(Code.CONNECTIONLOSS) : fault,
            "no connection in time: timeoutMs={}, {}; nothing was changed",
            deadline.timeout().toMillis(),
            subject());
      }
      deadline.pause(POLL_NANOS);
    }
  }

  /** Waits for a reply. */
  <T> T await(Deadline deadline, CompletableFuture<T> reply) {
    try {
      return reply(deadline, reply);
    } catch (KeeperException e) {
      throw refused(e);
    }
  }

  /**
   * Waits for a reply.
   *
   * @throws KeeperException if the server refused, or the connection failed
   * @throws StoreUnavailableException if there was no reply before the deadline
   */
  <T> T reply(Deadline deadline, CompletableFuture<T> reply) throws KeeperException {
    try {
      return deadline.answer(reply);
    } catch (KeeperException | StoreUnavailableException e) {
      throw e;
    } catch (Exception e) {
      throw unavailable(e, "unreadable reply: {}", subject());
    }
  }

  StoreUnavailableException refused(KeeperException cause) {
    String problem = isLost(cause) ? "the connection to ZooKeeper was lost" : "ZooKeeper refused";
    String hint = cause.code() == Code.NOAUTH
        ? "; grant its user all rights there, in zkCli.sh: setAcl " + cause.getPath()
            + " auth:USER:PASSWORD:cdrwa"
        : "";
    return new StoreUnavailableException(
        problem + ": reason=" + cause.getMessage() + ", " + subject() + hint, cause);
  }

  /** Returns whether the failed call may have taken effect on the servers. */
  static boolean isLost(KeeperException e) {
    return e.code() == Code.CONNECTIONLOSS
        || e.code() == Code.SESSIONEXPIRED
        || e.code() == Code.SESSIONMOVED
        || e.code() == Code.OPERATIONTIMEOUT;
  }

  /**
   * Makes a persistent node and its missing parents, with the client's default rights for them.
   * Returns the rights of the node, which all nodes below it also get.
   */
  List<ACL> root(String path, Deadline deadline) {
    try {
      List<ACL> acl = reply(deadline, handle(deadline).acl(path));
      if (acl == null) {
        CompletableFuture<Boolean> made = new CompletableFuture<>();
        client
            .usingNamespace(null)
            .create()
            .creatingParentsIfNeeded()
            .inBackground((same, event) -> made.complete(true))
            .forPath(path, new byte[0]);
        reply(deadline, made);
        acl = reply(deadline, handle(deadline).acl(path));
      }
      if (acl == null) {
        throw KeeperException.create(Code.NONODE, path);
      }
      return whole(path, acl);
    } catch (KeeperException e) {
      throw mayNot(path, e);
    } catch (StoreUnavailableException | ConfigurationException e) {
      throw e;
    } catch (Exception e) {
      throw unavailable(e, "a node could not be made: path={}, {}", path, subject());
    }
  }

  /** Makes the exception for a session that lacks a right. */
  RuntimeException mayNot(String path, KeeperException cause) {
    if (cause.code() != Code.NOAUTH && cause.code() != Code.NONODE) {
      return refused(cause);
    }
    return misconfigured(
        subject(),
        "the user lacks rights on a node or on nodes below it: path={}, reason={}; a user with"
            + " rights runs in zkCli.sh: create {}, addauth digest USER:PASSWORD, setAcl {}"
            + " auth:USER:PASSWORD:cdrwa (with -R if it was there before)",
        path,
        cause.code(),
        path,
        path);
  }

  /**
   * Refuses an incomplete list of rights: servers hide a part of each digest from users without the
   * right to administer the node.
   */
  private List<ACL> whole(String path, List<ACL> acl) {
    if (acl.stream().anyMatch(each -> each.getId().getId().endsWith(":x"))) {
      throw misconfigured(
          subject(),
          "the user lacks the right to administer (a) the node, whose rights all below it"
              + " get: path={}",
          path);
    }
    return acl;
  }

  /**
   * Ends the session if this object started it. Waits briefly for the end. If that is not enough,
   * the session ends in the background.
   */
  void close() {
    if (!owned) {
      return;
    }
    CompletableFuture<Void> closing =
        CompletableFuture.runAsync(client::close, context.each("mintmark-zookeeper-close"));
    try {
      Void unused = context.in(CLOSE_WAIT).await(closing);
    } catch (TimeoutException | ExecutionException e) {
      // The session has no open calls. It ends in the background, or after the session timeout.
    }
  }
}
