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
 *
 * @param call its method and path, such as {@code GET /v1/lines/{line}/life}
 * @param method its method
 * @param segments the parts of its path; a variable part starts with a brace
 * @param permission the right that it requires
 * @param runsOn the thread of its endpoint
 * @param endpoint answers it; may fail with the exceptions that {@code Problem} can describe
 * @param query the parameters that its query may contain
 * @param mostBodyBytes the largest size of its body, which is JSON; 0 if it accepts none
 * @param mostReplyBytes the largest size of the reply's body, so that it is counted before the
 *     reply is made; 0 for a small reply
 */
record Route(
    String call,
    String method,
    List<String> segments,
    Permission permission,
    RunsOn runsOn,
    Function<HttpCall, CompletableFuture<HttpReply>> endpoint,
    List<String> query,
    int mostBodyBytes,
    ToLongFunction<HttpCall> mostReplyBytes) {

  static final String JSON = "application/json";
  static final String TEXT = "text/plain";

  /** The reservation for a list, whose length is known only after it was read. */
  static final long LIST_BYTES = 64 * 1024;

  /** Makes a row whose endpoint may answer later, without a body and with a small reply. */
  static Route of(
      String method,
      String path,
      Permission permission,
      RunsOn runsOn,
      Function<HttpCall, CompletableFuture<HttpReply>> endpoint,
      String... query) {
    return new Route(
        method + " " + path,
        method,
        List.of(path.substring(1).split("/", -1)),
        permission,
        runsOn,
        endpoint,
        List.of(query),
        0,
        made -> 0);
  }

  /** Makes a row for GET, and HEAD, whose endpoint answers at once. */
  static Route get(
      String path,
      Permission permission,
      RunsOn runsOn,
      Function<HttpCall, HttpReply> endpoint,
      String... query) {
    return of("GET", path, permission, runsOn, atOnce(endpoint), query);
  }

  /** Makes an endpoint that answers at once. */
  static Function<HttpCall, CompletableFuture<HttpReply>> atOnce(
      Function<HttpCall, HttpReply> endpoint) {
    return made -> CompletableFuture.completedFuture(endpoint.apply(made));
  }

  Route withBody(int most) {
    return new Route(
        call, method, segments, permission, runsOn, endpoint, query, most, mostReplyBytes);
  }

  Route withReply(ToLongFunction<HttpCall> most) {
    return new Route(
        call, method, segments, permission, runsOn, endpoint, query, mostBodyBytes, most);
  }

  /**
   * Returns whether it is answered even when the limit of connected clients is reached, and only on
   * the admin port if there is one.
   */
  boolean isMetrics() {
    return segments.get(0).equals("metrics");
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
