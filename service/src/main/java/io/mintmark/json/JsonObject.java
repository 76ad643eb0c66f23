package io.mintmark.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object from another program. If a member has an unexpected type, the accessor throws the
 * exception that the caller chose. Numbers are read as text.
 *
 * @param members the members by name, in the object's order
 * @param refusal makes the exception for a fault
 */
public record JsonObject(Map<?, ?> members, Function<String, ? extends RuntimeException> refusal) {

  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /** Matches the part of Jackson's messages that only states that the source text is not shown. */
  private static final Pattern SOURCE = Pattern.compile("\\[Source: [^;]*; ");

  /** Parses a text that consists of one object. {@code refusal} makes the exception for a fault. */
  public static JsonObject parse(
      String text, Function<String, ? extends RuntimeException> refusal) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      Object value = value(parser);
      if (value instanceof Map<?, ?> members && parser.nextToken() == null) {
        return new JsonObject(members, refusal);
      }
      throw refusal.apply("not an object alone");
    } catch (IOException e) {
      String reason = String.valueOf(e.getMessage()).replace("\n", "");
      throw refusal.apply("not JSON: " + SOURCE.matcher(reason).replaceAll("["));
    }
  }

  /** Returns a text, or a number as the text in the source. */
  public String text(String name) {
    return optional(name).orElseThrow(() -> refused("no text", name));
  }

  /**
   * Returns a text, or a number as the text in the source; empty if the member is absent or null.
   */
  public Optional<String> optional(String name) {
    return Optional.ofNullable(members.get(name))
        .map(value -> as(String.class, value, "no text", name));
  }

  /** Returns an inner object. */
  public JsonObject object(String name) {
    return object(members.get(name), name);
  }

  /** Returns a list of objects. */
  public List<JsonObject> objects(String name) {
    return list(name).stream().map(each -> object(each, name)).toList();
  }

  /** Returns a list of texts. */
  public List<String> texts(String name) {
    return list(name).stream().map(String::valueOf).toList();
  }

  /** Returns all members as texts. Members of inner objects have names with dots. */
  public Map<String, String> flat() {
    Map<String, String> flat = new LinkedHashMap<>();
    flatten(members, "", flat);
    return flat;
  }

  private void flatten(Map<?, ?> from, String prefix, Map<String, String> flat) {
    from.forEach((name, value) -> {
      if (value instanceof Map<?, ?> inner) {
        flatten(inner, prefix + name + ".", flat);
      } else if (value instanceof String || value instanceof Boolean) {
        flat.put(prefix + name, value.toString());
      } else {
        throw refused("no text or number", prefix + name);
      }
    });
  }

  private List<?> list(String name) {
    return as(List.class, members.get(name), "no list", name);
  }

  private JsonObject object(@Nullable Object value, String name) {
    return new JsonObject(as(Map.class, value, "no object", name), refusal);
  }

  private <T> T as(Class<T> type, @Nullable Object value, String otherwise, String name) {
    if (type.isInstance(value)) {
      return type.cast(value);
    }
    throw refused(otherwise, name);
  }

  private RuntimeException refused(String what, String name) {
    return refusal.apply(what + ": member=" + name);
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
    if (token == null || token == JsonToken.VALUE_NULL) {
      return null;
    }
    return token.isBoolean() ? token == JsonToken.VALUE_TRUE : parser.getText();
  }
}
