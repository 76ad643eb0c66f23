package io.mintmark.peers;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs libraries through scenarios, and prints the tables in Markdown. The {@code peers} script
 * documents the arguments. The exit status is 2 if the arguments select nothing.
 */
final class Main {

  private static final int MAX_REFUSAL = 90;

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    List<String> left = new ArrayList<>(List.of(arguments));
    Run.Length length =
        left.remove("--short") ? new Run.Length(1_000, 6) : new Run.Length(2_000, 20);
    String name = lower(value(left, "--peer"));
    String scenario = lower(value(left, "--scenario"));
    List<Peer> peers =
        Peers.ALL.stream().filter(peer -> lower(peer.name()).contains(name)).toList();
    List<Scenario> scenarios = Stream.of(Scenario.values())
        .filter(each -> scenario.isEmpty() || lower(each.name()).equals(scenario))
        .filter(each -> peers.stream().anyMatch(each.concerns))
        .toList();
    if (!left.isEmpty() || scenarios.isEmpty()) {
      System.err.println("nothing to compare: arguments=" + List.of(arguments)
          + "; scenarios=" + List.of(Scenario.values())
          + "; peers=" + Peers.ALL.stream().map(Peer::name).toList());
      System.exit(2);
    }
    compare(scenarios, peers, length);
    System.exit(0);
  }

  /** Removes an option with its value. Returns an empty text if it is absent. */
  private static String value(List<String> arguments, String option) {
    int at = arguments.indexOf(option);
    if (at < 0 || at + 1 == arguments.size()) {
      return "";
    }
    arguments.remove(at);
    return arguments.remove(at);
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private static void compare(List<Scenario> scenarios, List<Peer> peers, Run.Length length)
      throws Exception {
    Map<Scenario, List<String>> tables = new LinkedHashMap<>();
    for (Scenario scenario : scenarios) {
      String missing = scenario.missing();
      if (!missing.isEmpty()) {
        System.err.printf("skipped: %s; needs %s%n", scenario.title, missing);
        continue;
      }
      List<String> rows = new ArrayList<>();
      tables.put(scenario, rows);
      for (Peer peer : peers) {
        if (scenario.concerns.test(peer)) {
          try (Run run = new Run(peer, length)) {
            scenario.steps.play(run);
            String row = row(scenario, peer, run.sum(), run.duplicates());
            System.err.printf("%s: %s%n", scenario.title, row);
            rows.add(row);
          }
        }
      }
    }
    print(System.out, tables, peers, length);
  }

  private static void print(
      PrintStream out, Map<Scenario, List<String>> tables, List<Peer> peers, Run.Length length) {
    out.printf(
        "Ids were made for %,d ms at a time; %d processes started at once. Java %s, %d"
            + " processors.%n%n",
        length.ms(),
        length.processes(),
        Runtime.version(),
        Runtime.getRuntime().availableProcessors());
    out.println("| library | version | settings |\n|---|---|---|");
    for (Peer peer : peers) {
      out.printf("| %s | %s | %s |%n", peer.name(), peer.versions(), peer.settings());
    }
    tables.forEach((scenario, rows) -> {
      out.printf("%n## %s%n%n%s%n%n", scenario.title, scenario.text);
      out.println("| library | ids made | duplicates | order broken | refusals | longest call |");
      out.println("|---|---:|---:|---:|---|---:|");
      rows.forEach(out::println);
      out.printf("%n%s%n", scenario.note);
    });
  }

  private static String row(Scenario scenario, Peer peer, Tally tally, long duplicates) {
    return "| %s%s | %,d | %s | %,d | %s | %s |"
        .formatted(
            peer.name(),
            scenario.note.contains(peer.name()) ? " †" : "",
            tally.made(),
            duplicates == 0 ? "0" : "**%,d**".formatted(duplicates),
            tally.broken(),
            refusals(tally),
            tally.longestMs() < 1_000
                ? tally.longestMs() + " ms"
                : "%.1f s".formatted(tally.longestMs() / 1_000.0));
  }

  private static String refusals(Tally tally) {
    String text = tally.refusal().replace("|", "/");
    return tally.refused() == 0
        ? "0"
        : "%,d: %s"
            .formatted(
                tally.refused(),
                text.length() > MAX_REFUSAL ? text.substring(0, MAX_REFUSAL) + "..." : text);
  }
}
