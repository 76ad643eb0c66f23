package io.mintmark.cli;

import io.mintmark.cli.ids.Severity;
import io.mintmark.json.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reports whether a store is reliable, and when ids or worker numbers will be used up. */
@Command(
    name = "doctor",
    description = {
      "Checks a store or a server, and shows each fault and its remedy.",
      "For a store it checks the durability settings, the engine's clock, generators that end soon,"
          + " and the worker numbers in use. With --claims it also checks how long claims take and"
          + " whether the store keeps them.",
      "For a server it also checks the token and the readiness, and with --claims"
          + " whether it can claim. The server is that of --server, or else the one that has the"
          + " store's directory open.",
      "It writes nothing, except that --claims claims positions on the line mintmark/doctor. No id"
          + " is made from them.",
      "The exit code is 1 if something is wrong. Warnings do not count."
    },
    footer = {
      "  mintmark doctor",
      "  mintmark doctor --store redis://127.0.0.1:6379 --claims --json",
      "  mintmark doctor --server https://ids.example.com:7600 --token-file t"
    })
final class DoctorCommand extends PrintingCommand {

  @Mixin
  private SourceOptions source;

  @Option(
      names = "--claims",
      description = "Also make 200 claims, or 16 through a server, to measure how long"
          + " they take and to check that the store keeps them. This creates the store's table if"
          + " it is missing.")
  private boolean claims;

  @Override
  public Integer call() {
    List<Finding> checks;
    String where;
    try (Source ids = source.openReadOnly(source.config())) {
      where = ids.where();
      checks = ids.examine(terminal(), claims);
    }
    boolean fine = ofLevel(checks, Severity.FAIL).isEmpty();
    print(
        json -> json.put("where", where)
            .put("fine", fine)
            .put("checks", checks, DoctorCommand::describe),
        (out, style) -> print(where, checks, out, style));
    return fine ? 0 : 1;
  }

  private static void describe(Json json, Finding check) {
    json.put("group", Figures.word(check.group()))
        .put("name", check.name())
        .put("value", check.value())
        .put("level", Figures.word(check.level()))
        .put("problem", check.problem());
  }

  private static void print(String where, List<Finding> checks, PrintWriter out, TextStyle style) {
    out.println(style.bold(where));
    int width = checks.stream().mapToInt(check -> check.name().length()).max().orElse(0);
    for (Finding.Group group : Finding.Group.values()) {
      List<Finding> ofGroup =
          checks.stream().filter(check -> check.group() == group).toList();
      if (!ofGroup.isEmpty()) {
        out.println();
        out.println(style.bold(Figures.word(group)));
      }
      for (Finding check : ofGroup) {
        String name = check.name() + " ".repeat(width - check.name().length());
        out.println(("  " + style.mark(check.level()) + "  " + name + "  " + check.value())
            .stripTrailing());
      }
    }
    out.println();
    List<Finding> warnings = ofLevel(checks, Severity.WARN);
    List<Finding> wrong = ofLevel(checks, Severity.FAIL);
    Stream.concat(warnings.stream(), wrong.stream())
        .forEach(check ->
            out.println(style.mark(check.level()) + "  " + check.name() + ": " + check.problem()));
    out.println((wrong.isEmpty() ? "Nothing is wrong" : "Wrong: " + wrong.size())
        + (warnings.isEmpty() ? "." : "; warnings: " + warnings.size() + "."));
  }

  private static List<Finding> ofLevel(List<Finding> checks, Severity level) {
    return checks.stream().filter(check -> check.level() == level).toList();
  }
}
