package io.mintmark.server.http;

import static io.mintmark.server.access.Permission.ADMIN;
import static io.mintmark.server.http.Route.delete;
import static io.mintmark.server.http.Route.put;
import static io.mintmark.service.RunsOn.BUSY_THREAD;

import io.mintmark.json.Json;
import io.mintmark.json.JsonObject;
import io.mintmark.server.access.Principal;
import io.mintmark.service.IdService;
import io.mintmark.service.Problem;
import io.mintmark.store.Line;
import java.util.List;
import java.util.function.Supplier;

/** The calls that make generators and take them away, for administrators. */
final class GeneratorEndpoints {

  /** More than a store keeps of one generator, also with every character escaped. */
  private static final int MAX_BYTES = 8 * 1024;

  /** Settings are nested as deep as {@code earlier-shards.1.databases}. */
  private static final int MAX_DEPTH = 3;

  /** As many characters of a refused body are recorded as those of one that a store keeps. */
  private static final int MOST_RECORDED = Line.MAX_NOTE_LENGTH;

  private static final Parameter NAME =
      Parameter.path("name", "parcels", "A generator's name. Write a slash in it as %2F.");

  private final IdService service;

  GeneratorEndpoints(IdService service) {
    this.service = service;
  }

  List<Route> routes() {
    return List.of(
        put("/v1/generators/{name}")
            .operation("putGenerator", "generators", "Make a generator, or give it other settings")
            .allows(ADMIN)
            .parameters(NAME)
            .body("GeneratorSettings", MAX_BYTES)
            .json("Generator", "The generator. The store keeps it for all of its servers.")
            .on(BUSY_THREAD)
            .answersFrom(this::make),
        delete("/v1/generators/{name}")
            .operation("deleteGenerator", "generators", "Forget a generator that was made so")
            .allows(ADMIN)
            .parameters(NAME)
            .json("Nothing", "An empty object. The generator's lines stay as they are.")
            .on(BUSY_THREAD)
            .answersFrom(this::forget));
  }

  private HttpReply make(HttpCall call) {
    String name = call.argument();
    return changed(
        call,
        "put-generator",
        () -> service.put(
            name, JsonObject.parse(call.body(), HttpCall::wrongBody).settings(MAX_DEPTH)),
        () -> Json.object(json -> IdEndpoints.served(json, service.describe(name), service)));
  }

  private HttpReply forget(HttpCall call) {
    return changed(
        call,
        "delete-generator",
        () -> {
          service.remove(call.argument());
          return "";
        },
        () -> "{}");
  }

  /**
   * Makes a change, and keeps a record of it: if it is done, with the settings that there are now,
   * and if it is refused, with the beginning of those that were sent.
   */
  private static HttpReply changed(
      HttpCall call, String act, Supplier<String> change, Supplier<String> answer) {
    Principal caller = call.caller();
    String kept;
    try {
      kept = change.get();
    } catch (RuntimeException e) {
      String sent = call.body().substring(0, Math.min(call.body().length(), MOST_RECORDED));
      caller.did(act, call.argument(), sent, String.valueOf(e.getMessage()));
      return HttpReply.problem(Problem.reportChange(e));
    }
    caller.did(act, call.argument(), kept, "ok");
    return HttpReply.json(answer.get());
  }
}
