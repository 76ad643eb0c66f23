package io.mintmark.inspect;

import io.mintmark.config.Config;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.error.InvalidIdException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/**
 * Finds every kind that an id can be. Immutable and thread-safe. The result depends on the text and
 * the clock only.
 *
 * <p>The text is an id as people paste it: {@code 4df2dcec2cdcd20936a8b817},
 * {@code new ObjectId('...')}, {@code {"$oid":"..."}}, a number, a UUID in braces or as a URN.
 * Spaces within the id are ignored, and {@link IdText} removes quotes and the other text that
 * shells and exports put around an id.
 *
 * <p>The result has every reading that fits. Plausible readings precede doubtful readings. Within
 * each of the two groups, the order is:
 *
 * <ol>
 *   <li>a key of a configured format: {@code key:NAME}; doubtful if it has a fault such as a wrong
 *       check digit, or names a database or table that does not exist;
 *   <li>an id after a configured prefix: the kind that its generator makes; doubtful with a wrong
 *       check digit;
 *   <li>24 hex digits: {@code objectid}, {@code objectid-legacy} (4+3+2+3 bytes: machine and
 *       process), {@code objectid-java-legacy} (4+4+4 bytes);
 *   <li>32 hex digits, plain or 8-4-4-4-12: {@code uuid-v1} to {@code uuid-v15}, {@code uuid-nil},
 *       {@code uuid-max}, {@code uuid-reserved};
 *   <li>26 Crockford digits in lower case after a prefix and an underscore, or alone if they
 *       contain a UUID of version 7: {@code typeid};
 *   <li>26 Crockford digits: {@code ulid}; 27 base62 digits: {@code ksuid}; 13 Crockford digits:
 *       {@code tsid};
 *   <li>a number of 64 bits: {@code opaque:NAME} for each opaque sequence and Snowflake, with a
 *       time only if the secret key is present; {@code snowflake:NAME} for each configured layout
 *       and then for each preset that its bits fit; {@code tsid}; {@code number}.
 * </ol>
 *
 * <p>A number is decimal, or hex after {@code 0x}, or 16 hex digits of which at least one is a
 * letter. A negative number is read as its 64 bits unsigned: a signed column shows some ids of
 * 64-bit layouts in this way. A reading is doubtful if its time is more than a day ahead of the
 * clock, or before ids of this kind existed. A time on the first day after a layout's epoch is
 * doubtful too, unless that day is not over yet: a number that is so small is more likely a plain
 * number.
 */
public final class Inspector {

  /**
   * The longest text that is inspected, in characters. The inspector returns nothing for a longer
   * text.
   */
  public static final int MAX_LENGTH = 200;

  private static final Pattern SPACES = Pattern.compile("\\s+");

  private final InstantSource clock;
  private final Map<String, GeneratorSettings> known = new LinkedHashMap<>();
  private final ConfiguredForms configured;

  /**
   * Makes an inspector that knows the ids of the configured generators, and every preset whose name
   * is not the name of a configured Snowflake.
   *
   * @param clock decides which times are plausible
   * @param config the generators, in the order of their readings
   * @param reveals whether to decode opaque ids whose key file this process can read. For the other
   *     opaque ids, the reading shows the reason, with the file's path. If false, the reading of an
   *     opaque id shows only that the id may be opaque
   */
  public Inspector(InstantSource clock, Config config, boolean reveals) {
    this.clock = clock;
    config.generators().forEach((name, each) -> known.put(name, each.settings()));
    this.configured = new ConfiguredForms(known, reveals);
  }

  /**
   * Returns all readings of an id that fit. Never throws.
   *
   * @param text anything
   * @return readings, likeliest first; none if no known kind fits, or if the text has more than
   *     {@value #MAX_LENGTH} characters
   */
  public List<Reading> inspect(String text) {
    if (text.length() > MAX_LENGTH) {
      return List.of();
    }
    List<String> layers = IdText.layers(text);
    String id = SPACES.matcher(layers.get(layers.size() - 1)).replaceAll("");
    Instant now = clock.instant();
    List<Reading> readings = new ArrayList<>(keys(layers, id, now));
    List<BiFunction<String, Instant, List<Reading>>> forms = List.of(
        configured::prefixed,
        StandardForms::objectIds,
        StandardForms::uuids,
        StandardForms::typeIds,
        StandardForms::otherLibraries,
        configured::numbers);
    for (BiFunction<String, Instant, List<Reading>> form : forms) {
      try {
        readings.addAll(form.apply(id, now));
      } catch (InvalidIdException e) {
        // The text is not an id of this family.
      }
    }
    // The sort is stable, so it keeps the order within each of the two groups.
    return readings.stream()
        .map(this::noted)
        .sorted(Comparator.comparing(Reading::plausible).reversed())
        .toList();
  }

  /**
   * Reads the text as a key, before and after each step that removes text around it, because a
   * configured format may look like such text.
   */
  private List<Reading> keys(List<String> layers, String id, Instant now) {
    for (String layer : layers) {
      List<Reading> readings = configured.keys(layer.strip(), now);
      if (readings.stream().anyMatch(Reading::plausible)) {
        return readings;
      }
    }
    return configured.keys(id, now);
  }

  /** Adds the notes about the generator that the reading's kind names after a colon. */
  private Reading noted(Reading reading) {
    String name = reading.kind().substring(reading.kind().indexOf(':') + 1);
    GeneratorSettings own = name.equals(reading.kind()) ? null : known.get(name);
    return own == null ? reading : reading.withNotes(own.notes());
  }
}
