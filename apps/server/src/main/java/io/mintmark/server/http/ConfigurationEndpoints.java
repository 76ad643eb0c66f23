package io.mintmark.server.http;

import static io.mintmark.server.access.Permission.OPERATE;
import static io.mintmark.server.http.Route.get;

import io.mintmark.json.Json;
import io.mintmark.server.watch.FileStatus;
import java.nio.file.Path;
import java.util.List;

/** The calls about the configuration of a running server. */
final class ConfigurationEndpoints {

  private final ServerStatus status;

  ConfigurationEndpoints(ServerStatus status) {
    this.status = status;
  }

  List<Route> routes() {
    return List.of(get("/v1/configuration")
        .operation("configuration", "operation", "Show the configuration in force")
        .allows(OPERATE)
        .operates()
        .json(
            "Configuration",
            "The files that are read again when they change, why one was not taken over, and the"
                + " settings that the server runs with.")
        .atMostBytes(call -> Route.LIST_BYTES)
        .answersFrom(this::configuration));
  }

  private HttpReply configuration(HttpCall call) {
    RunningSettings running = status.settings().get();
    return HttpReply.json(Json.object(json -> json.put(
            "files", status.files().get(), ConfigurationEndpoints::file)
        .put("store", running.store())
        .put("server", running.server())
        .put(
            "generators",
            running.generators().entrySet().stream()
                .filter(generator -> call.caller().isFor(generator.getKey()))
                .toList(),
            (each, generator) ->
                each.put("name", generator.getKey()).put("settings", generator.getValue()))));
  }

  /** Writes the status of the files of one purpose. */
  static void file(Json json, FileStatus status) {
    json.put("what", status.what())
        .put("files", status.files().stream().map(Path::toString).toList())
        .put("readAt", status.readAt().toString());
    status.fault().ifPresent(fault -> json.put("fault", fault));
  }
}
