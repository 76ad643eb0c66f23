package io.mintmark.benchmarks;

import io.mintmark.benchmarks.Scores.Row;
import io.mintmark.error.Message;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Compares a run on one thread and on two with what we want to reach: {@code
 * verification/benchmarks/goals} runs the benchmarks and this. Ends with 1 if a goal is missed.
 */
final class SpeedGoals {

  private static final String BY_THREAD = "TimeOrderedLongs.mintmarkByThread";
  private static final double SCALING = 1.6;
  private static final double NANOS = 1e9;
  private static final double KEY_NANOS = 50;

  /** How many times as fast as the best other library a row has to be, on one thread and on two. */
  private static final List<Goal> GOALS = List.of(
      new Goal(BY_THREAD, 12, 30),
      new Goal("SegmentedSequences.mintmark", 2, 2),
      new Goal("SegmentedSequences.mintmarkByThread", 2, 2),
      new Goal("ObjectIds.mintmark", 6, 6),
      new Goal("ObjectIdTexts.mintmark", 2.5, 2.5),
      new Goal("OrderedUuids.mintmark", 5, 5),
      new Goal("OrderedUuids.mintmarkByThread", 5, 5),
      new Goal("RandomUuids.mintmark", 10, 10),
      new Goal("UuidTexts.mintmark", 3, 3),
      new Goal("LongBatches.mintmarkFillLongs", 30, 30),
      new Goal("UuidBatches.mintmarkFillLongs", 1, 1),
      new Goal("ReadableKeys.mintmark", 2, 2),
      new Goal("ParsedKeys.mintmark", 3, 3),
      new Goal("ParsedUuids.mintmark", 3, 3),
      new Goal("ParsedObjectIds.mintmark", 3, 3));

  private record Goal(String benchmark, double one, double two) {

    double on(int threads) {
      return threads == 1 ? one : two;
    }
  }

  private final Scores scores;
  private final PrintStream out;
  private boolean met = true;

  SpeedGoals(Scores scores, PrintStream out) {
    this.scores = scores;
    this.out = out;
  }

  /** Reads results of one thread and of two. */
  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      throw new IllegalArgumentException("no file with results is given");
    }
    Scores scores = Scores.read(Stream.of(args).map(Path::of).toList());
    System.exit(new SpeedGoals(scores, System.out).print() ? 0 : 1);
  }

  /** Prints a row for each goal, and tells whether all are met. */
  boolean print() {
    out.println("| what | threads | reached | wanted | |");
    out.println("|---|---|---|---|---|");
    for (Goal goal : GOALS) {
      for (int threads = 1; threads <= 2; threads++) {
        Row row = new Row(goal.benchmark(), threads);
        double best = scores
            .peers(row)
            .max(Double::compare)
            .orElseThrow(() -> new IllegalArgumentException(
                Message.of("no other library was run: benchmark={}", row.benchmark())));
        row(
            row.benchmark() + " to the best peer",
            threads,
            scores.of(row) / best,
            goal.on(threads));
      }
    }
    Row one = new Row(BY_THREAD, 1);
    Row two = new Row(BY_THREAD, 2);
    row("two threads to one, " + BY_THREAD, 2, scores.of(two) / scores.of(one), SCALING);
    toCounter(1, 0.8);
    toCounter(2, 1);
    double keyNanos = NANOS / scores.of(new Row("ReadableKeys.mintmark", 1));
    row("ns that a key may take, to what it takes", 1, KEY_NANOS / keyNanos, 1);
    return met;
  }

  private void toCounter(int threads, double wanted) {
    double ours = scores.of(new Row("TimeOrderedLongs.mintmark", threads));
    double counter = scores.of(new Row("TimeOrderedLongs.atomicLong", threads));
    row("TimeOrderedLongs.mintmark to AtomicLong", threads, ours / counter, wanted);
  }

  private void row(String what, int threads, double reached, double wanted) {
    boolean reaches = reached >= wanted;
    met &= reaches;
    out.printf(
        Locale.ROOT,
        "| %s | %d | %.2f | %.2f | %s |%n",
        what,
        threads,
        reached,
        wanted,
        reaches ? "" : "missed");
  }
}
