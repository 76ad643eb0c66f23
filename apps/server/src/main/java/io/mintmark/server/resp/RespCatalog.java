package io.mintmark.server.resp;

import static io.mintmark.server.access.Permission.ANY_TOKEN;
import static io.mintmark.server.access.Permission.NEXT;
import static io.mintmark.server.access.Permission.NONE;
import static io.mintmark.server.access.Permission.READ;
import static io.mintmark.server.access.Permission.READ_GENERATOR;

import io.mintmark.server.access.Permission;
import io.mintmark.service.RunsOn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The commands that there are, a row for each: what answers it and where, what a caller needs, what
 * it costs, and what COMMAND tells of it to clients and redis-cli's help to people. A new command
 * takes a row here and a handler.
 */
final class RespCatalog {

  /** It may be sent again. */
  private static final String READS = "readonly";

  /** It may not. */
  private static final String WRITES = "write";

  /** It is about its connection. */
  private static final String CONNECTS = "noscript";

  /**
   * One command.
   *
   * @param name in lower case, as Redis shows it
   * @param permission what a caller needs for it
   * @param arity how many words it has with its name; if negative, at least so many
   * @param flag what clients may conclude: whether it is safe to repeat, and where
   * @param lastKey which of its words is the last name of a sequence, as Redis counts: 0 if none,
   *     -1 if all are
   * @param handler answers it
   * @param summary what it does here
   * @param runsOn where it is answered
   * @param cost how many ids it makes; 1 if it makes none
   * @param mostBytes how large its reply may be, as far as that is known beforehand
   */
  record Entry(
      String name,
      Permission permission,
      int arity,
      String flag,
      int lastKey,
      BiFunction<RespCommands, RespCall, CompletableFuture<RespReply>> handler,
      String summary,
      BiFunction<RespCommands, RespCall, RunsOn> runsOn,
      ToLongFunction<RespCall> cost,
      ToLongBiFunction<RespCommands, RespCall> mostBytes) {

    /** With what it does here. */
    private Entry says(String what) {
      return new Entry(
          name, permission, arity, flag, lastKey, handler, what, runsOn, cost, mostBytes);
    }

    /** For a command that makes ids. */
    private Entry making(
        ToLongFunction<RespCall> ids,
        BiFunction<RespCommands, RespCall, RunsOn> where,
        ToLongBiFunction<RespCommands, RespCall> bytes) {
      return new Entry(name, permission, arity, flag, lastKey, handler, summary, where, ids, bytes);
    }

    /** Answers a call, which was let through. */
    CompletableFuture<RespReply> answer(RespCommands commands, RespCall call) {
      int words = call.count() + 1;
      return words == arity || (arity < 0 && words >= -arity)
          ? handler.apply(commands, call)
          : CompletableFuture.completedFuture(RespReply.wrongCount(call));
    }

    /** The generators that a call of it is about. */
    List<String> generators(RespCall call) {
      return lastKey == 0
          ? List.of()
          : call.texts(0).limit(lastKey < 0 ? call.count() : lastKey).toList();
    }

    RespReply info() {
      return RespReply.list(List.of(
          RespReply.bulk(name),
          RespReply.number(arity),
          RespReply.list(List.of(RespReply.simple(flag), RespReply.simple("fast"))),
          RespReply.number(lastKey == 0 ? 0 : 1),
          RespReply.number(lastKey),
          RespReply.number(lastKey == 0 ? 0 : 1)));
    }

    RespReply docs() {
      Map<String, RespReply> docs = new LinkedHashMap<>();
      docs.put("summary", RespReply.bulk(summary));
      docs.put("since", RespReply.bulk("1.0.0"));
      docs.put("group", RespReply.bulk(lastKey == 0 ? "connection" : "string"));
      return RespReply.map(docs);
    }
  }

  private static final Map<String, Entry> ENTRIES = Stream.of(
          row("incr", NEXT, 2, WRITES, 1, RespCommands::increments).says("Draws the next number"),
          row("incrby", NEXT, 3, WRITES, 1, RespCommands::incrementBy)
              .says("Draws numbers without a gap; answers the last")
              .making(
                  RespCatalog::by, (commands, call) -> RunsOn.EVENT_LOOP, (commands, call) -> 0),
          row("get", READ_GENERATOR, 2, READS, 1, now(RespCommands::last))
              .says("The last id drawn through this server"),
          row("mget", READ_GENERATOR, -2, READS, -1, now(RespCommands::lastOfEach))
              .says("The last ids drawn through this server"),
          row("exists", READ_GENERATOR, -2, READS, -1, now(RespCommands::existing))
              .says("How many of the names have an id drawn here"),
          row("ttl", READ_GENERATOR, 2, READS, 1, now(RespCommands::timeToLive))
              .says("-1, as nothing expires; -2 before the first id"),
          row("pttl", READ_GENERATOR, 2, READS, 1, now(RespCommands::timeToLive))
              .says("What TTL answers"),
          row(
                  "mint.next",
                  NEXT,
                  -2,
                  WRITES,
                  1,
                  (commands, call) -> commands.mint().next(call))
              .says("Makes ids: [COUNT n] [ROUTE id] [VAR name v]")
              .making(
                  MintCommands::largestCount,
                  (commands, call) -> commands.mint().nextRunsOn(call),
                  (commands, call) -> commands.mint().nextBytes(call)),
          row("mint.inspect", READ, 2, READS, 0, now(RespCommands::inspect))
              .says("Reads an id in every way that fits"),
          row("ping", ANY_TOKEN, -1, READS, 0, session(RespSession::ping))
              .says("Answers PONG, or what it is given"),
          row("echo", ANY_TOKEN, 2, READS, 0, session(RespSession::echo))
              .says("Answers what it is given"),
          row("auth", NONE, -2, CONNECTS, 0, session(RespSession::auth)).says("Shows a token"),
          row("hello", NONE, -1, CONNECTS, 0, session(RespSession::hello))
              .says("Agrees on version 2 or 3 of the protocol"),
          row("client", ANY_TOKEN, -2, CONNECTS, 0, session(RespSession::client))
              .says("Names this connection"),
          row("command", ANY_TOKEN, -1, READS, 0, plain(RespCatalog::answer))
              .says("Tells which commands there are"),
          row("cluster", ANY_TOKEN, -2, READS, 0, plain(RespFacts::cluster))
              .says("Is refused: this is no cluster"),
          row("config", ANY_TOKEN, -2, READS, 0, plain(RespFacts::config))
              .says("Tells settings that clients look for"),
          row("info", ANY_TOKEN, -1, READS, 0, plain(RespFacts::info))
              .says("Tells what this server is"),
          row("select", ANY_TOKEN, 2, CONNECTS, 0, session(RespSession::select))
              .says("Takes database 0, or 1, where numbers are texts"),
          row("reset", NONE, 1, CONNECTS, 0, session(RespSession::reset))
              .says("Makes this connection as new"),
          row("quit", NONE, -1, CONNECTS, 0, plain(call -> RespReply.OK))
              .says("Closes this connection"))
      .collect(Collectors.toMap(
          Entry::name, entry -> entry, (first, second) -> first, LinkedHashMap::new));

  private static final Map<String, Entry> BY_COMMAND = ENTRIES.values().stream()
      .collect(Collectors.toMap(entry -> entry.name().toUpperCase(Locale.ROOT), entry -> entry));

  /** The names of all, for a message. */
  static final String NAMES = String.join(", ", ENTRIES.keySet()).toUpperCase(Locale.ROOT);

  private RespCatalog() {}

  private static Entry row(
      String name,
      Permission permission,
      int arity,
      String flag,
      int lastKey,
      BiFunction<RespCommands, RespCall, CompletableFuture<RespReply>> handler) {
    return new Entry(
        name,
        permission,
        arity,
        flag,
        lastKey,
        handler,
        "",
        (commands, call) -> RunsOn.EVENT_LOOP,
        call -> 1,
        (commands, call) -> 0);
  }

  /** For what is answered when it is asked. */
  private static BiFunction<RespCommands, RespCall, CompletableFuture<RespReply>> now(
      BiFunction<RespCommands, RespCall, RespReply> handler) {
    return (commands, call) -> CompletableFuture.completedFuture(handler.apply(commands, call));
  }

  private static BiFunction<RespCommands, RespCall, CompletableFuture<RespReply>> plain(
      Function<RespCall, RespReply> handler) {
    return now((commands, call) -> handler.apply(call));
  }

  private static BiFunction<RespCommands, RespCall, CompletableFuture<RespReply>> session(
      BiFunction<RespSession, RespCall, RespReply> handler) {
    return now((commands, call) -> handler.apply(commands.session(), call));
  }

  /** How many ids INCRBY makes. */
  private static long by(RespCall call) {
    return call.count() == 2 ? call.number(1) : 1;
  }

  /** All of them. */
  static List<Entry> all() {
    return List.copyOf(ENTRIES.values());
  }

  /** What is said of a command; nothing is done that is not here. */
  static Optional<Entry> find(String command) {
    return Optional.ofNullable(BY_COMMAND.get(command));
  }

  static RespReply answer(RespCall call) {
    if (call.count() == 0) {
      return RespReply.list(ENTRIES.values().stream().map(Entry::info).toList());
    }
    return switch (call.text(0).toUpperCase(Locale.ROOT)) {
      case "COUNT" -> RespReply.number(ENTRIES.size());
      case "LIST" ->
        RespReply.list(ENTRIES.keySet().stream().map(RespReply::bulk).toList());
      case "INFO" ->
        RespReply.list(named(call)
            .map(found -> found.map(Entry::info).orElse(RespReply.NIL))
            .toList());
      case "DOCS" -> {
        Map<String, RespReply> docs = new LinkedHashMap<>();
        named(call).flatMap(Optional::stream).forEach(each -> docs.put(each.name(), each.docs()));
        yield RespReply.map(docs);
      }
      default -> RespReply.error("ERR COMMAND has COUNT, DOCS, INFO and LIST here");
    };
  }

  /** The entries that a call names behind its subcommand, all if it names none. */
  private static Stream<Optional<Entry>> named(RespCall call) {
    if (call.count() == 1) {
      return ENTRIES.values().stream().map(Optional::of);
    }
    return call.texts(1)
        .map(name -> Optional.ofNullable(ENTRIES.get(name.toLowerCase(Locale.ROOT))));
  }
}
