package io.mintmark.server.http;

import io.mintmark.server.access.Permission;
import io.mintmark.service.RunsOn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Which endpoint answers which method on which path. */
final class Routes {

  static final String JSON = "application/json";
  static final String TEXT = "text/plain";

  private static final String VARIABLE = "{}";
  private static final List<String> METRICS = List.of("metrics");

  private final List<Route> routes;

  /**
   * One endpoint.
   *
   * @param method GET or POST
   * @param path its segments, a variable one as braces
   * @param permission what a caller needs for it
   * @param parameters the names that its query may have
   * @param maxBody how many bytes its body may have, 0 if it takes none
   * @param runsOn where it is answered
   * @param endpoint what answers
   * @param mediaTypes what it can answer in, preferred first; none if that is not for the client
   *     to say
   * @param mostBytes how large the body of its answer may be, as far as that is known beforehand
   */
  record Route(
      String method,
      List<String> path,
      Permission permission,
      Set<String> parameters,
      int maxBody,
      Function<HttpCall, RunsOn> runsOn,
      HttpCall.Endpoint endpoint,
      List<String> mediaTypes,
      ToLongFunction<HttpCall> mostBytes) {

    /** Where no path leads: what is answered to a request that leads nowhere else. */
    static Route to(HttpCall.Endpoint endpoint) {
      return new Route(
          "",
          List.of(),
          Permission.NONE,
          Set.of(),
          0,
          call -> RunsOn.EVENT_LOOP,
          endpoint,
          List.of(),
          Routes::unknownBytes);
    }

    /** Tells whether it is answered even while the most clients are connected. */
    boolean isForWatching() {
      return permission.isNone() || path.equals(METRICS);
    }

    /** Sets the media types of its answers, preferred first. The default is JSON. */
    Route in(String... others) {
      return new Route(
          method,
          path,
          permission,
          parameters,
          maxBody,
          runsOn,
          endpoint,
          List.of(others),
          mostBytes);
    }

    /** Sets how large its answer may be. Without this it is unknown. */
    Route of(ToLongFunction<HttpCall> bytes) {
      return new Route(
          method, path, permission, parameters, maxBody, runsOn, endpoint, mediaTypes, bytes);
    }

    /** Sets how large its body may be. Without this it takes none. */
    Route takes(int bytes) {
      return new Route(
          method, path, permission, parameters, bytes, runsOn, endpoint, mediaTypes, mostBytes);
    }

    /** Sets on which threads each call is answered, if that differs from call to call. */
    Route at(Function<HttpCall, RunsOn> where) {
      return new Route(
          method, path, permission, parameters, maxBody, where, endpoint, mediaTypes, mostBytes);
    }

    private boolean leadsTo(List<String> segments) {
      if (segments.size() != path.size()) {
        return false;
      }
      for (int i = 0; i < path.size(); i++) {
        if (!path.get(i).equals(VARIABLE) && !path.get(i).equals(segments.get(i))) {
          return false;
        }
      }
      return true;
    }

    List<String> arguments(List<String> segments) {
      List<String> arguments = new ArrayList<>(1);
      for (int i = 0; i < path.size(); i++) {
        if (path.get(i).equals(VARIABLE)) {
          arguments.add(segments.get(i));
        }
      }
      return arguments;
    }
  }

  Routes(List<Route> routes) {
    this.routes = routes;
  }

  /** A row for GET; {@code path} is like {@code v1/lines/{}/life}. */
  static Route get(
      String path,
      Permission permission,
      RunsOn runsOn,
      Function<HttpCall, HttpReply> to,
      String... parameters) {
    return route("GET", path, permission, runsOn, HttpCall.Endpoint.now(to), parameters);
  }

  /** A row for POST. */
  static Route post(
      String path,
      Permission permission,
      RunsOn runsOn,
      Function<HttpCall, HttpReply> to,
      String... parameters) {
    return route("POST", path, permission, runsOn, HttpCall.Endpoint.now(to), parameters);
  }

  /** A row for POST whose answer may come later. */
  static Route later(
      String path, Permission permission, HttpCall.Endpoint to, String... parameters) {
    return route("POST", path, permission, RunsOn.EVENT_LOOP, to, parameters);
  }

  private static Route route(
      String method,
      String path,
      Permission permission,
      RunsOn runsOn,
      HttpCall.Endpoint to,
      String... parameters) {
    return new Route(
        method,
        List.of(path.split("/")),
        permission,
        Set.of(parameters),
        0,
        call -> runsOn,
        to,
        List.of(JSON),
        Routes::unknownBytes);
  }

  /** That is seen when the answer is made, which is soon enough for what only reads. */
  private static long unknownBytes(HttpCall call) {
    return 0;
  }

  /** All of them, in the order in which they were added. */
  List<Route> all() {
    return routes;
  }

  /** Finds what answers; {@code HEAD} is answered as {@code GET} is. */
  Optional<Route> find(String asked, List<String> segments) {
    String method = asked.equals("HEAD") ? "GET" : asked;
    for (Route route : routes) {
      if (route.method.equals(method) && route.leadsTo(segments)) {
        return Optional.of(route);
      }
    }
    return Optional.empty();
  }

  /** The methods that a path has, none if nothing is there. */
  Set<String> methods(List<String> segments) {
    Set<String> methods = new TreeSet<>();
    for (Route route : routes) {
      if (route.leadsTo(segments)) {
        methods.add(route.method);
        methods.add("OPTIONS");
      }
    }
    if (methods.contains("GET")) {
      methods.add("HEAD");
    }
    return methods;
  }
}
