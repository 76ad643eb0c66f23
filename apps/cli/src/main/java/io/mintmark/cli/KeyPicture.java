package io.mintmark.cli;

import io.mintmark.internal.key.KeyField;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws the characters of a key. Below them, each field has a line: a rule under its characters,
 * its label, its text, and the detail that distinguishes it from other fields of its kind.
 */
record KeyPicture(String key, List<KeyField> fields, TextStyle style) {

  private static final String INDENT = "  ";
  private static final String GAP = "  ";

  void print(PrintWriter out) {
    List<KeyField> named =
        fields.stream().filter(field -> !field.kind().equals("text")).toList();
    StringBuilder coloured = new StringBuilder(INDENT);
    List<String> lines = new ArrayList<>();
    int labels = named.stream().mapToInt(field -> field.label().length()).max().orElse(0);
    int texts = named.stream().mapToInt(field -> text(field).length()).max().orElse(0);
    int at = 0;
    for (int i = 0; i < named.size(); i++) {
      KeyField field = named.get(i);
      coloured.append(key, at, field.from()).append(style.field(i, text(field)));
      at = field.to();
      String rule =
          " ".repeat(field.from()) + style.field(i, "-".repeat(field.to() - field.from()));
      String label = field.label() + " ".repeat(labels - field.label().length());
      String gap = " ".repeat(key.length() - field.to()) + GAP;
      String text = style.field(i, text(field)) + pattern(field, texts);
      lines.add(INDENT + rule + gap + label + GAP + text);
    }
    out.println(coloured.append(key.substring(at)));
    lines.forEach(out::println);
  }

  /** Returns a time's pattern or a check's name. A variable's name is in its label already. */
  private String pattern(KeyField field, int texts) {
    return field.name().isEmpty() || field.kind().equals("var")
        ? ""
        : " ".repeat(texts - text(field).length()) + GAP + style.dim(field.name());
  }

  private String text(KeyField field) {
    return key.substring(field.from(), field.to());
  }
}
