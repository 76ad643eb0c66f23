package io.mintmark.server.resp;

import io.mintmark.server.access.Principal;
import io.mintmark.server.access.RequestTrace;
import io.mintmark.server.access.ShownToken;
import io.mintmark.server.net.OpenConnection;
import io.mintmark.service.Problem;
import io.mintmark.service.Version;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The state of one connection that its client can set, and the commands that change it. Only the
 * connection's event loop uses it.
 */
final class RespSession {

  private static final int OLDEST_VERSION = 2;
  private static final int NEWEST_VERSION = 3;

  /** A limit, because a connection's name is kept as long as the connection. */
  private static final int MAX_NAME_LENGTH = 128;

  private static final RespReply NO_PASSWORDS =
      RespReply.error("ERR no password is set here, so leave out AUTH; nothing was changed");

  private final Supplier<OpenConnection> self;
  private final String server;
  private final ShownToken shownToken;
  private int version = OLDEST_VERSION;
  private String name = "";

  /** How large numbers are returned in database 0. */
  private final LargeNumbers configured;

  private LargeNumbers largeNumbers;

  /**
   * Makes a session in its initial state.
   *
   * @param self describes the connection
   * @param server the start of the ids of its commands
   * @param shownToken its authentication
   * @param configured how large numbers are returned in database 0
   */
  RespSession(
      Supplier<OpenConnection> self,
      String server,
      ShownToken shownToken,
      LargeNumbers configured) {
    this.self = self;
    this.server = server;
    this.shownToken = shownToken;
    this.configured = configured;
    this.largeNumbers = configured;
  }

  /** How large numbers are returned in the selected database. */
  LargeNumbers largeNumbers() {
    return largeNumbers;
  }

  /** The connection's authentication. */
  ShownToken shownToken() {
    return shownToken;
  }

  /** The version of the protocol of its replies, 2 or 3. */
  int version() {
    return version;
  }

  RespReply echo(RespCall call) {
    return RespReply.bulk(call.arguments().get(0));
  }

  RespReply ping(RespCall call) {
    return switch (call.count()) {
      case 0 -> RespReply.simple("PONG");
      case 1 -> RespReply.bulk(call.arguments().get(0));
      default -> RespReply.wrongCount(call);
    };
  }

  /** Both databases have the same names. Only the replies of INCR differ. */
  RespReply select(RespCall call) {
    boolean first = call.text(0).equals("0");
    if (!first && !call.text(0).equals("1")) {
      return RespReply.error(
          "ERR no such database: use 0, or 1, where numbers are texts; both have the same names");
    }
    largeNumbers = first ? configured : LargeNumbers.TEXT;
    return RespReply.OK;
  }

  /**
   * Runs {@code AUTH token} or {@code AUTH name token}. After a wrong token, a valid token from
   * before no longer counts.
   */
  RespReply auth(RespCall call) {
    return switch (call.count()) {
      case 1 -> auth(call, ShownToken.ANY_NAME, call.text(0)).orElse(RespReply.OK);
      case 2 -> auth(call, call.text(0), call.text(1)).orElse(RespReply.OK);
      default -> RespReply.wrongCount(call);
    };
  }

  /** Shows a token. Returns an error if it is not valid. */
  private Optional<RespReply> auth(RespCall call, String tokenName, String token) {
    if (!shownToken.isAsked()) {
      return Optional.of(NO_PASSWORDS);
    }
    shownToken.show(token);
    if (shownToken.holds(tokenName)) {
      return Optional.empty();
    }
    // The failure is counted in the same way as the refusal of any other call.
    Problem problem = Problem.report(shownToken.reject(trace(call)));
    return Optional.of(RespReply.error("WRONGPASS " + problem.detail()));
  }

  /** Applies all options or none. The reply is in the requested version. */
  RespReply hello(RespCall call) {
    int wanted = call.count() == 0 ? version : version(call.text(0));
    if (wanted < OLDEST_VERSION || wanted > NEWEST_VERSION) {
      return RespReply.error("NOPROTO unsupported protocol version: use 2 or 3");
    }
    String newName = name;
    int auth = 0;
    for (int i = 1; i < call.count(); i += 2) {
      String option = call.text(i).toUpperCase(Locale.ROOT);
      if (option.equals("AUTH") && i + 2 < call.count()) {
        auth = ++i;
        continue;
      }
      if (!option.equals("SETNAME") || i + 1 == call.count()) {
        return RespReply.error("ERR syntax error in HELLO option '" + RespCall.shown(option) + "'");
      }
      newName = call.text(i + 1);
      if (!isName(newName)) {
        return wrongName();
      }
    }
    Optional<RespReply> refusal =
        auth == 0 ? Optional.empty() : auth(call, call.text(auth), call.text(auth + 1));
    if (refusal.isPresent()) {
      return refusal.get();
    }
    Principal unused = shownToken.caller(); // Throws if no token was shown.
    version = wanted;
    name = newName;
    return RespReply.map(greeting());
  }

  private static int version(String text) {
    return text.length() == 1 ? text.charAt(0) - '0' : 0;
  }

  private Map<String, RespReply> greeting() {
    Map<String, RespReply> greeting = new LinkedHashMap<>();
    greeting.put("server", RespReply.bulk("mintmark"));
    greeting.put("version", RespReply.bulk(Version.TEXT));
    greeting.put("proto", RespReply.number(version));
    greeting.put("id", RespReply.number(self().id()));
    greeting.put("mode", RespReply.bulk("standalone"));
    greeting.put("role", RespReply.bulk("master"));
    greeting.put("modules", RespReply.list(List.of()));
    return greeting;
  }

  /** The connection's name; empty if it is not set. */
  String name() {
    return name;
  }

  /** The present description of the connection. */
  OpenConnection self() {
    return self.get();
  }

  /** The trace of a command. */
  RequestTrace trace(RespCall call) {
    return RequestTrace.ofCommand(id(call), self().id(), name);
  }

  /**
   * Returns the id of a command. The id is made only when it is recorded. No other command of any
   * server has the same id, before or after a restart. Commands that were sent in a row and
   * answered together share an id.
   */
  String id(RespCall call) {
    return server + "-" + self().id() + "-" + call.numbers();
  }

  /** The selected database. */
  int database() {
    return largeNumbers == LargeNumbers.TEXT ? 1 : 0;
  }

  RespReply setName(String newName) {
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
    return RespReply.error("ERR a connection's name has at most "
        + MAX_NAME_LENGTH
        + " visible ASCII characters and no spaces; nothing was changed");
  }

  RespReply reset(RespCall call) {
    version = OLDEST_VERSION;
    name = "";
    largeNumbers = configured;
    shownToken.leave();
    return RespReply.simple("RESET");
  }
}
