package io.mintmark.generator;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Facts about a generator, for people.
 *
 * @param name the generator's name
 * @param kind what it makes
 * @param facts facts by their names, in the order to show them: lower-case hyphenated names, for
 *     example {@code layout}, {@code capacity-per-second}, {@code time-ends}, {@code worker},
 *     {@code window-left-ms}
 * @param warnings what a person should act on, each a sentence; usually empty
 */
public record Description(
    String name, String kind, Map<String, String> facts, List<String> warnings) {

  /**
   * Keeps unmodifiable copies.
   *
   * @param name the generator's name
   * @param kind what it makes
   * @param facts facts by their names, in the order to show them
   * @param warnings what a person should act on
   */
  public Description {
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    warnings = List.copyOf(warnings);
  }
}
