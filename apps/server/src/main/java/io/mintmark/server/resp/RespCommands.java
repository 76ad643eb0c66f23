package io.mintmark.server.resp;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;

import io.mintmark.config.Configured;
import io.mintmark.internal.text.WholeNumber;
import io.mintmark.server.access.Permission;
import io.mintmark.server.access.Principal;
import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.server.net.Exchange;
import io.mintmark.service.IdService;
import io.mintmark.service.Problem;
import io.mintmark.service.RunsOn;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs Redis commands.
 *
 * <p>INCR, INCRBY and GET work as on Redis, except that no number is repeated. A command that would
 * repeat a number returns an error with this reason. If the name's configuration ignores the
 * command, it is answered as by Redis and changes nothing, so that code which resets its counters
 * continues to run.
 */
final class RespCommands {

  /** The name in metrics of all commands that this server does not know. */
  static final String UNKNOWN = "unknown";

  /**
   * Pairs of commands with a similar effect, from which client libraries choose by themselves. If
   * the configuration ignores the second command of a pair, the first is ignored too.
   */
  private static final Map<String, String> FORMS_OF = Map.of(
      "UNLINK", "DEL",
      "SETNX", "SET",
      "EXPIREAT", "EXPIRE",
      "PEXPIRE", "EXPIRE",
      "PEXPIREAT", "EXPIRE");

  private static final long NEVER_EXPIRES = -1;
  private static final long NOT_THERE = -2;

  private final IdService service;
  private final MintCommands mint;
  private final RespSession session;

  RespCommands(IdService service, RespSession session, IdempotencyCache idempotency) {
    this.service = service;
    this.mint = new MintCommands(service, idempotency);
    this.session = session;
  }

  RunsOn runsOn(RespCall call) {
    return call.command().equals(RespCall.MINT_NEXT)
        ? service.runsOn(call.ids())
        : RunsOn.EVENT_LOOP;
  }

  /** The largest size of the reply, if it is known beforehand. All other replies are short. */
  long mostBytes(RespCall call) {
    long ids = Math.min(call.ids(), IdService.MAX_COUNT);
    long each = RespReply.AROUND_BYTES + service.longestId(call.first());
    return call.command().equals(RespCall.MINT_NEXT) ? RespReply.AROUND_BYTES + ids * each : 0;
  }

  /**
   * Answers a command.
   *
   * @param known the caller; null if no valid token was shown
   * @param then runs the parts that follow a wait
   */
  CompletableFuture<RespReply> answer(RespCall call, @Nullable Principal known, Executor then) {
    return Exchange.after(
        begun(call, known), then, (reply, thrown) -> told(call, known, reply, thrown));
  }

  private CompletableFuture<RespReply> begun(RespCall call, @Nullable Principal known) {
    try {
      return admitted(call, known);
    } catch (Throwable e) { // The top of a request. Every failure is reported to the client.
      return failedFuture(e);
    }
  }

  private RespReply told(
      RespCall call, @Nullable Principal known, RespReply made, @Nullable Throwable thrown) {
    if (thrown != null && call.times() > 1) {
      session.token().refused(thrown, session.trace(call));
      return RespReply.errors(thrown, call.times());
    }
    RespReply reply = made;
    String result = "ok";
    if (thrown != null) {
      session.token().refused(thrown, session.trace(call));
      Problem problem = Problem.report(thrown);
      reply = RespReply.error(problem);
      result = problem.detail();
    }
    long ids = call.ids();
    if (ids > 1 && known != null && known.isRecorded(ids)) {
      known.with(session.trace(call)).asked(call.first(), ids, result);
    }
    return reply;
  }

  /**
   * Checks the caller's rights, then runs the command. Commands that are not in the table are
   * refused, or ignored if the configuration requires it.
   */
  private CompletableFuture<RespReply> admitted(RespCall call, @Nullable Principal known) {
    @Nullable RespCommand row = call.row();
    if (row != null && row.permission().isNone()) {
      return completedFuture(
          row.accepts(call) ? runAtOnce(call, Principal.NOBODY) : RespReply.wrongCount(call));
    }
    Principal caller = known == null ? session.token().caller() : known; // Throws if there is none.
    if (row == null) {
      return completedFuture(runUnlisted(call, caller));
    }
    List<String> names = caller.isForAll() ? List.of() : row.generators(call);
    caller.admit(row.permission(), names, call.ids(), call.times());
    if (!row.accepts(call)) {
      return completedFuture(RespReply.wrongCount(call));
    }
    return switch (call.command()) {
      case "INCR" -> increments(call);
      case "INCRBY" -> incrementBy(call);
      case RespCall.MINT_NEXT -> mint.next(call, caller);
      default -> completedFuture(runAtOnce(call, caller));
    };
  }

  private RespReply runAtOnce(RespCall call, Principal caller) {
    return switch (call.command()) {
      case "GET" -> last(call.first());
      case "MGET" -> RespReply.list(call.texts(0).map(this::last));
      case "EXISTS" -> RespReply.number(existing(call.texts(0))); // Counts a name each time.
      case "TTL", "PTTL" -> RespReply.number(exists(call.first()) ? NEVER_EXPIRES : NOT_THERE);
      case "MINT.INSPECT" -> mint.inspect(call, caller);
      case "PING" -> session.ping(call);
      case "ECHO" -> RespReply.bulk(call.arguments().get(0));
      case "AUTH" -> session.auth(call);
      case "HELLO" -> session.hello(call);
      case "CLIENT" -> session.client(call);
      case "COMMAND" -> RespCommand.describe(call);
      case "CLUSTER" -> RespReply.error("ERR This instance has cluster support disabled");
      case "CONFIG" -> RespFacts.config(call);
      case "INFO" -> RespFacts.info(call);
      case "SELECT" -> session.select(call);
      case "RESET" -> session.reset();
      case "QUIT" -> RespReply.OK;
      default -> throw new IllegalStateException("no handler: command=" + call.command());
    };
  }

  /** The name of a command in the tables, for metrics. Other commands share one name. */
  static String name(RespCall call) {
    return call.row() != null || harm(call.command()) != null ? call.command() : UNKNOWN;
  }

  /** The kind of the generator that makes a command's ids, for metrics. */
  String kind(RespCall call) {
    @Nullable RespCommand row = call.row();
    return row != null && row.permission() == Permission.NEXT && call.count() > 0
        ? service.kind(call.first())
        : Exchange.NO_KIND;
  }

  private CompletableFuture<RespReply> increments(RespCall call) {
    LargeNumbers large = session.largeNumbers();
    return service
        .incrementsAsync(call.first(), call.times())
        .thenApply(drawn -> RespReply.numbers(call.first(), drawn, large));
  }

  private CompletableFuture<RespReply> incrementBy(RespCall call) {
    long count;
    try {
      count = WholeNumber.parse(call.text(1));
    } catch (NumberFormatException e) {
      return completedFuture(RespReply.error("ERR value is not an integer or out of range"));
    }
    LargeNumbers large = session.largeNumbers();
    return service
        .incrementAsync(call.first(), count)
        .thenApply(last -> RespReply.drawn(call.first(), last, large));
  }

  private RespReply last(String name) {
    return service.last(name).map(RespReply::bulk).orElse(RespReply.NIL);
  }

  private long existing(Stream<String> names) {
    return names.filter(this::exists).count();
  }

  private boolean exists(String name) {
    return service.last(name).isPresent();
  }

  /**
   * Runs a command that is not in the table. A command that would repeat numbers is answered as
   * Redis would if the configuration of all its names ignores it, and otherwise refused.
   */
  private RespReply runUnlisted(RespCall call, Principal caller) {
    String command = call.command();
    @Nullable String harm = harm(command);
    boolean ofMany = command.equals("DEL") || command.equals("UNLINK");
    List<String> names =
        harm == null ? List.of() : call.texts(0).limit(ofMany ? call.count() : 1).toList();
    caller.admit(harm == null ? Permission.ANY_TOKEN : Permission.NEXT, names, 0, 1);
    if (harm == null) {
      return RespReply.error("ERR unknown command '"
          + RespCall.shown(command)
          + "'; this server has "
          + String.join(", ", RespCommand.ALL.keySet()));
    }
    String form = FORMS_OF.getOrDefault(command, command);
    if (names.isEmpty()
        || !names.stream()
            .allMatch(name -> service.ignores(name, command) || service.ignores(name, form))) {
      String advice = Configured.CAN_BE_IGNORED.contains(form)
          ? "; if the counter starts over by itself, as a cycle does, add ignore: [" + form
              + "] to its name in the server's configuration"
          : "";
      return RespReply.error(
          "ERR " + command + " " + harm + ": numbers would repeat; nothing was changed" + advice);
    }
    return switch (command) {
      case "GETSET" -> last(call.first());
      case "SET" -> set(call);
      case "SETNX" -> RespReply.number(exists(call.first()) ? 0 : 1);
      default -> RespReply.number(existing(names.stream()));
    };
  }

  /**
   * Answers SET as Redis would. With NX, Redis sets only if there is no value; with XX, only if
   * there is one.
   */
  private RespReply set(RespCall call) {
    Set<String> options =
        call.texts(2).map(option -> option.toUpperCase(Locale.ROOT)).collect(Collectors.toSet());
    if (options.contains("GET")) {
      return last(call.first());
    }
    boolean refused = options.contains(exists(call.first()) ? "NX" : "XX");
    return refused ? RespReply.NIL : RespReply.OK;
  }

  /** The reason why a command is refused: it would repeat numbers. Null for other commands. */
  private static @Nullable String harm(String command) {
    return switch (command) {
      case "SET", "SETNX", "GETSET" -> "would move a sequence";
      case "MSET" -> "would move sequences";
      case "SETEX", "PSETEX" -> "would move a sequence and forget it later";
      case "DEL", "UNLINK", "GETDEL", "RENAME" -> "would start a sequence over";
      case "EXPIRE", "EXPIREAT", "PEXPIRE", "PEXPIREAT" -> "would start a sequence over later";
      case "FLUSHDB", "FLUSHALL" -> "would start all sequences over";
      case "DECR", "DECRBY" -> "would take numbers back";
      case "INCRBYFLOAT" -> "would make numbers that are not whole";
      default -> null;
    };
  }
}
