package io.mintmark.cli;

import io.mintmark.cli.Finding.Group;
import io.mintmark.cli.ids.Severity;
import io.mintmark.config.Config;
import io.mintmark.internal.text.WholeNumber;
import io.mintmark.json.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reports whether a store is reliable, and what runs out when. */
@Command(
    name = "doctor",
    description = {
      "Checks a store or a server, and shows each fault and its remedy.",
      "Of a store: the durability settings, the engine's clock, the limits that are near, the"
          + " worker numbers in use, and with --claims how long claims take and whether they are"
          + " kept.",
      "Of a server also: certificate, token, readiness, its clock, its claims, its limits, and its"
          + " claims ahead. The server is the one of --server, or else the one that has the store's"
          + " directory open.",
      "It writes nothing. Only --claims makes claims, on the line mintmark/doctor. No id is made"
          + " from them.",
      "The exit code is 1 if something is wrong. Warnings do not count."
    },
    footer = {
      "  mintmark doctor",
      "  mintmark doctor --store redis://127.0.0.1:6379 --claims --json",
      "  mintmark doctor --server https://ids.example.com:7600 --admin-port 7602 --token-file t"
    })
final class DoctorCommand extends PrintingCommand {

  private static final int MAX_PORT = 65_535;

  /** The port at the end of an address. {@code serve} reports all other faults of an address. */
  private static final Pattern PORT = Pattern.compile(":(0|[1-9]\\d{0,4})$");

  @Mixin
  private SourceOptions source;

  @Option(
      names = "--admin-port",
      paramLabel = "PORT",
      description = "The server's port of its own for metrics (its setting admin). Default: the one"
          + " of the configuration, if there is one.")
  private @Nullable Integer adminPort;

  @Option(
      names = "--claims",
      description = "Also make some 400 claims, or some 30 through a server, to measure how long"
          + " they take and to see that they are kept. This makes the store's table if it is"
          + " missing.")
  private boolean claims;

  DoctorCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws InterruptedException {
    List<Finding> checks;
    String where;
    Config config = source.config(terminal());
    OptionalInt admin = adminPort(config);
    try (Source ids = source.openReadOnly(config, terminal())) {
      where = ids.where();
      if (ids instanceof ServerSource server) {
        admin.ifPresent(server::adminAt);
      }
      checks = ids.examine(terminal().clock(), terminal().elapsed(), claims);
    }
    boolean fine = checks.stream().noneMatch(check -> check.is(Severity.FAIL));
    print(
        json -> json.put("where", where)
            .put("fine", fine)
            .put("checks", checks, DoctorCommand::describe),
        out -> print(where, checks, out));
    return fine ? 0 : 1;
  }

  private OptionalInt adminPort(Config config) {
    if (adminPort == null) {
      Matcher found = PORT.matcher(config.server().settings().getOrDefault("admin", ""));
      int port = found.find() ? WholeNumber.parseInt(found.group(1)) : 0;
      return port >= 1 && port <= MAX_PORT ? OptionalInt.of(port) : OptionalInt.empty();
    }
    Usage.range(spec(), "--admin-port", adminPort, 1, MAX_PORT);
    return OptionalInt.of(adminPort);
  }

  private static void describe(Json json, Finding check) {
    json.put("group", word(check.group()))
        .put("name", check.name())
        .put("value", check.value())
        .put("level", word(check.level()))
        .put("problem", check.problem());
  }

  private void print(String where, List<Finding> checks, PrintWriter out) {
    TextStyle style = terminal().outStyle();
    out.println(style.bold(where));
    int width = checks.stream().mapToInt(check -> check.name().length()).max().orElse(0);
    for (Group group : Group.values()) {
      List<Finding> members =
          checks.stream().filter(check -> check.group() == group).toList();
      if (!members.isEmpty()) {
        out.println();
        out.println(style.bold(word(group)));
        members.forEach(check -> out.println("  " + style.mark(check.level()) + "  "
            + (check.name() + " ".repeat(width - check.name().length()) + "  " + check.value())
                .stripTrailing()));
      }
    }
    out.println();
    for (Severity level : List.of(Severity.WARN, Severity.FAIL)) {
      checks.stream()
          .filter(check -> check.is(level))
          .forEach(check ->
              out.println(style.mark(level) + "  " + check.name() + ": " + check.problem()));
    }
    out.println(verdict(checks));
  }

  private static String verdict(List<Finding> checks) {
    long wrong = checks.stream().filter(check -> check.is(Severity.FAIL)).count();
    long warnings = checks.stream().filter(check -> check.is(Severity.WARN)).count();
    return (wrong == 0 ? "Nothing is wrong" : "Wrong: " + wrong)
        + (warnings == 0 ? "." : "; warnings: " + warnings + ".");
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
