package io.mintmark.server.http;

import static io.mintmark.server.access.Permission.NONE;
import static io.mintmark.server.access.Permission.NONE_OR_TOKEN;
import static io.mintmark.server.access.Permission.READ_ALL;
import static io.mintmark.server.http.Route.get;
import static io.mintmark.service.RunsOn.BUSY_THREAD;

import io.mintmark.json.Json;
import io.mintmark.server.access.Principal;
import io.mintmark.server.watch.FileStatus;
import io.mintmark.service.IdService;
import io.mintmark.service.JsonShapes;
import io.mintmark.service.Readiness;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The calls for monitoring the server. */
final class HealthEndpoints {

  /** The media type of Prometheus's text format, with the format's version. */
  private static final String PROMETHEUS = Route.TEXT + "; version=0.0.4; charset=utf-8";

  private final Supplier<Readiness> readiness;
  private final BooleanSupplier hasStarted;
  private final ServerStatus status;

  private HealthEndpoints(
      Supplier<Readiness> readiness, BooleanSupplier hasStarted, ServerStatus status) {
    this.readiness = readiness;
    this.hasStarted = hasStarted;
    this.status = status;
  }

  static HealthEndpoints of(IdService service, ServerStatus status) {
    return new HealthEndpoints(service::readiness, service::hasStarted, status);
  }

  /** Makes the calls of a server that is still opening its store. */
  static HealthEndpoints ofOpening(Readiness readiness, ServerStatus status) {
    return new HealthEndpoints(() -> readiness, () -> false, status);
  }

  List<Route> routes() {
    return List.of(
        get("/health/live")
            .operation("live", "health", "Check that the process answers")
            .allows(NONE)
            .json("Alive", "It answers.")
            .answersFrom(this::live),
        get("/health/ready")
            .operation("ready", "health", "Check that ids can be made")
            .allows(NONE_OR_TOKEN)
            .json(
                "Ready", "All configured generators can make ids, and the server is not stopping.")
            .answersFrom(this::ready),
        get("/health/started")
            .operation("started", "health", "Check that the server has started")
            .allows(NONE_OR_TOKEN)
            .json("Started", "The server has been ready once. Later failures do not change this.")
            .answersFrom(this::started),
        get("/metrics")
            .operation("metrics", "health", "Read the metrics")
            .allows(READ_ALL)
            .operates()
            .text("Metrics", "The text format of Prometheus, version 0.0.4.")
            .on(BUSY_THREAD)
            .answersFrom(this::metrics));
  }

  private HttpReply metrics(HttpCall call) {
    return new HttpReply(200, PROMETHEUS, status.metrics().get(), Map.of());
  }

  private HttpReply live(HttpCall call) {
    return HttpReply.json(Json.object(json -> json.put("status", "live")));
  }

  /**
   * Answers whether the server has ever been ready. Until then, the reply has the reason why it is
   * not ready.
   */
  private HttpReply started(HttpCall call) {
    return hasStarted.getAsBoolean()
        ? HttpReply.json(Json.object(json -> json.put("status", "started")))
        : ready(call);
  }

  /**
   * Answers whether the server can claim. If it cannot, the reply is a problem (RFC 9457) with the
   * reason, and with the time for which ids can still be made. Names and addresses are shown only
   * to callers with a token.
   */
  private HttpReply ready(HttpCall call) {
    Principal caller = call.caller();
    boolean isKnown = !caller.equals(Principal.NOBODY);
    Readiness now =
        isKnown ? readiness.get().seen(caller::isFor) : readiness.get().unnamed();
    boolean sees = isKnown && caller.isForAll();
    return now.problem()
        .map(problem -> HttpReply.notReady(problem, json -> details(json, now, sees)))
        .orElseGet(() ->
            HttpReply.json(Json.object(json -> details(json.put("status", "ready"), now, sees))));
  }

  /**
   * Writes details, including files that could not be applied. Such a file does not make the server
   * unready, but operators should see it.
   */
  private void details(Json json, Readiness now, boolean seesFiles) {
    JsonShapes.readiness(json, now);
    List<FileStatus> stale =
        status.files().get().stream().filter(FileStatus::isStale).toList();
    if (seesFiles && !stale.isEmpty()) {
      json.put("files", stale, ConfigurationEndpoints::file);
    }
  }
}
