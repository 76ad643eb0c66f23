package io.mintmark.server.http;

import static io.mintmark.server.access.Permission.NEXT;
import static io.mintmark.server.access.Permission.READ;
import static io.mintmark.server.access.Permission.READ_GENERATOR;
import static io.mintmark.server.http.Route.atOnce;
import static io.mintmark.server.http.Route.get;
import static io.mintmark.service.RunsOn.BUSY_THREAD;
import static io.mintmark.service.RunsOn.EVENT_LOOP;

import io.mintmark.config.SettingType;
import io.mintmark.error.Message;
import io.mintmark.inspect.Reading;
import io.mintmark.json.Json;
import io.mintmark.json.JsonObject;
import io.mintmark.key.KeyRequest;
import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.server.idempotency.IdempotencyKey;
import io.mintmark.server.idempotency.IdempotentRequest;
import io.mintmark.service.IdRange;
import io.mintmark.service.IdService;
import io.mintmark.service.JsonShapes;
import io.mintmark.service.KeyAnalysis;
import io.mintmark.service.ServedGenerator;
import io.vertx.core.http.HttpHeaders;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * The calls that make ids, and the calls that explain ids and generators.
 *
 * @param service makes ids
 * @param idempotency keeps replies for repeated requests
 */
record IdEndpoints(IdService service, IdempotencyCache idempotency) {

  private static final String ROUTE = "route";
  private static final String VARIABLES = "var";
  private static final String KIND = "kind";
  private static final String FROM = "from";
  private static final String TO = "to";
  private static final String ZONE = "zone";
  private static final String SKEW = "skew";
  private static final String IDEMPOTENCY_KEY = "idempotency-key";

  /** Enough for the longest format with every character escaped, and for all other settings. */
  private static final int MAX_EXPLAINED_BYTES = 8 * 1024;

  /**
   * How many ids of each {@code SkewReport.Shape} are routed. The number is small, because the
   * console requests this after each change that a person types.
   */
  private static final int SKEW_IDS = 100_000;

  private static final Pattern TEXT = Pattern.compile("text/(plain|\\*)", Pattern.CASE_INSENSITIVE);
  private static final Pattern JSON =
      Pattern.compile("(application|\\*)/(json|\\*)", Pattern.CASE_INSENSITIVE);

  /** The bytes around all ids in JSON, and around each id. */
  private static final int AROUND_IDS_BYTES = "{\"ids\":[]}".length();

  private static final int AROUND_ID_BYTES = "\"\",".length();

  /** The header of a reply that was made for an earlier request with the same key. */
  private static final String REPEATED = "idempotent-replayed";

  List<Route> routes() {
    return List.of(
        // The number of ids decides on which thread they are made.
        new Route(
                "POST",
                "/v1/generators/{name}/next",
                NEXT,
                EVENT_LOOP,
                this::next,
                HttpCall.COUNT,
                ROUTE,
                VARIABLES)
            .withReply(this::idsBytes),
        get("/v1/generators", READ, BUSY_THREAD, this::generators)
            .withReply(call -> Route.LIST_BYTES),
        get("/v1/generators/{name}", READ_GENERATOR, BUSY_THREAD, this::generator),
        get("/v1/inspect/{id}", READ, BUSY_THREAD, this::inspect, ZONE),
        new Route("POST", "/v1/explain", READ, BUSY_THREAD, atOnce(this::explain))
            .withBody(MAX_EXPLAINED_BYTES),
        get("/v1/range", READ, EVENT_LOOP, this::range, KIND, FROM, TO));
  }

  private long idsBytes(HttpCall call) {
    int ids = Math.min(call.ids, IdService.MAX_COUNT);
    return ids <= 1
        ? 0
        : AROUND_IDS_BYTES + ids * (service.longestId(call.argument()) + AROUND_ID_BYTES);
  }

  private CompletableFuture<HttpReply> next(HttpCall call) {
    KeyRequest request = call.query.isEmpty() ? KeyRequest.PLAIN : keyRequest(call);
    if (!call.headers.contains(IDEMPOTENCY_KEY)) {
      return service.nextAsync(call.argument(), call.ids, request).thenApply(ids -> ids(call, ids));
    }
    return idempotency
        .answer(
            IdempotencyKey.ofHeader(
                call.caller.name(), call.header(IDEMPOTENCY_KEY).orElse("")),
            new IdempotentRequest(
                call.argument(), call.ids, request, wantsText(call) ? Route.TEXT : Route.JSON),
            () -> service.nextAsync(call.argument(), call.ids, request))
        .thenApply(answer -> {
          HttpReply reply = ids(call, answer.ids());
          return answer.isRepeated() ? reply.with(REPEATED, "true") : reply;
        });
  }

  private HttpReply ids(HttpCall call, List<String> ids) {
    return call.headers.contains(HttpHeaders.ACCEPT) && wantsText(call)
        ? HttpReply.text(ids, (int) idsBytes(call))
        : HttpReply.json(json -> json.put("ids", ids));
  }

  /** Returns whether the client accepts plain text, and does not accept JSON. */
  private static boolean wantsText(HttpCall call) {
    return call.header("accept")
        .filter(
            accepted -> TEXT.matcher(accepted).find() && !JSON.matcher(accepted).find())
        .isPresent();
  }

  private HttpReply generators(HttpCall call) {
    List<ServedGenerator> served = service.generators().stream()
        .filter(each -> call.caller.isFor(each.description().name()))
        .toList();
    return HttpReply.json(json -> json.put("generators", served, this::served));
  }

  private HttpReply generator(HttpCall call) {
    ServedGenerator served = service.describe(call.argument());
    return HttpReply.json(json -> served(json, served));
  }

  /** Writes a generator's description, its origin, and the number of its ids. */
  private void served(Json json, ServedGenerator served) {
    JsonShapes.description(json, served.description());
    json.put("source", service.source(served.description().name())).put("made", served.made());
    served.last().ifPresent(last -> json.put("last", last));
  }

  private HttpReply inspect(HttpCall call) {
    List<Reading> readings = service.inspect(call.argument(), call.caller::isFor);
    ZoneId zone = call.parameter(ZONE)
        .map(text -> HttpCall.parsed(ZONE, text, SettingType.ZONE))
        .orElse(ZoneOffset.UTC);
    return HttpReply.json(json -> JsonShapes.readings(json, readings, zone));
  }

  /**
   * Explains keys. The body, for example {@code {"format":"...","shards":{"databases":4}}}, has
   * either their settings, with the names of the configuration file, or only the member {@code
   * name} of a configured generator. With {@code skew}, the reply shows how evenly ids spread over
   * the tables. Does not read the store, but routing may take a while.
   */
  private HttpReply explain(HttpCall call) {
    Map<String, String> settings =
        new TreeMap<>(JsonObject.parse(call.body, HttpCall::wrongBody).flat());
    String skew = Objects.requireNonNullElse(settings.remove(SKEW), "false");
    int skewIds = HttpCall.parsed(SKEW, skew, SettingType.FLAG) ? SKEW_IDS : 0;
    String name = settings.get("name");
    if (name != null && settings.size() > 1) {
      throw new IllegalArgumentException(Message.of(
          "settings cannot be given with the name of configured keys, which have their own:"
              + " members={}",
          settings.keySet()));
    }
    if (name != null) {
      call.caller.admitTo(name);
    }
    KeyAnalysis analysis = name == null
        ? service.explain(settings, skewIds)
        : service.explain(name, skewIds, call.caller::isFor);
    return HttpReply.json(json -> JsonShapes.analysis(json, analysis));
  }

  private HttpReply range(HttpCall call) {
    IdRange range = service.range(
        call.required(KIND), moment(call, FROM), moment(call, TO), call.caller::isFor);
    return HttpReply.json(json -> json.put("from", range.from()).put("to", range.to()));
  }

  private static Instant moment(HttpCall call, String parameter) {
    return HttpCall.parsed(parameter, call.required(parameter), SettingType.MOMENT);
  }

  /**
   * Returns the route and variables of keys: {@code route=user-42},
   * {@code var=tenant:ACME,channel:WEB}.
   */
  private static KeyRequest keyRequest(HttpCall call) {
    Map<String, String> variables = new LinkedHashMap<>();
    String given = call.query.get(VARIABLES);
    for (String pair : given == null ? new String[0] : given.split(",", -1)) {
      String[] variable = pair.split(":", 2);
      if (variable.length < 2 || variable[0].isEmpty()) {
        throw new IllegalArgumentException(
            Message.of("not variables such as tenant:ACME,channel:WEB: var={}", pair));
      }
      if (variables.put(variable[0], variable[1]) != null) {
        throw new IllegalArgumentException(
            Message.of("the variable is given twice: variable={}", variable[0]));
      }
    }
    return KeyRequest.of(call.parameter(ROUTE), variables);
  }
}
