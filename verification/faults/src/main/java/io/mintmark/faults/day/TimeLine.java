package io.mintmark.faults.day;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** What happens when, and what should not have happened. */
final class TimeLine {

  private static final int MAX_FINDINGS = 50;

  private final PrintStream out;
  private final long begunNanos = System.nanoTime();
  private final List<Step> steps = new CopyOnWriteArrayList<>();
  private final List<String> findings = new ArrayList<>();

  TimeLine(PrintStream out) {
    this.out = out;
  }

  /** Begins a part of the day; the one before has ended. */
  void begin(Step step) {
    end();
    steps.add(step);
    note("== " + step.name());
  }

  /** Ends the part of the day that is on: what has to fire in it has. */
  void end() {
    if (!steps.isEmpty()) {
      now().missing().forEach(alert -> found("an alert did not fire: " + alert));
    }
  }

  /** The part of the day that is on. */
  Step now() {
    return steps.get(steps.size() - 1);
  }

  /** Notes something that happened. */
  synchronized void note(String what) {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begunNanos);
    out.println(String.format(Locale.ROOT, "%02d:%02d  %s", seconds / 60, seconds % 60, what));
  }

  /** Notes something that should not have happened. */
  synchronized void found(String what) {
    if (findings.size() < MAX_FINDINGS) {
      findings.add(now().name() + ": " + what);
      note("WRONG: " + what);
    }
  }

  /** What should not have happened; the first of it, if it was much. */
  synchronized List<String> findings() {
    return List.copyOf(findings);
  }

  /** Prints what came of each part. */
  synchronized void printTable() {
    out.printf("%n%-34s %9s %8s %5s  %s%n", "", "answered", "refused", "lost", "alerts");
    for (Step step : steps) {
      out.printf(
          Locale.ROOT,
          "%-34s %,9d %8d %5d  %s%n",
          step.name(),
          step.answered().sum(),
          step.refused().sum(),
          step.lost().sum(),
          String.join(" ", step.fired()));
    }
  }
}
