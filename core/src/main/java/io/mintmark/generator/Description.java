package io.mintmark.generator;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Facts about a generator, for people. */
public final class Description {

  private final String name;
  private final String kind;
  private final Map<String, String> facts;
  private final List<String> warnings;

  /**
   * Creates a description.
   *
   * @param name see {@link #name}
   * @param kind see {@link #kind}
   * @param facts see {@link #facts}
   * @param warnings see {@link #warnings}
   */
  public Description(String name, String kind, Map<String, String> facts, List<String> warnings) {
    this.name = name;
    this.kind = kind;
    this.facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    this.warnings = List.copyOf(warnings);
  }

  /** {@return the generator's name} */
  public String name() {
    return name;
  }

  /** {@return the kind of id, as {@link Generator#kind} returns it} */
  public String kind() {
    return kind;
  }

  /**
   * {@return facts by their names, in the order to show them; the names are lower-case and
   * hyphenated, for example {@code layout}, {@code capacity-per-second}, {@code time-ends},
   * {@code worker}, {@code window-left-ms}}
   */
  public Map<String, String> facts() {
    return facts;
  }

  /** {@return conditions that a person should act on, each a sentence; usually empty} */
  public List<String> warnings() {
    return warnings;
  }

  @Override
  public String toString() {
    return "Description[name=" + name + ", kind=" + kind + ", facts=" + facts + ", warnings="
        + warnings + "]";
  }
}
