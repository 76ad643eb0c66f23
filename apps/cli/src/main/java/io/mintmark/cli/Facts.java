package io.mintmark.cli;

import java.io.PrintWriter;
import java.util.Map;

/** Prints names and values below a title, with the values in one column. */
final class Facts {

  private Facts() {}

  static void print(Map<String, String> facts, PrintWriter out, TextStyle style) {
    int width = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
    facts.forEach((name, value) ->
        out.println(("  " + style.dim(name) + " ".repeat(width - name.length()) + "  " + value)
            .stripTrailing()));
  }
}
