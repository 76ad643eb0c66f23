package io.mintmark.peers;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Puts all libraries through all scenarios, and prints the tables. Ends with status 2 if nothing
 * is chosen by its arguments, see {@link Choice}.
 */
final class Main {

  private static final int WRONG_USAGE = 2;

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    Choice choice;
    try {
      choice = Choice.of(List.of(arguments));
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(WRONG_USAGE);
      return;
    }
    compare(choice, System.out, System.err);
    System.exit(0);
  }

  private static void compare(Choice choice, PrintStream out, PrintStream progress)
      throws Exception {
    List<Row> rows = new ArrayList<>();
    for (Scenario scenario : choice.scenarios()) {
      Optional<String> missing = scenario.missing();
      if (missing.isPresent()) {
        progress.printf("skipped: %s; needs %s%n", scenario.title(), missing.get());
        continue;
      }
      for (Peer peer : choice.peers()) {
        if (scenario.concerns(peer)) {
          progress.printf("%s: %s%n", scenario.title(), peer.name());
          Row row = play(scenario, peer, choice.length());
          if (row.drawn().refused() > 0) {
            progress.printf("  refused: %s%n", row.drawn().refusal());
          }
          rows.add(row);
        }
      }
    }
    new Report(out, choice.peers(), rows).print(choice.length());
  }

  /** Runs one library through one scenario. */
  static Row play(Scenario scenario, Peer peer, Run.Length length) throws Exception {
    try (Run run = new Run(peer, length)) {
      scenario.play(run);
      return run.row(scenario);
    }
  }
}
