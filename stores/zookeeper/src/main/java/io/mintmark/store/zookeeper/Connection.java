package io.mintmark.store.zookeeper;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
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

/**
 * Curator's client as what it is good at: it keeps a session, and makes a new one when the servers
 * have ended the old. The calls go to its session without Curator's retrying around them, as a
 * write whose reply was lost must not be sent again behind our back, and as only a call that is
 * sent and not waited for can have a deadline: with a majority of the servers down, Curator's own
 * calls hold a thread for as long as its timeouts and retries add up to.
 */
final class Connection {

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(1);

  private final CuratorFramework client;
  private final boolean owned;
  private final String address;
  private final String subject;
  private final StoreContext context;

  private Connection(
      CuratorFramework client, boolean owned, String address, String what, StoreContext context) {
    this.client = client;
    this.owned = owned;
    this.address = address;
    this.subject = what + "=" + address;
    this.context = context;
  }

  /** Starts a client of our own, which is closed with this. */
  static Connection own(EnsembleAddress access, String what, StoreContext context) {
    CuratorFramework client = access.client();
    client.start();
    return new Connection(client, true, access.toString(), what, context);
  }

  /** Goes through the caller's client, which is left open. */
  static Connection of(CuratorFramework client, String what, StoreContext context) {
    if (client.getState() != CuratorFrameworkState.STARTED) {
      throw new ConfigurationException(
          "ZooKeeper",
          Message.of("the client that is given was not started: state={}", client.getState()));
    }
    String servers = client.getZookeeperClient().getCurrentConnectionString();
    return new Connection(client, false, "zookeeper://" + servers, what, context);
  }

  /** Names the servers, without secrets. */
  String address() {
    return address;
  }

  /** Names what this is for, and the servers, for messages. */
  String subject() {
    return subject;
  }

  /** Where a path lies on the servers, as a client that is given may have a namespace. */
  String absolute(String path) {
    return ZKPaths.fixForNamespace(client.getNamespace(), path);
  }

  /**
   * Returns the session as soon as it is connected.
   *
   * @throws StoreUnavailableException if it is not in time
   */
  Handle handle(Deadline deadline) {
    while (true) {
      if (client.getState() != CuratorFrameworkState.STARTED) {
        throw new StoreUnavailableException(
            "ZooKeeper's client was closed by its owner: " + subject + "; nothing was changed");
      }
      if (client.getZookeeperClient().isConnected()) {
        try {
          return new Handle(client.getZookeeperClient().getZooKeeper());
        } catch (Exception e) {
          if (deadline.isOver()) {
            throw unreachable(deadline, e);
          }
        }
      }
      if (deadline.isOver()) {
        throw unreachable(deadline, KeeperException.create(Code.CONNECTIONLOSS));
      }
      deadline.pause(POLL_NANOS);
    }
  }

  private StoreUnavailableException unreachable(Deadline deadline, Exception cause) {
    return new StoreUnavailableException(
        Message.of(
            "no connection in time: timeoutMs={}, {}; nothing was changed",
            deadline.timeout().toMillis(),
            subject),
        cause);
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
   * @throws KeeperException if the server or the connection refused
   * @throws StoreUnavailableException if there was no reply in time
   */
  <T> T reply(Deadline deadline, CompletableFuture<T> reply) throws KeeperException {
    try {
      return deadline.await(reply);
    } catch (TimeoutException e) {
      throw deadline.passed(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof KeeperException refusal) {
        throw refusal;
      }
      throw new StoreUnavailableException(Message.of("unreadable reply: {}", subject), e);
    }
  }

  StoreUnavailableException refused(KeeperException cause) {
    String what = isLost(cause) ? "the connection to ZooKeeper was lost" : "ZooKeeper refused";
    String hint = cause.code() == Code.NOAUTH
        ? "; grant its user all rights there, in zkCli.sh: setAcl " + cause.getPath()
            + " auth:USER:PASSWORD:cdrwa"
        : "";
    return new StoreUnavailableException(
        what + ": reason=" + cause.getMessage() + ", " + subject + hint, cause);
  }

  /** Whether it is not known what the servers did. */
  static boolean isLost(KeeperException e) {
    return e.code() == Code.CONNECTIONLOSS
        || e.code() == Code.SESSIONEXPIRED
        || e.code() == Code.SESSIONMOVED
        || e.code() == Code.OPERATIONTIMEOUT;
  }

  /**
   * Makes a node that stays, and those above it, with the rights that the client has for them.
   * Answers the rights of the node, which all below it get too.
   */
  List<ACL> root(String path, Deadline deadline) {
    try {
      Handle handle = handle(deadline);
      if (reply(deadline, handle.exists(path)) == null) {
        CompletableFuture<Boolean> made = new CompletableFuture<>();
        client
            .usingNamespace(null)
            .create()
            .creatingParentsIfNeeded()
            .inBackground((same, event) -> made.complete(true))
            .forPath(path, new byte[0]);
        reply(deadline, made);
        handle = handle(deadline);
      }
      return whole(path, reply(deadline, handle.acl(path)));
    } catch (KeeperException e) {
      throw mayNot(path, e);
    } catch (StoreUnavailableException | ConfigurationException e) {
      throw e;
    } catch (Exception e) {
      throw new StoreUnavailableException(
          Message.of("a node could not be made: path={}, {}", path, subject), e);
    }
  }

  /** What is wrong when a session may not do what it has to. */
  RuntimeException mayNot(String path, KeeperException cause) {
    if (cause.code() != Code.NOAUTH && cause.code() != Code.NONODE) {
      return refused(cause);
    }
    return new ConfigurationException(
        subject,
        Message.of(
            "the user lacks rights on a node or what is below it: path={}, reason={}; as one who"
                + " may, in zkCli.sh: create {}, addauth digest USER:PASSWORD, setAcl {}"
                + " auth:USER:PASSWORD:cdrwa (with -R if it was there before)",
            path,
            cause.code(),
            path,
            path));
  }

  /** Servers hide a part of each digest from those who may not administer the node. */
  private List<ACL> whole(String path, List<ACL> acl) {
    if (acl.stream().anyMatch(each -> each.getId().getId().endsWith(":x"))) {
      throw new ConfigurationException(
          subject,
          Message.of(
              "the user lacks the right to administer (a) the node, whose rights all below it"
                  + " get: path={}",
              path));
    }
    return acl;
  }

  /** Ends the session if it is our own; waits a moment for that, and lets it go on by itself. */
  void close() {
    if (!owned) {
      return;
    }
    CompletableFuture<Void> closing =
        CompletableFuture.runAsync(client::close, context.each("mintmark-zookeeper-close"));
    try {
      Void unused = context.in(CLOSE_WAIT).await(closing);
    } catch (TimeoutException | ExecutionException e) {
      // Nothing is under way on it: it ends by itself, or with its session's time.
    }
  }
}
