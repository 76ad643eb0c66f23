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
 * One command: how it is written, what it does, who may call it, what it costs, on which thread it
 * is answered and what answers it. Immutable; a row of {@link RespCatalog} makes one.
 */
final class RespCommand {

  /** Answers a call now or later, on the connection that it came over. */
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
   * Begins a row.
   *
   * @param syntax as people write it, for example {@code MINT.NEXT name [COUNT n]}: the words after
   *     {@code name} are what a call may leave out; {@code name} is a generator's
   * @param summary what the command does, in a few words
   */
  static Builder row(String syntax, String summary) {
    return new Builder(CommandSyntax.parse(syntax), summary);
  }

  CommandSyntax syntax() {
    return row.syntax;
  }

  /** What the command does, in a few words. */
  String summary() {
    return row.summary;
  }

  /** Who may call it. */
  Permission permission() {
    return row.permission;
  }

  /** How many ids a call makes; 1 if it makes none. */
  long ids(RespCall call) {
    return row.ids.applyAsLong(call);
  }

  /** On which thread a call is answered. */
  RunsOn runsOn(RespCommands commands, RespCall call) {
    return row.runsOn.apply(commands, call);
  }

  /** How large the reply may be, or 0 if it is short. */
  long mostBytes(RespCommands commands, RespCall call) {
    return row.mostBytes.applyAsLong(commands, call);
  }

  /** The generators that a call is about. */
  List<String> generators(RespCall call) {
    return lastName == 0
        ? List.of()
        : call.texts(0).limit(lastName < 0 ? call.count() : lastName).toList();
  }

  /** Answers a call, which was let through. */
  CompletableFuture<RespReply> answer(RespCommands commands, RespCall call) {
    int words = call.count() + 1;
    return words == arity || (arity < 0 && words >= -arity)
        ? handler.apply(commands, call)
        : CompletableFuture.completedFuture(RespReply.wrongCount(call));
  }

  /** What COMMAND INFO tells clients: among other things, which words are names. */
  RespReply info() {
    return RespReply.list(List.of(
        RespReply.bulk(syntax().command()),
        RespReply.number(arity),
        RespReply.list(List.of(RespReply.simple(row.flag), RespReply.simple("fast"))),
        RespReply.number(lastName == 0 ? 0 : 1),
        RespReply.number(lastName),
        RespReply.number(lastName == 0 ? 0 : 1)));
  }

  /** What COMMAND DOCS tells people, and what redis-cli makes its help of. */
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

  /** A row that is being written; one of the methods that begin with {@code answer} ends it. */
  static final class Builder {

    private final CommandSyntax syntax;
    private final String summary;
    private Permission permission = Permission.ANY_TOKEN;

    /** What clients may conclude from it: by default, that a call may be sent again. */
    private String flag = "readonly";

    private ToLongFunction<RespCall> ids = call -> 1;
    private BiFunction<RespCommands, RespCall, RunsOn> runsOn =
        (commands, call) -> RunsOn.EVENT_LOOP;
    private ToLongBiFunction<RespCommands, RespCall> mostBytes = (commands, call) -> 0;

    private Builder(CommandSyntax syntax, String summary) {
      this.syntax = syntax;
      this.summary = summary;
    }

    /** Sets who may call it. The default is everybody with a token. */
    Builder allows(Permission who) {
      permission = who;
      return this;
    }

    /** Tells clients that a call may not be sent again. */
    Builder writes() {
      flag = "write";
      return this;
    }

    /** Tells clients that it is about its connection. */
    Builder isAboutConnection() {
      flag = "noscript";
      return this;
    }

    /** Sets how many ids a call makes, which is what it costs. Without this it makes none. */
    Builder makes(ToLongFunction<RespCall> count) {
      ids = count;
      return this;
    }

    /** Sets on which thread each call is answered. The default is the event loop. */
    Builder on(BiFunction<RespCommands, RespCall, RunsOn> thread) {
      runsOn = thread;
      return this;
    }

    /** Sets how large the reply may be, for memory to be taken before it is made. */
    Builder atMostBytes(ToLongBiFunction<RespCommands, RespCall> bytes) {
      mostBytes = bytes;
      return this;
    }

    /** Ends the row with what may answer later, and never waits. */
    RespCommand answersLater(Handler handler) {
      return new RespCommand(this, handler);
    }

    /** Ends the row with what answers at once. */
    RespCommand answersFrom(BiFunction<RespCommands, RespCall, RespReply> handler) {
      return answersLater(
          (commands, call) -> CompletableFuture.completedFuture(handler.apply(commands, call)));
    }

    /** Ends the row with what answers by what the connection has agreed on with its client. */
    RespCommand answersFromSession(BiFunction<RespSession, RespCall, RespReply> handler) {
      return answersFrom((commands, call) -> handler.apply(commands.session(), call));
    }

    /** Ends the row with what answers all clients the same. */
    RespCommand answersAll(Function<RespCall, RespReply> handler) {
      return answersFrom((commands, call) -> handler.apply(call));
    }
  }
}
