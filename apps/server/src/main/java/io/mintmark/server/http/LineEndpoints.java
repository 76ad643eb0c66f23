package io.mintmark.server.http;

import static io.mintmark.server.access.Permission.ADMIN;
import static io.mintmark.server.access.Permission.CLAIM;
import static io.mintmark.server.access.Permission.NEXT;
import static io.mintmark.server.access.Permission.READ_ALL;
import static io.mintmark.server.http.Route.get;
import static io.mintmark.server.http.Route.post;
import static io.mintmark.service.RunsOn.WAITING_THREAD;

import io.mintmark.error.Message;
import io.mintmark.internal.line.TickPosition;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LineStore;
import io.mintmark.json.Json;
import io.mintmark.server.access.CallersLines;
import io.mintmark.service.IdService;
import io.mintmark.service.JsonShapes;
import io.mintmark.service.LineService;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/**
 * The calls on the store's lines, which are named, durable counters ({@link LineStore}), for
 * programs that send claims themselves. Positions are strings, as ids are.
 */
final class LineEndpoints {

  /** The default number of lines in a page, and the highest limit. */
  private static final int LINES_IN_A_PAGE = 1_000;

  private static final int MAX_LINES = 10_000;

  private static final Parameter LINE =
      Parameter.path("line", "seq/example", "A line's name. Write a slash in it as %2F.");
  private static final Parameter STORE = Parameter.query(
          "store",
          "Number64",
          "4611686018427387904",
          "The identity of the store that you mean, from /v1/store. A server on another store"
              + " refuses.")
      .ifWanted();
  private static final Parameter ALSO = Parameter.query(
          "also",
          "Text",
          "spec/example,spec/worker/example",
          "The names of further lines, separated by commas.")
      .ifWanted();
  private static final Parameter PREFIX = Parameter.query(
          "prefix", "Text", "seq/", "Only lines whose names start with this.")
      .ifWanted();
  private static final Parameter AFTER = Parameter.query(
          "after", "Text", "seq/a", "Only lines whose names come after this one: the next page.")
      .ifWanted();
  private static final Parameter LIMIT = Parameter.number(
      "limit", 1, MAX_LINES, LINES_IN_A_PAGE, 100, "How many lines to list at most.");
  private static final Parameter AT_LEAST = Parameter.query(
      "at-least", "Number64", "0", "The lowest position at which the claim may start.");
  private static final Parameter COUNT =
      Parameter.query("count", "Number64", "10", "How many positions to claim.");
  private static final Parameter EXPECTED =
      Parameter.query("expected", "Number64", "0", "The line's present position.");
  private static final Parameter LOWER_EXPECTED =
      Parameter.query("expected", "Number64", "100", "The line's present position.");
  private static final Parameter NEXT =
      Parameter.query("next", "Number64", "100", "The new position, above the present one.");
  private static final Parameter LOWER_NEXT = Parameter.query(
      "next", "Number64", "1", "The new position, below the present one and at least 1.");
  private static final Parameter ACCEPT_REPEATS = Parameter.query(
      "accept-repeats", "Yes", "true", "Confirms that positions may be handed out again.");
  private static final Parameter TEXT =
      Parameter.query("text", "Text", "held by orders-7", "The note.");

  private final IdService service;
  private final LineService lines;
  private final Executor helpers;

  /**
   * Makes the calls.
   *
   * @param service maps positions to times
   * @param lines gives access to the store
   * @param helpers run several writes of one call in parallel
   */
  LineEndpoints(IdService service, LineService lines, Executor helpers) {
    this.service = service;
    this.lines = lines;
    this.helpers = helpers;
  }

  List<Route> routes() {
    return Stream.of(ofStore(), ofLines(), ofOneLine()).flatMap(List::stream).toList();
  }

  private List<Route> ofStore() {
    return List.of(
        get("/v1/store")
            .operation("store", "lines", "Describe the store")
            .allows(READ_ALL)
            .json("Store", "Its identity, and its possible losses.")
            .answersFrom(this::store),
        get("/v1/time")
            .operation("time", "lines", "Read the store's clock")
            .allows(READ_ALL)
            .parameters(STORE)
            .json("StoreTime", "The time, or null if the store has no clock.")
            .on(WAITING_THREAD)
            .answersFrom(this::time));
  }

  private List<Route> ofLines() {
    return List.of(
        get("/v1/lines")
            .operation("lines", "lines", "List lines")
            .allows(READ_ALL)
            .parameters(PREFIX, AFTER, LIMIT, STORE)
            .json(
                "Lines",
                "The lines in the order of their names; fewer than the limit if there are no more.")
            .atMostBytes(call -> Route.LIST_BYTES)
            .on(WAITING_THREAD)
            .answersFrom(this::lines),
        post("/v1/lines")
            .operation("write", "lines", "Write to several lines at once")
            .allows(CLAIM)
            .parameters(STORE)
            .body("Writes", LineWrites.MAX_BODY_BYTES)
            .json("Answers", "An answer to each write, in the order of the writes.")
            .atMostBytes(call -> LineWrites.mostBytes(call.body()))
            .on(WAITING_THREAD)
            .answersFrom(this::write));
  }

  private List<Route> ofOneLine() {
    return List.of(
        get("/v1/lines/{line}")
            .operation("line", "lines", "Read a line")
            .allows(READ_ALL)
            .parameters(LINE, STORE)
            .json("Position", "Its next position; 0 if the line does not exist.")
            .on(WAITING_THREAD)
            .answersFrom(this::line),
        get("/v1/lines/{line}/life")
            .operation("life", "lines", "Read since when the store has forgotten nothing of a line")
            .allows(READ_ALL)
            .parameters(LINE, ALSO, STORE)
            .json(
                "Life",
                "The id and the start of the life, in which no server of the lines has forgotten"
                    + " anything, the present time, and each line's position. The id is null if the"
                    + " engine never forgets.")
            .on(WAITING_THREAD)
            .answersFrom(this::life),
        post("/v1/lines/{line}/claim")
            .operation("claim", "lines", "Claim a range of a line")
            .allows(CLAIM)
            .parameters(LINE, AT_LEAST, COUNT, STORE)
            .json(
                "Claimed",
                "The start of the range. The range is as long as requested, and the caller's"
                    + " alone.")
            .on(WAITING_THREAD)
            .answersFrom(this::claim),
        post("/v1/lines/{line}/compare-and-set")
            .operation("compareAndSet", "lines", "Move a line if it is at the expected position")
            .allows(CLAIM)
            .parameters(LINE, EXPECTED, NEXT, STORE)
            .json("Moved", "Whether the line was moved.")
            .on(WAITING_THREAD)
            .answersFrom(this::swap),
        post("/v1/lines/{line}/lower")
            .operation(
                "lower",
                "lines",
                "Lower a line that was moved too far, while no process uses it; the positions"
                    + " from the new one on are handed out again")
            .allows(ADMIN)
            .parameters(LINE, LOWER_EXPECTED, LOWER_NEXT, ACCEPT_REPEATS, STORE)
            .json("Moved", "Whether the line was moved.")
            .on(WAITING_THREAD)
            .answersFrom(this::lower),
        post("/v1/lines/{line}/note")
            .operation("note", "lines", "Write a note on a line, for people")
            .allows(CLAIM)
            .parameters(LINE, TEXT, STORE)
            .json("Nothing", "An empty object. If there is no such line, nothing is written.")
            .on(WAITING_THREAD)
            .answersFrom(this::note));
  }

  /** Returns the store. Refuses a call that names the identity of another store. */
  private LineStore meant(HttpCall call) {
    return call.parameter(STORE).isEmpty() ? lines.lines() : lines.lines(call.number(STORE));
  }

  /**
   * Returns the store for writing with the rights of the caller. Refuses a call that names the
   * identity of another store.
   */
  private LineStore own(HttpCall call) {
    return new CallersLines(meant(call), call.caller());
  }

  private HttpReply store(HttpCall call) {
    return HttpReply.json(Json.object(json -> JsonShapes.store(
        json.put("url", lines.url()).put("identity", Long.toString(lines.identity())),
        lines.store())));
  }

  private HttpReply lines(HttpCall call) {
    long limit = call.parameter(LIMIT).isEmpty() ? LINES_IN_A_PAGE : call.number(LIMIT);
    if (limit < 1 || limit > MAX_LINES) {
      throw new IllegalArgumentException(
          Message.of("the limit is not 1 to {} lines: limit={}", MAX_LINES, limit));
    }
    LinePage page = new LinePage(
        call.parameter(PREFIX).orElse(""), call.parameter(AFTER).orElse(""), (int) limit);
    List<Line> found = meant(call).lines(page);
    return HttpReply.json(Json.object(json -> json.put("lines", found, this::line)));
  }

  /**
   * Writes a line. If its generator is known and its positions stand for times, also writes the
   * time up to which the line is claimed, because people cannot see a time in a position.
   */
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
    return HttpReply.json(LineWrites.parse(call.body()).answer(own(call), helpers));
  }

  private HttpReply line(HttpCall call) {
    long next = meant(call).position(call.argument());
    return HttpReply.json(
        Json.object(json -> json.put("name", call.argument()).put("next", Long.toString(next))));
  }

  private HttpReply life(HttpCall call) {
    List<String> named = new ArrayList<>(List.of(call.argument()));
    call.parameter(ALSO)
        .filter(also -> !also.isEmpty())
        .ifPresent(also -> named.addAll(List.of(also.split(",", -1))));
    Optional<EngineLife> life = meant(call).life(named);
    return HttpReply.json(Json.object(json -> life.ifPresentOrElse(
        known -> json.put("id", known.id())
            .put("began", known.began().toString())
            .put("now", known.now().toString())
            .put("next", known.next().stream().map(String::valueOf).toList()),
        () -> json.putNull("id"))));
  }

  private HttpReply claim(HttpCall call) {
    long start = own(call).claim(call.argument(), call.number(AT_LEAST), call.number(COUNT));
    return HttpReply.json(Json.object(json -> json.put("start", Long.toString(start))));
  }

  private HttpReply swap(HttpCall call) {
    boolean moved =
        own(call).compareAndSet(call.argument(), call.number(EXPECTED), call.number(NEXT));
    return HttpReply.json(Json.object(json -> json.put("moved", moved)));
  }

  /** Lowers a line, if a parameter of the call confirms the consequences. */
  private HttpReply lower(HttpCall call) {
    if (!call.parameter(ACCEPT_REPEATS).equals(Optional.of("true"))) {
      throw new IllegalArgumentException(Message.of(
          "the positions of a lowered line are handed out again: line={}, {}={}; nothing was"
              + " changed; add {}=true if you want that",
          call.argument(),
          ACCEPT_REPEATS.name(),
          call.parameter(ACCEPT_REPEATS).orElse(""),
          ACCEPT_REPEATS.name()));
    }
    boolean moved =
        own(call).lower(call.argument(), call.number(LOWER_EXPECTED), call.number(LOWER_NEXT));
    return HttpReply.json(Json.object(json -> json.put("moved", moved)));
  }

  private HttpReply note(HttpCall call) {
    own(call).annotate(call.argument(), call.required(TEXT));
    return HttpReply.json("{}");
  }

  private HttpReply time(HttpCall call) {
    Optional<Instant> now = meant(call).now();
    return HttpReply.json(Json.object(json -> now.ifPresentOrElse(
        time -> json.put("time", time.toString()), () -> json.putNull("time"))));
  }
}
