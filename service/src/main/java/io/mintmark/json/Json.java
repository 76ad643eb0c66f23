package io.mintmark.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

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

  public Json put(String name, String value) {
    name(name);
    quote(value);
    return this;
  }

  public Json put(String name, long value) {
    name(name);
    out.append(value);
    return this;
  }

  public Json put(String name, boolean value) {
    name(name);
    out.append(value);
    return this;
  }

  public Json putNull(String name) {
    name(name);
    out.append("null");
    return this;
  }

  public Json put(String name, Map<String, String> members) {
    name(name);
    braces(json -> members.forEach(json::put));
    return this;
  }

  /** Writes an inner object with the members that {@code members} adds. */
  public Json put(String name, Consumer<Json> members) {
    name(name);
    braces(members);
    return this;
  }

  /** Writes all members of an object that is JSON text already. */
  public Json putAll(String object) {
    String text = object.strip();
    comma();
    out.append(text, 1, text.length() - 1);
    return this;
  }

  public Json put(String name, List<String> texts) {
    name(name);
    out.append('[');
    for (String text : texts) {
      comma();
      quote(text);
    }
    out.append(']');
    return this;
  }

  /** Writes a list of objects with the members that {@code members} adds for each. */
  public <T> Json put(String name, List<T> objects, BiConsumer<Json, T> members) {
    name(name);
    out.append('[');
    for (T object : objects) {
      comma();
      braces(json -> members.accept(json, object));
    }
    out.append(']');
    return this;
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
    out.append('"');
    JsonStringEncoder.getInstance().quoteAsString(text, out);
    out.append('"');
  }
}
