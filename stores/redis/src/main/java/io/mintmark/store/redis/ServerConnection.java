package io.mintmark.store.redis;

import static io.mintmark.store.engine.Failures.unavailable;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.Reopening;
import io.mintmark.store.engine.StoreContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The only connection to a server. It is opened when it is first needed. It is dropped as soon as
 * it may be unusable: it is broken, a reply is overdue, or the server is no longer a primary. The
 * next call opens another connection. So a repaired network or a restarted server is used at once,
 * and Sentinels are asked again for the primary. Commands in flight on a dropped connection are
 * lost. They are never resent.
 *
 * <p>Thread-safe.
 */
final class ServerConnection {

  private static final int MAX_TRIES = 3;

  private final RedisClient client;
  private final RedisURI uri;
  private final String server;
  private final String rights;
  private final ElapsedClock clock;
  private final Reopening<StatefulRedisConnection<String, String>> connections;
  private volatile boolean closed;

  /**
   * Makes a connection without opening it.
   *
   * @param server the server's name in messages, without its secrets
   * @param rights the command that grants a user the necessary rights
   * @param context contains the clock that measures deadlines
   */
  ServerConnection(
      RedisClient client, RedisURI uri, String server, String rights, StoreContext context) {
    this.client = client;
    this.uri = uri;
    this.server = server;
    this.rights = rights;
    this.clock = context.clock();
    this.connections = new Reopening<>(
        deadline -> open(), StatefulRedisConnection::isOpen, this::end, Duration.ZERO, context);
  }

  String server() {
    return server;
  }

  RedisURI uri() {
    return uri;
  }

  /** Returns the open connection, or opens one. */
  StatefulRedisConnection<String, String> connection(Deadline deadline) {
    try {
      return connections.get(deadline);
    } catch (TimeoutException e) {
      throw unavailable(e, "no connection in time: server={}", server);
    } catch (ExecutionException | CancellationException e) {
      throw unavailable(e, "no connection: server={}, {}{}", server, Refusal.root(e), advice(e));
    }
  }

  /** Returns whether the next call finds an open connection. */
  boolean isOpen() {
    return connections.isOpen();
  }

  private CompletableFuture<StatefulRedisConnection<String, String>> open() {
    try {
      return connect(MAX_TRIES).thenCompose(this::prepare);
    } catch (IllegalStateException | RejectedExecutionException e) {
      // The caller's own client, or a resource that it shares, was shut down.
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Connects. Tries again if the driver reports no reason for a failure. When a server refuses a
   * user or a password, the driver records the refusal and closes the connection. It may then
   * report only the close.
   */
  private CompletableFuture<StatefulRedisConnection<String, String>> connect(int tries) {
    return client
        .connectAsync(StringCodec.UTF8, uri)
        .toCompletableFuture()
        .exceptionallyCompose(fault -> tries > 1 && Refusal.isLost(fault)
            ? connect(tries - 1)
            : CompletableFuture.failedFuture(fault));
  }

  /** Checks that the server takes writes. */
  private CompletionStage<StatefulRedisConnection<String, String>> prepare(
      StatefulRedisConnection<String, String> connection) {
    connection.setAutoFlushCommands(false);
    CompletableFuture<StatefulRedisConnection<String, String>> prepared = send(
            connection, RedisAsyncCommands::role)
        .toCompletableFuture()
        .handle(this::checkRole)
        .thenApply(checked -> connection);
    clock.callAfter(
        uri.getTimeout().toNanos(),
        () -> prepared.completeExceptionally(
            unavailable("no answer to the first command in time: server={}", server)));
    return prepared.whenComplete((done, fault) -> {
      if (fault != null) {
        end(connection);
      }
    });
  }

  private boolean checkRole(@Nullable List<Object> role, @Nullable Throwable fault) {
    if (fault != null) {
      if (Refusal.isOfRights(fault)) {
        // The user has no right to call ROLE. If the server is a replica, it will refuse the first
        // write.
        return true;
      }
      throw new StoreUnavailableException(Refusal.root(fault), fault);
    }
    if (role != null && !role.isEmpty() && !role.get(0).equals("master")) {
      throw unavailable(
          "the server is not the primary, where claims are made: role={}, server={}", role, server);
    }
    return true;
  }

  /**
   * Sends one command and waits for its reply.
   *
   * @throws StoreUnavailableException if the server refused it, see {@link Refusal}, or there was
   *     no reply
   */
  <T> T ask(
      Deadline deadline,
      Function<RedisAsyncCommands<String, String>, ? extends CompletionStage<T>> question) {
    StatefulRedisConnection<String, String> connection = connection(deadline);
    try {
      return await(connection, send(connection, question), deadline);
    } catch (RedisCommandExecutionException e) {
      throw refused(e);
    }
  }

  /**
   * Sends commands directly one after the other, without commands of other threads between them.
   * The driver writes them to the network together.
   */
  static <T> T send(
      StatefulRedisConnection<String, String> connection,
      Function<RedisAsyncCommands<String, String>, T> sending) {
    synchronized (connection) {
      T sent = sending.apply(connection.async());
      connection.flushCommands();
      return sent;
    }
  }

  /**
   * Waits for a reply on one of this object's connections.
   *
   * @throws RedisCommandExecutionException if the server refused the command
   * @throws StoreUnavailableException if there was no reply; the connection is dropped
   */
  <T> T await(
      StatefulRedisConnection<String, String> connection,
      CompletionStage<T> answer,
      Deadline deadline) {
    try {
      return deadline.await(answer);
    } catch (TimeoutException e) {
      drop(connection);
      throw unavailable(e, "no answer in time: server={}", server);
    } catch (CancellationException e) {
      drop(connection);
      throw unavailable(e, "the connection broke: server={}", server);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RedisCommandExecutionException refused) {
        if (Refusal.isOfReplica(refused)) {
          drop(connection);
        }
        throw refused;
      }
      drop(connection);
      throw unavailable(e, "the connection broke: server={}, {}", server, Refusal.root(e));
    }
  }

  /** Makes an exception that describes a server's refusal. */
  StoreUnavailableException refused(Throwable refusal) {
    return unavailable(
        refusal, "refused: server={}, {}{}", server, Refusal.root(refusal), advice(refusal));
  }

  private String advice(Throwable refusal) {
    return Refusal.isOfRights(refusal) ? "; needed: " + rights : "";
  }

  /**
   * Drops a connection. Its commands in flight fail. If several threads drop it, only one of them
   * closes it.
   */
  void drop(StatefulRedisConnection<String, String> connection) {
    if (connections.drop(connection)) {
      end(connection);
    }
  }

  /** Opens no further connection. Shutting the client down closes the last one. */
  void close() {
    closed = true;
    connections.close();
  }

  /** Closes a connection without waiting for it. */
  private void end(StatefulRedisConnection<String, String> connection) {
    if (!closed) {
      Future<?> unused = connection.closeAsync();
    }
  }
}
