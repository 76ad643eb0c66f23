package io.mintmark.cli;

import io.mintmark.cli.check.CheckOptions;
import io.mintmark.cli.check.CheckReport;
import io.mintmark.cli.check.IdCheck;
import io.mintmark.cli.check.Remark;
import io.mintmark.cli.check.Severity;
import io.mintmark.cli.verify.IdLines;
import io.mintmark.json.Json;
import io.mintmark.snowflake.SnowflakeLayout;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what can be told of ids that anybody made. */
@Command(
    name = "check",
    description = {
      "Looks at ids that any library or database made, and says what they look like, what is"
          + " wrong with them, what they give away, and which generator of Mintmark goes on from"
          + " them.",
      "SOURCE is a file with one id on each line, packed by gzip or not, or the JDBC URL of a"
          + " database, from which it reads one column and changes nothing.",
      "The exit code is 1 if something is wrong: ids that are there twice, worker numbers that two"
          + " hosts share, a column or a time that ends within a year."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  mintmark check orders.ids",
      "  psql -Atc 'select id from orders order by created' | mintmark check --in-order",
      "  mintmark check jdbc:postgresql://db/shop --table orders --column id"
    })
final class CheckCommand extends PrintingCommand {

  private static final int MB = 1 << 20;
  private static final int PROGRESS_IDS = 1 << 16;
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
      description =
          "Ids come in the order in which they were made: look for steps of clocks, and for worker"
              + " numbers that two hosts share.")
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

  @Option(
      names = "--show",
      paramLabel = "N",
      defaultValue = "10",
      description = "How many duplicates to show. Default: ${DEFAULT-VALUE}.")
  private int show;

  @Option(
      names = "--memory",
      paramLabel = "MB",
      defaultValue = "32",
      description =
          "How much memory to find duplicates in: 1 to 1024 MB. Default:" + " ${DEFAULT-VALUE}.")
  private int memory;

  @Option(
      names = "--temp",
      paramLabel = "DIR",
      defaultValue = "${sys:java.io.tmpdir}",
      description = "The directory for temporary files. Default: ${DEFAULT-VALUE}.")
  private Path temp;

  CheckCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    Usage.range(spec(), "--memory", memory, 1, 1024);
    Usage.range(spec(), "--show", show, 0, 1000);
    CheckOptions options =
        new CheckOptions(newest(), inOrder || orderBy != null, layout(), Optional.empty());
    CheckReport report;
    try (Progress progress = new Progress(terminal(), "ids read")) {
      report = source.startsWith("jdbc:")
          ? ofColumn(options, progress::at)
          : ofLines(options, progress::at);
    }
    print(json -> describe(json, report), out -> print(report, out, terminal().outStyle()));
    return report.has(Severity.FAIL) ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  /** A day that was named has all its ids. */
  private Instant newest() {
    String time = newest;
    if (time == null) {
      return terminal().clock().instant();
    }
    Instant start =
        Usage.value(spec(), time, text -> TimeArgument.parse("--newest", text, ZoneOffset.UTC));
    return time.length() == DAY_LENGTH ? start.plus(Duration.ofDays(1)) : start;
  }

  private @Nullable SnowflakeLayout layout() {
    if (layout == null) {
      if (epoch != null) {
        throw wrongUsage("--epoch goes with --as: --epoch=" + epoch);
      }
      return null;
    }
    SnowflakeLayout bits = Usage.value(spec(), layout, SnowflakeLayout::parse);
    return epoch == null
        ? bits
        : bits.withEpoch(Usage.value(
            spec(), epoch, text -> TimeArgument.parse("--epoch", text, ZoneOffset.UTC)));
  }

  private CheckReport ofColumn(CheckOptions options, LongConsumer progress) throws IOException {
    String from = table;
    String ids = column;
    if (from == null || ids == null) {
      throw wrongUsage("a JDBC URL needs --table and --column");
    }
    ColumnReader reader = reader(from, ids);
    return reader.read(opened -> {
      CheckOptions known = new CheckOptions(
          options.newest(), options.inOrder(), options.layout(), Optional.of(opened.column()));
      try (IdCheck check = new IdCheck(known, memory * MB, temp, show)) {
        for (long row = 1; opened.next(); row++) {
          Optional<String> id = opened.id();
          if (id.isPresent()) {
            check.add(id.get(), row);
          } else {
            check.addEmpty();
          }
          tell(progress, row);
        }
        return check.report();
      }
    });
  }

  private ColumnReader reader(String from, String ids) {
    Optional<String> order = Optional.ofNullable(orderBy);
    return Usage.value(spec(), source, url -> ColumnReader.of(url, from, ids, order));
  }

  private CheckReport ofLines(CheckOptions options, LongConsumer progress) throws IOException {
    if (table != null || orderBy != null) {
      throw wrongUsage("--table and --order-by go with a JDBC URL: SOURCE=" + source);
    }
    try (InputStream in = IdFile.open(spec(), terminal(), source);
        IdCheck check = new IdCheck(options, memory * MB, temp, show)) {
      IdLines lines = new IdLines(in, column);
      while (lines.next()) {
        check.add(lines.text(), lines.line());
        tell(progress, lines.line());
      }
      lines.fault().ifPresent(check::addFault);
      return check.report();
    }
  }

  private static void tell(LongConsumer progress, long read) {
    if (read % PROGRESS_IDS == 0) {
      progress.accept(read);
    }
  }

  private void print(CheckReport report, PrintWriter out, TextStyle style) {
    String ids = report.ids() == 1 ? " id" : " ids";
    out.println(style.bold(Figures.grouped(report.ids()) + ids));
    out.println();
    int width =
        report.remarks().stream().mapToInt(each -> each.topic().length()).max().orElse(0);
    for (Remark remark : report.remarks()) {
      String head = mark(remark.severity(), style) + "  " + remark.topic()
          + " ".repeat(width - remark.topic().length()) + "  ";
      String indent = " ".repeat("warn".length() + width + 4);
      for (String sentence : remark.says()) {
        for (String line : Wrapped.lines(sentence, WIDTH - indent.length())) {
          out.println(head + line);
          head = indent;
        }
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

  private String yaml(CheckReport report) {
    return "generators:\n  ids: {" + report.settings() + "}\n";
  }

  /** Four characters wide. */
  private static String mark(Severity severity, TextStyle style) {
    return switch (severity) {
      case OK -> style.good("ok  ");
      case WARN -> style.warning("warn");
      case FAIL -> style.error("fail");
    };
  }

  private void describe(Json json, CheckReport report) {
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
