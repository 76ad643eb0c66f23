package io.mintmark.server.resp;

import io.mintmark.internal.thread.WouldWaitException;
import io.mintmark.server.access.Requester;
import io.mintmark.server.access.RequiredScope;
import io.mintmark.service.Drawn;
import io.mintmark.service.IdService;
import io.mintmark.service.Problem;
import io.mintmark.service.Work;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What Redis's commands do here.
 *
 * <p>INCR, INCRBY and GET mean what they do on Redis, but that no number comes twice. A command
 * that would make one come twice is an error that says so; if the name's configuration ignores it,
 * it is answered as Redis would and changes nothing, so that code which resets its counters goes on
 * running.
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

  /** Commands that clients choose among by themselves: to ignore the one is to ignore the other. */
  private static final Map<String, String> FORMS_OF = Map.of(
      "UNLINK", "DEL",
      "SETNX", "SET",
      "EXPIREAT", "EXPIRE",
      "PEXPIRE", "EXPIRE",
      "PEXPIREAT", "EXPIRE");

  private static final int MAX_SHOWN = 32;
  private static final long NEVER_EXPIRES = -1;
  private static final long NOT_THERE = -2;

  private final IdService service;
  private final MintCommands mint;
  private final RespSession session;

  /** What was let through and would have had to wait on the event loop: it is called once more. */
  private @Nullable RespCall begun;

  /** What {@link #begun} has drawn already. */
  private @Nullable Drawn drawing;

  RespCommands(IdService service, RespSession session) {
    this.service = service;
    this.mint = new MintCommands(service);
    this.session = session;
  }

  boolean isOfClient() {
    return session.shownToken().holds();
  }

  Work work(RespCall call) {
    if (!session.shownToken().holds()) {
      return Work.AT_ONCE; // It is refused.
    }
    return switch (call.command()) {
      case "INCR" -> call.count() == 1 ? incrementWork(call) : Work.AT_ONCE;
      case "INCRBY" -> Work.WAITS;
      case "MINT.NEXT" -> mint.nextWork(call);
      default -> Work.AT_ONCE;
    };
  }

  /** Of several that are let through one by one, none could be gone on with where it was. */
  private Work incrementWork(RespCall call) {
    return call.times() > 1 && session.shownToken().caller().isLimited()
        ? Work.WAITS
        : service.work(call.text(0), 1);
  }

  /** How large the reply may be, as far as that is known beforehand: of the rest it is short. */
  long mostBytes(RespCall call) {
    return call.command().equals("MINT.NEXT") ? mint.nextBytes(call) : 0;
  }

  RespReply answer(RespCall call) {
    if (call.refusal().isPresent()) {
      return call.refusal().get();
    }
    if (call.times() > 1) {
      return answerRun(call);
    }
    RespReply reply;
    String result = "ok";
    try {
      reply = admitted(call);
    } catch (WouldWaitException e) {
      throw e;
    } catch (Throwable e) { // The top of a request: whatever failed, the client is told.
      session.shownToken().refused(e);
      Problem problem = Problem.of(e);
      reply = RespReply.error(problem);
      result = problem.detail();
    }
    long ids = ids(call);
    if (ids > 1 && session.shownToken().holds()) {
      session.shownToken().caller().asked(call.text(0), ids, result);
    }
    return reply;
  }

  /** Answers what was sent several times; each by itself if each has to be let through. */
  private RespReply answerRun(RespCall call) {
    try {
      if (session.shownToken().caller().isLimited()) {
        RespCall once = call.times(1);
        return RespReply.each(
            Stream.generate(() -> answer(once)).limit(call.times()).toList());
      }
      return admitted(call);
    } catch (WouldWaitException e) {
      throw e;
    } catch (Throwable e) { // The top of several requests.
      session.shownToken().refused(e);
      return RespReply.errors(e, call.times());
    }
  }

  /** Nothing is done but what the catalog tells the need of. Once let through is let through. */
  @SuppressWarnings("ReferenceEquality") // A client may send the same again.
  private RespReply admitted(RespCall call) {
    if (call == begun) {
      begun = null;
      return reply(call);
    }
    RespCatalog.@Nullable Entry entry = RespCatalog.find(call.command()).orElse(null);
    if (entry == null) {
      boolean refused = DESTRUCTIVE.containsKey(call.command());
      List<String> names = refused ? namesOf(call) : List.of();
      session
          .shownToken()
          .caller()
          .admit(refused ? RequiredScope.NEXT : RequiredScope.TOKEN, names, 1);
      return refused ? destructive(call, names) : unknown(call);
    }
    if (!entry.need().isNothing()) {
      Requester caller = session.shownToken().caller();
      List<String> names = caller.isForAll() ? List.of() : entry.generators(call);
      caller.admit(entry.need(), names, ids(call));
    }
    try {
      return reply(call);
    } catch (WouldWaitException e) {
      begun = call;
      throw e;
    }
  }

  /** How many ids a command makes, or 1 if it makes none. */
  private static long ids(RespCall call) {
    return switch (call.command()) {
      case "INCRBY" -> call.count() == 2 ? call.number(1) : 1;
      case "MINT.NEXT" -> MintCommands.largestCount(call);
      default -> 1;
    };
  }

  private RespReply reply(RespCall call) {
    return switch (call.command()) {
      case "INCR" -> call.count() == 1 ? increments(call) : RespReply.wrongCount(call);
      case "INCRBY" -> call.count() == 2 ? incrementBy(call) : RespReply.wrongCount(call);
      case "GET" -> call.count() == 1 ? last(call.text(0)) : RespReply.wrongCount(call);
      case "MINT.NEXT" -> call.count() > 0 ? mint.next(call) : RespReply.wrongCount(call);
      case "MINT.INSPECT" ->
        call.count() == 1
            ? mint.inspect(call, session.shownToken().caller())
            : RespReply.wrongCount(call);
      case "MGET" -> call.count() > 0 ? lastOfEach(call) : RespReply.wrongCount(call);
      case "EXISTS" -> call.count() > 0 ? existing(call) : RespReply.wrongCount(call);
      case "TTL", "PTTL" ->
        call.count() == 1
            ? RespReply.number(exists(call.text(0)) ? NEVER_EXPIRES : NOT_THERE)
            : RespReply.wrongCount(call);
      case "AUTH", "CLIENT", "ECHO", "HELLO", "PING", "QUIT", "RESET", "SELECT" ->
        session.answer(call);
      case "COMMAND" -> RespCatalog.answer(call);
      case "CONFIG" -> RespFacts.config(call);
      case "INFO" -> RespFacts.info(call);
      case "CLUSTER" -> RespReply.error("ERR This instance has cluster support disabled");
      default -> unknown(call);
    };
  }

  /** Those that were drawn before one would have to wait are kept. */
  private RespReply increments(RespCall call) {
    Drawn drawn = drawing;
    drawing = null;
    if (drawn == null) {
      drawn = new Drawn(call.times());
    }
    try {
      service.increments(call.text(0), drawn);
    } catch (WouldWaitException e) {
      drawing = drawn;
      throw e;
    }
    return RespReply.numbers(call.text(0), drawn, session.largeNumbers());
  }

  private RespReply incrementBy(RespCall call) {
    long count;
    try {
      count = Long.parseLong(call.text(1));
    } catch (NumberFormatException e) {
      return RespReply.error("ERR value is not an integer or out of range");
    }
    long last = service.increment(call.text(0), count);
    return RespReply.drawn(call.text(0), last, session.largeNumbers());
  }

  private RespReply last(String name) {
    return service.last(name).map(RespReply::bulk).orElse(RespReply.NIL);
  }

  private RespReply lastOfEach(RespCall call) {
    return RespReply.list(call.texts(0).map(this::last).toList());
  }

  /** Counts a name as often as it is given, as Redis does. */
  private RespReply existing(RespCall call) {
    return RespReply.number(call.texts(0).filter(this::exists).count());
  }

  private boolean exists(String name) {
    return service.last(name).isPresent();
  }

  /** Answers as Redis would if every name that the command is about ignores it. */
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

  /** Only if there is none yet, or only if there is one: both are asked for by code that counts. */
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
    return RespReply.error("ERR "
        + command
        + " "
        + DESTRUCTIVE.get(command)
        + ": a number would come twice; nothing was changed");
  }

  private static RespReply unknown(RespCall call) {
    String command = call.command();
    String shown = command.length() > MAX_SHOWN ? command.substring(0, MAX_SHOWN) : command;
    return RespReply.error("ERR unknown command '" + shown + "': here are " + RespCatalog.NAMES);
  }
}
