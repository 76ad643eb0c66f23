package io.mintmark.cli;

import io.mintmark.ConfigurationException;
import io.mintmark.config.file.Config;
import io.mintmark.config.file.Configured;
import io.mintmark.key.KeyExplanation;
import io.mintmark.key.KeyFormat;
import io.mintmark.key.Shards;
import io.mintmark.key.SkewReport;
import io.mintmark.server.json.Json;
import io.mintmark.server.json.JsonShapes;
import java.io.PrintWriter;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what a format of keys means. */
@Command(
    name = "explain",
    description = {
      "Says what a format of keys means: where its fields stand, how many keys it has, how long it"
          + " lasts, what makes them unique, how evenly ids spread over its tables.",
      "FORMAT is a format, or the name of configured keys."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  mintmark explain 'INV-{time:yyyyMMdd}-{seq:6}' --zone Europe/Berlin",
      "  mintmark explain orders --config mintmark.yaml"
    })
final class ExplainCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Spec
  private CommandSpec spec;

  @Mixin
  private CommonOptions common;

  @Mixin
  private SourceOptions source;

  @Mixin
  private ZoneOption zone;

  @Parameters(paramLabel = "FORMAT", description = "A format, or a name in the configuration.")
  private String what;

  @Option(names = "--skew", description = "Route a million ids of each shape, and show the spread.")
  private boolean skew;

  ExplainCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    KeyFormat format;
    ZoneId shown = zone.zone();
    Map<Integer, Shards> layouts = new TreeMap<>();
    Map<String, String> notes = Map.of();
    if (what.contains("{")) {
      format = KeyFormat.parse(what);
    } else {
      Configured configured = configured(source.config());
      format = configured.settings().knownKey().orElseThrow().format();
      shown = configured.settings().knownKey().orElseThrow().zone();
      layouts.putAll(configured.settings().shards());
      notes = configured.settings().notes();
    }
    KeyExplanation explanation =
        KeyExplanation.of(format, shown, layouts, terminal.clock().instant());
    List<SkewReport> spread = skew ? spread(layouts) : List.of();
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.println(Json.object(
          json -> JsonShapes.explanation(json, explanation).put("skew", spread, JsonShapes::skew)));
    } else {
      print(explanation, notes, spread, out, terminal.outStyle());
    }
    return 0;
  }

  private Configured configured(Config config) {
    Configured configured = config.generators().get(what);
    if (configured == null || configured.settings().knownKey().isEmpty()) {
      throw new ConfigurationException(
          "explain",
          "a format has fields in braces, and there are no keys of this name: name="
              + what
              + ", keys="
              + config.generators().entrySet().stream()
                  .filter(each -> each.getValue().settings().knownKey().isPresent())
                  .map(Map.Entry::getKey)
                  .toList());
    }
    return configured;
  }

  private static List<SkewReport> spread(Map<Integer, Shards> layouts) {
    List<SkewReport> reports = new ArrayList<>();
    layouts.values().stream().reduce((earlier, later) -> later).ifPresent(shards -> {
      for (SkewReport.Shape shape : SkewReport.Shape.values()) {
        reports.add(SkewReport.of(shards, shape));
      }
    });
    return reports;
  }

  private static void print(
      KeyExplanation explanation,
      Map<String, String> notes,
      List<SkewReport> spread,
      PrintWriter out,
      Style style) {
    new KeyPicture(explanation.example(), explanation.fields(), style).print(out);
    out.println();
    Facts.print(notes, out, style);
    Facts.print(explanation.facts(), out, style);
    explanation.remarks().forEach(remark -> out.println("  " + remark));
    explanation.warnings().forEach(warning -> out.println("  " + style.warning(warning)));
    if (!spread.isEmpty()) {
      out.println();
      Table table =
          new Table("A MILLION IDS", "EMPTIEST TABLE", "FULLEST", "UNREACHED").right(1, 2, 3);
      spread.forEach(report -> table.row(
          report.shape().name().toLowerCase(Locale.ROOT).replace('_', '-'),
          share(report.least()),
          share(report.most()),
          Integer.toString(report.unreached())));
      table.print(out, style);
    }
  }

  private static String share(double part) {
    return String.format(Locale.ROOT, "%.3f of even", part);
  }
}
