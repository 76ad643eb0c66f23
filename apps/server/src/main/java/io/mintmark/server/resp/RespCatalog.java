package io.mintmark.server.resp;

import static io.mintmark.server.access.Permission.NEXT;
import static io.mintmark.server.access.Permission.NONE;
import static io.mintmark.server.access.Permission.READ;
import static io.mintmark.server.access.Permission.READ_GENERATOR;
import static io.mintmark.server.resp.RespCommand.row;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The commands, a row for each. The replies of COMMAND to clients, the help of redis-cli and the
 * table of {@code docs/reference/redis-protocol.md} are made from the rows.
 */
final class RespCatalog {

  private static final Map<String, RespCommand> COMMANDS = Stream.concat(ofIds(), ofConnections())
      .collect(Collectors.toMap(
          row -> row.syntax().command(), row -> row, (first, second) -> first, LinkedHashMap::new));

  private static final Map<String, RespCommand> BY_UPPER_CASE = COMMANDS.entrySet().stream()
      .collect(Collectors.toMap(row -> row.getKey().toUpperCase(Locale.ROOT), Map.Entry::getValue));

  /** The names of all commands, for a message. */
  static final String NAMES = String.join(", ", COMMANDS.keySet()).toUpperCase(Locale.ROOT);

  private RespCatalog() {}

  private static Stream<RespCommand> ofIds() {
    return Stream.of(
        row(
                "INCR name",
                "Makes the next number. Above 2^53 it returns an error, unless the client chose"
                    + " texts")
            .allows(NEXT)
            .writes()
            .answersLater(RespCommands::increments),
        row(
                "INCRBY name n",
                "Makes n numbers in a row, 1 to 10,000, and returns the last. For sequences of"
                    + " step 1 without a cycle; n = 1 works for all")
            .allows(NEXT)
            .writes()
            .makes(RespCatalog::by)
            .answersLater(RespCommands::incrementBy),
        row(
                "GET name",
                "Returns the last id made through this server; nil before the first one, and"
                    + " after an idle name has left memory")
            .allows(READ_GENERATOR)
            .answersFrom(RespCommands::last),
        row("MGET name...", "Returns the same as GET, for each name")
            .allows(READ_GENERATOR)
            .answersFrom(RespCommands::lastOfEach),
        row("EXISTS name...", "Returns how many of the names have made an id")
            .allows(READ_GENERATOR)
            .answersFrom(RespCommands::existing),
        row("TTL name", "Returns -1, because nothing expires; -2 before the first id")
            .allows(READ_GENERATOR)
            .answersFrom(RespCommands::timeToLive),
        row("PTTL name", "Returns the same as TTL")
            .allows(READ_GENERATOR)
            .answersFrom(RespCommands::timeToLive),
        row(
                "MINT.NEXT name [COUNT n] [ROUTE id] [VAR name value ...] [KEY key]",
                "Makes n ids of any generator, or 1 without COUNT, and returns a list. Keys take"
                    + " a route id and variables. Sent again with the same key within ten minutes,"
                    + " it returns the same ids")
            .allows(NEXT)
            .writes()
            .makes(MintCommands::largestCount)
            .on((commands, call) -> commands.mint().nextRunsOn(call))
            .atMostBytes((commands, call) -> commands.mint().nextBytes(call))
            .answersLater((commands, call) -> commands.mint().next(call, commands.caller())),
        row(
                "MINT.INSPECT id",
                "Returns the same as /v1/inspect/{id} over HTTP, as JSON in one string")
            .allows(READ)
            .answersFrom(RespCommands::inspect));
  }

  private static Stream<RespCommand> ofConnections() {
    return Stream.of(
        row("PING [text]", "Returns PONG, or the text").answersFromSession(RespSession::ping),
        row("ECHO text", "Returns the text").answersFromSession(RespSession::echo),
        row("AUTH [name] token", "Authenticates with a token, if the server has tokens")
            .allows(NONE)
            .isAboutConnection()
            .answersFromSession(RespSession::auth),
        row(
                "HELLO [version [AUTH name token] [SETNAME name]]",
                "Chooses version 2 or 3 of the protocol")
            .allows(NONE)
            .isAboutConnection()
            .answersFromSession(RespSession::hello),
        row("CLIENT subcommand [text...]", "Names this connection, and describes it")
            .isAboutConnection()
            .answersFromSession(ClientCommands::answer),
        row("COMMAND [subcommand [command...]]", "Lists and describes the commands")
            .answersAll(RespCatalog::answer),
        row("CLUSTER subcommand [text...]", "Returns an error, because this server is no cluster")
            .answersAll(RespFacts::cluster),
        row("CONFIG subcommand [setting...]", "CONFIG GET returns settings that clients look for")
            .answersAll(RespFacts::config),
        row("INFO [section...]", "Describes this server").answersAll(RespFacts::info),
        row("SELECT database", "Chooses database 0, or 1, where numbers are texts")
            .isAboutConnection()
            .answersFromSession(RespSession::select),
        row("RESET", "Resets this connection to its initial state")
            .allows(NONE)
            .isAboutConnection()
            .answersFromSession(RespSession::reset),
        row("QUIT [text...]", "Closes this connection")
            .allows(NONE)
            .isAboutConnection()
            .answersAll(call -> RespReply.OK));
  }

  /** How many ids INCRBY makes. */
  private static long by(RespCall call) {
    return call.count() == 2 ? call.number(1) : 1;
  }

  /** All commands. */
  static List<RespCommand> all() {
    return List.copyOf(COMMANDS.values());
  }

  /** Finds a command by its name in upper case. Only commands in this table are executed. */
  static Optional<RespCommand> find(String command) {
    return Optional.ofNullable(BY_UPPER_CASE.get(command));
  }

  static RespReply answer(RespCall call) {
    if (call.count() == 0) {
      return RespReply.list(COMMANDS.values().stream().map(RespCommand::info).toList());
    }
    return switch (call.text(0).toUpperCase(Locale.ROOT)) {
      case "COUNT" ->
        call.count() == 1 ? RespReply.number(COMMANDS.size()) : RespReply.wrongCount(call);
      case "LIST" -> list(call);
      case "INFO" ->
        RespReply.list(named(call)
            .map(found -> found.map(RespCommand::info).orElse(RespReply.NIL))
            .toList());
      case "DOCS" -> {
        Map<String, RespReply> docs = new LinkedHashMap<>();
        named(call)
            .flatMap(Optional::stream)
            .forEach(each -> docs.put(each.syntax().command(), each.docs()));
        yield RespReply.map(docs);
      }
      default ->
        RespReply.error("ERR unknown subcommand of COMMAND: use COUNT, DOCS, INFO or LIST");
    };
  }

  /**
   * Answers {@code LIST}, or {@code LIST FILTERBY} with a filter and its value. No command belongs
   * to a module or a category.
   */
  private static RespReply list(RespCall call) {
    if (call.count() == 1) {
      return names(name -> true);
    }
    if (call.count() != 4 || !call.text(1).equalsIgnoreCase("FILTERBY")) {
      return RespReply.error("ERR syntax error");
    }
    return switch (call.text(2).toUpperCase(Locale.ROOT)) {
      case "MODULE", "ACLCAT" -> names(name -> false);
      case "PATTERN" -> names(new GlobPattern(call.text(3).toLowerCase(Locale.ROOT))::matches);
      default -> RespReply.error("ERR syntax error");
    };
  }

  private static RespReply names(Predicate<String> listed) {
    return RespReply.list(
        COMMANDS.keySet().stream().filter(listed).map(RespReply::bulk).toList());
  }

  /** The commands that a call names after its subcommand; all if it names none. */
  private static Stream<Optional<RespCommand>> named(RespCall call) {
    if (call.count() == 1) {
      return COMMANDS.values().stream().map(Optional::of);
    }
    return call.texts(1)
        .map(name -> Optional.ofNullable(COMMANDS.get(name.toLowerCase(Locale.ROOT))));
  }
}
