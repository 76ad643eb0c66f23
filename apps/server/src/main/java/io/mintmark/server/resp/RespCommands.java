package io.mintmark.server.resp;

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
import java.util.Optional;
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

  private static final String MINT_NEXT = "MINT.NEXT";

  /** The name in metrics of all commands that this server does not know. */
  private static final String UNKNOWN = "unknown";

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

  boolean isOfClient() {
    return session.shownToken().holds();
  }

  RunsOn runsOn(RespCall call) {
    if (!session.shownToken().holds()) {
      return RunsOn.EVENT_LOOP; // It is refused.
    }
    return call.command().equals(MINT_NEXT) ? service.runsOn(ids(call)) : RunsOn.EVENT_LOOP;
  }

  /** The largest size of the reply, if it is known beforehand. All other replies are short. */
  long mostBytes(RespCall call) {
    return call.command().equals(MINT_NEXT) ? mint.nextBytes(call) : 0;
  }

  CompletableFuture<RespReply> answer(RespCall call, Executor then) {
    if (call.refusal().isPresent()) {
      return CompletableFuture.completedFuture(call.refusal().get());
    }
    if (call.times() > 1) {
      return answerRun(call, then);
    }
    return Exchange.after(begun(call), then, (reply, thrown) -> told(call, reply, thrown));
  }

  private RespReply told(RespCall call, RespReply made, @Nullable Throwable thrown) {
    RespReply reply = made;
    String result = "ok";
    if (thrown != null) {
      session.shownToken().refused(thrown, session.trace(call));
      Problem problem = Problem.report(thrown);
      reply = RespReply.error(problem);
      result = problem.detail();
    }
    long ids = ids(call);
    if (ids > 1 && session.shownToken().holds() && caller().isRecorded(ids)) {
      caller().with(session.trace(call)).asked(call.text(0), ids, result);
    }
    return reply;
  }

  /**
   * Answers a command that was sent several times in a row. Each is answered separately if each
   * must pass the token's limits.
   */
  private CompletableFuture<RespReply> answerRun(RespCall call, Executor then) {
    if (session.shownToken().holds() && session.shownToken().caller().isLimited()) {
      List<CompletableFuture<RespReply>> each =
          call.each().map(once -> answer(once, then)).toList();
      return CompletableFuture.allOf(each.toArray(CompletableFuture[]::new))
          .thenApply(all ->
              RespReply.sequence(each.stream().map(CompletableFuture::join).toList()));
    }
    return Exchange.after(begun(call), then, (reply, thrown) -> {
      if (thrown == null) {
        return reply;
      }
      session.shownToken().refused(thrown, session.trace(call));
      return RespReply.errors(thrown, call.times());
    });
  }

  private CompletableFuture<RespReply> begun(RespCall call) {
    try {
      return admitted(call);
    } catch (Throwable e) { // The top of a request. Every failure is reported to the client.
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Checks the caller's rights, then runs the command. Commands that are not in the catalog are
   * refused, or ignored if the configuration requires it.
   */
  private CompletableFuture<RespReply> admitted(RespCall call) {
    @Nullable RespCommand command = call.known().orElse(null);
    if (command == null) {
      boolean refused = harm(call.command()).isPresent();
      List<String> names = refused ? namesOf(call) : List.of();
      session
          .shownToken()
          .caller()
          .admit(refused ? Permission.NEXT : Permission.ANY_TOKEN, names, 0, 1);
      return CompletableFuture.completedFuture(refused ? destructive(call, names) : unknown(call));
    }
    if (!command.permission().isNone()) {
      Principal caller = session.shownToken().caller();
      List<String> names = caller.isForAll() ? List.of() : command.generators(call);
      caller.admit(command.permission(), names, ids(call), call.times());
    }
    return command.accepts(call)
        ? run(call)
        : CompletableFuture.completedFuture(RespReply.wrongCount(call));
  }

  private CompletableFuture<RespReply> run(RespCall call) {
    return switch (call.command()) {
      case "INCR" -> increments(call);
      case "INCRBY" -> incrementBy(call);
      case MINT_NEXT -> mint.next(call, caller());
      default -> CompletableFuture.completedFuture(runAtOnce(call));
    };
  }

  private RespReply runAtOnce(RespCall call) {
    return switch (call.command()) {
      case "GET" -> last(call.text(0));
      case "MGET" -> RespReply.list(call.texts(0).map(this::last).toList());
      case "EXISTS" -> RespReply.number(existing(call.texts(0))); // Counts a name each time.
      case "TTL", "PTTL" -> RespReply.number(exists(call.text(0)) ? NEVER_EXPIRES : NOT_THERE);
      case "MINT.INSPECT" -> mint.inspect(call, caller());
      case "PING" -> session.ping(call);
      case "ECHO" -> session.echo(call);
      case "AUTH" -> session.auth(call);
      case "HELLO" -> session.hello(call);
      case "CLIENT" -> ClientCommands.answer(session, call);
      case "COMMAND" -> RespCatalog.answer(call);
      case "CLUSTER" -> RespReply.error("ERR This instance has cluster support disabled");
      case "CONFIG" -> RespFacts.config(call);
      case "INFO" -> RespFacts.info(call);
      case "SELECT" -> session.select(call);
      case "RESET" -> session.reset(call);
      case "QUIT" -> RespReply.OK;
      default -> throw new IllegalStateException("no handler: command=" + call.command());
    };
  }

  /** A command's cost: how many ids it makes; a command that makes no ids costs 1. */
  private static long ids(RespCall call) {
    return switch (call.command()) {
      case "INCRBY" -> call.count() == 2 ? call.number(1) : 1;
      case MINT_NEXT -> MintCommands.largestCount(call);
      default -> 1;
    };
  }

  /** The name of a command in the tables, for metrics. Other commands share one name. */
  String name(RespCall call) {
    return call.known().isPresent() || harm(call.command()).isPresent() ? call.command() : UNKNOWN;
  }

  /** The kind of the generator that makes a command's ids, for metrics. */
  String kind(RespCall call) {
    boolean makesIds = call.count() > 0
        && call.known()
            .filter(command -> command.permission() == Permission.NEXT)
            .isPresent();
    return makesIds ? service.kind(call.text(0)) : Exchange.NO_KIND;
  }

  /**
   * Returns the caller.
   *
   * @throws io.mintmark.service.ProblemException if no valid token was shown
   */
  private Principal caller() {
    return session.shownToken().caller();
  }

  private CompletableFuture<RespReply> increments(RespCall call) {
    LargeNumbers large = session.largeNumbers();
    return service
        .incrementsAsync(call.text(0), call.times())
        .thenApply(drawn -> RespReply.numbers(call.text(0), drawn, large));
  }

  private CompletableFuture<RespReply> incrementBy(RespCall call) {
    long count;
    try {
      count = WholeNumber.parse(call.text(1));
    } catch (NumberFormatException e) {
      return CompletableFuture.completedFuture(
          RespReply.error("ERR value is not an integer or out of range"));
    }
    LargeNumbers large = session.largeNumbers();
    return service
        .incrementAsync(call.text(0), count)
        .thenApply(last -> RespReply.drawn(call.text(0), last, large));
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
   * Answers as Redis would if the configuration of all names of the command ignores it. Otherwise
   * refuses the command.
   */
  private RespReply destructive(RespCall call, List<String> names) {
    String command = call.command();
    if (names.isEmpty() || !names.stream().allMatch(name -> ignores(name, command))) {
      return refused(command, harm(command).orElseThrow());
    }
    return switch (command) {
      case "GETSET" -> last(call.text(0));
      case "SET" -> set(call);
      case "SETNX" -> RespReply.number(exists(call.text(0)) ? 0 : 1);
      default -> RespReply.number(existing(names.stream()));
    };
  }

  private static List<String> namesOf(RespCall call) {
    boolean ofMany = call.command().equals("DEL") || call.command().equals("UNLINK");
    return call.texts(0).limit(ofMany ? call.count() : 1).toList();
  }

  private boolean ignores(String name, String command) {
    return service.ignores(name, command)
        || service.ignores(name, FORMS_OF.getOrDefault(command, command));
  }

  /**
   * Answers SET as Redis would. With NX, Redis sets only if there is no value; with XX, only if
   * there is one.
   */
  private RespReply set(RespCall call) {
    Set<String> options =
        call.texts(2).map(option -> option.toUpperCase(Locale.ROOT)).collect(Collectors.toSet());
    if (options.contains("GET")) {
      return last(call.text(0));
    }
    boolean refused = options.contains(exists(call.text(0)) ? "NX" : "XX");
    return refused ? RespReply.NIL : RespReply.OK;
  }

  /** The reason why a command is refused: it would repeat numbers. Empty for other commands. */
  private static Optional<String> harm(String command) {
    return Optional.ofNullable(
        switch (command) {
          case "SET", "SETNX", "GETSET" -> "would move a sequence";
          case "MSET" -> "would move sequences";
          case "SETEX", "PSETEX" -> "would move a sequence and forget it later";
          case "DEL", "UNLINK", "GETDEL", "RENAME" -> "would start a sequence over";
          case "EXPIRE", "EXPIREAT", "PEXPIRE", "PEXPIREAT" -> "would start a sequence over later";
          case "FLUSHDB", "FLUSHALL" -> "would start all sequences over";
          case "DECR", "DECRBY" -> "would take numbers back";
          case "INCRBYFLOAT" -> "would make numbers that are not whole";
          default -> null;
        });
  }

  private static RespReply refused(String command, String harm) {
    String form = FORMS_OF.getOrDefault(command, command);
    String advice = Configured.CAN_BE_IGNORED.contains(form)
        ? "; if the counter starts over by itself, as a cycle does, add ignore: [" + form
            + "] to its name in the server's configuration"
        : "";
    return RespReply.error(
        "ERR " + command + " " + harm + ": numbers would repeat; nothing was changed" + advice);
  }

  private static RespReply unknown(RespCall call) {
    return RespReply.error("ERR unknown command '"
        + RespCall.shown(call.command())
        + "'; this server has "
        + RespCatalog.NAMES);
  }
}
