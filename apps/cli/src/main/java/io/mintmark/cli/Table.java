package io.mintmark.cli;

import io.mintmark.error.Message;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rows under a head, in columns as wide as their widest cell. */
final class Table {

  private static final String GAP = "  ";

  private final List<String> head;
  private final Set<Integer> right = new HashSet<>();
  private final List<List<String>> rows = new ArrayList<>();

  Table(String... head) {
    this.head = List.of(head);
  }

  /** Aligns columns of figures, counted from 0, to the right. */
  Table right(Integer... columns) {
    right.addAll(Arrays.asList(columns));
    return this;
  }

  void row(String... cells) {
    if (cells.length != head.size()) {
      throw new IllegalArgumentException(Message.of(
          "the row does not fill its columns: cells={}," + " columns={}",
          cells.length,
          head.size()));
    }
    rows.add(List.of(cells));
  }

  void print(PrintWriter out, TextStyle style) {
    int[] widths = new int[head.size()];
    widen(widths, head);
    rows.forEach(row -> widen(widths, row));
    out.println(style.bold(line(widths, head)));
    rows.forEach(row -> out.println(line(widths, row)));
  }

  private static void widen(int[] widths, List<String> row) {
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], width(row.get(i)));
    }
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

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
