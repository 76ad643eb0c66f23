package io.mintmark.store.remote;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.mintmark.error.StoreUnavailableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object that a server sent. Each accessor throws a {@link StoreUnavailableException} if the
 * member has an unexpected type. Numbers are read as text. Immutable.
 */
final class Answer {

  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final Map<?, ?> members;

  private Answer(Map<?, ?> members) {
    this.members = members;
  }

  static Answer parse(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      Object value = value(parser);
      if (parser.nextToken() == null && value instanceof Map<?, ?> members) {
        return new Answer(members);
      }
      throw strange("not one JSON object");
    } catch (IOException e) {
      throw strange("not JSON: " + e.getMessage());
    }
  }

  static StoreUnavailableException strange(String what) {
    return new StoreUnavailableException("the answer is not a Mintmark server's: " + what);
  }

  boolean has(String name) {
    return members.containsKey(name);
  }

  /** Returns a text, or a number as the text that the server sent. */
  String text(String name) {
    return optional(name).orElseThrow(() -> wrong("no text", name));
  }

  /**
   * Returns a text, or a number as the text that the server sent; empty if the member is absent or
   * null.
   */
  Optional<String> optional(String name) {
    Object value = members.get(name);
    if (value == null || value instanceof String) {
      return Optional.ofNullable((String) value);
    }
    throw wrong("no text", name);
  }

  boolean flag(String name) {
    if (members.get(name) instanceof Boolean flag) {
      return flag;
    }
    throw wrong("neither true nor false", name);
  }

  List<Answer> objects(String name) {
    List<Answer> objects = new ArrayList<>();
    for (Object each : list(name)) {
      if (!(each instanceof Map<?, ?> inner)) {
        throw wrong("no object", name);
      }
      objects.add(new Answer(inner));
    }
    return objects;
  }

  List<String> texts(String name) {
    return list(name).stream().map(String::valueOf).toList();
  }

  private List<?> list(String name) {
    if (members.get(name) instanceof List<?> list) {
      return list;
    }
    throw wrong("no list", name);
  }

  private static StoreUnavailableException wrong(String what, String name) {
    return strange(what + ": member=" + name);
  }

  /** Reads a value recursively. The parser bounds the depth. */
  private static @Nullable Object value(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        parser.nextToken();
        members.put(name, value(parser));
      }
      return members;
    }
    if (token == JsonToken.START_ARRAY) {
      List<@Nullable Object> list = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        list.add(value(parser));
      }
      return list;
    }
    if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
      return token == JsonToken.VALUE_TRUE;
    }
    return token == null || token == JsonToken.VALUE_NULL ? null : parser.getText();
  }
}
