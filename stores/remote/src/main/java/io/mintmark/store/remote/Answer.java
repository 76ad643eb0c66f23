package io.mintmark.store.remote;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An object of JSON that a server answered; numbers of lines are strings there. */
final class Answer {

  private static final JsonFactory FACTORY = new JsonFactory();

  private final Map<?, ?> members;

  private Answer(Map<?, ?> members) {
    this.members = members;
  }

  /**
   * Reads an object.
   *
   * @throws StoreUnavailableException if it is anything else
   */
  static Answer parse(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      Answer whole = object(value(parser));
      if (parser.nextToken() != null) {
        throw strange("something stands behind the object");
      }
      return whole;
    } catch (IOException e) {
      throw new StoreUnavailableException("the answer is not JSON: " + e.getMessage(), e);
    }
  }

  boolean has(String name) {
    return members.containsKey(name);
  }

  /** A text; empty for null. */
  String text(String name) {
    Object value = members.get(name);
    if (value instanceof String text) {
      return text;
    }
    if (value == null && members.containsKey(name)) {
      return "";
    }
    throw strange(Message.of("no text: member={}", name));
  }

  /** A number from 0 to 2^63 - 1, written as a text. */
  long position(String name) {
    String text = text(name);
    try {
      long number = Long.parseLong(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // It is said below what was expected.
    }
    throw strange(Message.of("no number from 0 to 2^63 - 1: member={}", name));
  }

  boolean flag(String name) {
    if (members.get(name) instanceof Boolean flag) {
      return flag;
    }
    throw strange(Message.of("neither true nor false: member={}", name));
  }

  List<Answer> list(String name) {
    if (members.get(name) instanceof List<?> list) {
      return list.stream().map(Answer::object).toList();
    }
    throw strange(Message.of("no list: member={}", name));
  }

  static StoreUnavailableException strange(String rule) {
    return new StoreUnavailableException("the answer is not a Mintmark server's: " + rule);
  }

  private static Answer object(@Nullable Object value) {
    if (value instanceof Map<?, ?> members) {
      return new Answer(members);
    }
    throw strange("an object is expected");
  }

  /** The parser bounds how deep this goes. */
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
