package io.mintmark.cli;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;

/** Writes maps, collections, texts, numbers and truth values as JSON. */
final class Json {

  private Json() {}

  static String of(Object value) {
    StringBuilder json = new StringBuilder();
    write(json, value);
    return json.toString();
  }

  private static void write(StringBuilder json, Object value) {
    if (value instanceof Map<?, ?> map) {
      json.append('{');
      for (Iterator<? extends Map.Entry<?, ?>> i = map.entrySet().iterator(); i.hasNext(); ) {
        Map.Entry<?, ?> entry = i.next();
        quote(json, entry.getKey().toString());
        json.append(':');
        write(json, entry.getValue());
        json.append(i.hasNext() ? "," : "");
      }
      json.append('}');
    } else if (value instanceof Collection<?> values) {
      json.append('[');
      for (Iterator<?> i = values.iterator(); i.hasNext(); ) {
        write(json, i.next());
        json.append(i.hasNext() ? "," : "");
      }
      json.append(']');
    } else if (value instanceof Number || value instanceof Boolean) {
      json.append(value);
    } else {
      quote(json, value.toString());
    }
  }

  private static void quote(StringBuilder json, String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append("\\u00").append(Character.forDigit(c >> 4, 16));
        json.append(Character.forDigit(c & 0xF, 16));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }
}
