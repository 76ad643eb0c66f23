package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Generator;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.LinePage;
import io.mintmark.service.LastStore;
import io.mintmark.store.Line;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Raises all lines (counters) of a store that was restored from a backup. */
final class RaiseAll {

  /**
   * The store of generators that are opened only to find out which lines carry time. So nothing is
   * claimed on the real store.
   */
  private static final String NOWHERE = "memory:";

  private static final long MAX_MARGIN = 1L << 40;

  /**
   * The margin is this many times the computed number of positions, because the peak rate is not
   * known exactly, and skipped positions cost nothing.
   */
  private static final int SAFETY_FACTOR = 2;

  @Option(
      names = "--all",
      required = true,
      description = "Raise every line of the store. First restore the backup, stop everything that"
          + " makes ids on the store, and wait for two minutes.")
  @SuppressWarnings("UnusedVariable") // picocli needs it to select the group
  private boolean all;

  @Option(
      names = "--margin",
      paramLabel = "N",
      description = "How many further positions to skip on each line that carries no time: more"
          + " than the number of ids made since the backup that you cannot find. Or give --rate and"
          + " --since.")
  private @Nullable Long margin;

  @Option(
      names = "--rate",
      paramLabel = "PER_SECOND",
      description = "In place of --margin: the peak rate of the busiest generator, in ids a second."
          + " The margin is twice the number of ids that it can have made since the backup.")
  private @Nullable Long rate;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "With --rate: when the backup started, for example 2026-11-21T03:00:00Z.")
  private @Nullable String since;

  @Option(
      names = "--by-time",
      description = "Also raise each line that carries time, past every position that the clock has"
          + " allowed so far. Ids whose time is a day or an hour then continue in the next day or"
          + " hour.")
  private boolean byTime;

  @Option(
      names = "--last-store",
      paramLabel = "FILE",
      description = "A server's file last-store, from its data directory: raise lines at least to"
          + " the positions in it. May be repeated.")
  private List<Path> lastStores = List.of();

  @Option(names = "--dry-run", description = "Only show the new positions, and change nothing.")
  private boolean dryRun;

  int call(RaiseLine command) {
    Terminal terminal = command.terminal();
    long skipped = skipped(command, terminal.clock().instant());
    SourceOptions source = command.source();
    Config config = source.config();
    String url = source.unservedUrl(config);
    List<Line> lines = source.lines(new LinePage("", "", Integer.MAX_VALUE));
    List<RaisedLine> raised;
    try (Mintmark rules = StoreOpener.mint(NOWHERE)) {
      Map<String, Long> servers = new HashMap<>();
      for (Path file : lastStores) {
        lastStore(file).ends().forEach((line, end) -> servers.merge(line, end, Math::max));
      }
      Optional<Instant> now = Optional.of(terminal.clock().instant()).filter(time -> byTime);
      Collection<Generator> generators = config.open(rules).values();
      raised = new RestoredLines(generators, skipped, now, servers).raised(lines);
    }
    if (!dryRun) {
      raise(url, raised);
    }
    command.print(
        json -> json.put("dryRun", dryRun).put("lines", raised, RaisedLine::describe),
        (out, style) -> {
          print(raised, out, style);
          if (rate != null) {
            out.println(Message.of(
                "The margin is {}: {} ids a second for {} s, times {}.",
                skipped,
                rate,
                skipped / SAFETY_FACTOR / rate,
                SAFETY_FACTOR));
          }
        });
    return raised.stream().anyMatch(line -> line.reason() == RaisedLine.Reason.UNKNOWN) ? 1 : 0;
  }

  /** Returns how many positions to skip on each line that carries no time. */
  private long skipped(RaiseLine command, Instant now) {
    if (margin != null && rate == null && since == null) {
      Usage.range(command.spec(), "--margin", margin, 0, MAX_MARGIN);
      return margin;
    }
    if (margin != null || rate == null || since == null) {
      throw command.wrongUsage("give either --margin, or --rate and --since; nothing was changed");
    }
    Usage.range(command.spec(), "--rate", rate, 1, MAX_MARGIN);
    Instant begun = command.time("--since", since, ZoneOffset.UTC);
    if (begun.isAfter(now)) {
      throw command.wrongUsage(
          Message.of("the backup is in the future: --since={}, now={}", begun, now));
    }
    long seconds = Duration.between(begun, now).toSeconds() + 1;
    if (seconds > MAX_MARGIN / SAFETY_FACTOR / rate) {
      throw command.wrongUsage(Message.of(
          "the margin is too large: --rate={}, --since={}, seconds={}, most={}; nothing was"
              + " changed",
          rate,
          begun,
          seconds,
          MAX_MARGIN));
    }
    return SAFETY_FACTOR * rate * seconds;
  }

  private static LastStore lastStore(Path file) {
    try {
      return LastStore.parse(Files.readString(file));
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigurationException(
          "lines raise",
          Message.of(
              "the file is not a server's last-store: --last-store={}, reason={}; nothing was"
                  + " changed",
              file,
              e));
    }
  }

  private static void raise(String url, List<RaisedLine> raised) {
    try (Mintmark mint = StoreOpener.mint(url)) {
      for (RaisedLine line : raised) {
        if (line.next() > line.before()
            && !MintmarkAccess.storeOf(mint)
                .compareAndSet(line.name(), line.before(), line.next())) {
          throw new MintmarkException(Message.of(
              "the line has moved meanwhile: line={}, position={}; the lines before it are raised;"
                  + " stop everything that makes ids on the store, and run this again",
              line.name(),
              line.before()));
        }
      }
    }
  }

  private void print(List<RaisedLine> raised, PrintWriter out, TextStyle style) {
    Table table = new Table("LINE", "WAS AT", dryRun ? "WOULD BE AT" : "IS AT", "BY").right(1, 2);
    raised.forEach(line -> table.row(line.name(), line.before(), line.next(), line.reason().text));
    table.print(out, style);
    if (dryRun) {
      out.println("Nothing was changed.");
    }
  }
}
