package io.mintmark.server.http;

import static io.mintmark.server.access.Permission.ADMIN;
import static io.mintmark.server.http.Route.delete;
import static io.mintmark.server.http.Route.put;
import static io.mintmark.service.RunsOn.BUSY_THREAD;

import io.mintmark.json.Json;
import io.mintmark.json.JsonObject;
import io.mintmark.server.access.Principal;
import io.mintmark.service.IdService;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The calls that make generators and take them away, for administrators. */
final class GeneratorEndpoints {

  /** More than a store keeps of one generator, also with every character escaped. */
  private static final int MAX_BYTES = 8 * 1024;

  /** Settings are nested as deep as {@code earlier-shards.1.databases}. */
  private static final int MAX_DEPTH = 3;

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
    String unusedKept = recorded(call, "put-generator", () -> {
      Map<String, String> settings =
          JsonObject.parse(call.body(), HttpCall::wrongBody).settings(MAX_DEPTH);
      return service.put(name, settings);
    });
    return HttpReply.json(
        Json.object(json -> IdEndpoints.served(json, service.describe(name), service)));
  }

  private HttpReply forget(HttpCall call) {
    String unusedKept = recorded(call, "delete-generator", () -> {
      service.remove(call.argument());
      return "";
    });
    return HttpReply.json("{}");
  }

  /** Keeps a record of what was done or refused, with the settings that there are now. */
  private static String recorded(HttpCall call, String act, Supplier<String> change) {
    Principal caller = call.caller();
    try {
      String kept = change.get();
      caller.did(act, call.argument(), kept, "ok");
      return kept;
    } catch (RuntimeException e) {
      caller.did(act, call.argument(), "", String.valueOf(e.getMessage()));
      throw e;
    }
  }
}
