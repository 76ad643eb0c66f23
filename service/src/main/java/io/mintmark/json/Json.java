package io.mintmark.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON. Ids and positions are written as strings, because JavaScript rounds numbers above
 * 2^53.
 */
public final class Json {

  private final StringBuilder out = new StringBuilder(128);

  private Json() {}

  /** Writes an object with the members that {@code members} adds. */
  public static String object(Consumer<Json> members) {
    Json json = new Json();
    json.braces(members);
    return json.out.toString();
  }

  /**
   * Writes a member.
   *
   * @param value a map, a list, a number, a flag, or null; any other value is written as a string
   */
  public Json put(String name, @Nullable Object value) {
    name(name);
    value(value);
    return this;
  }

  /** Writes an inner object with the members that {@code members} adds. */
  public Json put(String name, Consumer<Json> members) {
    name(name);
    braces(members);
    return this;
  }

  /** Writes a list of objects with the members that {@code members} adds for each. */
  public <T> Json put(String name, List<T> objects, BiConsumer<Json, T> members) {
    name(name);
    list(objects, object -> braces(json -> members.accept(json, object)));
    return this;
  }

  private void value(@Nullable Object value) {
    if (value instanceof String text) {
      quote(text);
    } else if (value instanceof Map<?, ?> members) {
      braces(json -> members.forEach((name, each) -> json.put(String.valueOf(name), each)));
    } else if (value instanceof List<?> list) {
      list(list, this::value);
    } else if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else {
      quote(value.toString());
    }
  }

  private <T> void list(List<T> all, Consumer<? super T> writer) {
    out.append('[');
    for (T each : all) {
      comma();
      writer.accept(each);
    }
    out.append(']');
  }

  private void name(String name) {
    comma();
    quote(name);
    out.append(':');
  }

  private void braces(Consumer<Json> members) {
    out.append('{');
    members.accept(this);
    out.append('}');
  }

  private void comma() {
    char before = out.charAt(out.length() - 1);
    if (before != '{' && before != '[') {
      out.append(',');
    }
  }

  private void quote(String text) {
    boolean isPlain = true; // Then it is much faster, for long lists of ids.
    for (int i = 0; i < text.length() && isPlain; i++) {
      char c = text.charAt(i);
      isPlain = c >= ' ' && c != '"' && c != '\\';
    }
    String safe = isPlain ? text : new String(JsonStringEncoder.getInstance().quoteAsString(text));
    out.append('"').append(safe).append('"');
  }
}
