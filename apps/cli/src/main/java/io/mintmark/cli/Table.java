package io.mintmark.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Prints rows below a head, in columns as wide as their widest cell. */
final class Table {

  private static final String GAP = "  ";

  private final Set<Integer> right = new HashSet<>();
  private final List<List<String>> rows = new ArrayList<>();

  Table(String... head) {
    rows.add(List.of(head));
  }

  /** Aligns columns of numbers, counted from 0, to the right. */
  Table right(Integer... columns) {
    right.addAll(Arrays.asList(columns));
    return this;
  }

  /** Adds a row of values, which are printed as their texts. */
  void row(Object... cells) {
    rows.add(Arrays.stream(cells).map(Object::toString).toList());
  }

  void print(PrintWriter out, TextStyle style) {
    int[] widths = IntStream.range(0, rows.get(0).size())
        .map(i -> rows.stream().mapToInt(row -> width(row.get(i))).max().orElse(0))
        .toArray();
    out.println(style.bold(line(widths, rows.get(0))));
    rows.stream().skip(1).forEach(row -> out.println(line(widths, row)));
  }

  private String line(int[] widths, List<String> row) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = row.get(i);
      String padding = " ".repeat(widths[i] - width(cell));
      line.append(right.contains(i) ? padding + cell : cell + padding).append(GAP);
    }
    return line.toString().stripTrailing();
  }

  /** Prints names and values below a title, with the values in one column. */
  static void facts(Map<String, String> facts, PrintWriter out, TextStyle style) {
    int width = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
    facts.forEach((name, value) ->
        out.println(("  " + style.dim(name) + " ".repeat(width - name.length()) + "  " + value)
            .stripTrailing()));
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
