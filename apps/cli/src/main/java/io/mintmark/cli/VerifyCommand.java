package io.mintmark.cli;

import io.mintmark.cli.ids.Duplicate;
import io.mintmark.cli.ids.IdProfile;
import io.mintmark.cli.ids.KnownLayout;
import io.mintmark.cli.ids.ReadIds;
import io.mintmark.json.Json;
import io.mintmark.snowflake.SnowflakeLayout;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks whether ids repeat. */
@Command(
    name = "verify",
    description = {
      "Reads ids, one on each line, and finds duplicates.",
      "It also shows which ids are out of order, and how fast they were made. The result is exact"
          + " for any number of ids: ids that do not fit into memory go to temporary files.",
      "Two texts of one UUID or ObjectId count as the same id, in upper or lower case, and a UUID"
          + " with or without hyphens. Other text, such as keys in base62, is compared as written.",
      "The exit code is 3 if an id repeats. It is 1 if a line does not have exactly one id, or if"
          + " there is no id."
    },
    footer = {
      "  mintmark next snowflake -n 10000000 | mintmark verify -",
      "  cat host-1.ids host-2.ids | mintmark verify"
    })
final class VerifyCommand extends PrintingCommand {

  private static final int FAULTS_FOUND = 3;

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
    SnowflakeLayout numbers = Usage.value(spec(), layout, SnowflakeLayout::parse);
    ReadIds read = options.read(
        terminal(), List.of(KnownLayout.assumed(numbers)), terminal().clock().instant());
    print(json -> describe(json, read), (out, style) -> print(read, out, style));
    int code = exitCode(read.fault().stream().toList());
    return read.duplicates() > 0 ? FAULTS_FOUND : code;
  }

  private static void print(ReadIds report, PrintWriter out, TextStyle style) {
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
    out.println();
    Table table = new Table("FORM", "IDS", "OUT OF ORDER", "FIRST AT LINE").right(1, 2, 3);
    for (IdProfile kind : report.kinds()) {
      table.row(
          kind.label(),
          Figures.grouped(kind.count()),
          Figures.grouped(kind.outOfOrder()),
          kind.outOfOrder() == 0 ? "-" : Figures.grouped(kind.firstOutOfOrder()));
    }
    table.print(out, style);
    for (IdProfile kind : report.kinds()) {
      kind.times().ifPresent(times -> {
        String made = String.format(Locale.ROOT, "%,.0f a second", times.perSecond());
        out.println();
        out.println(kind.label() + ": made from " + times.earliest() + " to " + times.latest()
            + ", " + made);
      });
    }
  }

  private static void describe(Json json, ReadIds report) {
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
        .put("forms", report.kinds(), VerifyCommand::describe);
  }

  private static void describe(Json json, IdProfile kind) {
    json.put("form", kind.label())
        .put("ids", kind.count())
        .put("outOfOrder", kind.outOfOrder())
        .put("firstOutOfOrderLine", kind.firstOutOfOrder());
    kind.times()
        .ifPresent(times -> json.put("earliest", times.earliest().toString())
            .put("latest", times.latest().toString())
            .put("perSecond", Math.round(times.perSecond())));
  }
}
