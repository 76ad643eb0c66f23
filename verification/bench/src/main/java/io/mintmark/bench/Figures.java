package io.mintmark.bench;

import io.mintmark.error.Message;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The figures of one run, as a table, and the comparison of two builds in it. A row is a contender,
 * which is one of the compared programs or libraries, with one kind of work. For each condition,
 * such as a number of threads, a row has the figures of all rounds. The first figure of a round is
 * compared between contenders. The other figures are additional.
 */
final class Figures {

  /** The suffix of a contender's name for the same contender in the other build. */
  static final String OTHER = ", other build";

  /** The lowest allowed fraction of the other build's figure, and of a goal. */
  static final double LEAST = 0.95;

  private final Map<Row, Map<String, List<double[]>>> rows = new LinkedHashMap<>();
  private final Set<String> conditions = new LinkedHashSet<>();
  private final String unit;
  private final List<String> more;

  record Row(String work, String contender) {
    boolean ours() {
      return contender.startsWith("Mintmark");
    }
  }

  Figures(String unit, String... more) {
    this.unit = unit;
    this.more = List.of(more);
  }

  static String threads(int count) {
    return count == 1 ? "1 thread" : count + " threads";
  }

  /** Adds a round: first the figure that is compared, then the additional ones. */
  void add(Row row, String condition, double... figures) {
    conditions.add(condition);
    rows.computeIfAbsent(row, key -> new LinkedHashMap<>())
        .computeIfAbsent(condition, key -> new ArrayList<>())
        .add(figures);
  }

  List<Row> rows(String work) {
    return rows.keySet().stream().filter(row -> row.work().equals(work)).toList();
  }

  private List<double[]> rounds(Row row, String condition) {
    return rows.getOrDefault(row, Map.of()).getOrDefault(condition, List.of());
  }

  boolean has(Row row, String condition) {
    return !rounds(row, condition).isEmpty();
  }

  /** The compared figure, or an additional one, of each round, the lowest first. */
  double[] sorted(Row row, String condition, int figure) {
    if (!has(row, condition)) {
      throw new IllegalArgumentException(
          Message.of("not measured: row={}, condition={}", row, condition));
    }
    return rounds(row, condition).stream()
        .mapToDouble(each -> each[figure])
        .sorted()
        .toArray();
  }

  double median(Row row, String condition) {
    return median(sorted(row, condition, 0));
  }

  /**
   * The highest figure of all rounds. Other work on the machine can only make a round slower, so
   * the highest figures of two runs differ least.
   */
  double best(Row row, String condition) {
    double[] sorted = sorted(row, condition, 0);
    return sorted[sorted.length - 1];
  }

  /**
   * The median of the ratios within each round. Other work on the machine slows down both
   * contenders of a round, so it hardly changes their ratio.
   */
  private double ratio(Row row, Row other, String condition) {
    List<double[]> ours = rounds(row, condition);
    List<double[]> theirs = rounds(other, condition);
    return median(IntStream.range(0, Math.min(ours.size(), theirs.size()))
        .mapToDouble(round -> ours.get(round)[0] / theirs.get(round)[0])
        .sorted()
        .toArray());
  }

  private static double median(double[] sorted) {
    return sorted[sorted.length / 2];
  }

  /**
   * Prints all rows. The column {@code first/this} is the figure of the first row with the same
   * work, divided by the figure of this row.
   */
  void print(PrintStream out) {
    StringBuilder head = new StringBuilder("| | |");
    for (String condition : conditions) {
      String figure = condition.isEmpty() ? unit : condition + ", " + unit;
      head.append(" ").append(figure).append(" | first/this |");
      more.forEach(name -> head.append(" ").append(name).append(" |"));
    }
    out.println(head);
    out.println("|" + "---|".repeat(2 + conditions.size() * (2 + more.size())));
    rows.keySet().forEach(row -> out.println(line(row)));
  }

  private String line(Row row) {
    String bold = row.ours() ? "**" : "";
    StringBuilder line =
        new StringBuilder("| %s | %s%s%s |".formatted(row.work(), bold, row.contender(), bold));
    Row first = rows(row.work()).get(0);
    for (String condition : conditions) {
      if (!has(row, condition)) {
        line.append(" |".repeat(2 + more.size()));
        continue;
      }
      line.append(" ").append(range(sorted(row, condition, 0)));
      boolean compared = !row.equals(first) && has(first, condition);
      line.append(compared ? " | " + number(ratio(first, row, condition)) + " |" : " | |");
      for (int i = 1; i <= more.size(); i++) {
        line.append(" ").append(number(median(sorted(row, condition, i)))).append(" |");
      }
    }
    return line.toString();
  }

  /**
   * Prints each row of this build next to the same row of the other. Returns whether no row fell
   * behind.
   */
  boolean compare(PrintStream out) {
    boolean holds = true;
    int compared = 0;
    out.println("| | | | other, best %s | this, best %s | this/other | |".formatted(unit, unit));
    out.println("|---|---|---|---|---|---|---|");
    for (Row row : rows.keySet()) {
      Row other = new Row(row.work(), row.contender() + OTHER);
      for (String condition : conditions) {
        if (has(row, condition) && has(other, condition)) {
          compared++;
          double ours = best(row, condition);
          double theirs = best(other, condition);
          boolean fell = ours < LEAST * theirs;
          holds &= !fell;
          String both = number(theirs) + " | " + number(ours) + " | " + number(ours / theirs);
          String cells = "| %s | %s | %s | %s |%s |";
          String end = fell ? " fell" : "";
          out.println(cells.formatted(row.work(), row.contender(), condition, both, end));
        }
      }
    }
    if (compared == 0) {
      throw new IllegalArgumentException("the two builds have no row in common");
    }
    return holds;
  }

  static String range(double[] sorted) {
    String lowest = number(sorted[0]);
    return number(median(sorted)) + " (" + lowest + " to " + number(sorted[sorted.length - 1])
        + ")";
  }

  static String number(double value) {
    String format = value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f";
    return String.format(Locale.ROOT, format, value);
  }
}
