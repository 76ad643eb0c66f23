package io.mintmark.peers;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prints what was seen, in Markdown. */
final class Report {

  private static final int MAX_REFUSAL = 90;
  private static final int MAX_WIDTH = 140;

  private final PrintStream out;
  private final List<Peer> peers;
  private final List<Row> rows;

  Report(PrintStream out, List<Peer> peers, List<Row> rows) {
    this.out = out;
    this.peers = peers;
    this.rows = rows;
  }

  void print(Run.Length length) {
    out.printf(
        "Ids were made for %,d ms at a time; %d processes started at once. Java %s, %d"
            + " processors.%n",
        length.ms(), length.pods(), Runtime.version(), Runtime.getRuntime().availableProcessors());
    out.println();
    out.println("| library | version | settings |");
    out.println("|---|---|---|");
    for (Peer peer : peers) {
      out.printf("| %s | %s | %s |%n", peer.name(), peer.versions(), peer.settings());
    }
    for (Scenario scenario : Scenario.values()) {
      List<Row> played = rows.stream().filter(row -> row.scenario() == scenario).toList();
      if (!played.isEmpty()) {
        print(scenario, played);
      }
    }
  }

  private void print(Scenario scenario, List<Row> played) {
    out.printf("%n## %s%n%n%s%n%n", capital(scenario.title()), scenario.text());
    out.println("| library | ids made | duplicates | order broken | refusals | longest call |");
    out.println("|---|---:|---:|---:|---|---:|");
    for (Row row : played) {
      Drawn drawn = row.drawn();
      out.printf(
          "| %s | %,d | %s | %,d | %s | %s |%n",
          row.peer().name() + (OutOfScope.note(scenario, row.peer()).isPresent() ? " †" : ""),
          drawn.made(),
          row.duplicates() == 0 ? "0" : "**%,d**".formatted(row.duplicates()),
          drawn.broken(),
          refusals(drawn),
          time(drawn.longestMs()));
    }
    Map<String, List<String>> marked = new LinkedHashMap<>();
    for (Row row : played) {
      OutOfScope.note(scenario, row.peer())
          .ifPresent(note -> marked
              .computeIfAbsent(note, each -> new ArrayList<>())
              .add(row.peer().name()));
    }
    List<String> notes = new ArrayList<>();
    marked.forEach((note, names) -> notes.add("† " + String.join("; ", names) + ": " + note + "."));
    if (!peers.stream().allMatch(scenario::concerns)) {
      notes.add("The others are not concerned, as " + scenario.whyNotConcerned() + ".");
    }
    if (!notes.isEmpty()) {
      out.printf("%n%s%n", wrapped(String.join(" ", notes)));
    }
  }

  private static String wrapped(String text) {
    StringBuilder lines = new StringBuilder();
    int width = 0;
    for (String word : text.split(" ", -1)) {
      if (width > 0 && width + 1 + word.length() > MAX_WIDTH) {
        lines.append(System.lineSeparator());
        width = 0;
      } else if (width > 0) {
        lines.append(' ');
        width++;
      }
      lines.append(word);
      width += word.length();
    }
    return lines.toString();
  }

  private static String refusals(Drawn drawn) {
    if (drawn.refused() == 0) {
      return "0";
    }
    String text = drawn.refusal().replace("|", "/");
    return "%,d: %s"
        .formatted(
            drawn.refused(),
            text.length() > MAX_REFUSAL ? text.substring(0, MAX_REFUSAL) + "..." : text);
  }

  private static String time(long ms) {
    return ms < 1_000 ? ms + " ms" : "%.1f s".formatted(ms / 1_000.0);
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
