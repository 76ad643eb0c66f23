package io.mintmark.cli;

import io.mintmark.inspect.BitField;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.util.List;

/**
 * Draws an id's bits, the highest bit first. Each field has a colour, and its name is below it if
 * there is room.
 */
record BitPicture(List<BitField> fields, TextStyle style) {

  private static final int LONG_ROW = 64;
  private static final int SHORT_ROW = 32;
  private static final String INDENT = "  ";

  /**
   * Prints rows of {@value #LONG_ROW} bits if there is one row or all are full. Otherwise prints
   * rows of {@value #SHORT_ROW} bits.
   */
  void print(PrintWriter out) {
    int bits = fields.stream().mapToInt(BitField::width).sum();
    int rowLength = bits < LONG_ROW || bits % LONG_ROW == 0 ? LONG_ROW : SHORT_ROW;
    for (int from = 0; from < bits; from += rowLength) {
      printRow(out, from, Math.min(from + rowLength, bits));
    }
  }

  private void printRow(PrintWriter out, int from, int to) {
    StringBuilder bits = new StringBuilder(INDENT);
    StringBuilder names = new StringBuilder(INDENT);
    int start = 0;
    for (int i = 0; i < fields.size(); i++) {
      BitField field = fields.get(i);
      int first = Math.max(start, from);
      int end = Math.min(start + field.width(), to);
      if (first < end) {
        bits.append(style.field(i, binary(field).substring(first - start, end - start)));
        names.append(style.field(i, label(field.name(), end - first)));
      }
      start += field.width();
    }
    out.println(bits);
    out.println(names.toString().stripTrailing());
  }

  private static String binary(BitField field) {
    String digits = new BigInteger(field.value()).toString(2);
    return "0".repeat(field.width() - digits.length()) + digits;
  }

  /**
   * Returns the name in the middle of a line that is as wide as the field: {@code |--time--|}.
   * Leaves out a name that is too long.
   */
  private static String label(String name, int width) {
    if (width == 1) {
      return "|";
    }
    String shown = name.length() <= width - 2 ? name : "";
    int dashes = width - 2 - shown.length();
    return "|" + "-".repeat(dashes / 2) + shown + "-".repeat(dashes - dashes / 2) + "|";
  }
}
