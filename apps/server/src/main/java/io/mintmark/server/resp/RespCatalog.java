package io.mintmark.server.resp;

import io.mintmark.server.access.RequiredScope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which commands there are, as COMMAND tells it to clients and redis-cli's help to people. */
final class RespCatalog {

  /**
   * One command.
   *
   * @param name in lower case, as Redis shows it
   * @param need what a caller needs for it
   * @param arity how many words it has with its name; if negative, at least so many
   * @param flag what clients may conclude: whether it is safe to repeat, and where
   * @param lastKey which of its words is the last name of a sequence, as Redis counts: 0 if none,
   *     -1 if all are
   * @param summary what it does here
   */
  record Entry(
      String name, RequiredScope need, int arity, String flag, int lastKey, String summary) {

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
          new Entry("incr", RequiredScope.NEXT, 2, "write", 1, "Draws the next number"),
          new Entry(
              "incrby",
              RequiredScope.NEXT,
              3,
              "write",
              1,
              "Draws numbers without a gap; answers the last"),
          new Entry(
              "get",
              RequiredScope.GENERATOR,
              2,
              "readonly",
              1,
              "The last id drawn through this server"),
          new Entry(
              "mget",
              RequiredScope.GENERATOR,
              -2,
              "readonly",
              -1,
              "The last ids drawn through this server"),
          new Entry(
              "exists",
              RequiredScope.GENERATOR,
              -2,
              "readonly",
              -1,
              "How many of the names have an id drawn here"),
          new Entry(
              "ttl",
              RequiredScope.GENERATOR,
              2,
              "readonly",
              1,
              "-1, as nothing expires; -2 before the first id"),
          new Entry("pttl", RequiredScope.GENERATOR, 2, "readonly", 1, "What TTL answers"),
          new Entry(
              "mint.next",
              RequiredScope.NEXT,
              -2,
              "write",
              1,
              "Makes ids: [COUNT n] [ROUTE id] [VAR name v]"),
          new Entry(
              "mint.inspect",
              RequiredScope.READ,
              2,
              "readonly",
              0,
              "Reads an id in every way that fits"),
          new Entry(
              "ping", RequiredScope.TOKEN, -1, "readonly", 0, "Answers PONG, or what it is given"),
          new Entry("echo", RequiredScope.TOKEN, 2, "readonly", 0, "Answers what it is given"),
          new Entry("auth", RequiredScope.NOTHING, -2, "noscript", 0, "Shows a token"),
          new Entry(
              "hello",
              RequiredScope.NOTHING,
              -1,
              "noscript",
              0,
              "Agrees on version 2 or 3 of the protocol"),
          new Entry("client", RequiredScope.TOKEN, -2, "noscript", 0, "Names this connection"),
          new Entry(
              "command", RequiredScope.TOKEN, -1, "readonly", 0, "Tells which commands there are"),
          new Entry(
              "cluster", RequiredScope.TOKEN, -2, "readonly", 0, "Is refused: this is no cluster"),
          new Entry(
              "config",
              RequiredScope.TOKEN,
              -2,
              "readonly",
              0,
              "Tells settings that clients look for"),
          new Entry("info", RequiredScope.TOKEN, -1, "readonly", 0, "Tells what this server is"),
          new Entry(
              "select",
              RequiredScope.TOKEN,
              2,
              "noscript",
              0,
              "Takes database 0, or 1, where numbers are texts"),
          new Entry(
              "reset", RequiredScope.NOTHING, 1, "noscript", 0, "Makes this connection as new"),
          new Entry("quit", RequiredScope.NOTHING, -1, "noscript", 0, "Closes this connection"))
      .collect(Collectors.toMap(
          Entry::name, entry -> entry, (first, second) -> first, LinkedHashMap::new));

  private static final Map<String, Entry> BY_COMMAND = ENTRIES.values().stream()
      .collect(Collectors.toMap(entry -> entry.name().toUpperCase(Locale.ROOT), entry -> entry));

  /** The names of all, for a message. */
  static final String NAMES = String.join(", ", ENTRIES.keySet()).toUpperCase(Locale.ROOT);

  private RespCatalog() {}

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
