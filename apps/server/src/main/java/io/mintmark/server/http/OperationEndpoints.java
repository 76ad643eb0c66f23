package io.mintmark.server.http;

import static io.mintmark.server.access.Permission.OPERATE;
import static io.mintmark.server.http.Route.delete;
import static io.mintmark.server.http.Route.get;

import io.mintmark.error.Message;
import io.mintmark.json.Json;
import io.mintmark.server.net.OpenConnection;
import io.mintmark.server.net.OpenConnections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The calls for the people who look after a server. */
final class OperationEndpoints {

  /** The connections in a page, unless another limit is given, and the highest limit. */
  private static final int CONNECTIONS_IN_A_PAGE = 1_000;

  private static final int MAX_CONNECTIONS = 10_000;

  private static final Parameter AFTER = Parameter.query(
          "after",
          "Number64",
          "7",
          "Only connections with higher numbers than this one, for the next page.")
      .ifWanted();
  private static final Parameter LIMIT = Parameter.number(
      "limit", 1, MAX_CONNECTIONS, CONNECTIONS_IN_A_PAGE, 100, "At most so many connections.");

  private final OpenConnections connections;

  OperationEndpoints(OpenConnections connections) {
    this.connections = connections;
  }

  List<Route> routes() {
    return List.of(
        get("/v1/connections")
            .operation("connections", "operation", "List open connections")
            .allows(OPERATE)
            .operates()
            .parameters(AFTER, LIMIT)
            .json("Connections", "The connections of both protocols, the oldest first.")
            .atMostBytes(call -> Route.LIST_BYTES)
            .answersLater(this::connections),
        delete("/v1/connections/{id}")
            .operation("endConnection", "operation", "Close a connection")
            .allows(OPERATE)
            .operates()
            .parameters(Parameter.path("id", "7", "A connection's number, from the list."))
            .json(
                "Connection",
                "The connection. It gets answers to what it has sent, and closes within a second.")
            .answersLater(this::end));
  }

  private CompletableFuture<HttpReply> connections(HttpCall call) {
    long after =
        call.parameter(AFTER).map(text -> HttpCall.number("after", text)).orElse(0L);
    int limit = limit(call, CONNECTIONS_IN_A_PAGE);
    return connections.list().thenApply(all -> {
      List<OpenConnection> page =
          all.stream().filter(each -> each.id() > after).limit(limit).toList();
      return HttpReply.json(
          Json.object(json -> json.put("connections", page, OperationEndpoints::connection)));
    });
  }

  private static int limit(HttpCall call, int otherwise) {
    long limit = call.parameter(LIMIT).isEmpty() ? otherwise : call.number(LIMIT);
    if (limit < 1 || limit > MAX_CONNECTIONS) {
      throw new IllegalArgumentException(
          Message.of("not 1 to {}: limit={}", MAX_CONNECTIONS, limit));
    }
    return (int) limit;
  }

  private CompletableFuture<HttpReply> end(HttpCall call) {
    long id = HttpCall.number("id", call.argument());
    return connections.end(each -> each.id() == id).thenApply(ended -> {
      ended.forEach(call.caller()::ended);
      return ended.stream()
          .findFirst()
          .map(each -> HttpReply.json(Json.object(json -> connection(json, each))))
          .orElseGet(() -> HttpReply.problem(
              HttpFault.NOT_FOUND, Message.of("no such connection is open: id={}", id)));
    });
  }

  private static void connection(Json json, OpenConnection connection) {
    json.put("id", Long.toString(connection.id()))
        .put("protocol", connection.protocol())
        .put("from", connection.from())
        .put("token", connection.client().token())
        .put("name", connection.client().name())
        .put("ageSeconds", connection.ageSeconds())
        .put("idleSeconds", connection.idleSeconds());
  }
}
