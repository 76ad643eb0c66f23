package io.mintmark.cli;

import io.mintmark.cli.ids.Duplicate;
import io.mintmark.cli.ids.FormReport;
import io.mintmark.cli.ids.IdAnalysis;
import io.mintmark.cli.ids.IdLines;
import io.mintmark.cli.ids.VerifyReport;
import io.mintmark.gapless.GaplessReport;
import io.mintmark.json.Json;
import io.mintmark.snowflake.SnowflakeLayout;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks whether ids repeat, or whether gapless numbers have a gap. */
@Command(
    name = "verify",
    description = {
      "Reads ids, one on each line, and finds duplicates.",
      "It also shows which ids are out of order, and how fast they were made. The result is exact"
          + " for any number of ids: ids that do not fit into memory go to temporary files. Input"
          + " that is compressed with gzip is decompressed.",
      "Two texts of one UUID count as the same id, with or without hyphens, in upper or lower"
          + " case. Without hyphens, 32 hex digits are a UUID if they have a UUID's version and"
          + " variant and do not mix cases. The case of an ObjectId does not matter either. But if"
          + " an ObjectId, or a UUID without hyphens, is in upper case and has fewer than four"
          + " letters, it is compared as written. So is all other text, such as keys in base62.",
      "With --gapless it reads a database instead, and checks that the numbers of all documents are"
          + " consecutive: it shows gaps, numbers that two documents have, and void numbers.",
      "The exit code is 3 if an id repeats, or a number is missing or repeats. It is 1 if a line"
          + " does not have exactly one id, or if there is no id."
    },
    footer = {
      "  mintmark next snowflake -n 10000000 | mintmark verify -",
      "  cat host-1.ids host-2.ids | mintmark verify",
      "  mintmark verify jdbc:postgresql://db/shop?user=audit --gapless invoices"
          + " --query 'SELECT number FROM invoice'"
    })
final class VerifyCommand extends PrintingCommand {

  private static final int FAULTS_FOUND = 3;

  @Mixin
  private GaplessOptions gapless;

  @Option(
      names = "--as",
      paramLabel = "LAYOUT",
      defaultValue = "mintmark",
      description =
          "The Snowflake layout for the time of numbers: a preset, or bits such as 41/10/12."
              + " Default: ${DEFAULT-VALUE}.")
  private String layout;

  @Mixin
  private IdOptions options;

  @Override
  public Integer call() throws IOException {
    gapless.check(spec(), options.file());
    if (gapless.isGiven()) {
      GaplessReport numbers = gapless.report(options.file(), terminal().environment());
      print(
          json -> GaplessText.describe(json, numbers),
          (out, style) -> GaplessText.print(numbers, out, style));
      return numbers.isComplete() ? 0 : FAULTS_FOUND;
    }
    IdAnalysis analysis = options.analysis();
    SnowflakeLayout numbers = Usage.value(spec(), layout, SnowflakeLayout::parse);
    VerifyReport report;
    Optional<String> fault;
    try (IdLines lines = options.open(terminal());
        Progress progress = new Progress(terminal(), "ids read")) {
      report = analysis.verify(lines, numbers, terminal().clock().instant(), progress::at);
      fault = lines.fault();
    }
    print(json -> describe(json, report), (out, style) -> print(report, out, style));
    int code = exitCode(fault.stream().toList());
    return report.duplicates() > 0 ? FAULTS_FOUND : code;
  }

  private void print(VerifyReport report, PrintWriter out, TextStyle style) {
    if (report.duplicates() == 0) {
      String among = report.unread() == 0 ? "" : " among them";
      out.println(style.bold(Figures.grouped(report.count()) + " ids, no duplicates" + among));
    } else {
      String repeated = Figures.grouped(report.duplicates()) + " of them repeat an earlier one";
      out.println(style.error(Figures.grouped(report.count()) + " ids, " + repeated));
      Table table = new Table("LINE", "REPEATS LINE", "ID").right(0, 1);
      for (Duplicate duplicate : report.first()) {
        table.row(
            Figures.grouped(duplicate.line()),
            Figures.grouped(duplicate.firstLine()),
            duplicate.id());
      }
      table.print(out, style);
      if (report.first().size() < report.duplicates()) {
        out.println(
            "... and " + Figures.grouped(report.duplicates() - report.first().size()) + " more");
      }
    }
    if (!report.forms().isEmpty()) {
      out.println();
      forms(report).print(out, style);
    }
    for (FormReport form : report.forms()) {
      form.rate().ifPresent(rate -> {
        String made = String.format(Locale.ROOT, "%,.0f a second", rate.perSecond());
        out.println();
        out.println(
            form.form() + ": made from " + rate.earliest() + " to " + rate.latest() + ", " + made);
      });
    }
  }

  private static Table forms(VerifyReport report) {
    Table table = new Table("FORM", "IDS", "OUT OF ORDER", "FIRST AT LINE", "SMALLEST", "GREATEST")
        .right(1, 2, 3);
    for (FormReport form : report.forms()) {
      table.row(
          form.form(),
          Figures.grouped(form.ids()),
          Figures.grouped(form.outOfOrder()),
          form.outOfOrder() == 0 ? "-" : Figures.grouped(form.firstOutOfOrder()),
          form.smallest(),
          form.greatest());
    }
    return table;
  }

  private static void describe(Json json, VerifyReport report) {
    json.put("ids", report.count())
        .put("unread", report.unread())
        .put("duplicates", report.duplicates())
        .put(
            "first",
            report.first(),
            (object, duplicate) -> object
                .put("id", duplicate.id())
                .put("line", duplicate.line())
                .put("firstLine", duplicate.firstLine()))
        .put("forms", report.forms(), VerifyCommand::describe);
  }

  private static void describe(Json json, FormReport form) {
    json.put("form", form.form())
        .put("ids", form.ids())
        .put("outOfOrder", form.outOfOrder())
        .put("firstOutOfOrderLine", form.firstOutOfOrder())
        .put("smallest", form.smallest())
        .put("greatest", form.greatest());
    form.rate()
        .ifPresent(rate -> json.put("earliest", rate.earliest().toString())
            .put("latest", rate.latest().toString())
            .put("perSecond", Math.round(rate.perSecond())));
  }
}
