package io.mintmark.generator;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Facts about a generator, for people.
 *
 * @param name the generator's name
 * @param kind the kind of id, as {@link Generator#kind} returns it
 * @param facts facts by their names, in the order to show them; the names are lower-case and
 *     hyphenated, for example {@code layout}, {@code capacity-per-second}, {@code time-ends},
 *     {@code worker}, {@code window-left-ms}
 * @param warnings conditions that a person should act on, each a sentence; usually empty
 */
public record Description(
    String name, String kind, Map<String, String> facts, List<String> warnings) {

  /**
   * Copies the facts and warnings.
   *
   * @param name the generator's name
   * @param kind the kind of id
   * @param facts facts by their names, in the order to show them
   * @param warnings conditions that a person should act on
   */
  public Description {
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    warnings = List.copyOf(warnings);
  }
}
