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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
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

  private static final Map<String, String> DESTRUCTIVE = Map.ofEntries(
      Map.entry("SET", "would move a sequence"),
      Map.entry("SETEX", "would move a sequence and forget it later"),
      Map.entry("PSETEX", "would move a sequence and forget it later"),
      Map.entry("SETNX", "would move a sequence"),
      Map.entry("MSET", "would move sequences"),
      Map.entry("GETSET", "would move a sequence"),
      Map.entry("GETDEL", "would start a sequence over"),
      Map.entry("DEL", "would start a sequence over"),
      Map.entry("UNLINK", "would start a sequence over"),
      Map.entry("DECR", "would take numbers back"),
      Map.entry("DECRBY", "would take numbers back"),
      Map.entry("INCRBYFLOAT", "would make numbers that are not whole"),
      Map.entry("EXPIRE", "would start a sequence over later"),
      Map.entry("EXPIREAT", "would start a sequence over later"),
      Map.entry("PEXPIRE", "would start a sequence over later"),
      Map.entry("PEXPIREAT", "would start a sequence over later"),
      Map.entry("RENAME", "would start a sequence over"),
      Map.entry("FLUSHDB", "would start all sequences over"),
      Map.entry("FLUSHALL", "would start all sequences over"));

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
    return call.known().map(command -> command.runsOn(this, call)).orElse(RunsOn.EVENT_LOOP);
  }

  /** The largest size of the reply, if it is known beforehand. All other replies are short. */
  long mostBytes(RespCall call) {
    return call.known().map(command -> command.mostBytes(this, call)).orElse(0L);
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
      boolean refused = DESTRUCTIVE.containsKey(call.command());
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
      caller.admit(command.permission(), names, command.ids(call), call.times());
    }
    return command.answer(this, call);
  }

  /** A command's cost: how many ids it makes; a command that makes no ids costs 1. */
  private static long ids(RespCall call) {
    return call.known().map(command -> command.ids(call)).orElse(1L);
  }

  MintCommands mint() {
    return mint;
  }

  /** The name of a command in the tables, for metrics. Other commands share one name. */
  String name(RespCall call) {
    return call.known().isPresent() || DESTRUCTIVE.containsKey(call.command())
        ? call.command()
        : UNKNOWN;
  }

  /** The kind of the generator that makes a command's ids, for metrics. */
  String kind(RespCall call) {
    boolean makesIds = call.count() > 0
        && call.known()
            .filter(command -> command.permission() == Permission.NEXT)
            .isPresent();
    return makesIds ? service.kind(call.text(0)) : Exchange.NO_KIND;
  }

  RespSession session() {
    return session;
  }

  /**
   * Returns the caller.
   *
   * @throws io.mintmark.service.ProblemException if no valid token was shown
   */
  Principal caller() {
    return session.shownToken().caller();
  }

  RespReply inspect(RespCall call) {
    return mint.inspect(call, caller());
  }

  RespReply timeToLive(RespCall call) {
    return RespReply.number(exists(call.text(0)) ? NEVER_EXPIRES : NOT_THERE);
  }

  CompletableFuture<RespReply> increments(RespCall call) {
    LargeNumbers large = session.largeNumbers();
    return service
        .incrementsAsync(call.text(0), call.times())
        .thenApply(drawn -> RespReply.numbers(call.text(0), drawn, large));
  }

  CompletableFuture<RespReply> incrementBy(RespCall call) {
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

  RespReply last(RespCall call) {
    return last(call.text(0));
  }

  private RespReply last(String name) {
    return service.last(name).map(RespReply::bulk).orElse(RespReply.NIL);
  }

  RespReply lastOfEach(RespCall call) {
    return RespReply.list(call.texts(0).map(this::last).toList());
  }

  /** Counts a name as often as it is given, as Redis does. */
  RespReply existing(RespCall call) {
    return RespReply.number(call.texts(0).filter(this::exists).count());
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
      return refused(command);
    }
    return switch (command) {
      case "GETSET" -> last(call.text(0));
      case "SET" -> set(call);
      case "SETNX" -> RespReply.number(exists(call.text(0)) ? 0 : 1);
      default -> RespReply.number(names.stream().filter(this::exists).count());
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

  private static RespReply refused(String command) {
    String form = FORMS_OF.getOrDefault(command, command);
    String advice = Configured.CAN_BE_IGNORED.contains(form)
        ? "; if the counter starts over by itself, as a cycle does, add ignore: [" + form
            + "] to its name in the server's configuration"
        : "";
    return RespReply.error("ERR "
        + command
        + " "
        + DESTRUCTIVE.get(command)
        + ": numbers would repeat; nothing was changed"
        + advice);
  }

  private static RespReply unknown(RespCall call) {
    return RespReply.error("ERR unknown command '"
        + RespCall.shown(call.command())
        + "'; this server has "
        + RespCatalog.NAMES);
  }
}
