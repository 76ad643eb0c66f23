package io.mintmark.server.http;

import static io.mintmark.server.access.Permission.NONE;
import static io.mintmark.server.http.Route.get;
import static io.mintmark.service.RunsOn.EVENT_LOOP;

import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.service.IdService;
import io.mintmark.service.Problem;
import io.mintmark.service.Problem.Kind;
import io.mintmark.service.ProblemException;
import io.mintmark.service.Readiness;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The table of all calls that a port answers over HTTP. A name in a path is one segment: its
 * slashes are written {@code %2F}.
 *
 * @param all the routes in the order of their description
 * @param notYet why other calls are not answered yet; empty if all calls are answered
 */
record Routes(List<Route> all, Optional<Problem> notYet) {

  /**
   * Makes the routes.
   *
   * @param service makes ids
   * @param lines gives access to the store
   * @param idempotency keeps replies for repeated requests
   * @param status the server's status
   * @param waiting runs several writes of one call in parallel
   * @param port decides which calls are answered
   */
  static Routes of(
      IdService service,
      ServedStore lines,
      IdempotencyCache idempotency,
      ServerStatus status,
      Executor waiting,
      PortPurpose port) {
    StaticFiles files = new StaticFiles();
    List<Route> answered = Stream.of(
            new IdEndpoints(service, idempotency).routes(),
            new LineEndpoints(service, lines, waiting).routes(),
            new StatusEndpoints(service::readiness, service::hasStarted, status).routes(),
            List.of(
                file("/openapi.json", call -> files.answer("openapi.json", call)),
                file("/", call -> files.answer("index.html", call)),
                file("/console/{file}", call -> files.answer(call.argument(), call))))
        .flatMap(List::stream)
        .filter(port::answers)
        .toList();
    return new Routes(answered, Optional.empty());
  }

  private static Route file(String path, Function<HttpCall, HttpReply> endpoint) {
    return get(path, NONE, EVENT_LOOP, endpoint).withReply(call -> Route.LIST_BYTES);
  }

  /**
   * Makes the routes of a server that is still opening its store: health and metrics.
   *
   * @param readiness states that the store is being opened
   * @param status the server's status
   */
  static Routes whileOpening(Readiness readiness, ServerStatus status) {
    return new Routes(
        new StatusEndpoints(() -> readiness, () -> false, status)
            .routes().stream().filter(route -> !route.segments.contains("v1")).toList(),
        readiness.problem());
  }

  /** Finds the route of a request. {@code HEAD} is answered as {@code GET} is. */
  Optional<Route> find(String asked, List<String> path) {
    String method = asked.equals("HEAD") ? "GET" : asked;
    return all.stream()
        .filter(route -> route.method.equals(method) && route.isAt(path))
        .findFirst();
  }

  /** Replies to a request without a route. The path {@code *} is the server itself. */
  HttpReply misrouted(String method, List<String> path) {
    boolean isServer = path.equals(List.of("*"));
    if (notYet.isPresent() && !isServer) {
      return HttpReply.problem(notYet.get());
    }
    Set<String> methods = methods(isServer ? route -> true : route -> route.isAt(path));
    if (methods.isEmpty()) {
      throw new ProblemException(
          Kind.NOT_FOUND,
          "no such path on this port, see /openapi.json, and the settings http and admin: /"
              + String.join("/", path));
    }
    String allowed = String.join(", ", methods);
    HttpReply reply = method.equals("OPTIONS")
        ? new HttpReply(204, "", "", Map.of())
        : HttpReply.problem(Problem.report(
            new ProblemException(Kind.METHOD_NOT_ALLOWED, "wrong method: use " + allowed)));
    return reply.with("allow", allowed);
  }

  private Set<String> methods(Predicate<Route> of) {
    Set<String> methods = new TreeSet<>();
    all.stream().filter(of).forEach(route -> methods.addAll(List.of(route.method, "OPTIONS")));
    if (methods.contains("GET")) {
      methods.add("HEAD");
    }
    return methods;
  }
}
