package io.mintmark.server.http;

import io.mintmark.server.access.Permission;
import io.mintmark.server.net.Exchange;
import io.mintmark.service.RunsOn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * One call that the server answers over HTTP. A row of {@link Routes}' table sets what differs from
 * the usual call, and then the route does not change. The resource {@code openapi.json} describes
 * the calls for people.
 */
final class Route {

  static final String JSON = "application/json";
  static final String TEXT = "text/plain";

  /** The reservation for a list, whose length is known only after it was read. */
  static final long LIST_BYTES = 64 * 1024;

  /** The kind of generator of a call that makes no ids. */
  static final String NO_KIND = Exchange.NO_KIND;

  /**
   * The name in metrics of requests that were refused before a route was found, because of their
   * token or their path.
   */
  static final String REFUSED = "refused";

  private final String method;
  private final String path;
  private final Permission permission;
  private final Function<HttpCall, CompletableFuture<HttpReply>> endpoint;
  private final List<String> query;
  private final String call;
  private final List<String> segments;
  private List<String> mediaTypes = List.of(JSON);
  private int mostBodyBytes;
  private boolean operates;
  private ToIntFunction<Map<String, String>> ids = parameters -> 1;
  private Function<HttpCall, String> kind = made -> NO_KIND;
  private Function<HttpCall, RunsOn> runsOn;
  private ToLongFunction<HttpCall> mostReplyBytes = made -> 0;

  /**
   * Makes a row whose endpoint may answer later.
   *
   * @param path is like {@code /v1/lines/{line}/life}
   * @param permission the right that the call requires
   * @param runsOn the thread of the endpoint
   * @param query the parameters that the query may contain
   */
  Route(
      String method,
      String path,
      Permission permission,
      RunsOn runsOn,
      Function<HttpCall, CompletableFuture<HttpReply>> endpoint,
      String... query) {
    this.method = method;
    this.path = path;
    this.permission = permission;
    this.runsOn = made -> runsOn;
    this.endpoint = endpoint;
    this.query = List.of(query);
    this.call = method + " " + path;
    this.segments = List.of(path.substring(1).split("/"));
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

  /** Accepts a body in JSON of at most this size. By default the call accepts none. */
  Route body(int mostBytes) {
    mostBodyBytes = mostBytes;
    return this;
  }

  /**
   * Sets the media types of the reply, preferred first. Without any, the client cannot choose the
   * type. The default is JSON.
   */
  Route makesTypes(String... types) {
    mediaTypes = List.of(types);
    return this;
  }

  /**
   * Makes the call available even when the limit of connected clients is reached, and only on the
   * admin port if there is one.
   */
  Route forOperators() {
    operates = true;
    return this;
  }

  /** Sets how many ids its parameters request, of which kind, and on which thread. */
  Route makesIds(
      ToIntFunction<Map<String, String>> count,
      Function<HttpCall, String> which,
      Function<HttpCall, RunsOn> thread) {
    ids = count;
    kind = which;
    runsOn = thread;
    return this;
  }

  /**
   * Sets the largest size of the reply's body, so that it is counted before the reply is made. The
   * default is a small reply.
   */
  Route atMostBytes(ToLongFunction<HttpCall> bytes) {
    mostReplyBytes = bytes;
    return this;
  }

  String method() {
    return method;
  }

  String path() {
    return path;
  }

  Permission permission() {
    return permission;
  }

  List<String> query() {
    return query;
  }

  /** The largest size of its body; 0 if it accepts none. */
  int mostBodyBytes() {
    return mostBodyBytes;
  }

  List<String> mediaTypes() {
    return mediaTypes;
  }

  /** Returns whether the call is answered even when the limit of connected clients is reached. */
  boolean isAlwaysAnswered() {
    return operates || permission.isNone();
  }

  /** Returns whether only the admin port answers it, on a server with an admin port. */
  boolean isForOperators() {
    return operates;
  }

  /** The cost of a call: how many ids it makes; a call that makes no ids costs 1. */
  int ids(Map<String, String> parameters) {
    return ids.applyAsInt(parameters);
  }

  /** The kind of the generator that makes a call's ids, for metrics. */
  String kind(HttpCall made) {
    return kind.apply(made);
  }

  RunsOn runsOn(HttpCall made) {
    return runsOn.apply(made);
  }

  /** The largest size of the body of a call's reply; 0 if it is small. */
  long mostReplyBytes(HttpCall made) {
    return mostReplyBytes.applyAsLong(made);
  }

  /** Answers a call. May fail with the exceptions that {@code Problem} can describe. */
  CompletableFuture<HttpReply> answer(HttpCall made) {
    return endpoint.apply(made);
  }

  /** Returns whether a path matches this route. */
  boolean isAt(List<String> asked) {
    if (asked.size() != segments.size()) {
      return false;
    }
    for (int i = 0; i < asked.size(); i++) {
      if (!isVariable(i) && !segments.get(i).equals(asked.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns the segments of a path at the route's variables. */
  List<String> arguments(List<String> asked) {
    List<String> arguments = new ArrayList<>(1);
    for (int i = 0; i < asked.size(); i++) {
      if (isVariable(i)) {
        arguments.add(asked.get(i));
      }
    }
    return arguments;
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
    given.forEach((name, texts) -> {
      if (!query.contains(name)) {
        throw new IllegalArgumentException(
            "no such parameter: " + name + "; the call has " + new TreeSet<>(query));
      }
      if (texts.size() > 1) {
        throw new IllegalArgumentException("the parameter is given twice: " + name);
      }
      values.put(name, texts.get(0));
    });
    return values;
  }

  @Override
  public String toString() {
    return call;
  }
}
