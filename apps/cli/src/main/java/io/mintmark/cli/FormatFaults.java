package io.mintmark.cli;

import io.mintmark.key.FormatFault;
import java.io.PrintWriter;
import java.util.List;

/** Prints the faults of a key format, each below its position in the format. */
final class FormatFaults {

  private static final String INDENT = "  ";

  private FormatFaults() {}

  static void print(String format, List<FormatFault> faults, PrintWriter err, TextStyle style) {
    err.println(style.error("mintmark: ") + "keys of this format cannot be made");
    List<FormatFault> placed =
        faults.stream().filter(fault -> fault.column() > 0).toList();
    if (!placed.isEmpty()) {
      err.println(INDENT + format);
      placed.forEach(fault -> err.println(
          INDENT + " ".repeat(fault.column() - 1) + style.error("^") + " " + fault.rule()));
    }
    faults.stream()
        .filter(fault -> fault.column() == 0)
        .forEach(fault -> err.println(INDENT + fault.rule()));
  }
}
