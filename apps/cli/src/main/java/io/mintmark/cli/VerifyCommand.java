package io.mintmark.cli;

import io.mintmark.cli.ids.Duplicate;
import io.mintmark.cli.ids.FormReport;
import io.mintmark.cli.ids.IdLines;
import io.mintmark.cli.ids.Rate;
import io.mintmark.cli.ids.Verifier;
import io.mintmark.cli.ids.VerifyReport;
import io.mintmark.gapless.GaplessReport;
import io.mintmark.json.Json;
import io.mintmark.snowflake.SnowflakeLayout;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks whether ids repeat, or whether gapless numbers have a gap. */
@Command(
    name = "verify",
    description = {
      "Reads ids, one on each line, and finds duplicates.",
      "It also shows which ids are out of order, and how fast they were made. The result is exact"
          + " for any number of ids: ids that do not fit into memory go to temporary files. Input"
          + " of gzip is unpacked.",
      "A UUID is one id with and without hyphens, in upper and in lower case. Without hyphens, 32"
          + " hex digits are a UUID if they have a UUID's version and variant and do not mix"
          + " cases. An ObjectId is one id in both cases. In upper case, an ObjectId or a UUID"
          + " without hyphens needs four letters. All other text, such as keys in base62, is"
          + " compared as written.",
      "With --gapless it reads a database instead, and checks that the numbers of all documents"
          + " follow one another: it shows gaps, numbers that two documents have, and void"
          + " numbers.",
      "The exit code is 3 if an id repeats, or a number is missing or repeats. It is 1 if a line is"
          + " not one id, or if there is no id."
    },
    footer = {
      "  mintmark next snowflake -n 10000000 | mintmark verify -",
      "  cat host-1.ids host-2.ids | mintmark verify",
      "  mintmark verify jdbc:postgresql://db/shop?user=audit --gapless invoices"
          + " --query 'SELECT number FROM invoice'"
    })
final class VerifyCommand extends PrintingCommand {

  private static final int FAULTS_FOUND = 3;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "The file with the ids. Without it, or with -, standard input.")
  private @Nullable String file;

  @Mixin
  private GaplessOptions gapless;

  @Option(
      names = "--column",
      paramLabel = "COLUMN",
      description = "Lines have several columns: the one with the ids, by its name in the first"
          + " line, or by its number.")
  private @Nullable String column;

  @Option(
      names = "--as",
      paramLabel = "LAYOUT",
      defaultValue = "mintmark",
      description =
          "The Snowflake layout by which the time of numbers is read: a preset, or bits such"
              + " as 41/10/12. Default: ${DEFAULT-VALUE}.")
  private String layout;

  @Mixin
  private IdOptions options;

  @Override
  public Integer call() throws IOException {
    gapless.check(spec(), file);
    if (gapless.isGiven()) {
      GaplessReport numbers = gapless.report(file, terminal().environment());
      print(
          json -> GaplessText.describe(json, numbers),
          out -> GaplessText.print(numbers, out, terminal().outStyle()));
      return numbers.isComplete() ? 0 : FAULTS_FOUND;
    }
    options.check();
    SnowflakeLayout numbers = Usage.value(spec(), layout, SnowflakeLayout::parse);
    Verifier verifier = new Verifier(
        options.bytes(),
        options.temp(),
        options.show(),
        numbers,
        terminal().clock().instant());
    VerifyReport report;
    IdLines lines;
    try (InputStream in = options.open(file, terminal());
        Progress progress = new Progress(terminal(), "ids read")) {
      lines = new IdLines(in, column);
      report = verifier.verify(lines, progress::at);
    }
    print(json -> describe(json, report), out -> print(report, out, terminal().outStyle()));
    lines
        .fault()
        .ifPresent(fault -> err().println(terminal().errStyle().error("mintmark: ") + fault));
    return report.duplicates() > 0
        ? FAULTS_FOUND
        : report.unread() > 0 ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private void print(VerifyReport report, PrintWriter out, TextStyle style) {
    if (report.duplicates() == 0) {
      String among = report.unread() == 0 ? "" : " among them";
      out.println(style.bold(Figures.grouped(report.count()) + " ids, no duplicates" + among));
    } else {
      out.println(style.error(Figures.grouped(report.count())
          + " ids, "
          + Figures.grouped(report.duplicates())
          + " of them repeat an earlier one"));
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
      form.rate().ifPresent(rate -> out.println(sentence(form, rate)));
    }
  }

  private static Table forms(VerifyReport report) {
    Table table = new Table("FORM", "IDS", "OUT OF ORDER", "FIRST AT LINE", "SMALLEST", "GREATEST")
        .right(1, 2, 3);
    for (FormReport form : report.forms()) {
      table.row(
          form.form().label(),
          Figures.grouped(form.count()),
          Figures.grouped(form.outOfOrder()),
          form.outOfOrder() == 0 ? "-" : Figures.grouped(form.firstOutOfOrder()),
          form.smallest(),
          form.greatest());
    }
    return table;
  }

  private static String sentence(FormReport form, Rate rate) {
    return String.format(
        Locale.ROOT,
        "%n%s: made from %s to %s, %,.0f a second; at most %,d in %,d s",
        form.form().label(),
        rate.earliest(),
        rate.latest(),
        rate.perSecond(),
        rate.busiest(),
        rate.span().toSeconds());
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
    json.put("form", form.form().label())
        .put("ids", form.count())
        .put("outOfOrder", form.outOfOrder())
        .put("firstOutOfOrderLine", form.firstOutOfOrder())
        .put("smallest", form.smallest())
        .put("greatest", form.greatest());
    form.rate()
        .ifPresent(rate -> json.put("earliest", rate.earliest().toString())
            .put("latest", rate.latest().toString())
            .put("perSecond", Math.round(rate.perSecond()))
            .put("busiest", rate.busiest())
            .put("busiestSpanSeconds", rate.span().toSeconds()));
  }
}
