package io.mintmark.service;

import static java.util.Comparator.comparing;

import io.mintmark.config.Config;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.json.Json;
import io.mintmark.json.JsonObject;
import io.mintmark.store.Line;
import java.util.Map;
import java.util.TreeMap;

/**
 * Generators that administrators made over HTTP on a server of an earlier version.
 *
 * <p>Such a generator is stored as a line (a counter with a note) {@code spec/:defN/NAME}, where N
 * is its version. The line's note is the settings as JSON, and its position is the fingerprint of
 * that text. A version whose note does not match its position is ignored. The highest of the other
 * versions applies. The note {@value #REMOVED} means that the generator was removed. Each version
 * also claimed a position of {@link StoreLines#DEFINITIONS}.
 */
public final class FormerDefinitions {

  private static final String REMOVED = "{}";
  private static final String PREFIX = SpecLine.PREFIX + SpecLine.DEFINITIONS;

  private FormerDefinitions() {}

  /**
   * Refuses a configuration that does not contain a generator that was made over HTTP, because the
   * generator's clients would get no ids.
   *
   * @param store the store to read; the caller closes it
   * @param config the generators that the server will serve
   * @throws ConfigurationException if a generator is missing; the message contains the lines to add
   *     to the configuration file
   * @throws io.mintmark.error.StoreUnavailableException if the store does not answer
   */
  public static void check(LineStore store, Config config) {
    if (store.position(StoreLines.DEFINITIONS) == 0) {
      return; // No such generator was ever made, so the lines need not be listed.
    }
    Map<String, String> missing = new TreeMap<>();
    store.lines(PREFIX).stream()
        .filter(line -> SpecLine.fingerprint(line.note()) == line.next())
        // Among the lines of one name, a higher version has a longer or a later line name.
        .sorted(comparing((Line line) -> line.name().length()).thenComparing(Line::name))
        .forEach(line -> missing.put(
            line.name().substring(line.name().indexOf('/', PREFIX.length()) + 1), line.note()));
    missing.keySet().removeAll(config.generators().keySet());
    missing.values().removeIf(REMOVED::equals);
    if (!missing.isEmpty()) {
      StringBuilder yaml = new StringBuilder("generators:");
      missing.forEach((name, settings) ->
          yaml.append("\n  \"").append(name).append("\": ").append(shown(settings)));
      throw new ConfigurationException(
          "configuration",
          Message.of(
                  "the store keeps generators that were made over HTTP by an earlier version, and"
                      + " the configuration lacks them: names={}; add them to the configuration"
                      + " file:",
                  missing.keySet())
              + "\n"
              + yaml);
    }
  }

  /** Returns the settings for the file. Keys without a zone are in UTC, which is added. */
  private static String shown(String settings) {
    Map<String, String> texts =
        new TreeMap<>(JsonObject.parse(settings, IllegalStateException::new).flat());
    if ("key".equals(texts.get("type"))) {
      texts.putIfAbsent("zone", "UTC");
    }
    return Json.object(json -> texts.forEach(json::put));
  }
}
