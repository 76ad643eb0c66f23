package io.mintmark.inspect;

import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells what an id can be. Immutable and thread-safe; reads the clock, and nothing else outside the
 * text.
 *
 * <p>The text is any id as people paste it: {@code 4df2dcec2cdcd20936a8b817}, {@code
 * new ObjectId('...')}, {@code {"$oid":"..."}}, a number, a UUID in braces or as a URN; quotes, and
 * spaces around and within it, are passed over. If that fits nothing, {@link IdText} takes off what
 * else shells and exports put around an id.
 *
 * <p>Every reading that fits comes out. Those that are plausible come first; within these, and
 * within the doubtful ones, the order is:
 *
 * <ol>
 *   <li>a key of a configured format: {@code key:NAME}; doubtful with a slip in it, such as a wrong
 *       check digit, or of a database or table that there is not;
 *   <li>an id behind a configured prefix: of the kind that its generator makes; doubtful with a
 *       wrong check digit;
 *   <li>24 hex digits: {@code objectid}, {@code objectid-legacy} (4+3+2+3 bytes: machine and
 *       process), {@code objectid-java-legacy} (4+4+4 bytes);
 *   <li>32 hex digits, plain or 8-4-4-4-12: {@code uuid-v1} to {@code uuid-v15}, {@code uuid-nil},
 *       {@code uuid-max}, {@code uuid-ncs}, {@code uuid-microsoft}, {@code uuid-reserved};
 *   <li>26 Crockford digits in lower case behind a prefix and an underscore, or alone with a UUID
 *       of version 7 in them: {@code typeid};
 *   <li>26 Crockford digits: {@code ulid}; 27 base62 digits: {@code ksuid}; 13 Crockford digits:
 *       {@code tsid};
 *   <li>a number of 64 bits: {@code opaque:NAME} for each opaque sequence and Snowflake, which has
 *       a time only if the key is there; {@code snowflake:NAME} for each configured layout and then
 *       for each preset that its bits fit, {@code tsid}, {@code number}.
 * </ol>
 *
 * <p>A number is decimal, or hex after {@code 0x}, or 16 hex digits with a letter among them. A
 * negative one is what signed 64-bit columns show of a layout of 64 bits. A reading is doubtful if
 * its time is more than a day ahead of the clock, or before any such id was made; for a number read
 * by a layout that is before the end of the layout's first day, as so small a number is rather a
 * plain one, unless that day is not over yet.
 */
public final class Inspector {

  /** The longest text that is looked at, in characters; a longer one is nothing. */
  public static final int MAX_LENGTH = 200;

  private static final Pattern CALL = Pattern.compile(
      "(?:new\\s+)?(?:ObjectId|UUID|NumberLong|Long)\\s*\\((.*)\\)",
      Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern EXTENDED_JSON =
      Pattern.compile("\\{\\s*[\"']?\\$(?:oid|uuid|numberLong)[\"']?\\s*:(.*)\\}", Pattern.DOTALL);
  private static final Pattern BRACES = Pattern.compile("\\{([0-9a-fA-F-]+)\\}");
  private static final Pattern URN = Pattern.compile("urn:uuid:(.*)", Pattern.CASE_INSENSITIVE);
  private static final List<Pattern> WRAPPINGS = List.of(CALL, EXTENDED_JSON, BRACES, URN);
  private static final Pattern SPACES = Pattern.compile("\\s+");
  private static final String QUOTES = "\"'`";

  private final InstantSource clock;
  private final KeyForm keys;
  private final List<Form> forms;
  private final Map<String, Map<String, String>> notes = new HashMap<>();

  private Inspector(
      InstantSource clock,
      Map<String, SnowflakeLayout> layouts,
      Map<String, KnownKey> keys,
      Map<String, KnownPrefix> prefixes,
      Map<String, OpaqueForm> opaque,
      Map<String, Map<String, String>> notesByName) {
    this.clock = clock;
    notesByName.forEach((name, written) -> {
      notes.put("key:" + name, written);
      notes.put("snowflake:" + name, written);
      notes.put("opaque:" + name, written);
    });
    this.keys = new KeyForm(keys, opaque);
    Map<String, OpaqueForm> hidden = new LinkedHashMap<>(opaque);
    hidden.keySet().removeAll(keys.keySet());
    Form numbers = new NumberForm(layouts, hidden);
    this.forms = List.of(
        new PrefixForm(new LinkedHashMap<>(prefixes), numbers),
        new ObjectIdForm(),
        new UuidForm(),
        new TypeIdForm(),
        new ForeignForm(),
        numbers);
  }

  /**
   * Makes one that knows every preset.
   *
   * @param clock what tells a time that can be from one that lies ahead
   * @return an inspector
   */
  public static Inspector ofPresets(InstantSource clock) {
    return of(clock, Map.of(), Map.of(), Map.of(), Map.of(), Map.of());
  }

  /**
   * Makes one that knows layouts and keys of one's own, and every preset whose name none of them
   * has.
   *
   * @param clock what tells a time that can be from one that lies ahead
   * @param layouts layouts by name, in the order in which their readings shall come
   * @param keys what keys look like, by name
   * @param prefixes what stands before ids, by the name of their generator; that of Snowflakes has
   *     a layout too
   * @param opaque those of them that are opaque, and opaque sequences, by name
   * @param notes by name what is written for people beside a layout or keys
   * @return an inspector
   */
  public static Inspector of(
      InstantSource clock,
      Map<String, SnowflakeLayout> layouts,
      Map<String, KnownKey> keys,
      Map<String, KnownPrefix> prefixes,
      Map<String, OpaqueForm> opaque,
      Map<String, Map<String, String>> notes) {
    return new Inspector(clock, layouts, keys, prefixes, opaque, notes);
  }

  /**
   * Reads an id in every way that fits.
   *
   * @param text anything
   * @return readings, likeliest first; none for what is nothing known, or over {@value #MAX_LENGTH}
   *     characters long. Never throws
   */
  public List<Reading> inspect(String text) {
    return inspect(text, name -> true);
  }

  /**
   * Reads an id in every way that fits, for somebody who may not know of every layout and key of
   * one's own.
   *
   * @param text anything
   * @param seen the names of those that may be shown; of the others nothing is said
   * @return readings, likeliest first, as {@link #inspect(String)} gives them
   */
  public List<Reading> inspect(String text, Predicate<String> seen) {
    if (text.length() > MAX_LENGTH) {
      return List.of();
    }
    List<Reading> readings = read(text, seen);
    if (isPlausible(readings)) {
      return readings;
    }
    List<Reading> bare = IdText.of(text).map(id -> read(id, seen)).orElse(List.of());
    return readings.isEmpty() || isPlausible(bare) ? bare : readings;
  }

  private static boolean isPlausible(List<Reading> readings) {
    return readings.stream().anyMatch(Reading::plausible);
  }

  private List<Reading> read(String text, Predicate<String> seen) {
    String id = SPACES.matcher(unwrap(text)).replaceAll("");
    Instant now = clock.instant();
    List<Reading> plausible = new ArrayList<>();
    List<Reading> doubtful = new ArrayList<>();
    for (Reading reading : keys(text, id, now, seen)) {
      (reading.plausible() ? plausible : doubtful).add(noted(reading));
    }
    for (Form form : forms) {
      for (Reading reading : form.read(id, now, seen)) {
        (reading.plausible() ? plausible : doubtful).add(noted(reading));
      }
    }
    plausible.addAll(doubtful);
    return List.copyOf(plausible);
  }

  /** A format of one's own may look like a wrapping, so a key is looked for before that is off. */
  private List<Reading> keys(String text, String id, Instant now, Predicate<String> seen) {
    for (String asItIs : List.of(text.strip(), unquote(text))) {
      List<Reading> readings = keys.read(asItIs, now, seen);
      if (readings.stream().anyMatch(Reading::plausible)) {
        return readings;
      }
    }
    return keys.read(id, now, seen);
  }

  private Reading noted(Reading reading) {
    Map<String, String> written = notes.get(reading.kind());
    return written == null ? reading : reading.withNotes(written);
  }

  /** Takes off one wrapping, and the quotes outside and inside it. */
  private static String unwrap(String text) {
    String inner = unquote(text);
    for (Pattern wrapping : WRAPPINGS) {
      Matcher matcher = wrapping.matcher(inner);
      if (matcher.matches()) {
        return unquote(matcher.group(1));
      }
    }
    return inner;
  }

  private static String unquote(String text) {
    String stripped = text.strip();
    int last = stripped.length() - 1;
    boolean quoted = last > 0
        && QUOTES.indexOf(stripped.charAt(0)) >= 0
        && stripped.charAt(0) == stripped.charAt(last);
    return quoted ? stripped.substring(1, last).strip() : stripped;
  }
}
