package io.mintmark.cli;

import io.mintmark.error.Message;
import io.mintmark.internal.key.FormatFault;
import io.mintmark.internal.key.KeyExplanation;
import io.mintmark.service.JsonShapes;
import io.mintmark.service.KeyAnalysis;
import io.mintmark.service.ProblemException;
import io.mintmark.service.SkewReport;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Explains a format of keys. */
@Command(
    name = "explain",
    description = {
      "Explains a format of keys: its fields, how many keys it has room for, when its time ends,"
          + " and what makes the keys unique.",
      "With NAME it explains keys of the configuration: the file of --config, or else those of the"
          + " server that has the data directory open."
    },
    footer = {
      "  mintmark explain 'INV-{time:yyyyMMdd}-{seq:6}' --zone Europe/Berlin",
      "  mintmark explain 'OD{db:2}{table:4}{time:yyMMddHHmmss}{seq:5}' --shards 4x2 --skew",
      "  mintmark explain orders --config mintmark.yaml"
    })
final class ExplainCommand extends PrintingCommand {

  private static final String INDENT = "  ";
  private static final int SKEW_IDS = 1_000_000;
  private static final Pattern GRID = Pattern.compile("(\\d{1,9})x(\\d{1,9})(?::(.*))?");

  @Mixin
  private SourceOptions source;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description = "The time zone of the time in keys, for example Asia/Shanghai. Default: UTC.")
  private @Nullable String zone;

  @Option(
      names = "--start",
      paramLabel = "NUMBER",
      description = "The lowest number in keys, 0 or 1. Default: 1.")
  private @Nullable String start;

  @Option(
      names = "--shards",
      paramLabel = "DxT[:ROUTE]",
      description =
          "How many databases, and how many tables in each: for example 4x2 or 4x2:decimal.")
  private @Nullable String shards;

  @Option(
      names = "--skew",
      description =
          "Route a million ids of each form, and show how evenly they spread over the tables.")
  private boolean skew;

  @Parameters(paramLabel = "FORMAT|NAME", description = "A format, or a name of the configuration.")
  private String what;

  @Override
  public Integer call() {
    KeyAnalysis analysis;
    try {
      analysis = what.contains("{")
          ? KeyAnalysis.read(settings(), skew ? SKEW_IDS : 0, terminal().clock().instant())
          : configured();
    } catch (ProblemException e) {
      if (e.faults().isEmpty()) {
        throw e;
      }
      print(e.faults());
      return CommandLine.ExitCode.SOFTWARE;
    }
    print(json -> JsonShapes.analysis(json, analysis), (out, style) -> print(analysis, out, style));
    return CommandLine.ExitCode.OK;
  }

  /** Prints the faults of a key format, each below its position in the format. */
  private void print(List<FormatFault> faults) {
    PrintWriter err = err();
    TextStyle style = terminal().errStyle();
    err.println(style.error("mintmark: ") + "keys of this format cannot be made");
    List<FormatFault> placed =
        faults.stream().filter(fault -> fault.column() > 0).toList();
    if (!placed.isEmpty()) {
      err.println(INDENT + what);
      placed.forEach(fault -> err.println(
          INDENT + " ".repeat(fault.column() - 1) + style.error("^") + " " + fault.rule()));
    }
    faults.stream()
        .filter(fault -> fault.column() == 0)
        .forEach(fault -> err.println(INDENT + fault.rule()));
  }

  /** Returns the settings of these keys in a configuration file. */
  private Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("format", what);
    Optional.ofNullable(zone).ifPresent(given -> settings.put("zone", given));
    Optional.ofNullable(start).ifPresent(given -> settings.put("start", given));
    if (shards != null) {
      Matcher grid = GRID.matcher(shards);
      if (!grid.matches()) {
        throw wrongUsage(Message.of(
            "not of the form 4x2 or 4x2:decimal (databases, tables in each, route): --shards={}",
            shards));
      }
      settings.put("shards.databases", grid.group(1));
      settings.put("shards.tables-per-database", grid.group(2));
      Optional.ofNullable(grid.group(3)).ifPresent(given -> settings.put("shards.route", given));
    }
    return settings;
  }

  private KeyAnalysis configured() {
    if (zone != null || start != null || shards != null) {
      throw wrongUsage("--zone, --start and --shards apply only to a format; keys of the"
          + " configuration have their own: NAME=" + what);
    }
    return source
        .served()
        .map(server -> server.explain(what, skew))
        .orElseGet(() -> KeyAnalysis.named(
            source.config(), what, skew ? SKEW_IDS : 0, terminal().clock().instant()));
  }

  private static void print(KeyAnalysis analysis, PrintWriter out, TextStyle style) {
    KeyExplanation explanation = analysis.explanation();
    new KeyPicture(explanation.example(), explanation.fields(), style).print(out);
    out.println();
    Map<String, String> facts = new LinkedHashMap<>(analysis.notes());
    explanation.facts().forEach((name, value) -> facts.put(name, Figures.grouped(value)));
    Table.facts(facts, out, style);
    if (!explanation.remarks().isEmpty() || !explanation.warnings().isEmpty()) {
      out.println();
    }
    explanation.remarks().forEach(remark -> out.println("  " + remark));
    explanation.warnings().forEach(warning -> out.println("  " + style.warning(warning)));
    if (!analysis.skew().isEmpty()) {
      out.println();
      print(analysis.skew(), out, style);
    }
  }

  private static void print(List<SkewReport> skew, PrintWriter out, TextStyle style) {
    String ids = Figures.grouped(skew.get(0).ids()) + " IDS";
    Table table = new Table(ids, "EMPTIEST TABLE", "FULLEST", "UNREACHED").right(1, 2, 3);
    skew.forEach(report -> table.row(
        Figures.word(report.shape()),
        share(report.least()),
        share(report.most()),
        report.unreached()));
    table.print(out, style);
  }

  private static String share(double part) {
    return String.format(Locale.ROOT, "%.3f of even", part);
  }
}
