package io.mintmark.server.http;

import static io.mintmark.server.access.Permission.NONE;
import static io.mintmark.server.access.Permission.NONE_OR_TOKEN;
import static io.mintmark.server.access.Permission.READ_ALL;
import static io.mintmark.server.http.Route.get;
import static io.mintmark.service.RunsOn.BUSY_THREAD;
import static io.mintmark.service.RunsOn.EVENT_LOOP;

import io.mintmark.json.Json;
import io.mintmark.server.access.Principal;
import io.mintmark.server.watch.FileStatus;
import io.mintmark.service.JsonShapes;
import io.mintmark.service.Readiness;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The calls for monitoring the server.
 *
 * @param readiness whether ids can be made now
 * @param hasStarted whether the server has ever been ready
 * @param status the server's status
 */
record StatusEndpoints(
    Supplier<Readiness> readiness, BooleanSupplier hasStarted, ServerStatus status) {

  /** The media type of Prometheus's text format, with the format's version. */
  private static final String PROMETHEUS = Route.TEXT + "; version=0.0.4; charset=utf-8";

  List<Route> routes() {
    return List.of(
        get("/health/live", NONE, EVENT_LOOP, call -> health("live")),
        get("/health/ready", NONE_OR_TOKEN, EVENT_LOOP, this::ready),
        get("/health/started", NONE_OR_TOKEN, EVENT_LOOP, this::started),
        get("/metrics", READ_ALL, BUSY_THREAD, this::metrics).withReply(call -> Route.LIST_BYTES));
  }

  private HttpReply metrics(HttpCall call) {
    return new HttpReply(200, PROMETHEUS, status.metrics().get(), Map.of());
  }

  private static HttpReply health(String word) {
    return HttpReply.json(json -> json.put("status", word));
  }

  /**
   * Answers whether the server has ever been ready. Until then, the reply has the reason why it is
   * not ready.
   */
  private HttpReply started(HttpCall call) {
    return hasStarted.getAsBoolean() ? health("started") : ready(call);
  }

  /**
   * Answers whether the server can claim. If it cannot, the reply is a problem (RFC 9457) with the
   * reason, and with the time for which ids can still be made. Names and addresses are shown only
   * to callers with a token.
   */
  private HttpReply ready(HttpCall call) {
    Principal caller = call.caller;
    boolean isKnown = !caller.name().isEmpty();
    Readiness now =
        isKnown ? readiness.get().seen(caller::isFor) : readiness.get().unnamed();
    boolean sees = isKnown && caller.isForAll();
    return now.problem()
        .map(problem -> HttpReply.problem(503, problem, json -> details(json, now, sees)))
        .orElseGet(() -> HttpReply.json(json -> details(json.put("status", "ready"), now, sees)));
  }

  /**
   * Writes details, including files that could not be applied. Such a file does not make the server
   * unready, but operators should see it.
   */
  private void details(Json json, Readiness now, boolean seesFiles) {
    JsonShapes.readiness(json, now);
    List<FileStatus> stale =
        status.files().get().stream().filter(each -> each.fault().isPresent()).toList();
    if (seesFiles && !stale.isEmpty()) {
      json.put("files", stale, StatusEndpoints::file);
    }
  }

  /** Writes the status of the files of one purpose. */
  private static void file(Json json, FileStatus status) {
    json.put("what", status.what())
        .put("files", status.files().stream().map(Path::toString).toList())
        .put("readAt", status.readAt().toString());
    status.fault().ifPresent(fault -> json.put("fault", fault));
  }
}
