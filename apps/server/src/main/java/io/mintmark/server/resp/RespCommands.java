package io.mintmark.server.resp;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;

import io.mintmark.config.Configured;
import io.mintmark.error.Message;
import io.mintmark.inspect.Reading;
import io.mintmark.internal.text.WholeNumber;
import io.mintmark.json.Json;
import io.mintmark.key.KeyRequest;
import io.mintmark.server.access.Principal;
import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.server.idempotency.IdempotencyKey;
import io.mintmark.server.idempotency.IdempotentRequest;
import io.mintmark.server.net.Traffic;
import io.mintmark.service.IdService;
import io.mintmark.service.JsonShapes;
import io.mintmark.service.Problem;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs the commands of one connection.
 *
 * <p>INCR, INCRBY and GET work as on Redis, except that no number is repeated. A command that would
 * repeat a number returns an error with this reason. If the name's configuration ignores the
 * command, it is answered as by Redis and changes nothing, so that code which resets its counters
 * continues to run.
 *
 * <p>The commands that Redis lacks are for ids that are not numbers, for many ids at once, for keys
 * with a route, and for inspecting an id. {@code MINT.NEXT} always returns a list, so that the form
 * of the reply does not depend on the arguments. {@code MINT.INSPECT} returns the JSON of the HTTP
 * interface as one string, in every version of the protocol. The readings of an id contain lists of
 * fields. If they were maps and lists of the protocol, each client library would return them in a
 * different form.
 */
record RespCommands(IdService service, RespSession session, IdempotencyCache idempotency) {

  /** The name in metrics of all commands that this server does not know. */
  static final String UNKNOWN = "unknown";

  private static final long NEVER_EXPIRES = -1;
  private static final long NOT_THERE = -2;

  /** The largest size of the reply to a call of MINT.NEXT. */
  long mostBytes(RespCall call) {
    long each = RespReply.AROUND_BYTES + service.longestId(call.first);
    return RespReply.AROUND_BYTES + Math.min(call.ids, IdService.MAX_COUNT) * each;
  }

  /** The kind of the generator that makes a command's ids, for metrics. */
  String kind(RespCall call) {
    return call.makesIds ? service.kind(call.first) : Traffic.NO_KIND;
  }

  /**
   * Checks the caller's rights, then runs the command.
   *
   * @param known the caller; null if no valid token was shown
   * @return the reply, or a number that was drawn; it may fail
   */
  CompletableFuture<?> answer(RespCall call, @Nullable Principal known) {
    try {
      Principal caller = call.row.admitted(call, known, session.token);
      if (!call.row.accepts(call)) {
        return completedFuture(RespReply.wrongCount(call));
      }
      return switch (call.command) {
        case "INCR" -> service.incrementAsync(call.first, 1);
        case "INCRBY" -> incrementBy(call);
        case RespCall.MINT_NEXT -> next(call, caller);
        default -> completedFuture(runAtOnce(call, caller));
      };
    } catch (Throwable e) { // The top of a request.
      return failedFuture(e);
    }
  }

  /**
   * Returns the reply to a command that was run, and records the command if it should be recorded.
   *
   * @param made its result
   * @param failed why it has none; every failure is reported to the client
   */
  Object reply(
      RespCall call, @Nullable Principal known, @Nullable Object made, @Nullable Throwable failed) {
    String result = "ok";
    Object reply;
    if (failed != null) {
      session.token.refused(Problem.causeOf(failed), session.trace(call));
      Problem problem = Problem.report(failed);
      reply = RespReply.error(problem);
      result = problem.detail();
    } else {
      reply = made instanceof Long number && call.makesIds
          ? session.largeNumbers.reply(call.first, number)
          : Objects.requireNonNull(made);
    }
    if (call.ids > 1 && known != null && known.isRecorded(call.ids)) {
      known.did("next", call.first, "count=" + call.ids, result, session.trace(call));
    }
    return reply;
  }

  private Object runAtOnce(RespCall call, Principal caller) {
    return switch (call.command) {
      case "GET" -> service.last(call.first);
      case "MGET" -> call.texts(0).map(service::last).toList();
      case "EXISTS" -> call.texts(0).filter(this::exists).count(); // Counts a name each time.
      case "TTL", "PTTL" -> exists(call.first) ? NEVER_EXPIRES : NOT_THERE;
      case "MINT.INSPECT" -> inspect(call.first, caller);
      case "PING" -> call.count() == 0 ? RespReply.simple("PONG") : call.words.get(1);
      case "ECHO" -> call.words.get(1);
      case "AUTH" -> session.auth(call);
      case "HELLO" -> session.hello(call);
      case "CLIENT" -> session.client(call);
      case "COMMAND" -> RespCommand.describe(call);
      case "CLUSTER" -> RespReply.error("This instance has cluster support disabled");
      case "CONFIG" -> RespFacts.config(call);
      case "INFO" -> RespFacts.info();
      case "SELECT" -> session.select(call);
      case "RESET" -> session.reset();
      case "QUIT" -> RespReply.OK;
      default -> call.row.isRefused() ? ignored(call, call.row) : unknown(call);
    };
  }

  private CompletableFuture<?> incrementBy(RespCall call) {
    try {
      return service.incrementAsync(call.first, WholeNumber.parse(call.text(1)));
    } catch (NumberFormatException e) {
      return completedFuture(RespReply.error("value is not an integer or out of range"));
    }
  }

  /**
   * Runs {@code MINT.NEXT name [COUNT n] [ROUTE id] [VAR name value ...] [KEY key]}.
   *
   * @throws IllegalArgumentException if an option is unknown, incomplete or given twice
   */
  private CompletableFuture<?> next(RespCall call, Principal caller) {
    Map<String, String> options = new HashMap<>();
    Map<String, String> variables = new LinkedHashMap<>();
    Iterator<String> words = call.texts(1).iterator();
    while (words.hasNext()) {
      String option = words.next().toUpperCase(Locale.ROOT);
      @Nullable
      String before = switch (option) {
        case "COUNT", "ROUTE", "KEY" -> options.put(option, value(words, option));
        case "VAR" -> variables.put(value(words, option), value(words, option));
        default ->
          throw new IllegalArgumentException(Message.of(
              "the option is unknown: option={}; no id issued; MINT.NEXT name has COUNT n,"
                  + " ROUTE id, VAR name value and KEY key",
              option));
      };
      if (before != null) {
        throw new IllegalArgumentException(Message.of(
            "the option is given twice, or VAR twice for one name: option={}; no id issued",
            option));
      }
    }
    String name = call.first;
    int count = count(options.getOrDefault("COUNT", "1"));
    KeyRequest request = KeyRequest.of(Optional.ofNullable(options.get("ROUTE")), variables);
    @Nullable String key = options.get("KEY");
    if (key == null) {
      return service.nextAsync(name, count, request);
    }
    return idempotency
        .answer(
            new IdempotencyKey(caller.name(), key),
            new IdempotentRequest(name, count, request, "RESP"),
            () -> service.nextAsync(name, count, request))
        .thenApply(IdempotencyCache.Answer::ids);
  }

  private static String value(Iterator<String> words, String option) {
    if (!words.hasNext()) {
      throw new IllegalArgumentException(
          Message.of("the option lacks its values: option={}; no id issued", option));
    }
    return words.next();
  }

  private static int count(String text) {
    try {
      return WholeNumber.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          Message.of("{}: COUNT={}; no id issued", e.getMessage(), text), e);
    }
  }

  private String inspect(String id, Principal caller) {
    List<Reading> readings = service.inspect(id, caller::isFor);
    return Json.object(json -> JsonShapes.readings(json, readings, ZoneOffset.UTC));
  }

  private boolean exists(String name) {
    return service.last(name).isPresent();
  }

  /**
   * Answers a command that would repeat numbers as Redis would, if the configuration of all its
   * names ignores it. Otherwise refuses the command.
   */
  private Object ignored(RespCall call, RespCommand row) {
    String command = call.command;
    List<String> names = row.generators(call);
    if (names.isEmpty()
        || !names.stream()
            .allMatch(
                name -> service.ignores(name, command) || service.ignores(name, row.form()))) {
      String advice = Configured.CAN_BE_IGNORED.contains(row.form())
          ? "; if the counter starts over by itself, as a cycle does, add ignore: [" + row.form()
              + "] to its name in the server's configuration"
          : "";
      return RespReply.error(
          command + " " + row.summary() + ": numbers would repeat; nothing was changed" + advice);
    }
    return switch (command) {
      case "GETSET" -> service.last(call.first);
      case "SET" -> set(call);
      case "SETNX" -> exists(call.first) ? 0 : 1;
      default -> names.stream().filter(this::exists).count();
    };
  }

  /**
   * Answers SET as Redis would. With NX, Redis sets only if there is no value; with XX, only if
   * there is one.
   */
  private Object set(RespCall call) {
    Set<String> options =
        call.texts(2).map(option -> option.toUpperCase(Locale.ROOT)).collect(Collectors.toSet());
    if (options.contains("GET")) {
      return service.last(call.first);
    }
    boolean refused = options.contains(exists(call.first) ? "NX" : "XX");
    return refused ? Optional.empty() : RespReply.OK;
  }

  private static RespReply unknown(RespCall call) {
    return RespReply.error("unknown command '"
        + RespCall.shown(call.command)
        + "'; this server has "
        + RespCommand.OFFERED.stream()
            .map(row -> row.name().toUpperCase(Locale.ROOT))
            .collect(Collectors.joining(", ")));
  }
}
