package io.mintmark.server.http;

import io.mintmark.server.access.Permission;
import io.mintmark.service.RunsOn;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * One call that the server answers over HTTP, a row of {@link Routes}' table. The resource {@code
 * openapi.json} describes the calls for people.
 */
final class Route {

  static final String JSON = "application/json";
  static final String TEXT = "text/plain";

  /** The reservation for a list, whose length is known only after it was read. */
  static final long LIST_BYTES = 64 * 1024;

  /** Its method and path, such as {@code GET /v1/lines/{line}/life}. */
  final String call;

  final String method;

  /** The parts of its path; a variable part starts with a brace. */
  final List<String> segments;

  /** The right that it requires. */
  final Permission permission;

  /** The thread of its endpoint. */
  final RunsOn runsOn;

  /** Answers it, perhaps later; may fail with the exceptions that {@code Problem} can describe. */
  final Function<HttpCall, CompletableFuture<HttpReply>> endpoint;

  /** The parameters that its query may contain. */
  final List<String> query;

  /**
   * Whether it is answered even when the limit of connected clients is reached, and only on the
   * admin port if there is one.
   */
  final boolean isMetrics;

  /** The largest size of its body, which is JSON; 0 if it accepts none. */
  int mostBodyBytes;

  /**
   * The largest size of the reply's body, so that it is counted before the reply is made; 0 for a
   * small reply.
   */
  ToLongFunction<HttpCall> mostReplyBytes = made -> 0;

  /** Makes a row without a body and with a small reply. */
  Route(
      String method,
      String path,
      Permission permission,
      RunsOn runsOn,
      Function<HttpCall, CompletableFuture<HttpReply>> endpoint,
      String... query) {
    this.call = method + " " + path;
    this.method = method;
    this.segments = List.of(path.substring(1).split("/", -1));
    this.permission = permission;
    this.runsOn = runsOn;
    this.endpoint = endpoint;
    this.query = List.of(query);
    this.isMetrics = path.equals("/metrics");
  }

  /** Makes a row for GET, and HEAD, whose endpoint answers at once. */
  static Route get(
      String path,
      Permission permission,
      RunsOn runsOn,
      Function<HttpCall, HttpReply> endpoint,
      String... query) {
    return new Route("GET", path, permission, runsOn, atOnce(endpoint), query);
  }

  /** Makes an endpoint that answers at once. */
  static Function<HttpCall, CompletableFuture<HttpReply>> atOnce(
      Function<HttpCall, HttpReply> endpoint) {
    return made -> CompletableFuture.completedFuture(endpoint.apply(made));
  }

  Route withBody(int most) {
    mostBodyBytes = most;
    return this;
  }

  Route withReply(ToLongFunction<HttpCall> most) {
    mostReplyBytes = most;
    return this;
  }

  /** Returns whether a path matches this route. */
  boolean isAt(List<String> path) {
    return path.size() == segments.size()
        && IntStream.range(0, path.size())
            .allMatch(i -> isVariable(i) || segments.get(i).equals(path.get(i)));
  }

  /** Returns the segments of a path at the route's variables. */
  List<String> arguments(List<String> path) {
    return IntStream.range(0, path.size())
        .filter(this::isVariable)
        .mapToObj(path::get)
        .toList();
  }

  private boolean isVariable(int segment) {
    return segments.get(segment).startsWith("{");
  }

  /**
   * Returns the values of a request's query, by name.
   *
   * @throws IllegalArgumentException if it has an unknown parameter, or has a parameter twice
   */
  Map<String, String> values(Map<String, List<String>> given) {
    Map<String, String> values = new HashMap<>();
    for (Map.Entry<String, List<String>> parameter : given.entrySet()) {
      if (!query.contains(parameter.getKey())) {
        throw new IllegalArgumentException(
            "no such parameter: " + parameter.getKey() + "; the call has " + new TreeSet<>(query));
      }
      if (parameter.getValue().size() > 1) {
        throw new IllegalArgumentException("the parameter is given twice: " + parameter.getKey());
      }
      values.put(parameter.getKey(), parameter.getValue().get(0));
    }
    return values;
  }
}
