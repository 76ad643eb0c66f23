package io.mintmark.cli;

import io.mintmark.cli.ids.CheckOptions;
import io.mintmark.cli.ids.CheckReport;
import io.mintmark.cli.ids.IdCheck;
import io.mintmark.cli.ids.IdLines;
import io.mintmark.cli.ids.Remark;
import io.mintmark.cli.ids.Severity;
import io.mintmark.json.Json;
import io.mintmark.snowflake.SnowflakeLayout;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Analyses ids of any origin. */
@Command(
    name = "check",
    description = {
      "Looks at ids that any library or database made, and says what they look like, what is"
          + " wrong with them, and which generator of Mintmark goes on from them.",
      "SOURCE is a file with one id on each line, packed by gzip or not, or the JDBC URL of a"
          + " database, from which it reads one column and changes nothing.",
      "The exit code is 1 if something is wrong: ids that are there twice or were rounded, a column"
          + " or a time that ends within a year, lines that are not one id."
    },
    footer = {
      "  mintmark check orders.ids",
      "  psql -Atc 'select id from orders order by created' | mintmark check --in-order",
      "  mintmark check jdbc:postgresql://db/shop --table orders --column id"
    })
final class CheckCommand extends PrintingCommand {

  private static final int WIDTH = 100;
  private static final int DAY_LENGTH = "2026-11-24".length();

  @Parameters(
      paramLabel = "SOURCE",
      arity = "0..1",
      defaultValue = "-",
      description = "A file, or jdbc:URL. Without it, or with -, standard input.")
  private String source;

  @Option(
      names = "--table",
      paramLabel = "TABLE",
      description = "With jdbc:URL: the table, as SQL writes it.")
  private @Nullable String table;

  @Option(
      names = "--column",
      paramLabel = "COLUMN",
      description =
          "The column with the ids: with jdbc:URL as SQL writes it; in a file by its name in"
              + " the first line, or by its number.")
  private @Nullable String column;

  @Option(
      names = "--order-by",
      paramLabel = "COLUMN",
      description = "With jdbc:URL: a column that has the order in which rows were made. Implies"
          + " --in-order.")
  private @Nullable String orderBy;

  @Option(
      names = "--in-order",
      description = "Ids come in the order in which they were made: look for steps of clocks.")
  private boolean inOrder;

  @Option(
      names = "--newest",
      paramLabel = "TIME",
      description = "When the newest id was made, for old ids. Default: now.")
  private @Nullable String newest;

  @Option(
      names = "--as",
      paramLabel = "LAYOUT",
      description = "The layout of numbers, if you know it: a preset, or bits such as 41/10/12.")
  private @Nullable String layout;

  @Option(
      names = "--epoch",
      paramLabel = "TIME",
      description = "With --as: where its time counts from.")
  private @Nullable String epoch;

  @Mixin
  private IdOptions options;

  CheckCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    options.check();
    CheckOptions known =
        new CheckOptions(newest(), inOrder || orderBy != null, layout(), Optional.empty());
    CheckReport report;
    try (Progress progress = new Progress(terminal(), "ids read")) {
      report = source.startsWith("jdbc:") ? ofColumn(known, progress) : ofLines(known, progress);
    }
    print(json -> describe(json, report), out -> print(report, out, terminal().outStyle()));
    return report.has(Severity.FAIL) ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  /** If {@code --newest} is a day, the whole day is included. */
  private Instant newest() {
    String time = newest;
    if (time == null) {
      return terminal().clock().instant();
    }
    Instant start = time("--newest", time);
    return time.length() == DAY_LENGTH ? start.plus(Duration.ofDays(1)) : start;
  }

  private Instant time(String option, String time) {
    return Usage.value(spec(), time, text -> TimeArgument.parse(option, text, ZoneOffset.UTC));
  }

  private @Nullable SnowflakeLayout layout() {
    if (layout == null) {
      if (epoch != null) {
        throw wrongUsage("--epoch goes with --as: --epoch=" + epoch);
      }
      return null;
    }
    SnowflakeLayout bits = Usage.value(spec(), layout, SnowflakeLayout::parse);
    return epoch == null ? bits : bits.withEpoch(time("--epoch", epoch));
  }

  private IdCheck check(CheckOptions known) {
    return new IdCheck(known, options.bytes(), options.temp(), options.show());
  }

  private CheckReport ofColumn(CheckOptions known, Progress progress) throws IOException {
    String from = table;
    String ids = column;
    if (from == null || ids == null) {
      throw wrongUsage("a JDBC URL needs --table and --column");
    }
    ColumnReader reader = Usage.value(
        spec(), source, url -> ColumnReader.of(url, from, ids, Optional.ofNullable(orderBy)));
    return reader.read(
        opened -> check(
            new CheckOptions(known.newest(), known.inOrder(), known.layout(), Optional.of(opened))),
        progress::at);
  }

  private CheckReport ofLines(CheckOptions known, Progress progress) throws IOException {
    if (table != null || orderBy != null) {
      throw wrongUsage("--table and --order-by go with a JDBC URL: SOURCE=" + source);
    }
    try (InputStream in = options.open(source, terminal());
        IdCheck check = check(known)) {
      IdLines lines = new IdLines(in, column);
      while (lines.next()) {
        check.add(lines.text(), lines.line());
        progress.at(lines.line());
      }
      lines.fault().ifPresent(check::addFault);
      return check.report();
    }
  }

  private void print(CheckReport report, PrintWriter out, TextStyle style) {
    out.println(style.bold(Figures.grouped(report.ids()) + (report.ids() == 1 ? " id" : " ids")));
    out.println();
    int width =
        report.remarks().stream().mapToInt(each -> each.topic().length()).max().orElse(0);
    String indent = " ".repeat("warn".length() + width + 4);
    for (Remark remark : report.remarks()) {
      String head = style.mark(remark.severity()) + "  " + remark.topic()
          + " ".repeat(width - remark.topic().length()) + "  ";
      for (String sentence : remark.says()) {
        // Each line but the last uses up the space after it.
        String lines = (sentence + " ")
            .replaceAll("(.{1," + (WIDTH - indent.length()) + "}|\\S+) ", "$1\n" + indent);
        out.println(head + lines.stripTrailing());
        head = indent;
      }
    }
    out.println();
    if (report.settings().isEmpty()) {
      out.println("No generator is known to go on from these. For new rows see docs/choose.md.");
    } else {
      out.println("This generator goes on from them:");
      out.println();
      out.print(yaml(report));
    }
  }

  private static String yaml(CheckReport report) {
    return "generators:\n  ids: {" + report.settings() + "}\n";
  }

  private static void describe(Json json, CheckReport report) {
    json.put("ids", report.ids())
        .put("duplicates", report.duplicates())
        .put("kind", report.kind())
        .put(
            "remarks",
            report.remarks(),
            (object, remark) -> object
                .put("topic", remark.topic())
                .put("severity", remark.severity().name().toLowerCase(Locale.ROOT))
                .put("says", remark.says())
                .put("facts", remark.facts()))
        .put("yaml", report.settings().isEmpty() ? "" : yaml(report));
  }
}
