package io.mintmark.cli;

import io.mintmark.Description;
import io.mintmark.cli.Doctor.Check;
import io.mintmark.server.json.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says whether a store can be relied on, and what runs out when. */
@Command(
    name = "doctor",
    description = {
      "Looks at the store: durability settings, the engine's clock, how long claims take and"
          + " whether they are kept; at what runs out when; and at the worker numbers in use.",
      "It claims some 400 positions on the line mintmark/doctor, which nothing is made from. Exit"
          + " code 1 if something is wrong."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  mintmark doctor", "  mintmark doctor --store redis://127.0.0.1:6379 --json"})
final class DoctorCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Spec
  private CommandSpec spec;

  @Mixin
  private CommonOptions common;

  @Mixin
  private SourceOptions source;

  DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    List<Check> checks;
    String where;
    try (Source ids = source.open(source.config(), terminal.elapsed())) {
      where = ids.where();
      List<Description> generators = ids.generators();
      checks = new Doctor(ids.store(), terminal.clock(), terminal.elapsed()).examine(generators);
    }
    List<Check> problems = checks.stream().filter(check -> !check.isFine()).toList();
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.println(Json.object(json -> json.put("store", where)
          .put("fine", problems.isEmpty())
          .put(
              "checks",
              checks,
              (object, check) -> object
                  .put("name", check.name())
                  .put("value", check.value())
                  .put("problem", check.problem()))));
    } else {
      print(where, checks, problems, out);
    }
    return problems.isEmpty() ? 0 : 1;
  }

  private void print(String where, List<Check> checks, List<Check> problems, PrintWriter out) {
    Style style = terminal.outStyle();
    out.println(style.bold(where));
    out.println();
    Table table = new Table("", "CHECK", "FOUND");
    checks.forEach(check -> table.row(check.isFine() ? "" : "!", check.name(), check.value()));
    table.print(out, style);
    out.println();
    problems.forEach(
        check -> out.println(style.warning("! ") + check.name() + ": " + check.problem()));
    out.println(problems.isEmpty() ? "Nothing is wrong." : "Wrong: " + problems.size() + ".");
  }
}
