package io.mintmark.server.resp;

import io.mintmark.server.access.Permission;
import io.mintmark.service.RunsOn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;

/**
 * One command: its syntax, its effect, the right that it requires, its cost, its thread and its
 * handler. Immutable; a row of {@link RespCatalog} makes one.
 */
final class RespCommand {

  /** Answers a call now or later, on its connection. */
  @FunctionalInterface
  interface Handler extends BiFunction<RespCommands, RespCall, CompletableFuture<RespReply>> {}

  private final Builder row;
  private final Handler handler;
  private final int arity;
  private final int lastName;

  private RespCommand(Builder row, Handler handler) {
    this.row = row;
    this.handler = handler;
    this.arity = row.syntax.arity();
    this.lastName = row.syntax.lastName();
  }

  /**
   * Starts a row.
   *
   * @param syntax the syntax for people, for example {@code MINT.NEXT name [COUNT n]}: parts in
   *     brackets are optional; {@code name} is a generator's name
   * @param summary the command's effect, in a few words
   */
  static Builder row(String syntax, String summary) {
    return new Builder(CommandSyntax.parse(syntax), summary);
  }

  CommandSyntax syntax() {
    return row.syntax;
  }

  /** The command's effect, in a few words. */
  String summary() {
    return row.summary;
  }

  /** The right that it requires. */
  Permission permission() {
    return row.permission;
  }

  /** A call's cost: how many ids it makes; a call that makes no ids costs 1. */
  long ids(RespCall call) {
    return row.ids.applyAsLong(call);
  }

  /** The threads on which a call is answered. */
  RunsOn runsOn(RespCommands commands, RespCall call) {
    return row.runsOn.apply(commands, call);
  }

  /** The largest size of the reply, or 0 if it is short. */
  long mostBytes(RespCommands commands, RespCall call) {
    return row.mostBytes.applyAsLong(commands, call);
  }

  /** The generators that a call names. */
  List<String> generators(RespCall call) {
    return lastName == 0
        ? List.of()
        : call.texts(0).limit(lastName < 0 ? call.count() : lastName).toList();
  }

  /** Answers a permitted call. */
  CompletableFuture<RespReply> answer(RespCommands commands, RespCall call) {
    int words = call.count() + 1;
    return words == arity || (arity < 0 && words >= -arity)
        ? handler.apply(commands, call)
        : CompletableFuture.completedFuture(RespReply.wrongCount(call));
  }

  /** The reply of COMMAND INFO for clients. It includes which words are names. */
  RespReply info() {
    return RespReply.list(List.of(
        RespReply.bulk(syntax().command()),
        RespReply.number(arity),
        RespReply.list(List.of(RespReply.simple(row.flag), RespReply.simple("fast"))),
        RespReply.number(lastName == 0 ? 0 : 1),
        RespReply.number(lastName),
        RespReply.number(lastName == 0 ? 0 : 1)));
  }

  /** The reply of COMMAND DOCS for people, from which redis-cli makes its help. */
  RespReply docs() {
    Map<String, RespReply> docs = new LinkedHashMap<>();
    docs.put("summary", RespReply.bulk(summary()));
    docs.put("since", RespReply.bulk("1.0.0"));
    docs.put("group", RespReply.bulk(lastName == 0 ? "connection" : "string"));
    if (!syntax().arguments().isEmpty()) {
      docs.put(
          "arguments",
          RespReply.list(syntax().arguments().stream().map(RespCommand::docs).toList()));
    }
    return RespReply.map(docs);
  }

  private static RespReply docs(CommandSyntax.Argument argument) {
    Map<String, RespReply> docs = new LinkedHashMap<>();
    docs.put("name", RespReply.bulk(argument.text()));
    docs.put("type", RespReply.bulk("string"));
    Set<String> flags = argument.flags();
    if (!flags.isEmpty()) {
      docs.put("flags", RespReply.list(flags.stream().map(RespReply::simple).toList()));
    }
    return RespReply.map(docs);
  }

  /** Builds a row. A method whose name starts with {@code answer} ends it. */
  static final class Builder {

    private final CommandSyntax syntax;
    private final String summary;
    private Permission permission = Permission.ANY_TOKEN;

    /** The flag for clients. The default means that a call may be sent again. */
    private String flag = "readonly";

    private ToLongFunction<RespCall> ids = call -> 1;
    private BiFunction<RespCommands, RespCall, RunsOn> runsOn =
        (commands, call) -> RunsOn.EVENT_LOOP;
    private ToLongBiFunction<RespCommands, RespCall> mostBytes = (commands, call) -> 0;

    private Builder(CommandSyntax syntax, String summary) {
      this.syntax = syntax;
      this.summary = summary;
    }

    /** Sets the right that it requires. The default is any token. */
    Builder allows(Permission who) {
      permission = who;
      return this;
    }

    /** Marks for clients that a call may not be sent again. */
    Builder writes() {
      flag = "write";
      return this;
    }

    /** Marks for clients that the command concerns its connection. */
    Builder isAboutConnection() {
      flag = "noscript";
      return this;
    }

    /** Sets how many ids a call makes, which is its cost. By default it makes none. */
    Builder makes(ToLongFunction<RespCall> count) {
      ids = count;
      return this;
    }

    /** Sets the threads on which calls are answered. The default is the event loop. */
    Builder on(BiFunction<RespCommands, RespCall, RunsOn> thread) {
      runsOn = thread;
      return this;
    }

    /** Sets the largest size of the reply, so that memory is reserved before the reply is made. */
    Builder atMostBytes(ToLongBiFunction<RespCommands, RespCall> bytes) {
      mostBytes = bytes;
      return this;
    }

    /** Ends the row with a handler that may answer later, and never waits. */
    RespCommand answersLater(Handler handler) {
      return new RespCommand(this, handler);
    }

    /** Ends the row with a handler that answers at once. */
    RespCommand answersFrom(BiFunction<RespCommands, RespCall, RespReply> handler) {
      return answersLater(
          (commands, call) -> CompletableFuture.completedFuture(handler.apply(commands, call)));
    }

    /** Ends the row with a handler whose reply depends on the connection's session. */
    RespCommand answersFromSession(BiFunction<RespSession, RespCall, RespReply> handler) {
      return answersFrom((commands, call) -> handler.apply(commands.session(), call));
    }

    /** Ends the row with a handler whose reply is the same for all clients. */
    RespCommand answersAll(Function<RespCall, RespReply> handler) {
      return answersFrom((commands, call) -> handler.apply(call));
    }
  }
}
