package io.mintmark.cli;

import io.mintmark.cli.ids.KnownLayout;
import io.mintmark.cli.ids.ReadIds;
import io.mintmark.cli.ids.Remark;
import io.mintmark.cli.ids.Severity;
import io.mintmark.cli.ids.Verdict;
import io.mintmark.json.Json;
import io.mintmark.snowflake.SnowflakeLayout;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Analyses ids of any origin. */
@Command(
    name = "check",
    description = {
      "Analyses ids that any library or database made: shows their kind, their faults, and the"
          + " generator of Mintmark that can continue from them.",
      "FILE has one id on each line.",
      "The exit code is 1 if something is wrong: duplicate or rounded ids, a time that ends within"
          + " a year, lines without exactly one id."
    },
    footer = {
      "  mintmark check orders.ids",
      "  psql -Atc 'select id from orders order by created' | mintmark check --in-order"
    })
final class CheckCommand extends PrintingCommand {

  private static final int WIDTH = 100;

  @Option(
      names = "--in-order",
      description =
          "The ids are in the order in which they were made: find backward steps of clocks.")
  private boolean inOrder;

  @Option(
      names = "--newest",
      paramLabel = "TIME",
      description = "For old ids: when the newest one was made. Default: now.")
  private @Nullable String newest;

  @Option(
      names = "--as",
      paramLabel = "LAYOUT",
      description = "The layout of numbers, if you know it: a preset, or bits such as 41/10/12.")
  private @Nullable String layout;

  @Option(
      names = "--epoch",
      paramLabel = "TIME",
      description = "With --as: the moment from which the layout's time counts.")
  private @Nullable String epoch;

  @Mixin
  private IdOptions options;

  @Override
  public Integer call() throws IOException {
    ReadIds read = options.read(terminal(), layouts(), newest());
    Verdict verdict = Verdict.of(read, inOrder);
    print(json -> describe(json, read, verdict), (out, style) -> print(read, verdict, out, style));
    boolean isWrong =
        verdict.remarks().stream().anyMatch(remark -> remark.severity() == Severity.FAIL);
    return isWrong ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private Instant newest() {
    return newest == null ? terminal().clock().instant() : time("--newest", newest, ZoneOffset.UTC);
  }

  /** Returns the layout of {@code --as}, or else all known layouts. */
  private List<KnownLayout> layouts() {
    if (layout == null) {
      if (epoch != null) {
        throw wrongUsage("--epoch needs --as: --epoch=" + epoch);
      }
      return KnownLayout.ALL;
    }
    SnowflakeLayout bits = Usage.value(spec(), layout, SnowflakeLayout::parse);
    return List.of(
        epoch == null
            ? KnownLayout.asked(layout, bits)
            : KnownLayout.asked(
                bits.split(), bits.withEpoch(time("--epoch", epoch, ZoneOffset.UTC))));
  }

  private static void print(ReadIds read, Verdict verdict, PrintWriter out, TextStyle style) {
    out.println(style.bold(Figures.grouped(read.count()) + (read.count() == 1 ? " id" : " ids")));
    out.println();
    int width =
        verdict.remarks().stream().mapToInt(each -> each.topic().length()).max().orElse(0);
    String indent = " ".repeat("warn".length() + width + 4);
    for (Remark remark : verdict.remarks()) {
      String head = style.mark(remark.severity()) + "  " + remark.topic()
          + " ".repeat(width - remark.topic().length()) + "  ";
      for (String sentence : remark.says()) {
        // Each line end replaces a space, so the sentence gets a space at its end.
        String lines = (sentence + " ")
            .replaceAll("(.{1," + (WIDTH - indent.length()) + "}|\\S+) ", "$1\n" + indent);
        out.println(head + lines.stripTrailing());
        head = indent;
      }
    }
    out.println();
    if (verdict.settings().isEmpty()) {
      out.println("No generator is known to continue from these. For new rows see docs/choose.md.");
    } else {
      out.println("This generator continues from them:");
      out.println();
      out.print(yaml(verdict));
    }
  }

  private static String yaml(Verdict verdict) {
    return "generators:\n  ids: {" + verdict.settings() + "}\n";
  }

  private static void describe(Json json, ReadIds read, Verdict verdict) {
    json.put("ids", read.count())
        .put("duplicates", read.duplicates())
        .put("kind", verdict.kind())
        .put(
            "remarks",
            verdict.remarks(),
            (object, remark) -> object
                .put("topic", remark.topic())
                .put("severity", Figures.word(remark.severity()))
                .put("says", remark.says()))
        .put("yaml", verdict.settings().isEmpty() ? "" : yaml(verdict));
  }
}
