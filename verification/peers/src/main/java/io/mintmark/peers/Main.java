package io.mintmark.peers;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Puts all libraries through all scenarios, and prints the tables. Arguments: {@code --short}; a
 * part of a library's name after {@code --peer}; a scenario's name after {@code --scenario}.
 */
final class Main {

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    Run.Length length = Run.Length.FULL;
    String peer = "";
    String scenario = "";
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--short" -> length = Run.Length.SHORT;
        case "--peer" -> peer = arguments[++i].toLowerCase(Locale.ROOT);
        case "--scenario" -> scenario = arguments[++i].toUpperCase(Locale.ROOT);
        default -> throw new IllegalArgumentException("unknown: argument=" + arguments[i]);
      }
    }
    List<Peer> peers = new ArrayList<>();
    for (Peer each : Peers.all()) {
      if (each.name().toLowerCase(Locale.ROOT).contains(peer)) {
        peers.add(each);
      }
    }
    List<Scenario> scenarios = new ArrayList<>();
    for (Scenario each : Scenario.values()) {
      if (scenario.isEmpty() || each.name().equals(scenario)) {
        scenarios.add(each);
      }
    }
    compare(peers, scenarios, length, System.out, System.err);
    System.exit(0);
  }

  private static void compare(
      List<Peer> peers,
      List<Scenario> scenarios,
      Run.Length length,
      PrintStream out,
      PrintStream progress)
      throws Exception {
    List<Row> rows = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      Optional<String> missing = scenario.missing();
      if (missing.isPresent()) {
        progress.printf("skipped: %s; needs %s%n", scenario.title(), missing.get());
        continue;
      }
      for (Peer peer : peers) {
        if (scenario.concerns(peer)) {
          progress.printf("%s: %s%n", scenario.title(), peer.name());
          Row row = play(scenario, peer, length);
          if (row.drawn().refused() > 0) {
            progress.printf("  refused: %s%n", row.drawn().refusal());
          }
          rows.add(row);
        }
      }
    }
    new Report(out, peers, rows).print(length);
  }

  /** Runs one library through one scenario. */
  static Row play(Scenario scenario, Peer peer, Run.Length length) throws Exception {
    try (Run run = new Run(peer, length)) {
      scenario.play(run);
      return run.row(scenario);
    }
  }
}
