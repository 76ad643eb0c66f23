package io.mintmark.bench;

import static io.mintmark.bench.Figures.number;
import static io.mintmark.bench.Figures.threads;

import io.mintmark.bench.Figures.Row;
import java.io.PrintStream;
import java.util.List;

/** How many times as fast as the best other library Mintmark must be, by kind of id. */
final class IdGoals {

  private static final String COUNTER = "AtomicLong";

  /**
   * A contender's goal on one thread and on two, relative to a plain counter or to the best other
   * library.
   */
  record Goal(String kind, String name, boolean counter, double one, double two) {

    /** How many times as fast the contender is. */
    private double reached(Figures figures, String condition) {
      double other = figures.rows(kind).stream()
          .filter(row -> !row.ours() && row.contender().equals(COUNTER) == counter)
          .mapToDouble(row -> figures.best(row, condition))
          .max()
          .orElseThrow(() -> new IllegalStateException("no other library: kind=" + kind));
      return figures.best(new Row(kind, name), condition) / other;
    }
  }

  static final List<Goal> GOALS = List.of(
      new Goal("64-bit ids with time", "Mintmark Snowflake, order: thread", false, 10, 26),
      new Goal("64-bit ids with time", "Mintmark Snowflake", true, 0.71, 0.94),
      new Goal("numbers from segments", "Mintmark sequence", false, 1.35, 1.5),
      new Goal("numbers from segments", "Mintmark sequence, order: thread", false, 2.5, 20),
      new Goal("ObjectId", "Mintmark", false, 5.1, 15),
      new Goal("ObjectId as hex", "Mintmark nextText", false, 2.5, 6),
      new Goal("reading an ObjectId", "Mintmark", false, 1.5, 1.5),
      new Goal("UUID version 7", "Mintmark", false, 2.1, 0.45),
      new Goal("UUID version 7", "Mintmark, order: thread", false, 2.9, 2.1),
      new Goal("UUID version 7 as text", "Mintmark", false, 1.7, 0.45),
      new Goal("UUID version 4", "Mintmark", false, 7, 25),
      new Goal("reading a UUID", "Mintmark", false, 1, 1),
      new Goal("a key of 32 characters", "Mintmark", false, 1.3, 1.9),
      new Goal("reading a key", "Mintmark", false, 3, 3),
      new Goal("1,024 64-bit ids", "Mintmark", false, 30, 30),
      new Goal("1,024 UUIDs version 7", "Mintmark", false, 0.6, 0.6));

  private IdGoals() {}

  /** Prints a row for each goal. Returns whether all are reached. */
  static boolean print(Figures figures, PrintStream out) {
    boolean met = true;
    out.println(
        "\n| times the best other | | threads | reached | goal | |\n|---|---|---|---|---|---|");
    for (Goal goal : GOALS) {
      for (int threads = 1; threads <= 2; threads++) {
        double wanted = threads == 1 ? goal.one : goal.two;
        double reached = goal.reached(figures, threads(threads));
        boolean missed = reached < Figures.LEAST * wanted;
        met &= !missed;
        String name = goal.name + (goal.counter ? ", beside " + COUNTER : "");
        String both = number(reached) + " | " + number(wanted);
        out.println("| %s | %s | %d | %s |%s |"
            .formatted(goal.kind, name, threads, both, missed ? " missed" : ""));
      }
    }
    return met;
  }
}
