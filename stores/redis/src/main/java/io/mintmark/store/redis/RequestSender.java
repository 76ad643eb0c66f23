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
      List<Flight> flights = new ArrayList<>();
      route(open, deadline).forEach((link, together) -> {
        try {
          flights.add(new Flight(link, link.connection(deadline), together, replicas, deadline));
        } catch (StoreUnavailableException e) {
          servers.forget();
          together.forEach(request -> request.failed(e));
        }
      });
      open.clear();
      flights.forEach(flight -> flight.settle(open, deadline));
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

  /** The requests that were sent to one server and wait for their results. */
  private final class Flight {

    private final ServerConnection link;
    private final StatefulRedisConnection<String, String> connection;
    private final List<Request> requests;
    private final List<CompletionStage<String>> answers = new ArrayList<>();
    private final int replicas;
    private @Nullable CompletionStage<Long> kept;

    Flight(
        ServerConnection link,
        StatefulRedisConnection<String, String> connection,
        List<Request> requests,
        int replicas,
        Deadline deadline) {
      this.link = link;
      this.connection = connection;
      this.requests = requests;
      this.replicas = replicas;
      kept = ServerConnection.send(connection, commands -> {
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
    }

    /** Gives each request its result, or adds it to {@code again} if it must be sent again. */
    void settle(List<Request> again, Deadline deadline) {
      // The reply to WAIT is the last one. If there is none, the other replies still show which
      // requests did nothing.
      StoreUnavailableException lacking = lacking(deadline);
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
          if (mend(request, e)) {
            again.add(request);
          } else {
            request.failed(link.refused(e));
          }
        } catch (StoreUnavailableException e) {
          servers.forget();
          request.failed(lacking == null ? e : lacking);
        }
      }
    }

    /** Returns the reason why too few replicas have the writes; null if there are enough. */
    private @Nullable StoreUnavailableException lacking(Deadline deadline) {
      if (kept == null) {
        return null;
      }
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
    private boolean mend(Request request, RedisCommandExecutionException fault) {
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
      if (Refusal.isOfReplica(fault) || Refusal.isOfDownCluster(fault)) {
        servers.forget();
      }
      return Refusal.isNoScript(fault) && request.tryNext();
    }
  }
}
