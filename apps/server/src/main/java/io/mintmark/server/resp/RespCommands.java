package io.mintmark.server.resp;

import io.mintmark.server.service.IdService;
import io.mintmark.server.service.Problem;
import io.mintmark.server.service.Version;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

  private static final int MAX_SHOWN = 32;
  private static final String COMMANDS =
      "INCR, INCRBY, GET, MINT.NEXT, MINT.INSPECT, PING, ECHO, SELECT, HELLO, CLIENT, COMMAND,"
          + " QUIT";

  private final IdService service;
  private final MintCommands mint;
  private final long connectionId;
  private String connectionName = "";

  RespCommands(IdService service, long connectionId) {
    this.service = service;
    this.mint = new MintCommands(service);
    this.connectionId = connectionId;
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
        call.count() == 1 ? RespReply.number(service.increment(call.text(0))) : wrongCount(call);
      case "INCRBY" -> call.count() == 2 ? incrementBy(call) : wrongCount(call);
      case "GET" -> call.count() == 1 ? last(call.text(0)) : wrongCount(call);
      case "MINT.NEXT" -> call.count() > 0 ? mint.next(call) : wrongCount(call);
      case "MINT.INSPECT" -> call.count() == 1 ? mint.inspect(call) : wrongCount(call);
      case "PING" -> ping(call);
      case "ECHO" -> call.count() == 1 ? RespReply.bulk(call.arguments().get(0)) : wrongCount(call);
      case "SELECT" -> select(call);
      case "HELLO" -> hello(call);
      case "CLIENT" -> client(call);
      case "COMMAND" -> RespReply.list(List.of());
      case "QUIT" -> RespReply.OK;
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

  private static RespReply ping(RespCall call) {
    return switch (call.count()) {
      case 0 -> RespReply.simple("PONG");
      case 1 -> RespReply.bulk(call.arguments().get(0));
      default -> wrongCount(call);
    };
  }

  private static RespReply select(RespCall call) {
    if (call.count() != 1) {
      return wrongCount(call);
    }
    return call.text(0).equals("0")
        ? RespReply.OK
        : RespReply.error("ERR there is one database here, and its index is 0");
  }

  private RespReply hello(RespCall call) {
    if (call.count() > 0 && !call.text(0).equals("2")) {
      return RespReply.error("NOPROTO version 2 of the protocol is spoken here");
    }
    for (int i = 1; i < call.count(); i += 2) {
      if (!call.text(i).equalsIgnoreCase("SETNAME") || i + 1 == call.count()) {
        return RespReply.error("ERR HELLO takes SETNAME here, and no passwords");
      }
      connectionName = call.text(i + 1);
    }
    return RespReply.list(List.of(
        RespReply.bulk("server"),
        RespReply.bulk("mintmark"),
        RespReply.bulk("version"),
        RespReply.bulk(Version.TEXT),
        RespReply.bulk("proto"),
        RespReply.number(2),
        RespReply.bulk("id"),
        RespReply.number(connectionId),
        RespReply.bulk("mode"),
        RespReply.bulk("standalone"),
        RespReply.bulk("role"),
        RespReply.bulk("master"),
        RespReply.bulk("modules"),
        RespReply.list(List.of())));
  }

  private RespReply client(RespCall call) {
    String what = call.count() == 0 ? "" : call.text(0).toUpperCase(Locale.ROOT);
    return switch (what) {
      case "ID" -> RespReply.number(connectionId);
      case "SETINFO" -> RespReply.OK;
      case "GETNAME" -> RespReply.bulk(connectionName);
      case "SETNAME" -> call.count() == 2 ? setName(call.text(1)) : wrongCount(call);
      default -> RespReply.error("ERR CLIENT has ID, GETNAME, SETNAME and SETINFO here");
    };
  }

  private RespReply setName(String name) {
    connectionName = name;
    return RespReply.OK;
  }

  /** Answers as Redis would if every name that the command is about ignores it. */
  private RespReply destructive(RespCall call) {
    String command = call.command();
    boolean ofMany = command.equals("DEL") || command.equals("UNLINK");
    int names = ofMany ? call.count() : Math.min(1, call.count());
    for (int i = 0; i < names; i++) {
      if (!service.ignores(call.text(i), command)) {
        return refused(command);
      }
    }
    if (names == 0) {
      return refused(command);
    }
    return switch (command) {
      case "GETSET" -> last(call.text(0));
      case "SET" -> RespReply.OK;
      default ->
        RespReply.number(IntStream.range(0, names)
            .filter(i -> service.last(call.text(i)).isPresent())
            .count());
    };
  }

  private static RespReply refused(String command) {
    return RespReply.error("ERR "
        + command
        + " "
        + DESTRUCTIVE.get(command)
        + ": a number would come twice; nothing was changed");
  }

  private static RespReply wrongCount(RespCall call) {
    return RespReply.error("ERR wrong number of arguments for '"
        + call.command().toLowerCase(Locale.ROOT)
        + "' command");
  }

  private static RespReply unknown(RespCall call) {
    String command = call.command();
    String shown = command.length() > MAX_SHOWN ? command.substring(0, MAX_SHOWN) : command;
    return RespReply.error("ERR unknown command '" + shown + "': here are " + COMMANDS);
  }
}
