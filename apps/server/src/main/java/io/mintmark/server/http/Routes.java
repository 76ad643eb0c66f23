package io.mintmark.server.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Which endpoint answers which method on which path. */
final class Routes {

  private static final String VARIABLE = "{}";

  private final List<Route> routes = new ArrayList<>();

  /**
   * One endpoint.
   *
   * @param method GET or POST
   * @param path its segments, a variable one as braces
   * @param parameters the names that its query may have
   * @param maxBody how many bytes its body may have, 0 if it takes none
   * @param waits whether answering may have to wait for the store
   * @param endpoint what answers
   */
  record Route(
      String method,
      List<String> path,
      Set<String> parameters,
      int maxBody,
      Predicate<HttpCall> waits,
      HttpCall.Endpoint endpoint) {

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

  /** Adds one without a body; {@code path} is like {@code v1/lines/{}/claim}. */
  Routes add(
      String method,
      String path,
      Set<String> parameters,
      Predicate<HttpCall> waits,
      HttpCall.Endpoint endpoint) {
    return add(method, path, parameters, 0, waits, endpoint);
  }

  /** Adds one. */
  Routes add(
      String method,
      String path,
      Set<String> parameters,
      int maxBody,
      Predicate<HttpCall> waits,
      HttpCall.Endpoint endpoint) {
    routes.add(new Route(method, List.of(path.split("/")), parameters, maxBody, waits, endpoint));
    return this;
  }

  int count() {
    return routes.size();
  }

  Optional<Route> find(String method, List<String> segments) {
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
      }
    }
    return methods;
  }
}
