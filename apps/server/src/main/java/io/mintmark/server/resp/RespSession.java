package io.mintmark.server.resp;

import io.mintmark.server.access.Principal;
import io.mintmark.server.access.RequestTrace;
import io.mintmark.server.access.ShownToken;
import io.mintmark.server.net.Connection;
import io.mintmark.service.Problem;
import io.mintmark.service.ProblemException;
import io.mintmark.service.Version;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The state of one connection that its client can set, and the commands that change or describe it.
 * Only the connection's event loop uses it.
 */
final class RespSession {

  private static final int OLDEST_VERSION = 2;

  /** A limit, because a connection's name is kept as long as the connection. */
  private static final int MAX_NAME_LENGTH = 128;

  /**
   * Fields of Redis for subscriptions, transactions and buffers, which this server lacks. Clients
   * such as redis-py read each of them as a number, and fail without it. An unknown field would
   * make other clients fail.
   */
  private static final String UNUSED =
      " sub=0 psub=0 ssub=0 multi=-1 qbuf=0 qbuf-free=0 argv-mem=0 multi-mem=0 rbs=0 rbp=0 obl=0"
          + " oll=0 omem=0 tot-mem=0";

  private final Connection connection;
  private final String server;
  /** The connection's authentication. */
  final ShownToken token;

  /** The version of the protocol of its replies, 2 or 3. */
  int version = OLDEST_VERSION;

  private String name = "";

  /** How large numbers are returned in database 0. */
  private final LargeNumbers configured;

  /** How large numbers are returned in the selected database. */
  LargeNumbers largeNumbers;

  /**
   * Makes a session in its initial state.
   *
   * @param server the start of the ids of its commands
   * @param token its authentication
   * @param configured how large numbers are returned in database 0
   */
  RespSession(Connection connection, String server, ShownToken token, LargeNumbers configured) {
    this.connection = connection;
    this.server = server;
    this.token = token;
    this.configured = configured;
    this.largeNumbers = configured;
  }

  /**
   * Returns the trace of a command, for a record. No other command of any server has the same id,
   * before or after a restart.
   */
  RequestTrace trace(RespCall call) {
    String id = server + "-" + connection.id + "-" + call.number;
    return new RequestTrace(id, "", Long.toString(connection.id), name);
  }

  /** Both databases have the same names. Only the replies of INCR differ. */
  Object select(RespCall call) {
    if (!call.first.equals("0") && !call.first.equals("1")) {
      return RespReply.error(
          "no such database: use 0, or 1, where numbers are texts; both have the same names");
    }
    largeNumbers = call.first.equals("0") ? configured : LargeNumbers.TEXT;
    return RespReply.OK;
  }

  /**
   * Runs {@code AUTH token} or {@code AUTH name token}. After a wrong token, a valid token from
   * before no longer counts.
   */
  RespReply auth(RespCall call) {
    return switch (call.count()) {
      case 1 -> auth(call, ShownToken.ANY_NAME, call.first);
      case 2 -> auth(call, call.first, call.text(1));
      default -> RespReply.wrongCount(call);
    };
  }

  private RespReply auth(RespCall call, String tokenName, String text) {
    if (!token.isAsked()) {
      return RespReply.error("no password is set here, so leave out AUTH; nothing was changed");
    }
    token.show(text);
    try {
      token.check(tokenName);
      return RespReply.OK;
    } catch (ProblemException e) { // It is counted in the same way as any other refusal.
      token.refused(e, trace(call));
      token.leave();
      return RespReply.error("WRONGPASS", Problem.report(e).detail());
    }
  }

  /** Applies all options or none. The reply is in the requested version. */
  Object hello(RespCall call) {
    String wanted = call.count() == 0 ? Integer.toString(version) : call.first;
    if (!wanted.equals("2") && !wanted.equals("3")) {
      return RespReply.error("NOPROTO", "unsupported protocol version: use 2 or 3");
    }
    String newName = name;
    int auth = 0;
    for (int i = 1; i < call.count(); i += 2) {
      String option = call.text(i).toUpperCase(Locale.ROOT);
      if (option.equals("AUTH") && i + 2 < call.count()) {
        auth = ++i;
      } else if (option.equals("SETNAME") && i + 1 < call.count()) {
        newName = call.text(i + 1);
      } else {
        return RespReply.error("syntax error in HELLO option '" + RespCall.shown(option) + "'");
      }
    }
    if (!isName(newName)) {
      return wrongName();
    }
    if (auth > 0) {
      RespReply shown = auth(call, call.text(auth), call.text(auth + 1));
      if (!shown.equals(RespReply.OK)) {
        return shown;
      }
    }
    Principal unused = token.caller(); // Throws if no token was shown.
    version = Integer.parseInt(wanted);
    name = newName;
    Map<String, Object> greeting = new LinkedHashMap<>();
    greeting.put("server", "mintmark");
    greeting.put("version", Version.TEXT);
    greeting.put("proto", version);
    greeting.put("id", connection.id);
    greeting.put("mode", "standalone");
    greeting.put("role", "master");
    greeting.put("modules", List.of());
    return greeting;
  }

  RespReply reset() {
    version = OLDEST_VERSION;
    name = "";
    largeNumbers = configured;
    token.leave();
    return RespReply.simple("RESET");
  }

  /** Runs CLIENT. */
  Object client(RespCall call) {
    return switch (call.subcommand()) {
      case "ID" -> connection.id;
      case "INFO" -> description();
      case "GETNAME" -> Optional.of(name).filter(set -> !set.isEmpty());
      case "SETNAME" -> call.count() == 2 ? setName(call.text(1)) : RespReply.wrongCount(call);
      case "SETINFO" -> call.count() == 3 ? RespReply.OK : RespReply.wrongCount(call);
      default ->
        RespReply.error("unknown subcommand '"
            + RespCall.shown(call.subcommand())
            + "': CLIENT has ID, INFO, GETNAME, SETNAME and SETINFO here");
    };
  }

  private RespReply setName(String newName) {
    if (!isName(newName)) {
      return wrongName();
    }
    name = newName;
    return RespReply.OK;
  }

  private static boolean isName(String text) {
    return text.length() <= MAX_NAME_LENGTH && text.chars().allMatch(c -> c > ' ' && c < 0x7F);
  }

  private static RespReply wrongName() {
    return RespReply.error("a connection's name has at most "
        + MAX_NAME_LENGTH
        + " visible ASCII characters and no spaces; nothing was changed");
  }

  /**
   * Describes the connection as Redis does. The connection is never idle, because it has just sent
   * this command.
   */
  private String description() {
    return "id=" + connection.id
        + " addr=" + connection.from()
        + " laddr=" + connection.to()
        + " name=" + name
        + " age=" + connection.ageSeconds()
        + " idle=0 flags=N db=" + (largeNumbers == LargeNumbers.TEXT ? 1 : 0)
        + " resp=" + version
        + UNUSED
        + " user=" + token.caller().name()
        + "\n";
  }
}
