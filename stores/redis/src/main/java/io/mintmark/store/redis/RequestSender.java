package io.mintmark.store.redis;

import static io.mintmark.store.engine.Failures.unavailable;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.Deadline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to the servers of their keys, with one batch per server. Gives each request its
 * reply, or the reason why there is none.
 *
 * <p>A request is sent again only if the server replied that it did nothing. Every other fault,
 * above all a lost reply, fails the request. The positions that it may have claimed are burned.
 */
record RequestSender(Servers servers) {

  /**
   * How often a request may be sent: with each of its commands, which are up to two, and again
   * after each of two redirections.
   */
  private static final int MAX_SENDINGS = 4;

  /**
   * The timeout divided by this number is the time for which the server waits for replicas. Its
   * reply to WAIT can arrive in the remaining time.
   */
  private static final int WAIT_PARTS = 2;

  /**
   * Sends requests.
   *
   * @param replicas how many replicas must acknowledge the writes on a server; 0 for reads, or to
   *     wait for no replica. If fewer replicas acknowledge them, all requests to that server fail
   */
  void send(List<Request> requests, int replicas, Deadline deadline) {
    List<Request> open = new ArrayList<>(requests);
    for (int sending = 0; sending < MAX_SENDINGS && !open.isEmpty(); sending++) {
      Map<ServerConnection, List<Request>> routes = route(open, deadline);
      open.clear();
      // Sent to all servers before any reply is awaited: a server that hangs costs the others none
      // of their time.
      List<Runnable> exchanges = new ArrayList<>();
      routes.forEach((link, together) -> {
        try {
          exchanges.add(begin(link, together, replicas, deadline, open));
        } catch (StoreUnavailableException e) {
          servers.forget();
          together.forEach(request -> request.failed(e));
        }
      });
      exchanges.forEach(Runnable::run);
    }
    open.forEach(request -> request.failed(
        unavailable("redirected too often: attempts={}, key={}", MAX_SENDINGS, request.key)));
  }

  private Map<ServerConnection, List<Request>> route(List<Request> requests, Deadline deadline) {
    Map<ServerConnection, List<Request>> routes = new LinkedHashMap<>();
    for (Request request : requests) {
      try {
        ServerConnection link =
            request.target == null ? servers.of(request.key, deadline) : request.target;
        routes.computeIfAbsent(link, each -> new ArrayList<>()).add(request);
      } catch (StoreUnavailableException e) {
        request.failed(e);
      }
    }
    return routes;
  }

  /**
   * Sends requests to one server.
   *
   * @param again gets the requests that must be sent again
   * @return waits for the replies, and gives each request its result
   * @throws StoreUnavailableException if there is no connection in time, so that nothing was sent
   */
  private Runnable begin(
      ServerConnection link,
      List<Request> requests,
      int replicas,
      Deadline deadline,
      List<Request> again) {
    StatefulRedisConnection<String, String> connection = link.connection(deadline);
    if (deadline.isOver()) {
      throw deadline.passed(null); // Its replies would be late, and the connection dropped.
    }
    List<CompletionStage<String>> answers = new ArrayList<>();
    CompletionStage<Long> kept = ServerConnection.send(connection, commands -> {
      for (Request request : requests) {
        if (request.asking) {
          CompletionStage<String> unused = commands.asking();
        }
        answers.add(request.send(commands));
      }
      return replicas == 0
          ? null
          : commands.waitForReplication(
              replicas, Math.max(1, deadline.timeout().dividedBy(WAIT_PARTS).toMillis()));
    });
    return () -> {
      // The reply to WAIT is the last one. If there is none, the other replies still show which
      // requests did nothing.
      StoreUnavailableException lacking =
          kept == null ? null : lacking(link, connection, kept, replicas, deadline);
      for (int i = 0; i < requests.size(); i++) {
        Request request = requests.get(i);
        try {
          String reply = link.await(connection, answers.get(i), deadline);
          if (lacking == null) {
            request.answered(reply);
          } else {
            request.failed(lacking);
          }
        } catch (RedisCommandExecutionException e) {
          if (mend(link, request, e)) {
            again.add(request);
          } else {
            request.failed(link.refused(e));
          }
        } catch (StoreUnavailableException e) {
          servers.forget();
          request.failed(lacking == null ? e : lacking);
        }
      }
    };
  }

  /** Returns the reason why too few replicas have the writes; null if there are enough. */
  private static @Nullable StoreUnavailableException lacking(
      ServerConnection link,
      StatefulRedisConnection<String, String> connection,
      CompletionStage<Long> kept,
      int replicas,
      Deadline deadline) {
    try {
      long acknowledged = link.await(connection, kept, deadline);
      return acknowledged >= replicas
          ? null
          : unavailable(
              "too few replicas have the claim: acknowledged={} < wait-replicas={}, server={}",
              acknowledged,
              replicas,
              link.server());
    } catch (RedisCommandExecutionException e) {
      return link.refused(e);
    } catch (StoreUnavailableException e) {
      return e;
    }
  }

  /**
   * Prepares a request for another sending if the server did nothing: follows a redirection, or
   * changes to the request's next command. Returns whether to send the request again.
   */
  private boolean mend(
      ServerConnection link, Request request, RedisCommandExecutionException fault) {
    List<String> words = Refusal.redirection(fault);
    if (words.size() == 3) {
      try {
        request.target = servers.redirected(link, words.get(2));
      } catch (StoreUnavailableException e) {
        fault.addSuppressed(e);
        return false;
      }
      request.asking = words.get(0).equals("ASK");
      return true;
    }
    if (Refusal.isOfReplica(fault) || Refusal.startsWith(fault, "CLUSTERDOWN")) {
      servers.forget(); // Other servers may soon serve these slots.
    }
    return Refusal.startsWith(fault, "NOSCRIPT") && request.tryNext();
  }
}
