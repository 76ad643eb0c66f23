package io.mintmark.server.resp;

import io.mintmark.server.net.OpenConnection;
import java.util.Locale;

/**
 * Runs CLIENT: names and describes a connection. The reply has exactly the fields of Redis, because
 * some clients refuse an unknown field.
 */
final class ClientCommands {

  /**
   * Fields of Redis for subscriptions, transactions and buffers, which this server lacks. Clients
   * such as redis-py read each of them as a number, and fail without it.
   */
  private static final String UNUSED =
      " sub=0 psub=0 ssub=0 multi=-1 qbuf=0 qbuf-free=0 argv-mem=0 multi-mem=0 rbs=0 rbp=0 obl=0"
          + " oll=0 omem=0 tot-mem=0";

  private ClientCommands() {}

  static RespReply answer(RespSession session, RespCall call) {
    String what = call.text(0).toUpperCase(Locale.ROOT);
    return switch (what) {
      case "ID" -> RespReply.number(session.self().id());
      case "INFO" -> RespReply.bulk(describe(session));
      case "GETNAME" -> session.name().isEmpty() ? RespReply.NIL : RespReply.bulk(session.name());
      case "SETNAME" ->
        call.count() == 2 ? session.setName(call.text(1)) : RespReply.wrongCount(call);
      case "SETINFO" -> call.count() == 3 ? setInfo(call) : RespReply.wrongCount(call);
      case "NO-EVICT", "NO-TOUCH" ->
        call.count() == 2 ? setCaching(call.text(1)) : RespReply.wrongCount(call);
      default ->
        RespReply.error("ERR unknown subcommand '"
            + RespCall.shown(what)
            + "': CLIENT has ID, INFO, GETNAME, SETNAME, SETINFO, NO-EVICT and NO-TOUCH here");
    };
  }

  /** Checks the library's name or version as Redis does. Changes nothing. */
  private static RespReply setInfo(RespCall call) {
    String what = call.text(1).toLowerCase(Locale.ROOT);
    if (!what.equals("lib-name") && !what.equals("lib-ver")) {
      return RespReply.error("ERR Unrecognized option '" + RespCall.shown(call.text(1)) + "'");
    }
    return call.text(2).chars().allMatch(c -> c > ' ' && c < 0x7F)
        ? RespReply.OK
        : RespReply.error(
            "ERR " + what + " cannot contain spaces, newlines or special characters.");
  }

  /** Checks {@code ON} or {@code OFF}. Changes nothing, because there is no cache. */
  private static RespReply setCaching(String text) {
    return text.equalsIgnoreCase("on") || text.equalsIgnoreCase("off")
        ? RespReply.OK
        : RespReply.error("ERR syntax error");
  }

  /**
   * Describes the connection as Redis does. The connection is never idle, because it has just sent
   * this command.
   */
  private static String describe(RespSession session) {
    OpenConnection self = session.self();
    return "id=" + self.id()
        + " addr=" + self.from()
        + " laddr=" + self.to()
        + " name=" + session.name()
        + " age=" + self.ageSeconds()
        + " idle=0 flags=N db=" + session.database()
        + " resp=" + session.version()
        + UNUSED
        + " user=" + session.shownToken().name()
        + "\n";
  }
}
