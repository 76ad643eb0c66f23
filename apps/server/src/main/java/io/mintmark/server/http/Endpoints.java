package io.mintmark.server.http;

import static io.mintmark.server.access.Permission.NONE;
import static io.mintmark.server.http.Route.get;

import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.service.IdService;
import io.mintmark.service.LineService;
import io.mintmark.service.Readiness;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All calls that the server answers over HTTP.
 *
 * <p>Each call is a row of a table, which is the method {@code routes()} of the class that answers
 * the call. The API's description and the table of {@code docs/reference/http.md} are made from the
 * rows. A name in a path is one segment: its slashes are written {@code %2F}.
 */
final class Endpoints {

  private Endpoints() {}

  /**
   * Makes the routes.
   *
   * @param service makes ids
   * @param lines gives access to the store
   * @param idempotency keeps replies for repeated requests
   * @param status the server's status
   * @param helpers run several writes of one call in parallel
   * @param port decides which calls are answered
   */
  static Routes routes(
      IdService service,
      LineService lines,
      IdempotencyCache idempotency,
      ServerStatus status,
      Executor helpers,
      PortPurpose port) {
    List<Route> all = new ArrayList<>();
    all.addAll(new IdEndpoints(service, idempotency).routes());
    all.addAll(new LineEndpoints(service, lines, helpers).routes());
    all.addAll(new ConfigurationEndpoints(status).routes());
    all.addAll(HealthEndpoints.of(service, status).routes());
    Map<Boolean, List<Route>> byAnswered =
        all.stream().collect(Collectors.partitioningBy(port::answers));
    List<Route> answered = new ArrayList<>(byAnswered.getOrDefault(true, List.of()));
    answered.add(description(answered));
    answered.addAll(console());
    return new Routes(
        List.copyOf(answered), byAnswered.getOrDefault(false, List.of()), Optional.empty());
  }

  /**
   * Makes the routes of a server that is still opening its store: health and metrics.
   *
   * @param readiness states that the store is being opened
   * @param status the server's status
   */
  static Routes whileOpening(Readiness readiness, ServerStatus status) {
    return new Routes(
        HealthEndpoints.ofOpening(readiness, status).routes(), List.of(), readiness.problem());
  }

  /** Makes the call that returns the API's description. The description includes this call. */
  private static Route description(List<Route> others) {
    Route.Builder row = get("/openapi.json")
        .operation("openapi", "health", "Describe this interface")
        .allows(NONE)
        .json("OpenApi", "All calls and their schemas, in OpenAPI 3.1.");
    Route self = row.answersFrom(call -> HttpReply.json("{}"));
    String document =
        ApiDocument.of(Stream.concat(others.stream(), Stream.of(self)).toList());
    return row.answersFrom(call -> HttpReply.json(document));
  }

  private static List<Route> console() {
    ConsoleFiles console = ConsoleFiles.load();
    return List.of(
        get("/").allows(NONE).answersFrom(call -> console.answer("index.html", call.known())),
        get("/console/{file}")
            .allows(NONE)
            .parameters(Parameter.path("file", "app.js", "A file of the console."))
            .answersFrom(call -> console.answer(call.argument(), call.known())));
  }
}
