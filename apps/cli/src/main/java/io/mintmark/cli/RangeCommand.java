package io.mintmark.cli;

import io.mintmark.error.Message;
import io.mintmark.service.IdRange;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the range of ids of a time span. */
@Command(
    name = "range",
    description = {
      "Shows which ids belong to a span of time, for a filter on the primary key.",
      "It prints the smallest id of the span, and the smallest id after it: use them as"
          + " id >= FROM and id < TO.",
      "KIND is objectid, uuid (version 7), typeid (without its prefix), snowflake, one of its"
          + " presets, a generator of the configuration, or a kind as inspect prints it."
    },
    footer = {
      "  mintmark range objectid --from 2026-11-21 --to 2026-11-22 --zone Asia/Shanghai",
      "  mintmark range twitter --from 2026-11-21T08:00:00Z --to 2026-11-21T09:00:00Z"
    })
final class RangeCommand extends PrintingCommand {

  private static final String LAYOUT = "snowflake:";

  @Mixin
  private ZoneOption zone;

  @Mixin
  private SourceOptions source;

  @Parameters(paramLabel = "KIND", description = "The kind of id.")
  private String kind;

  @Option(
      names = "--from",
      paramLabel = "T",
      required = true,
      description = "When the span starts, for example 2026-11-21 or 2026-11-21T08:30:00Z.")
  private String from;

  @Option(
      names = "--to",
      paramLabel = "T",
      required = true,
      description = "When the span ends. The span does not include this moment.")
  private String to;

  @Override
  public Integer call() {
    Instant start = time("from", from, zone.zone());
    Instant end = time("to", to, zone.zone());
    if (!start.isBefore(end)) {
      throw wrongUsage(Message.of("the span is empty: from={}, to={}", start, end));
    }
    IdRange ids = source
        .served()
        .map(server -> server.range(kindOrName(), start, end))
        .orElseGet(() -> IdRange.of(source.config(), kindOrName(), start, end));
    print(
        json -> json.put("kind", kind)
            .put("fromTime", start.toString())
            .put("toTime", end.toString())
            .put("from", ids.from())
            .put("to", ids.to()),
        (out, style) -> {
          Table table = new Table("", "TIME", "ID");
          table.row("from", start, ids.from());
          table.row("to (exclusive)", end, ids.to());
          table.print(out, style);
        });
    return 0;
  }

  /**
   * Converts a kind that {@code inspect} prints to the kind or layout of a range. Returns any other
   * kind unchanged.
   */
  private String kindOrName() {
    return switch (kind) {
      case "objectid-legacy", "objectid-java-legacy" -> "objectid";
      case "uuid-v7" -> "uuid";
      default -> kind.startsWith(LAYOUT) ? kind.substring(LAYOUT.length()) : kind;
    };
  }
}
