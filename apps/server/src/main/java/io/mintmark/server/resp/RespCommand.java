package io.mintmark.server.resp;

import io.mintmark.server.access.Permission;
import io.mintmark.server.access.Principal;
import io.mintmark.server.access.ShownToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One command: a row of the file {@value #FILE}, whose cells are separated by bars. {@link
 * RespCommands} runs it. The replies of COMMAND to clients, the help of redis-cli and the table of
 * {@code docs/reference/redis-protocol.md} are made from the rows.
 *
 * @param syntax for example {@code MINT.NEXT name [COUNT n] [VAR name value ...]}: a part in
 *     brackets is optional, a part with three dots may be repeated, and a word {@code name} outside
 *     of brackets is a generator's name
 * @param arity the number of words, the command included; if negative, the least number: as Redis
 *     counts
 * @param lastName the index of the last word that is a generator's name, as Redis counts: 0 if
 *     there is none, -1 if all words are names
 * @param permission the right that a call requires
 * @param flag Redis's flag of the command: {@code write} for calls that may not be sent again,
 *     {@code noscript} for calls that concern their connection, otherwise {@code readonly}; or
 *     {@code refused} if it would repeat numbers, with the command whose entry in {@code ignore}
 *     covers it, because client libraries choose between the two by themselves
 * @param summary the command's effect, in a few words
 */
record RespCommand(
    String syntax, int arity, int lastName, Permission permission, String flag, String summary) {

  private static final String FILE = "commands.txt";

  private static final String REFUSED = "refused ";

  /** The row of all commands that are not in the file. */
  static final RespCommand UNKNOWN =
      new RespCommand("unknown", -1, 0, Permission.ANY_TOKEN, "readonly", "");

  /** By the name in upper case, in the file's order. */
  static final Map<String, RespCommand> ALL = read();

  /** The commands that are executed. */
  static final List<RespCommand> OFFERED =
      ALL.values().stream().filter(row -> !row.isRefused()).toList();

  private static Map<String, RespCommand> read() {
    return resource(FILE)
        .lines()
        .map(RespCommand::parse)
        .collect(Collectors.toMap(
            row -> row.name().toUpperCase(Locale.ROOT),
            row -> row,
            (first, second) -> first,
            LinkedHashMap::new));
  }

  /** Reads a file beside this class. */
  static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(RespCommand.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RespCommand parse(String row) {
    String[] cells = row.split(" \\| ", -1);
    return new RespCommand(
        cells[0],
        Integer.parseInt(cells[1]),
        Integer.parseInt(cells[2]),
        Permission.valueOf(cells[3]),
        cells[4],
        cells[5]);
  }

  /** The command in lower case, as Redis shows commands. */
  String name() {
    return syntax.split(" ", 2)[0].toLowerCase(Locale.ROOT);
  }

  /** Returns whether the command would repeat numbers. */
  boolean isRefused() {
    return flag.startsWith(REFUSED);
  }

  /** The command in {@code ignore} that covers this refused command. */
  String form() {
    return flag.substring(REFUSED.length());
  }

  /** Returns whether it makes ids of the generator that its first argument names. */
  boolean makesIds() {
    return permission == Permission.NEXT && !flag.startsWith(REFUSED);
  }

  /**
   * Checks the rights to a call.
   *
   * @param known the caller; null if no valid token was shown
   * @return the caller
   * @throws io.mintmark.service.ProblemException if the caller lacks the right
   */
  Principal admitted(RespCall call, @Nullable Principal known, ShownToken token) {
    if (permission == Permission.NONE) {
      return token.nobody;
    }
    Principal caller = known == null ? token.caller() : known; // Throws if there is none.
    caller.admit(permission, generators(call), call.ids);
    return caller;
  }

  /** Returns whether a call has a permitted number of arguments. A refused call may have any. */
  boolean accepts(RespCall call) {
    int words = call.words.size();
    return words == arity || (arity < 0 && words >= -arity) || isRefused();
  }

  /** The generators that a call names. */
  List<String> generators(RespCall call) {
    return lastName == 1 && call.words.size() > 1
        ? List.of(call.first)
        : call.texts(0).limit(lastName < 0 ? call.count() : lastName).toList();
  }

  /** Runs COMMAND. */
  static Object describe(RespCall call) {
    return switch (call.subcommand()) {
      case "" -> OFFERED.stream().map(RespCommand::info).toList();
      case "INFO" -> named(call).map(row -> row.map(RespCommand::info)).toList();
      case "DOCS" -> {
        Map<String, Map<String, String>> docs = new LinkedHashMap<>();
        named(call).flatMap(Optional::stream).forEach(row -> docs.put(row.name(), row.docs()));
        yield docs;
      }
      default -> RespReply.error("unknown subcommand of COMMAND: use DOCS or INFO");
    };
  }

  /** The commands that a call names after its subcommand; all if it names none. */
  private static Stream<Optional<RespCommand>> named(RespCall call) {
    return call.count() == 1
        ? OFFERED.stream().map(Optional::of)
        : call.texts(1)
            .map(name -> Optional.ofNullable(ALL.get(name.toUpperCase(Locale.ROOT)))
                .filter(row -> !row.isRefused()));
  }

  /** The reply of COMMAND INFO for clients. It includes which words are names. */
  private List<Object> info() {
    int step = lastName == 0 ? 0 : 1;
    List<RespReply> flags = List.of(RespReply.simple(flag), RespReply.simple("fast"));
    return List.of(name(), arity, flags, step, lastName, step);
  }

  /** The reply of COMMAND DOCS for people, from which redis-cli makes its help. */
  private Map<String, String> docs() {
    return new TreeMap<>(Map.of(
        "summary",
        syntax + ": " + summary,
        "since",
        "1.0.0",
        "group",
        lastName == 0 ? "connection" : "string"));
  }
}
