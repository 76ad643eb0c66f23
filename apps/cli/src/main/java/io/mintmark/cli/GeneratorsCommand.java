package io.mintmark.cli;

import io.mintmark.generator.Description;
import io.mintmark.service.JsonShapes;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Describes the generators. */
@Command(
    name = "generators",
    description = "Shows every generator: its layout, its capacity, and how much of it is left.",
    footer = "  mintmark generators --config mintmark.yaml")
final class GeneratorsCommand extends PrintingCommand {

  @Mixin
  private SourceOptions source;

  @Override
  public Integer call() {
    List<Description> generators;
    try (Source ids = source.openReadOnly(source.config())) {
      generators = ids.generators();
    }
    print(
        json -> json.put("generators", generators, JsonShapes::description),
        (out, style) -> generators.forEach(generator -> print(generator, out, style)));
    return 0;
  }

  private static void print(Description generator, PrintWriter out, TextStyle style) {
    out.println(style.bold(generator.name()) + " " + style.dim("(" + generator.kind() + ")"));
    Table.facts(generator.facts(), out, style);
    generator.warnings().forEach(warning -> out.println("  " + style.warning(warning)));
    out.println();
  }
}
