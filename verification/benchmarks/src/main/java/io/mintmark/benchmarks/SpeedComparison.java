package io.mintmark.benchmarks;

import io.mintmark.benchmarks.Scores.Row;
import io.mintmark.error.Message;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Compares two builds, whose benchmarks ran in turn: {@code verification/benchmarks/compare} does
 * that. Ends with 1 if a row fell by more than a twentieth.
 */
final class SpeedComparison {

  /** The least that a row may have of what it had. */
  static final double LEAST = 0.95;

  private SpeedComparison() {}

  /** Reads all results below two folders, that of the other build first. */
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      throw new IllegalArgumentException(
          Message.of("arguments are not OTHER NEW, two folders: arguments={}", List.of(args)));
    }
    Scores other = Scores.read(results(Path.of(args[0])));
    Scores now = Scores.read(results(Path.of(args[1])));
    System.exit(print(other, now, System.out) ? 0 : 1);
  }

  private static List<Path> results(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  /** Prints a row for each benchmark that both builds have, and tells whether none fell. */
  static boolean print(Scores other, Scores now, PrintStream out) {
    boolean holds = true;
    int rows = 0;
    out.println("| what | threads | other, M/s | this, M/s | this/other | |");
    out.println("|---|---|---|---|---|---|");
    for (Row row : now.best().keySet()) {
      if (!other.best().containsKey(row)) {
        continue;
      }
      rows++;
      double ratio = now.of(row) / other.of(row);
      holds &= ratio >= LEAST;
      out.printf(
          Locale.ROOT,
          "| %s | %d | %.2f | %.2f | %.2f | %s |%n",
          row.benchmark(),
          row.threads(),
          other.of(row) / 1e6,
          now.of(row) / 1e6,
          ratio,
          ratio < LEAST ? "fell" : "");
    }
    if (rows == 0) {
      throw new IllegalArgumentException("the two builds have no benchmark in common");
    }
    return holds;
  }
}
