package io.mintmark.server.http;

import io.mintmark.service.Problem;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The routes that a server has, to be found by a request's method and path.
 *
 * @param all in the order of the description
 * @param elsewhere those that another port of the server answers
 * @param notYet why no others are answered for now; empty where there are no others
 */
record Routes(List<Route> all, List<Route> elsewhere, Optional<Problem> notYet) {

  /** Finds what answers; {@code HEAD} is answered as {@code GET} is. */
  Optional<Route> find(String asked, List<String> path) {
    String method = asked.equals("HEAD") ? "GET" : asked;
    for (Route route : all) {
      if (route.method().equals(method) && route.isAt(path)) {
        return Optional.of(route);
      }
    }
    return Optional.empty();
  }

  /** Tells whether another port of the server answers what this one does not. */
  boolean isElsewhere(List<String> path) {
    return elsewhere.stream().anyMatch(route -> route.isAt(path));
  }

  /** The methods of all paths. */
  String methods() {
    return String.join(", ", methods(all.stream()));
  }

  /** The methods that a path has, none if nothing is there. */
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
