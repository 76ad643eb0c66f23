package io.mintmark.server.http;

import static io.mintmark.server.access.Permission.NEXT;
import static io.mintmark.server.access.Permission.READ;
import static io.mintmark.server.access.Permission.READ_GENERATOR;
import static io.mintmark.server.http.Route.get;
import static io.mintmark.server.http.Route.post;
import static io.mintmark.service.RunsOn.BUSY_THREAD;

import io.mintmark.error.Message;
import io.mintmark.inspect.Reading;
import io.mintmark.json.Json;
import io.mintmark.key.KeyRequest;
import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.server.idempotency.IdempotencyKey;
import io.mintmark.server.idempotency.IdempotentRequest;
import io.mintmark.service.IdRange;
import io.mintmark.service.IdService;
import io.mintmark.service.JsonShapes;
import io.mintmark.service.KeyAnalysis;
import io.mintmark.service.ServedGenerator;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The calls that make ids, and the calls that explain ids and generators. */
final class IdEndpoints {

  private static final Parameter NAME =
      Parameter.path("name", "snowflake", "A generator's name. Write a slash in it as %2F.");
  private static final Parameter ID =
      Parameter.path("id", "4df2dcec2cdcd20936a8b817", "Any id. Write a slash in it as %2F.");
  private static final Parameter COUNT =
      Parameter.number("count", 1, IdService.MAX_COUNT, 1, 3, "How many ids to make.");
  private static final Parameter ROUTE = Parameter.query(
          "route", "Text", "user-42", "The route id of keys with shards: another id, or any text.")
      .ifWanted();
  private static final Parameter VARIABLES = Parameter.query(
          "var", "Text", "tenant:ACME,channel:WEB", "The variables of keys, each as NAME:VALUE.")
      .ifWanted();
  private static final Parameter KEY = Parameter.header(
      "Idempotency-Key",
      "8e03978e-40d5-43dd-bc93-6894a57f9324",
      "Sent again with the same key within ten minutes, the request has the same answer.");
  private static final Parameter ZONE = Parameter.query(
          "zone", "Text", "Asia/Shanghai", "The time zone of local times. Default: UTC.")
      .ifWanted();
  private static final Parameter KIND = Parameter.query(
      "kind", "Text", "objectid", "A kind of id, or the name of a layout or a generator.");
  private static final Parameter FROM =
      Parameter.query("from", "Instant", "2026-11-21T08:00:00Z", "When the span starts.");
  private static final Parameter TO = Parameter.query(
      "to",
      "Instant",
      "2026-11-22T08:00:00Z",
      "When the span ends. The span does not include this moment.");

  /** The bytes around all ids in JSON, and around each id. */
  private static final int AROUND_IDS_BYTES = "{\"ids\":[]}".length();

  private static final int AROUND_ID_BYTES = "\"\",".length();

  /** The header of a reply that was made for an earlier request with the same key. */
  private static final String REPEATED = "idempotent-replayed";

  private final IdService service;
  private final IdempotencyCache idempotency;

  IdEndpoints(IdService service, IdempotencyCache idempotency) {
    this.service = service;
    this.idempotency = idempotency;
  }

  List<Route> routes() {
    return List.of(
        post("/v1/generators/{name}/next")
            .operation("next", "ids", "Make ids")
            .allows(NEXT)
            .parameters(NAME, COUNT, ROUTE, VARIABLES, KEY)
            .json("Ids", "The ids in order: as JSON, or one on each line of plain text.")
            .text("IdLines")
            .makes(IdEndpoints::count)
            .ofKind(call -> service.kind(call.argument()))
            .atMostBytes(this::idsBytes)
            .on(call -> service.runsOn(call.ids()))
            .answersLater(this::next),
        get("/v1/generators")
            .operation("generators", "generators", "Describe every generator")
            .allows(READ)
            .json("Generators", "The configured ones first, then those of auto-create.")
            .atMostBytes(call -> Route.LIST_BYTES)
            .on(BUSY_THREAD)
            .answersFrom(this::generators),
        get("/v1/generators/{name}")
            .operation("generator", "generators", "Describe one generator")
            .allows(READ_GENERATOR)
            .parameters(NAME)
            .json("Generator", "Its facts and warnings. This makes no generator.")
            .on(BUSY_THREAD)
            .answersFrom(this::generator),
        get("/v1/inspect/{id}")
            .operation("inspect", "ids", "Take an id apart")
            .allows(READ)
            .parameters(ID, ZONE)
            .json("Readings", "Every reading that fits, the likeliest first.")
            .answersFrom(this::inspect),
        post("/v1/explain")
            .operation("explain", "generators", "Explain a format of keys")
            .allows(READ)
            .body("KeySettings", ExplainBody.MAX_BYTES)
            .json("Explanation", "Its fields, its capacity, when its time ends, and warnings.")
            .on(BUSY_THREAD)
            .answersFrom(this::explain),
        get("/v1/range")
            .operation("range", "ids", "Find the ids of a span of time")
            .allows(READ)
            .parameters(KIND, FROM, TO)
            .json("IdRange", "The smallest id of the span, and the smallest id after it.")
            .answersFrom(this::range));
  }

  /** Returns how many ids a call requests. */
  private static int count(Map<String, String> parameters) {
    String text = parameters.get(COUNT.name());
    long count = text == null ? 1 : HttpCall.number(COUNT.name(), text);
    if (count != (int) count) {
      throw new IllegalArgumentException(
          Message.of("the count does not fit 32 bits: count={}", count));
    }
    return (int) count;
  }

  private long idsBytes(HttpCall call) {
    int ids = Math.min(call.ids(), IdService.MAX_COUNT);
    return ids <= 1
        ? 0
        : AROUND_IDS_BYTES + ids * (service.longestId(call.argument()) + AROUND_ID_BYTES);
  }

  private CompletableFuture<HttpReply> next(HttpCall call) {
    KeyRequest request = keyRequest(call);
    Optional<String> key = call.parameter(KEY);
    if (key.isEmpty()) {
      return service
          .nextAsync(call.argument(), call.ids(), request)
          .thenApply(ids -> ids(call, ids));
    }
    return idempotency
        .answer(
            IdempotencyKey.ofHeader(call.caller().name(), key.get()),
            new IdempotentRequest(
                call.argument(), call.ids(), request, call.wantsText() ? Route.TEXT : Route.JSON),
            () -> service.nextAsync(call.argument(), call.ids(), request))
        .thenApply(answer -> answer.isRepeated()
            ? ids(call, answer.ids()).with(REPEATED, "true")
            : ids(call, answer.ids()));
  }

  private static HttpReply ids(HttpCall call, List<String> ids) {
    return call.wantsText()
        ? HttpReply.text(lines(ids))
        : HttpReply.json(Json.object(json -> json.put("ids", ids)));
  }

  /** Appends one id at a time. {@code String.join} would copy all references to an array first. */
  private static String lines(List<String> ids) {
    StringBuilder lines = new StringBuilder(ids.size() * (ids.get(0).length() + 1));
    for (String id : ids) {
      lines.append(id).append('\n');
    }
    return lines.toString();
  }

  private HttpReply generators(HttpCall call) {
    List<ServedGenerator> served = service.generators().stream()
        .filter(each -> call.caller().isFor(each.description().name()))
        .toList();
    return HttpReply.json(Json.object(
        json -> json.put("generators", served, (each, one) -> served(each, one, service))));
  }

  private HttpReply generator(HttpCall call) {
    ServedGenerator served = service.describe(call.argument());
    return HttpReply.json(Json.object(json -> served(json, served, service)));
  }

  /** Writes a generator's description, its origin, and the number of its ids. */
  static void served(Json json, ServedGenerator served, IdService service) {
    JsonShapes.description(json, served.description());
    json.put("source", service.source(served.description().name())).put("made", served.made());
    served.last().ifPresent(last -> json.put("last", last));
  }

  private HttpReply inspect(HttpCall call) {
    List<Reading> readings = service.inspect(call.argument(), call.caller()::isFor);
    ZoneId zone = call.parameter(ZONE).map(IdEndpoints::zone).orElse(ZoneOffset.UTC);
    return HttpReply.json(Json.object(json -> JsonShapes.readings(json, readings, zone)));
  }

  /** Does not read the store, but routing may take a while, so it does not run on an event loop. */
  private HttpReply explain(HttpCall call) {
    ExplainBody body = ExplainBody.parse(call.body());
    body.generator().ifPresent(call.caller()::admitTo);
    KeyAnalysis analysis = body.answer(service, call.caller()::isFor);
    return HttpReply.json(Json.object(json -> JsonShapes.analysis(json, analysis)));
  }

  private HttpReply range(HttpCall call) {
    IdRange range = service.range(
        call.required(KIND), moment(call, FROM), moment(call, TO), call.caller()::isFor);
    return HttpReply.json(
        Json.object(json -> json.put("from", range.from()).put("to", range.to())));
  }

  private static ZoneId zone(String text) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          Message.of("not a time zone such as Asia/Shanghai or +08:00: zone={}", text), e);
    }
  }

  private static Instant moment(HttpCall call, Parameter parameter) {
    String text = call.required(parameter);
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          Message.of("not a time such as 2026-11-21T08:00:00Z: {}={}", parameter.name(), text), e);
    }
  }

  /**
   * Returns the route and variables of keys: {@code route=user-42},
   * {@code var=tenant:ACME,channel:WEB}.
   */
  private static KeyRequest keyRequest(HttpCall call) {
    KeyRequest request = call.parameter(ROUTE).map(KeyRequest::forRoute).orElse(KeyRequest.PLAIN);
    for (String pair :
        call.parameter(VARIABLES).map(text -> text.split(",", -1)).orElse(new String[0])) {
      int colon = pair.indexOf(':');
      if (colon < 1) {
        throw new IllegalArgumentException(
            Message.of("not variables such as tenant:ACME,channel:WEB: var={}", pair));
      }
      String name = pair.substring(0, colon);
      if (request.variables().containsKey(name)) {
        throw new IllegalArgumentException(
            Message.of("the variable is given twice: variable={}", name));
      }
      request = request.with(name, pair.substring(colon + 1));
    }
    return request;
  }
}
