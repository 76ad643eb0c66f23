package io.mintmark.server.resp;

import io.mintmark.error.Message;
import io.mintmark.internal.text.WholeNumber;
import io.mintmark.server.access.Permission;
import io.mintmark.server.access.Principal;
import io.mintmark.server.net.ConnectedClient;
import io.mintmark.server.net.OpenConnection;
import io.mintmark.server.net.OpenConnections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What CLIENT does: a connection is named and told of itself, and an administrator sees all of them
 * and ends some. Connections are described in Redis's words, and in no others: there are clients
 * that refuse a word which they do not know.
 */
final class ClientCommands {

  /**
   * Fields of Redis for subscriptions, transactions and buffers, which are not here. Clients such
   * as redis-py read each of them as a number, and fail without it.
   */
  private static final String UNUSED =
      " sub=0 psub=0 ssub=0 multi=-1 qbuf=0 qbuf-free=0 argv-mem=0 multi-mem=0 rbs=0 rbp=0 obl=0"
          + " oll=0 omem=0 tot-mem=0";

  private final RespSession session;
  private final OpenConnections connections;

  ClientCommands(RespSession session, OpenConnections connections) {
    this.session = session;
    this.connections = connections;
  }

  CompletableFuture<RespReply> answer(RespCall call) {
    return switch (call.text(0).toUpperCase(Locale.ROOT)) {
      case "LIST" -> list(call);
      case "KILL" -> kill(call);
      default -> CompletableFuture.completedFuture(ofOwn(call));
    };
  }

  private RespReply ofOwn(RespCall call) {
    String what = call.text(0).toUpperCase(Locale.ROOT);
    return switch (what) {
      case "ID" -> RespReply.number(session.self().id());
      case "INFO" -> RespReply.bulk(line(session.self()));
      case "GETNAME" -> session.name().isEmpty() ? RespReply.NIL : RespReply.bulk(session.name());
      case "SETNAME" ->
        call.count() == 2 ? session.setName(call.text(1)) : RespReply.wrongCount(call);
      case "SETINFO" -> call.count() == 3 ? setInfo(call) : RespReply.wrongCount(call);
      case "NO-EVICT", "NO-TOUCH" ->
        call.count() == 2 ? setCaching(call.text(1)) : RespReply.wrongCount(call);
      default ->
        RespReply.error("ERR unknown subcommand '"
            + RespCall.shown(what)
            + "': CLIENT has ID, INFO, LIST, KILL, GETNAME, SETNAME, SETINFO, NO-EVICT and NO-TOUCH"
            + " here");
    };
  }

  /** Checks the library's name or version as Redis does. It changes nothing here. */
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

  /** Checks {@code ON} or {@code OFF}. It changes nothing, because there is no cache here. */
  private static RespReply setCaching(String text) {
    return text.equalsIgnoreCase("on") || text.equalsIgnoreCase("off")
        ? RespReply.OK
        : RespReply.error("ERR syntax error");
  }

  /** {@code LIST}, or {@code LIST ID id...}. */
  private CompletableFuture<RespReply> list(RespCall call) {
    operator(call);
    if (call.count() > 1 && (call.count() < 3 || !call.text(1).equalsIgnoreCase("ID"))) {
      throw new IllegalArgumentException("CLIENT LIST takes nothing or ID id...");
    }
    Set<Long> wanted = call.texts(2).map(ClientCommands::id).collect(Collectors.toSet());
    return connections
        .list()
        .thenApply(all -> RespReply.bulk(all.stream()
            .filter(each -> wanted.isEmpty() || wanted.contains(each.id()))
            .map(ClientCommands::line)
            .collect(Collectors.joining())));
  }

  /**
   * {@code KILL address}, which fails if there is none, or {@code KILL filter value...}, which
   * answers how many there were: without its own connection, unless {@code SKIPME no} is said.
   */
  private CompletableFuture<RespReply> kill(RespCall call) {
    Principal caller = operator(call);
    if (call.count() == 2) {
      String address = call.text(1);
      return end(caller, each -> each.from().equals(address))
          .thenApply(
              ended -> ended.isEmpty() ? RespReply.error("ERR No such client") : RespReply.OK);
    }
    if (call.count() < 3 || call.count() % 2 == 0) {
      throw new IllegalArgumentException(
          "CLIENT KILL takes an address, or filters with a value each; nothing was ended");
    }
    long own = session.self().id();
    boolean skipsOwn = true;
    Predicate<OpenConnection> which = each -> true;
    for (int i = 1; i < call.count(); i += 2) {
      String filter = call.text(i).toUpperCase(Locale.ROOT);
      String value = call.text(i + 1);
      if (filter.equals("SKIPME")) {
        skipsOwn = isYes(value);
      } else {
        which = which.and(filter(filter, value));
      }
    }
    if (skipsOwn) {
      which = which.and(each -> each.id() != own);
    }
    return end(caller, which).thenApply(ended -> RespReply.number(ended.size()));
  }

  private static Predicate<OpenConnection> filter(String filter, String value) {
    switch (filter) {
      case "ID" -> {
        long id = id(value);
        return each -> each.id() == id;
      }
      case "ADDR" -> {
        return each -> each.from().equals(value);
      }
      case "LADDR" -> {
        return each -> each.to().equals(value);
      }
      case "USER" -> {
        return each -> each.client().token().equals(value);
      }
      default ->
        throw new IllegalArgumentException(Message.of(
            "CLIENT KILL has the filters ID, ADDR, LADDR, USER and SKIPME: filter={}; nothing was"
                + " ended",
            RespCall.shown(filter)));
    }
  }

  private static boolean isYes(String value) {
    if (!value.equalsIgnoreCase("yes") && !value.equalsIgnoreCase("no")) {
      throw new IllegalArgumentException(
          Message.of("neither yes nor no: SKIPME={}; nothing was ended", RespCall.shown(value)));
    }
    return value.equalsIgnoreCase("yes");
  }

  private static long id(String text) {
    try {
      return WholeNumber.parse(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          Message.of("not a connection's number: ID={}", RespCall.shown(text)), e);
    }
  }

  private CompletableFuture<List<OpenConnection>> end(
      Principal caller, Predicate<OpenConnection> which) {
    return connections.end(which).thenApply(ended -> {
      ended.forEach(caller::ended);
      return ended;
    });
  }

  private Principal operator(RespCall call) {
    Principal caller = session.shownToken().caller().with(session.trace(call));
    caller.require(Permission.OPERATE);
    return caller;
  }

  private static String line(OpenConnection connection) {
    ConnectedClient client = connection.client();
    StringBuilder line = new StringBuilder("id=" + connection.id()
        + " addr=" + connection.from()
        + " laddr=" + connection.to()
        + " name=" + client.name()
        + " age=" + connection.ageSeconds()
        + " idle=" + connection.idleSeconds()
        + " flags=N");
    client.agreed().forEach((name, value) -> line.append(" " + name + "=" + value));
    return line.append(UNUSED).append(" user=" + client.token() + "\n").toString();
  }
}
