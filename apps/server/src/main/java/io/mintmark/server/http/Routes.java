package io.mintmark.server.http;

import io.mintmark.service.Problem;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The routes of a server, found by a request's method and path.
 *
 * @param all the routes in the order of the description
 * @param elsewhere the routes that another port of the server answers
 * @param notYet why other calls are not answered yet; empty if all calls are answered
 */
record Routes(List<Route> all, List<Route> elsewhere, Optional<Problem> notYet) {

  /** Finds the route of a request. {@code HEAD} is answered as {@code GET} is. */
  Optional<Route> find(String asked, List<String> path) {
    String method = asked.equals("HEAD") ? "GET" : asked;
    for (Route route : all) {
      if (route.method().equals(method) && route.isAt(path)) {
        return Optional.of(route);
      }
    }
    return Optional.empty();
  }

  /** Returns whether another port of the server answers this path. */
  boolean isElsewhere(List<String> path) {
    return elsewhere.stream().anyMatch(route -> route.isAt(path));
  }

  /** The methods of all paths. */
  String methods() {
    return String.join(", ", methods(all.stream()));
  }

  /** The methods of a path; empty if the path does not exist. */
  Set<String> methods(List<String> path) {
    return methods(all.stream().filter(route -> route.isAt(path)));
  }

  private static Set<String> methods(Stream<Route> of) {
    Set<String> methods = new TreeSet<>();
    of.forEach(route -> {
      methods.add(route.method());
      methods.add("OPTIONS");
    });
    if (methods.contains("GET")) {
      methods.add("HEAD");
    }
    return methods;
  }
}
