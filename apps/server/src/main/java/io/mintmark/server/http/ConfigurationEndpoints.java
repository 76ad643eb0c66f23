package io.mintmark.server.http;

import static io.mintmark.server.access.Permission.OPERATE;
import static io.mintmark.server.http.Route.get;

import io.mintmark.json.Json;
import io.mintmark.server.watch.FileStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** The calls about the configuration of a server that runs. */
final class ConfigurationEndpoints {

  private final Supplier<List<FileStatus>> files;

  ConfigurationEndpoints(Supplier<List<FileStatus>> files) {
    this.files = files;
  }

  List<Route> routes() {
    return List.of(get("/v1/configuration")
        .operation("configuration", "operation", "Show which files are in force")
        .allows(OPERATE)
        .operates()
        .json(
            "Configuration",
            "The files that are read again when they change, and why one was not taken over.")
        .answersFrom(this::configuration));
  }

  private HttpReply configuration(HttpCall call) {
    return HttpReply.json(
        Json.object(json -> json.put("files", files.get(), ConfigurationEndpoints::file)));
  }

  /** How files do that are for one thing. */
  static void file(Json json, FileStatus status) {
    json.put("what", status.what())
        .put("files", status.files().stream().map(Path::toString).toList())
        .put("readAt", status.readAt().toString());
    status.fault().ifPresent(fault -> json.put("fault", fault));
  }
}
