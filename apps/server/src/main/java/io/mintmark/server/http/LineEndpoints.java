package io.mintmark.server.http;

import static io.mintmark.server.access.Permission.ADMIN;
import static io.mintmark.server.access.Permission.CLAIM;
import static io.mintmark.server.access.Permission.READ_ALL;
import static io.mintmark.server.http.Route.atOnce;
import static io.mintmark.server.http.Route.get;
import static io.mintmark.service.RunsOn.EVENT_LOOP;
import static io.mintmark.service.RunsOn.WAITING_THREAD;

import io.mintmark.config.SettingType;
import io.mintmark.error.Message;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.json.Json;
import io.mintmark.server.access.CallersLines;
import io.mintmark.server.access.Permission;
import io.mintmark.service.IdService;
import io.mintmark.service.JsonShapes;
import io.mintmark.service.Problem;
import io.mintmark.service.ProblemException;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * The calls on the store's lines, which are named, durable counters ({@link LineStore}), for
 * programs that send claims themselves. Positions are strings, as ids are.
 *
 * @param service maps positions to times
 * @param store holds the lines
 * @param gated the store for a request that contains no store's identity. Its caller cannot detect
 *     that the lines were moved to another store, so this store detects it
 * @param moved stores whose lines were all moved here. A store is added when a request first names
 *     it
 * @param waiting runs several writes of one call in parallel
 */
record LineEndpoints(
    IdService service, ServedStore store, LineStore gated, Set<Long> moved, Executor waiting) {

  private static final SettingType<Integer> LINES_IN_A_PAGE =
      SettingType.between(SettingType.INTEGER, "1", "10000");

  private static final String STORE = "store";
  private static final String PREFIX = "prefix";
  private static final String AFTER = "after";
  private static final String LIMIT = "limit";
  private static final String ALSO = "also";
  private static final String EXPECTED = "expected";
  private static final String NEXT = "next";
  private static final String ACCEPT_REPEATS = "accept-repeats";

  /** The members of a write whose parameters have other names. */
  private static final Map<String, String> MEMBERS = Map.of("at-least", "atLeast", "text", "note");

  LineEndpoints(IdService service, ServedStore store, Executor waiting) {
    this(service, store, new MovableStore(store.lines()), ConcurrentHashMap.newKeySet(), waiting);
  }

  List<Route> routes() {
    return List.of(
        get("/v1/store", READ_ALL, EVENT_LOOP, this::store),
        get("/v1/time", READ_ALL, WAITING_THREAD, this::time, STORE),
        get("/v1/lines", READ_ALL, WAITING_THREAD, this::lines, PREFIX, AFTER, LIMIT, STORE)
            .withReply(call -> Route.LIST_BYTES),
        new Route(
                "POST",
                "/v1/lines",
                CLAIM,
                WAITING_THREAD,
                call -> LineWrites.answer(call.body, own(call), waiting),
                STORE)
            .withBody(LineWrites.MAX_BODY_BYTES)
            .withReply(call -> LineWrites.mostBytes(call.body)),
        get("/v1/lines/{line}", READ_ALL, WAITING_THREAD, this::line, STORE),
        get("/v1/lines/{line}/life", READ_ALL, WAITING_THREAD, this::life, ALSO, STORE),
        write("claim", "at-least", "count", STORE),
        write("compare-and-set", EXPECTED, NEXT, STORE),
        ofOneLine("lower", ADMIN, this::lower, EXPECTED, NEXT, ACCEPT_REPEATS, STORE),
        write("note", "text", STORE));
  }

  /** Makes the call of a write to one line, which has parameters instead of members. */
  private Route write(String call, String... query) {
    Function<HttpCall, HttpReply> endpoint = made -> {
      Map<String, String> write = new HashMap<>(Map.of("line", made.argument()));
      for (String each : query) {
        if (!each.equals(STORE)) {
          write.put(MEMBERS.getOrDefault(each, each), made.required(each));
        }
      }
      return HttpReply.json(LineWrites.begin(write, own(made)).get());
    };
    return ofOneLine(call, CLAIM, endpoint, query);
  }

  private static Route ofOneLine(
      String call, Permission who, Function<HttpCall, HttpReply> endpoint, String... query) {
    return new Route(
        "POST", "/v1/lines/{line}/" + call, who, WAITING_THREAD, atOnce(endpoint), query);
  }

  /**
   * Returns the store. A call may name its identity, or that of a store whose lines were all moved
   * here: its caller uses a {@link MovableStore}, or moves the lines. Refuses any other identity.
   */
  private LineStore meant(HttpCall call) {
    if (call.parameter(STORE).isEmpty()) {
      return gated;
    }
    long wanted = call.number(STORE);
    if (wanted != store.identity() && !moved.contains(wanted)) {
      if (wanted < 1 || store.lines().position(StoreLines.from(wanted)) == 0) {
        throw new ProblemException(
            Problem.Kind.OTHER_STORE,
            Message.of(
                "the server has a different store from the request's: store={}, this one has"
                    + " store={} ({}); nothing was changed",
                wanted,
                store.identity(),
                store.url()));
      }
      moved.add(wanted);
    }
    return store.lines();
  }

  /**
   * Returns the store for writing with the rights of the caller. Refuses a call that names the
   * identity of another store.
   */
  private LineStore own(HttpCall call) {
    return new CallersLines(meant(call), call.caller, call.trace);
  }

  private HttpReply store(HttpCall call) {
    return HttpReply.json(json -> JsonShapes.store(
        json.put("url", store.url()).put("identity", Long.toString(store.identity())),
        store.lines()));
  }

  private HttpReply lines(HttpCall call) {
    String limit = call.parameter(LIMIT).orElse("1000");
    LinePage page = new LinePage(
        call.parameter(PREFIX).orElse(""),
        call.parameter(AFTER).orElse(""),
        HttpCall.parsed(LIMIT, limit, LINES_IN_A_PAGE));
    List<Line> found = meant(call).lines(page);
    return HttpReply.json(json -> json.put("lines", found, this::line));
  }

  /**
   * Writes a line. If its generator is known and its positions stand for times, also writes the
   * time up to which the line is claimed, because people cannot see a time in a position.
   */
  private void line(Json json, Line line) {
    JsonShapes.line(json, line);
    service
        .tickOf(line.name(), line.next())
        .ifPresent(tick -> json.put(
            "tick",
            member -> member
                .put("from", tick.from().toString())
                .put("to", tick.to().toString())
                .put("number", Long.toString(tick.number()))
                .put("capacity", Long.toString(tick.capacity()))));
  }

  private HttpReply line(HttpCall call) {
    long next = meant(call).position(call.argument());
    return HttpReply.json(
        json -> json.put("name", call.argument()).put("next", Long.toString(next)));
  }

  private HttpReply life(HttpCall call) {
    List<String> named = new ArrayList<>(List.of(call.argument()));
    call.parameter(ALSO)
        .filter(also -> !also.isEmpty())
        .ifPresent(also -> named.addAll(List.of(also.split(",", -1))));
    Optional<EngineLife> life = meant(call).life(named);
    return HttpReply.json(json -> life.ifPresentOrElse(
        known -> json.put("id", known.id())
            .put("began", known.began().toString())
            .put("now", known.now().toString())
            .put("next", known.next().stream().map(String::valueOf).toList()),
        () -> json.put("id", (Object) null)));
  }

  /** Lowers a line, if a parameter of the call confirms the consequences. */
  private HttpReply lower(HttpCall call) {
    if (!call.parameter(ACCEPT_REPEATS).equals(Optional.of("true"))) {
      throw new IllegalArgumentException(Message.of(
          "the positions of a lowered line are handed out again: line={}, accept-repeats={};"
              + " nothing was changed; add accept-repeats=true if you want that",
          call.argument(),
          call.parameter(ACCEPT_REPEATS).orElse("")));
    }
    boolean moved = own(call).lower(call.argument(), call.number(EXPECTED), call.number(NEXT));
    return HttpReply.json(json -> json.put("moved", moved));
  }

  private HttpReply time(HttpCall call) {
    Optional<Instant> now = meant(call).now();
    return HttpReply.json(json -> json.put("time", (Object) now.orElse(null)));
  }
}
