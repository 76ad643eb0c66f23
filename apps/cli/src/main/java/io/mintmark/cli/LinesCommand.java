package io.mintmark.cli;

import io.mintmark.service.JsonShapes;
import io.mintmark.store.Line;
import io.mintmark.store.LineName;
import io.mintmark.store.LinePage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows, raises, lowers and moves lines, which are the counters of a store. */
@Command(
    name = "lines",
    subcommands = {
      LinesCommand.ListLines.class,
      RaiseLine.class,
      LowerLine.class,
      CopyLines.class,
      AdoptCounter.class
    },
    description = {
      "Lists, raises and moves lines, and lowers them for repairs.",
      "A line is a durable counter from which ids are made. seq/NAME is the line of a sequence,"
          + " worker/SCOPE/N that of a worker number. spec/NAME keeps the fingerprint of a"
          + " generator's settings."
    },
    footerHeading = PrintingCommand.EXAMPLES,
    footer = {
      "  mintmark lines list seq/",
      "  mintmark lines raise seq/invoices 20000",
      "  mintmark lines copy file:/var/lib/mintmark redis://127.0.0.1:6379 --dry-run",
      "  mintmark lines adopt redis://127.0.0.1:6379/0#orders orders"
    })
final class LinesCommand {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = PrintingCommand.HELP)
  @SuppressWarnings("UnusedVariable") // picocli needs it to show the help
  private boolean help;

  /** Shows lines, even if another process has the store open. */
  @Command(
      name = "list",
      description = "Lists the lines, even while a server has the store open.",
      footer = "  mintmark lines list seq/")
  static final class ListLines extends PrintingCommand {

    /** The highest limit. One more line is read to detect whether there is a next page. */
    private static final int MOST = Integer.MAX_VALUE - 1;

    @Mixin
    private SourceOptions source;

    @Parameters(
        paramLabel = "PREFIX",
        arity = "0..1",
        defaultValue = "",
        description = "List only lines whose names start with this. Default: all.")
    private String prefix;

    @Option(
        names = "--after",
        paramLabel = "LINE",
        defaultValue = "",
        description = "List only lines whose names come after this one: the next page.")
    private String after;

    @Option(
        names = "--limit",
        paramLabel = "N",
        description = "How many lines to list at most. Default: all.")
    private @Nullable Integer limit;

    @Override
    public Integer call() {
      String unused = Usage.value(spec(), prefix, LineName::checkPrefix);
      unused = Usage.value(spec(), after, LineName::checkPrefix);
      int most = limit == null ? MOST : limit;
      Usage.range(spec(), "--limit", most, 1, MOST);
      List<Line> found = source.lines(new LinePage(prefix, after, most + 1));
      boolean more = found.size() > most;
      List<Line> lines = more ? found.subList(0, most) : found;
      print(json -> json.put("lines", lines, JsonShapes::line).put("more", more), (out, style) -> {
        Table table = new Table("LINE", "NEXT", "UPDATED", "NOTE").right(1);
        lines.forEach(line -> table.row(line.name(), line.next(), line.updated(), line.note()));
        table.print(out, style);
        if (more) {
          String last = lines.get(lines.size() - 1).name();
          err().println("There are more lines. For the next page: --after " + last);
        }
      });
      return 0;
    }
  }
}
