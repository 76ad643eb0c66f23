package io.mintmark.server.http;

import static io.mintmark.server.access.Permission.ADMIN;
import static io.mintmark.server.access.Permission.CLAIM;
import static io.mintmark.server.access.Permission.NEXT;
import static io.mintmark.server.access.Permission.NONE;
import static io.mintmark.server.access.Permission.NONE_OR_TOKEN;
import static io.mintmark.server.access.Permission.READ;
import static io.mintmark.server.access.Permission.READ_ALL;
import static io.mintmark.server.access.Permission.READ_GENERATOR;
import static io.mintmark.server.http.Routes.get;
import static io.mintmark.server.http.Routes.later;
import static io.mintmark.server.http.Routes.post;
import static io.mintmark.service.RunsOn.BUSY_THREAD;
import static io.mintmark.service.RunsOn.EVENT_LOOP;
import static io.mintmark.service.RunsOn.WAITING_THREAD;

import io.mintmark.error.Message;
import io.mintmark.generator.TickPosition;
import io.mintmark.inspect.Reading;
import io.mintmark.json.Json;
import io.mintmark.server.access.CallersLines;
import io.mintmark.server.access.Principal;
import io.mintmark.server.http.Routes.Route;
import io.mintmark.service.IdRange;
import io.mintmark.service.IdService;
import io.mintmark.service.JsonShapes;
import io.mintmark.service.KeyAnalysis;
import io.mintmark.service.LineService;
import io.mintmark.service.Readiness;
import io.mintmark.service.ServedGenerator;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The requests that the server answers over HTTP.
 *
 * <p>Each route is a row of a table, with which tests compare {@code docs/reference/http.md} and
 * the API's description. A name in a path is one segment: the slashes in it are written {@code
 * %2F}. Numbers of lines are strings, as ids are.
 */
final class Endpoints {

  /** The text that Prometheus reads, in the version that says what it is. */
  private static final String PROMETHEUS = Routes.TEXT + "; version=0.0.4; charset=utf-8";

  /** Which store is meant; lines of another are not touched. */
  private static final String STORE = "store";

  /** What is said by who lowers a line. */
  private static final String CONFIRM = "accept-repeats";

  /** The lines in a page, unless another limit is given, and the highest limit. */
  private static final int LINES_IN_A_PAGE = 1_000;

  private static final int MAX_LINES = 10_000;

  /** What stands around ids in JSON, and around each of them. */
  private static final int AROUND_IDS_BYTES = "{\"ids\":[]}".length();

  private static final int AROUND_ID_BYTES = "\"\",".length();

  /** As long as what there is of something: that is known when it has been read. */
  private static final long SHORT_LIST_BYTES = 64 * 1024;

  private final IdService service;
  private final LineService lines;
  private final Supplier<String> metrics;
  private final Executor executor;

  private Endpoints(
      IdService service, LineService lines, Supplier<String> metrics, Executor executor) {
    this.service = service;
    this.lines = lines;
    this.metrics = metrics;
    this.executor = executor;
  }

  static Routes routes(
      IdService service, LineService lines, Supplier<String> metrics, Executor executor) {
    Endpoints to = new Endpoints(service, lines, metrics, executor);
    return new Routes(Stream.of(to.ids(), to.lines(), to.watching(), console())
        .flatMap(List::stream)
        .toList());
  }

  private List<Route> ids() {
    return List.of(
        later("v1/generators/{}/next", NEXT, this::next, "count", "route", "var")
            .at(call -> service.runsOn(call.ids()))
            .in(Routes.JSON, Routes.TEXT)
            .of(this::idsBytes),
        get("v1/generators", READ, BUSY_THREAD, this::generators).of(Endpoints::listBytes),
        get("v1/generators/{}", READ_GENERATOR, BUSY_THREAD, this::generator),
        get("v1/inspect/{}", READ, EVENT_LOOP, this::inspect, "zone"),
        post("v1/explain", READ, BUSY_THREAD, this::explain).takes(ExplainBody.MAX_BYTES),
        get("v1/range", READ, EVENT_LOOP, this::range, "kind", "from", "to"));
  }

  private List<Route> lines() {
    return List.of(
        get("v1/store", READ_ALL, EVENT_LOOP, this::store),
        get("v1/lines", READ_ALL, WAITING_THREAD, this::lines, "prefix", "after", "limit", STORE)
            .of(Endpoints::listBytes),
        post("v1/lines", CLAIM, WAITING_THREAD, this::write, STORE)
            .takes(LineWrites.MAX_BODY_BYTES)
            .of(call -> LineWrites.mostBytes(call.body())),
        get("v1/lines/{}", READ_ALL, WAITING_THREAD, this::line, STORE),
        get("v1/lines/{}/life", READ_ALL, WAITING_THREAD, this::life, STORE),
        post("v1/lines/{}/claim", CLAIM, WAITING_THREAD, this::claim, "at-least", "count", STORE),
        post(
            "v1/lines/{}/compare-and-set",
            CLAIM,
            WAITING_THREAD,
            this::swap,
            "expected",
            "next",
            STORE),
        post(
            "v1/lines/{}/lower",
            ADMIN,
            WAITING_THREAD,
            this::lower,
            "expected",
            "next",
            CONFIRM,
            STORE),
        post("v1/lines/{}/note", CLAIM, WAITING_THREAD, this::note, "text", STORE),
        get("v1/time", READ_ALL, WAITING_THREAD, this::time, STORE));
  }

  private List<Route> watching() {
    HttpReply api = HttpReply.json(ApiDocument.read());
    return List.of(
        get("health/live", NONE, EVENT_LOOP, this::live),
        get("health/ready", NONE_OR_TOKEN, EVENT_LOOP, this::ready),
        get("metrics", READ_ALL, BUSY_THREAD, this::metrics).in(Routes.TEXT),
        get("openapi.json", NONE, EVENT_LOOP, call -> api));
  }

  private static List<Route> console() {
    ConsoleFiles console = ConsoleFiles.load();
    return List.of(
        get("", NONE, EVENT_LOOP, call -> console.answer("index.html", call.known()))
            .in(),
        get("console/{}", NONE, EVENT_LOOP, call -> console.answer(call.argument(), call.known()))
            .in());
  }

  private long idsBytes(HttpCall call) {
    int ids = Math.min(call.ids(), IdService.MAX_COUNT);
    return ids <= 1
        ? 0
        : AROUND_IDS_BYTES + ids * (service.longestId(call.argument()) + AROUND_ID_BYTES);
  }

  private static long listBytes(HttpCall call) {
    return SHORT_LIST_BYTES;
  }

  private CompletableFuture<HttpReply> next(HttpCall call) {
    return service
        .nextAsync(call.argument(), call.count(), call.keyRequest())
        .thenApply(ids -> call.wantsText()
            ? HttpReply.text(String.join("\n", ids) + "\n")
            : HttpReply.json(Json.object(json -> json.put("ids", ids))));
  }

  private HttpReply generators(HttpCall call) {
    List<ServedGenerator> served = service.generators().stream()
        .filter(each -> call.caller().isFor(each.description().name()))
        .toList();
    return HttpReply.json(Json.object(json -> json.put("generators", served, Endpoints::served)));
  }

  private HttpReply generator(HttpCall call) {
    ServedGenerator served = service.describe(call.argument());
    return HttpReply.json(Json.object(json -> served(json, served)));
  }

  private static void served(Json json, ServedGenerator served) {
    JsonShapes.description(json, served.description());
    json.put("made", served.made());
    served.last().ifPresent(last -> json.put("last", last));
  }

  private HttpReply inspect(HttpCall call) {
    List<Reading> readings = service.inspect(call.argument(), call.caller()::isFor);
    ZoneId zone = call.parameter("zone").map(Endpoints::zone).orElse(ZoneOffset.UTC);
    return HttpReply.json(Json.object(json -> JsonShapes.readings(json, readings, zone)));
  }

  /** Reads no store, but may route a while, and so keeps no event loop from others. */
  private HttpReply explain(HttpCall call) {
    ExplainBody body = ExplainBody.parse(call.body());
    body.generator().ifPresent(call.caller()::admitTo);
    KeyAnalysis analysis = body.answer(service, call.caller()::isFor);
    return HttpReply.json(Json.object(json -> JsonShapes.analysis(json, analysis)));
  }

  private HttpReply range(HttpCall call) {
    IdRange range = service.range(
        call.required("kind"), moment(call, "from"), moment(call, "to"), call.caller()::isFor);
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

  private static Instant moment(HttpCall call, String name) {
    String text = call.required(name);
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          Message.of("not a time such as 2026-11-21T08:00:00Z: {}={}", name, text), e);
    }
  }

  /** What has the lines, if it is the store that is meant. */
  private ClaimStore meant(HttpCall call) {
    return call.parameter(STORE).isEmpty() ? lines.lines() : lines.lines(call.number(STORE));
  }

  /** The same for a writer. */
  private ClaimStore own(HttpCall call) {
    return new CallersLines(meant(call), call.caller());
  }

  private HttpReply store(HttpCall call) {
    return HttpReply.json(Json.object(json -> JsonShapes.store(
        json.put("url", lines.url()).put("identity", Long.toString(lines.identity())),
        lines.store())));
  }

  private HttpReply lines(HttpCall call) {
    long limit = call.parameter("limit").isEmpty() ? LINES_IN_A_PAGE : call.number("limit");
    if (limit < 1 || limit > MAX_LINES) {
      throw new IllegalArgumentException(
          Message.of("the limit is not 1 to {} lines: limit={}", MAX_LINES, limit));
    }
    LinePage page = new LinePage(
        call.parameter("prefix").orElse(""), call.parameter("after").orElse(""), (int) limit);
    List<Line> found = meant(call).lines(page);
    return HttpReply.json(Json.object(json -> json.put("lines", found, this::line)));
  }

  /** With the time that it is claimed up to, where that is known: people cannot read positions. */
  private void line(Json json, Line line) {
    JsonShapes.line(json, line);
    service.tickOf(line.name(), line.next()).ifPresent(tick -> json.put("tick", shown(tick)));
  }

  private static Map<String, String> shown(TickPosition tick) {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("from", tick.from().toString());
    members.put("to", tick.to().toString());
    members.put("number", Long.toString(tick.number()));
    members.put("capacity", Long.toString(tick.capacity()));
    return members;
  }

  private HttpReply write(HttpCall call) {
    return HttpReply.json(LineWrites.parse(call.body()).answer(own(call), executor));
  }

  private HttpReply line(HttpCall call) {
    long next = meant(call).position(call.argument());
    return HttpReply.json(
        Json.object(json -> json.put("name", call.argument()).put("next", Long.toString(next))));
  }

  private HttpReply life(HttpCall call) {
    Optional<EngineLife> life = meant(call).life(call.argument());
    return HttpReply.json(Json.object(json -> life.ifPresentOrElse(
        known -> json.put("id", known.id())
            .put("began", known.began().toString())
            .put("now", known.now().toString()),
        () -> json.putNull("id"))));
  }

  private HttpReply claim(HttpCall call) {
    long start = own(call).claim(call.argument(), call.number("at-least"), call.number("count"));
    return HttpReply.json(Json.object(json -> json.put("start", Long.toString(start))));
  }

  private HttpReply swap(HttpCall call) {
    boolean moved =
        own(call).compareAndSet(call.argument(), call.number("expected"), call.number("next"));
    return HttpReply.json(Json.object(json -> json.put("moved", moved)));
  }

  /** Only with a parameter that says that the caller knows what follows. */
  private HttpReply lower(HttpCall call) {
    if (!call.parameter(CONFIRM).equals(Optional.of("true"))) {
      throw new IllegalArgumentException(Message.of(
          "what was claimed from a lowered line is handed out again: line={}, {}={}; nothing was"
              + " changed; say {}=true if that is wanted",
          call.argument(),
          CONFIRM,
          call.parameter(CONFIRM).orElse(""),
          CONFIRM));
    }
    boolean moved = own(call).lower(call.argument(), call.number("expected"), call.number("next"));
    return HttpReply.json(Json.object(json -> json.put("moved", moved)));
  }

  private HttpReply note(HttpCall call) {
    own(call).annotate(call.argument(), call.required("text"));
    return HttpReply.json("{}");
  }

  private HttpReply time(HttpCall call) {
    Optional<Instant> now = meant(call).now();
    return HttpReply.json(Json.object(json -> now.ifPresentOrElse(
        time -> json.put("time", time.toString()), () -> json.putNull("time"))));
  }

  private HttpReply metrics(HttpCall call) {
    return new HttpReply(200, PROMETHEUS, metrics.get(), Map.of());
  }

  private HttpReply live(HttpCall call) {
    return HttpReply.json(Json.object(json -> json.put("status", "live")));
  }

  /**
   * The server is ready when it can claim; a problem says why not, and how long ids are made
   * still. Names and addresses are for those who have shown a token.
   */
  private HttpReply ready(HttpCall call) {
    Principal caller = call.caller();
    Readiness readiness = caller.equals(Principal.NOBODY)
        ? service.readiness().unnamed()
        : service.readiness().seen(caller::isFor);
    return readiness
        .problem()
        .map(problem -> HttpReply.notReady(problem, json -> JsonShapes.readiness(json, readiness)))
        .orElseGet(() -> HttpReply.json(
            Json.object(json -> JsonShapes.readiness(json.put("status", "ready"), readiness))));
  }
}
