package io.mintmark.server.resp;

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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The commands: a row of the file {@value #FILE} for each. {@link RespCommands} runs them. The
 * replies of COMMAND to clients, the help of redis-cli and the table of
 * {@code docs/reference/redis-protocol.md} are made from the rows.
 */
final class RespCatalog {

  private static final String FILE = "commands.txt";

  /** By the name in upper case, in the file's order. */
  private static final Map<String, RespCommand> COMMANDS = read();

  /** The names of all commands, for a message. */
  static final String NAMES = String.join(", ", COMMANDS.keySet());

  private RespCatalog() {}

  private static Map<String, RespCommand> read() {
    try (InputStream in = Objects.requireNonNull(RespCatalog.class.getResourceAsStream(FILE))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(RespCommand::parse)
          .collect(Collectors.toMap(
              row -> row.name().toUpperCase(Locale.ROOT),
              row -> row,
              (first, second) -> first,
              LinkedHashMap::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All commands. */
  static List<RespCommand> all() {
    return List.copyOf(COMMANDS.values());
  }

  /** Finds a command by its name in upper case. Only commands in this table are executed. */
  static Optional<RespCommand> find(String command) {
    return Optional.ofNullable(COMMANDS.get(command));
  }

  /** Runs COMMAND. */
  static RespReply answer(RespCall call) {
    if (call.count() == 0) {
      return RespReply.list(COMMANDS.values().stream().map(RespCommand::info).toList());
    }
    return switch (call.text(0).toUpperCase(Locale.ROOT)) {
      case "COUNT" ->
        call.count() == 1 ? RespReply.number(COMMANDS.size()) : RespReply.wrongCount(call);
      case "LIST" ->
        call.count() == 1
            ? RespReply.list(
                all().stream().map(row -> RespReply.bulk(row.name())).toList())
            : RespReply.error("ERR syntax error");
      case "INFO" ->
        RespReply.list(named(call)
            .map(found -> found.map(RespCommand::info).orElse(RespReply.NIL))
            .toList());
      case "DOCS" -> {
        Map<String, RespReply> docs = new LinkedHashMap<>();
        named(call).flatMap(Optional::stream).forEach(each -> docs.put(each.name(), each.docs()));
        yield RespReply.map(docs);
      }
      default ->
        RespReply.error("ERR unknown subcommand of COMMAND: use COUNT, DOCS, INFO or LIST");
    };
  }

  /** The commands that a call names after its subcommand; all if it names none. */
  private static Stream<Optional<RespCommand>> named(RespCall call) {
    return call.count() == 1
        ? all().stream().map(Optional::of)
        : call.texts(1).map(name -> find(name.toUpperCase(Locale.ROOT)));
  }
}
