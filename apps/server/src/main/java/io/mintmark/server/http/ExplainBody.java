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
 * The body of a request that explains keys. It has either the settings of keys, with the names of
 * the configuration file, or only the member {@code name}: the name of a configured generator. With
 * {@code skew}, the reply shows how evenly ids spread over the tables.
 *
 * @param settings the settings, or {@code name}, by their names; the name of a nested setting
 *     contains dots
 * @param skew whether the reply shows how evenly ids spread over the tables
 */
record ExplainBody(Map<String, String> settings, boolean skew) {

  /**
   * Large enough for the longest format with every character escaped, and for all other settings.
   */
  static final int MAX_BYTES = 8 * 1024;

  /**
   * How many ids of each {@code SkewReport.Shape} are routed. The number is small, because the
   * console requests this after each change that a person types.
   */
  private static final int SKEW_IDS = 100_000;

  private static final int MAX_DEPTH = 3;
  private static final String NAME = "name";

  /**
   * Parses {@code {"format":"...","shards":{"databases":4},"skew":true}}.
   *
   * @throws IllegalArgumentException if the body is not a JSON object of texts, numbers, flags, and
   *     further such objects, or if it has both a name and settings
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
          "settings cannot be given with the name of configured keys, which have their own:"
              + " members={}",
          members.keySet()));
    }
    return new ExplainBody(members, skew.equals("true"));
  }

  /** Returns the name of the configured generator, if the body has one. */
  Optional<String> generator() {
    return Optional.ofNullable(settings.get(NAME));
  }

  /**
   * Explains the keys.
   *
   * @param seen true for each generator that the caller may see
   */
  KeyAnalysis answer(IdService service, Predicate<String> seen) {
    int ids = skew ? SKEW_IDS : 0;
    String name = settings.get(NAME);
    return name == null ? service.explain(settings, ids) : service.explain(name, ids, seen);
  }
}
