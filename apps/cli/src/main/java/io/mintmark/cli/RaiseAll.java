package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Generator;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LineStore;
import io.mintmark.service.LastStore;
import io.mintmark.store.Line;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
   * The largest accepted difference between this host's clock and the engine's, including the time
   * since this host's clock was read.
   */
  private static final Duration MAX_SKEW = Duration.ofMinutes(1);

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
      required = true,
      description = "How many further positions to skip on each line that carries no time: more"
          + " than the number of ids made since the backup that you cannot find, for example twice"
          + " the peak rate times the age of the backup.")
  private long margin;

  @Option(
      names = "--last-store",
      paramLabel = "FILE",
      description = "A server's file last-store, from its data directory: raise lines at least to"
          + " the positions in it. May be repeated.")
  private List<Path> lastStores = List.of();

  @Option(names = "--dry-run", description = "Only show the new positions, and change nothing.")
  private boolean dryRun;

  int call(RaiseLine command) {
    Usage.range(command.spec(), "--margin", margin, 0, MAX_MARGIN);
    SourceOptions source = command.source();
    Config config = source.config();
    String url = source.unservedUrl(config);
    List<Line> lines = source.lines(new LinePage("", "", Integer.MAX_VALUE));
    List<RaisedLine> raised;
    Instant now = command.terminal().clock().instant();
    try (Mintmark rules = StoreOpener.mint(NOWHERE)) {
      Map<String, Long> servers = new HashMap<>();
      for (Path file : lastStores) {
        lastStore(file).ends().forEach((line, end) -> servers.merge(line, end, Math::max));
      }
      Collection<Generator> generators = config.open(rules).values();
      raised = new RestoredLines(generators, pools(config), margin, now, servers).raised(lines);
    }
    if (!dryRun) {
      raise(url, raised, now);
    }
    command.print(
        json -> json.put("dryRun", dryRun).put("lines", raised, RaisedLine::describe),
        (out, style) -> print(raised, out, style));
    return raised.stream().anyMatch(line -> line.reason() == RaisedLine.Reason.UNKNOWN) ? 1 : 0;
  }

  private static List<String> pools(Config config) {
    return config.generators().entrySet().stream()
        .map(each -> each.getValue().settings().texts().getOrDefault("worker-pool", each.getKey()))
        .toList();
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

  /** Raises the lines, unless the clock from which their positions come is wrong. */
  private static void raise(String url, List<RaisedLine> raised, Instant now) {
    try (Mintmark mint = StoreOpener.mint(url)) {
      LineStore store = MintmarkAccess.storeOf(mint);
      store.now().ifPresent(engine -> {
        Duration ahead = Duration.between(engine, now);
        if (ahead.abs().compareTo(MAX_SKEW) > 0) {
          throw new MintmarkException(Message.of(
              "this host's clock differs from the store's: aheadMs={}, at most {}; nothing was"
                  + " changed; correct the clock, and run this again",
              ahead.toMillis(),
              MAX_SKEW.toMillis()));
        }
      });
      for (RaisedLine line : raised) {
        if (line.next() > line.before()
            && !store.compareAndSet(line.name(), line.before(), line.next())) {
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
