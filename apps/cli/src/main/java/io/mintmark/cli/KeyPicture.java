package io.mintmark.cli;

import io.mintmark.key.KeyField;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** The characters of a key, each field in a colour, and below them what the fields are. */
final class KeyPicture {

  private static final String INDENT = "  ";

  private final String key;
  private final List<KeyField> fields;
  private final Style style;

  KeyPicture(String key, List<KeyField> fields, Style style) {
    this.key = key;
    this.fields = fields;
    this.style = style;
  }

  /** Prints the key, then a line for each field from the last to the first, as in a diagram. */
  void print(PrintWriter out) {
    StringBuilder text = new StringBuilder(INDENT);
    for (int i = 0; i < fields.size(); i++) {
      text.append(style.field(i, part(i)));
    }
    out.println(text);
    List<Integer> named = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      if (!fields.get(i).kind().equals("text")) {
        named.add(i);
      }
    }
    for (int last = named.size() - 1; last >= 0; last--) {
      out.println(INDENT + line(named.subList(0, last + 1)));
    }
  }

  private String line(List<Integer> open) {
    StringBuilder line = new StringBuilder();
    int at = 0;
    for (int i = 0; i < open.size(); i++) {
      KeyField field = fields.get(open.get(i));
      line.append(" ".repeat(field.from() - at));
      boolean last = i == open.size() - 1;
      String mark = last ? "\\- " + label(field) : "|";
      line.append(style.field(open.get(i), mark));
      at = field.from() + 1;
    }
    return line.toString();
  }

  private String part(int index) {
    return key.substring(fields.get(index).from(), fields.get(index).to());
  }

  private static String label(KeyField field) {
    return field.name().isEmpty() ? field.kind() : field.kind() + " " + field.name();
  }
}
