package io.mintmark.server.resp;

import io.mintmark.server.service.IdService;
import io.mintmark.server.service.Problem;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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

  /** Commands that clients choose among by themselves: who ignores the one ignores the other. */
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

  RespCommands(IdService service, RespSession session) {
    this.service = service;
    this.mint = new MintCommands(service);
    this.session = session;
  }

  boolean waits(RespCall call) {
    return switch (call.command()) {
      case "INCR" -> call.count() == 1 && service.waits(call.text(0));
      case "INCRBY" -> true;
      case "MINT.NEXT" -> mint.nextWaits(call);
      default -> false;
    };
  }

  RespReply answer(RespCall call) {
    if (!call.fault().isEmpty()) {
      return RespReply.error("ERR Protocol error: " + call.fault());
    }
    try {
      return reply(call);
    } catch (Throwable e) { // The top of a request: whatever failed, the client is told.
      return RespReply.error("ERR " + Problem.of(e).detail());
    }
  }

  private RespReply reply(RespCall call) {
    return switch (call.command()) {
      case "INCR" ->
        call.count() == 1
            ? RespReply.number(service.increment(call.text(0)))
            : RespReply.wrongCount(call);
      case "INCRBY" -> call.count() == 2 ? incrementBy(call) : RespReply.wrongCount(call);
      case "GET" -> call.count() == 1 ? last(call.text(0)) : RespReply.wrongCount(call);
      case "MINT.NEXT" -> call.count() > 0 ? mint.next(call) : RespReply.wrongCount(call);
      case "MINT.INSPECT" -> call.count() == 1 ? mint.inspect(call) : RespReply.wrongCount(call);
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
      default -> DESTRUCTIVE.containsKey(call.command()) ? destructive(call) : unknown(call);
    };
  }

  private RespReply incrementBy(RespCall call) {
    long count;
    try {
      count = Long.parseLong(call.text(1));
    } catch (NumberFormatException e) {
      return RespReply.error("ERR value is not an integer or out of range");
    }
    return RespReply.number(service.increment(call.text(0), count));
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
  private RespReply destructive(RespCall call) {
    String command = call.command();
    boolean ofMany = command.equals("DEL") || command.equals("UNLINK");
    int names = ofMany ? call.count() : Math.min(1, call.count());
    for (int i = 0; i < names; i++) {
      if (!ignores(call.text(i), command)) {
        return refused(command);
      }
    }
    if (names == 0) {
      return refused(command);
    }
    return switch (command) {
      case "GETSET" -> last(call.text(0));
      case "SET" -> set(call);
      case "SETNX" -> RespReply.number(exists(call.text(0)) ? 0 : 1);
      default ->
        RespReply.number(
            IntStream.range(0, names).filter(i -> exists(call.text(i))).count());
    };
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
