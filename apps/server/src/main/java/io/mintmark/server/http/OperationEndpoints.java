package io.mintmark.server.http;

import static io.mintmark.server.access.Permission.OPERATE;
import static io.mintmark.server.http.Route.delete;
import static io.mintmark.server.http.Route.get;

import io.mintmark.error.Message;
import io.mintmark.json.Json;
import io.mintmark.server.net.OpenConnection;
import io.mintmark.server.net.OpenConnections;
import io.mintmark.server.net.SlowLog;
import io.mintmark.server.net.SlowRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The calls for the people who look after a server. */
final class OperationEndpoints {

  /** The connections in a page, unless another limit is given, and the highest limit. */
  private static final int CONNECTIONS_IN_A_PAGE = 1_000;

  private static final int MAX_CONNECTIONS = 10_000;

  /** The slow requests in an answer, unless another limit is given. */
  private static final int SLOW_REQUESTS = 128;

  private static final Parameter AFTER = Parameter.query(
          "after",
          "Number64",
          "7",
          "Only connections with higher numbers than this one, for the next page.")
      .ifWanted();
  private static final Parameter LIMIT = Parameter.number(
      "limit", 1, MAX_CONNECTIONS, CONNECTIONS_IN_A_PAGE, 100, "At most so many connections.");

  private static final Parameter SLOW_LIMIT = Parameter.number(
      "limit", 1, MAX_CONNECTIONS, SLOW_REQUESTS, 100, "At most so many requests.");

  private final OpenConnections connections;
  private final SlowLog slowLog;

  OperationEndpoints(OpenConnections connections, SlowLog slowLog) {
    this.connections = connections;
    this.slowLog = slowLog;
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
            .answersLater(this::end),
        get("/v1/slow-log")
            .operation("slowLog", "operation", "List slow requests")
            .allows(OPERATE)
            .operates()
            .parameters(SLOW_LIMIT)
            .json("SlowRequests", "The requests that waited long for their answers, latest first.")
            .atMostBytes(call -> Route.LIST_BYTES)
            .answersFrom(this::slowLog));
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

  private HttpReply slowLog(HttpCall call) {
    return HttpReply.json(Json.object(json -> json.put(
        "requests", slowLog.latest(limit(call, SLOW_REQUESTS)), OperationEndpoints::slow)));
  }

  private static void slow(Json json, SlowRequest slow) {
    json.put("id", Long.toString(slow.id()))
        .put("at", slow.at().toString())
        .put("tookMicros", slow.tookMicros())
        .put("call", slow.call())
        .put("protocol", slow.connection().protocol())
        .put("from", slow.connection().from())
        .put("connection", Long.toString(slow.connection().id()))
        .put("client", slow.connection().client().name())
        .put("token", slow.token());
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
