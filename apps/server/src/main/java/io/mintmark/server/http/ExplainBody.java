package io.mintmark.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.mintmark.error.Message;
import io.mintmark.service.IdService;
import io.mintmark.service.KeyAnalysis;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Which keys are to be explained: the settings of a generator, named as in the configuration file,
 * or {@code name}, that of a configured one. With {@code skew} it is shown how ids spread.
 *
 * @param settings by their names, those of what is nested with dots between
 * @param skew whether ids are routed
 */
record ExplainBody(Map<String, String> settings, boolean skew) {

  /** A few times the longest format with every character escaped. */
  static final int MAX_BYTES = 8 * 1024;

  /** As many ids of each shape as are routed while somebody types. */
  private static final int SKEW_IDS = 100_000;

  private static final int MAX_DEPTH = 3;
  private static final String NAME = "name";
  private static final JsonFactory JSON = new JsonFactory();

  /**
   * Reads {@code {"format":"...","shards":{"databases":4},"skew":true}}.
   *
   * @throws IllegalArgumentException if it is no object of texts, numbers, and such objects
   */
  static ExplainBody parse(String body) {
    Map<String, String> members = new TreeMap<>();
    try (JsonParser json = JSON.createParser(body)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException(
            "the body is not an object such as" + " {\"format\":\"...\"}");
      }
      read(json, "", 1, members);
      if (json.nextToken() != null) {
        throw new IllegalArgumentException("something stands after the body's object");
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("the body is not JSON: " + e.getMessage(), e);
    }
    String skew = members.getOrDefault("skew", "false");
    if (!skew.equals("true") && !skew.equals("false")) {
      throw new IllegalArgumentException(Message.of("neither true nor false: skew={}", skew));
    }
    members.remove("skew");
    if (members.containsKey(NAME) && members.size() > 1) {
      throw new IllegalArgumentException(Message.of(
          "settings cannot stand beside the name of configured keys, which have their own:"
              + " members={} beside a name",
          members.keySet()));
    }
    return new ExplainBody(members, skew.equals("true"));
  }

  private static void read(JsonParser json, String prefix, int depth, Map<String, String> into)
      throws IOException {
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      JsonToken value = json.nextToken();
      if (value == JsonToken.START_OBJECT && depth < MAX_DEPTH) {
        read(json, prefix + name + ".", depth + 1, into);
      } else if (!value.isScalarValue()
          || value == JsonToken.VALUE_NULL
          || into.put(prefix + name, json.getText()) != null) {
        throw new IllegalArgumentException(Message.of(
            "the setting is no text or number, or stands twice: setting={}{}", prefix, name));
      }
    }
  }

  /** The configured generator that it is about, if it is about one. */
  Optional<String> generator() {
    return Optional.ofNullable(settings.get(NAME));
  }

  /** Answers it to callers that may see these generators. */
  KeyAnalysis answer(IdService service, Predicate<String> seen) {
    int ids = skew ? SKEW_IDS : 0;
    String name = settings.get(NAME);
    return name == null ? service.explain(settings, ids) : service.explain(name, ids, seen);
  }
}
