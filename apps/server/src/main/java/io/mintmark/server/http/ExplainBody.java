package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.mintmark.json.JsonObject;
import io.mintmark.service.IdService;
import io.mintmark.service.KeyAnalysis;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The keys to explain: the settings of a generator, named as in the configuration file, or
 * {@code name}, the name of a configured generator. With {@code skew} the reply shows how ids
 * spread over tables.
 *
 * @param settings by name; the names of nested settings contain dots
 * @param skew whether ids are routed
 */
record ExplainBody(Map<String, String> settings, boolean skew) {

  /** A few times the longest format with every character escaped. */
  static final int MAX_BYTES = 8 * 1024;

  /** The number of ids of each shape: the console routes them while a person types. */
  private static final int SKEW_IDS = 100_000;

  private static final int MAX_DEPTH = 3;
  private static final String NAME = "name";

  /**
   * Parses {@code {"format":"...","shards":{"databases":4},"skew":true}}.
   *
   * @throws IllegalArgumentException if it is not an object of texts, numbers, and such objects
   */
  static ExplainBody parse(String body) {
    Map<String, String> members =
        new TreeMap<>(JsonObject.parse(body, HttpCall::wrongBody).flat(MAX_DEPTH));
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

  /** The named generator, if it names one. */
  Optional<String> generator() {
    return Optional.ofNullable(settings.get(NAME));
  }

  /** Explains the keys to a caller that may see these generators. */
  KeyAnalysis answer(IdService service, Predicate<String> seen) {
    int ids = skew ? SKEW_IDS : 0;
    String name = settings.get(NAME);
    return name == null ? service.explain(settings, ids) : service.explain(name, ids, seen);
  }
}
