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
        ? RunsOn.makingIds(call.ids())
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
   * Checks the caller's rights, then runs the command. Commands that would repeat numbers are
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
      caller.admit(Permission.ANY_TOKEN, List.of(), 0, 1);
      return completedFuture(unknown(call));
    }
    List<String> names = caller.isForAll() ? List.of() : row.generators(call);
    caller.admit(row.permission(), names, call.ids(), call.times());
    if (row.isRefused()) {
      return completedFuture(ignored(call, row));
    }
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
      case "MGET" -> RespReply.listOf(call.texts(0).map(this::last));
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
      case "QUIT" -> RespReply.ok();
      default -> throw new IllegalStateException("no handler: command=" + call.command());
    };
  }

  /** The name of a command in the tables, for metrics. Other commands share one name. */
  static String name(RespCall call) {
    return call.row() == null ? UNKNOWN : call.command();
  }

  /** The kind of the generator that makes a command's ids, for metrics. */
  String kind(RespCall call) {
    @Nullable RespCommand row = call.row();
    return row != null
            && row.permission() == Permission.NEXT
            && !row.isRefused()
            && call.count() > 0
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
    return service.last(name).map(RespReply::bulk).orElse(RespReply.nil());
  }

  private long existing(Stream<String> names) {
    return names.filter(this::exists).count();
  }

  private boolean exists(String name) {
    return service.last(name).isPresent();
  }

  /**
   * Answers a command that would repeat numbers as Redis would, if the configuration of all its
   * names ignores it. Otherwise refuses the command.
   */
  private RespReply ignored(RespCall call, RespCommand row) {
    String command = call.command();
    List<String> names = row.generators(call);
    if (names.isEmpty()
        || !names.stream()
            .allMatch(
                name -> service.ignores(name, command) || service.ignores(name, row.form()))) {
      String advice = Configured.CAN_BE_IGNORED.contains(row.form())
          ? "; if the counter starts over by itself, as a cycle does, add ignore: [" + row.form()
              + "] to its name in the server's configuration"
          : "";
      return RespReply.error("ERR " + command + " " + row.summary()
          + ": numbers would repeat; nothing was changed" + advice);
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
    return refused ? RespReply.nil() : RespReply.ok();
  }

  private static RespReply unknown(RespCall call) {
    return RespReply.error("ERR unknown command '"
        + RespCall.shown(call.command())
        + "'; this server has "
        + RespCommand.OFFERED.stream()
            .map(row -> row.name().toUpperCase(Locale.ROOT))
            .collect(Collectors.joining(", ")));
  }
}
