package io.mintmark.cli;

import io.mintmark.generator.Description;
import io.mintmark.json.Json;
import io.mintmark.service.JsonShapes;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Describes the generators there are. */
@Command(
    name = "generators",
    description = "Describes every generator: its layout, capacity, and what is left of it.",
    footerHeading = "%nExamples:%n",
    footer = "  mintmark generators --config mintmark.yaml")
final class GeneratorsCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Spec
  private CommandSpec spec;

  @Mixin
  private CommonOptions common;

  @Mixin
  private SourceOptions source;

  GeneratorsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    List<Description> generators;
    try (Source ids = source.open(source.config(terminal), terminal)) {
      generators = ids.generators();
    }
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.println(Json.object(json -> json.put("generators", generators, JsonShapes::description)));
    } else {
      TextStyle style = terminal.outStyle();
      generators.forEach(generator -> print(generator, out, style));
    }
    return 0;
  }

  private static void print(Description generator, PrintWriter out, TextStyle style) {
    out.println(style.bold(generator.name()) + " " + style.dim("(" + generator.kind() + ")"));
    Facts.print(generator.facts(), out, style);
    generator.warnings().forEach(warning -> out.println("  " + style.warning(warning)));
    out.println();
  }
}
