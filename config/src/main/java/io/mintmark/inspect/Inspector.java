package io.mintmark.inspect;

import io.mintmark.config.Config;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.config.KnownKey;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.key.FormatAccess;
import io.mintmark.internal.key.KeyField;
import io.mintmark.internal.text.Arguments;
import io.mintmark.internal.text.IdPrefix;
import io.mintmark.key.ParsedKey;
import io.mintmark.key.Route;
import io.mintmark.snowflake.SnowflakeId;
import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;
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
  private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,20}");
  private static final Pattern HEX =
      Pattern.compile("0[xX][0-9a-fA-F]{1,16}|(?=.*[a-fA-F])[0-9a-fA-F]{16}");

  /**
   * The first day after a layout's epoch. A number with a time on this day is so small that it is
   * more likely a plain number, unless that day is not over yet.
   */
  private static final Duration FIRST_DAY = Duration.ofDays(1);

  /**
   * A note on ShardingSphere's times: for most of ShardingSphere's history, its epoch was a local
   * midnight.
   */
  private static final String SHARDINGSPHERE_NOTE =
      "ids made before mid-2026 count from midnight in their maker's zone, not in UTC";

  private static final String HIDDEN = "its content: readable only with its generator's key";

  private final InstantSource clock;
  private final Map<String, GeneratorSettings> generators = new LinkedHashMap<>();

  /** Whether readings may show the plain values of opaque ids. */
  private final boolean reveals;

  /**
   * All names of each layout, the configured names first. Layouts with the same bits result in one
   * reading.
   */
  private final Map<SnowflakeLayout, List<String>> layouts = new LinkedHashMap<>();

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
    this.reveals = reveals;
    config.generators().forEach((name, each) -> generators.put(name, each.settings()));
    generators.forEach((name, own) -> own.snowflakeLayout()
        .filter(layout -> !own.isOpaque())
        .ifPresent(layout -> name(layout, name)));
    SnowflakeLayout.presets().forEach((name, layout) -> {
      GeneratorSettings own = generators.get(name);
      if (own == null || !own.type().equals("snowflake")) {
        name(layout, name);
      }
    });
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
        this::prefixed,
        StandardForms::objectIds,
        StandardForms::uuids,
        StandardForms::typeIds,
        StandardForms::otherLibraries,
        this::numbers);
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
      List<Reading> readings = keys(layer.strip(), now);
      if (readings.stream().anyMatch(Reading::plausible)) {
        return readings;
      }
    }
    return keys(id, now);
  }

  /** Adds the notes about the generator that the reading's kind names after a colon. */
  private Reading noted(Reading reading) {
    String name = reading.kind().substring(reading.kind().indexOf(':') + 1);
    GeneratorSettings own = name.equals(reading.kind()) ? null : generators.get(name);
    return own == null ? reading : reading.withNotes(own.notes());
  }

  private void name(SnowflakeLayout layout, String name) {
    layouts.computeIfAbsent(layout, first -> new ArrayList<>()).add(name);
  }

  /**
   * Reads a number of 64 bits: a Snowflake of any layout, a TSID, or a plain number. It is decimal,
   * or hex after {@code 0x}, or 16 hex digits of which at least one is a letter. A negative number
   * is read as the same 64 bits unsigned.
   */
  private List<Reading> numbers(String text, Instant now) {
    long id = number(text);
    List<Reading> readings = each((name, own) -> own.isOpaque() && !own.type().equals("key")
        ? opaque(name, own, id, now)
        : Optional.empty());
    layouts.forEach((layout, names) -> snowflake(layout, names, id, now).ifPresent(readings::add));
    readings.add(StandardForms.tsid(ForeignId.tsid(id), ForeignId.TSID_EPOCH.plus(FIRST_DAY), now));
    readings.add(plainNumber(id));
    return readings;
  }

  private static Reading plainNumber(long id) {
    return draft("number", "A number, such as a sequence's", id)
        .bits("number:64", id)
        .reading();
  }

  private static long number(String text) {
    boolean isHex = HEX.matcher(text).matches();
    Arguments.checkId(isHex || DECIMAL.matcher(text).matches(), "not a number: text='{}'", text);
    try {
      return isHex
          ? Long.parseUnsignedLong(text.replaceFirst("0[xX]", ""), 16)
          : text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
    } catch (NumberFormatException e) {
      throw new InvalidIdException("the number has more than 64 bits", e);
    }
  }

  /**
   * Reads the id as an opaque Snowflake or number of a sequence. With the secret key, the reading
   * shows the plain value.
   */
  private Optional<Reading> opaque(String name, GeneratorSettings own, long id, Instant now) {
    Optional<SnowflakeLayout> layout = own.snowflakeLayout();
    if (id < 0 || layout.filter(split -> !split.fits(id)).isPresent()) {
      return Optional.empty();
    }
    ReadingBuilder draft = draft("opaque:" + name, "Opaque id: " + name, id);
    addPlain(draft, name, own, Long.toString(id), plain -> {
      draft.field("plain", Long.toString(plain));
      layout.ifPresent(split -> {
        SnowflakeId read = split.decode(plain);
        draft
            .time(read.time(), split.epoch(), now)
            .field("worker", Long.toString(read.worker()))
            .field("number", Long.toString(read.number()));
      });
    });
    return Optional.of(draft.reading());
  }

  private static Optional<Reading> snowflake(
      SnowflakeLayout layout, List<String> names, long number, Instant now) {
    if (!layout.fits(number)) {
      return Optional.empty();
    }
    Instant firstDayEnds = layout.epoch().plus(FIRST_DAY);
    Instant earliest = now.isBefore(firstDayEnds) ? layout.epoch() : firstDayEnds;
    ReadingBuilder draft = draft(
            "snowflake:" + names.get(0), "Snowflake: " + String.join(", ", names), number)
        .time(layout.decode(number).time(), earliest, now)
        .bits(bits(layout), number)
        .field("layout", layout.split() + ", " + layout.unitMs() + " ms since " + layout.epoch());
    if (names.contains("shardingsphere")) {
      draft.field("note", SHARDINGSPHERE_NOTE);
    }
    return Optional.of(draft.reading());
  }

  private static String bits(SnowflakeLayout layout) {
    int unused = Long.SIZE - layout.bits();
    String worker = " worker:" + layout.workerBits() + ":decimal";
    String number = " number:" + layout.numberBits() + ":decimal";
    return (unused > 0 ? "unused:" + unused + " time:" : "time:")
        + layout.timeBits()
        + (layout.numberFirst() ? number + worker : worker + number);
  }

  private static ReadingBuilder draft(String kind, String title, long number) {
    ReadingBuilder draft = new ReadingBuilder(kind, title, Long.toUnsignedString(number));
    if (number < 0) {
      draft.field("signed", Long.toString(number));
    }
    return draft.field("hex", HexFormat.of().toHexDigits(number));
  }

  /** Reads a key of a configured format, correct or misspelt. */
  private List<Reading> keys(String text, Instant now) {
    return each((name, own) -> own.knownKey().flatMap(known -> key(name, own, known, text, now)));
  }

  /** Returns the readings of a form. An exception means that the text is not an id of the form. */
  private List<Reading> each(BiFunction<String, GeneratorSettings, Optional<Reading>> form) {
    List<Reading> readings = new ArrayList<>();
    generators.forEach((name, own) -> {
      try {
        form.apply(name, own).ifPresent(readings::add);
      } catch (InvalidIdException e) {
        // The generator could not make this id.
      }
    });
    return readings;
  }

  private Optional<Reading> key(
      String name, GeneratorSettings own, KnownKey known, String text, Instant now) {
    ReadingBuilder draft = new ReadingBuilder("key:" + name, "Key: " + name, text);
    boolean isWhole = text.length() == known.format().length();
    Optional<String> fault =
        FormatAccess.of(known.format()).typingFault().apply(known.format(), text);
    if (fault.isEmpty() && !isWhole) {
      return Optional.empty();
    }
    if (isWhole) {
      addFields(draft, known, text);
    }
    fault.ifPresentOrElse(draft::doubt, () -> {
      addMeaning(draft, known, text, now);
      if (own.isOpaque()) {
        addPlain(draft, name, own, text, plain -> draft.field("number", Long.toString(plain)));
      }
    });
    return Optional.of(draft.field("format", known.format().toString()).reading());
  }

  private static void addMeaning(ReadingBuilder draft, KnownKey known, String text, Instant now) {
    ParsedKey key = known.format().parseKey(text);
    key.time().ifPresent(local -> {
      draft.time(local.atZone(known.zone()).toInstant(), Instant.EPOCH, now);
      if (!known.zone().equals(ZoneOffset.UTC)) {
        draft.field("printed-time", local + " " + known.zone().getId());
      }
    });
    if (!known.layouts().isEmpty()) {
      addRoute(draft, known, key);
    }
  }

  /**
   * Adds each printed field. The time is left out, because {@link #addMeaning} adds the instant
   * that the printed time means.
   */
  private static void addFields(ReadingBuilder draft, KnownKey known, String text) {
    List<KeyField> fields = FormatAccess.of(known.format()).fields().apply(known.format());
    for (KeyField field : fields) {
      if (!field.kind().equals("text") && !field.kind().equals("time")) {
        draft.field(field.label(), text.substring(field.from(), field.to()));
      }
    }
    draft.characters(fields);
  }

  /** Adds the key's route, or a doubt if its shard layout does not have this database or table. */
  private static void addRoute(ReadingBuilder draft, KnownKey known, ParsedKey key) {
    try {
      Route route = key.route(known.layouts());
      draft.field("route", "database " + route.database() + ", table " + route.table());
    } catch (InvalidIdException e) {
      draft.doubt(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Reads an id of any kind after a configured prefix. The rest of the text is read only as the
   * kind of id that the prefix's generator makes. If two generators share a prefix, there are two
   * readings.
   */
  private List<Reading> prefixed(String text, Instant now) {
    return each((name, own) -> own.prefix()
        .filter(known -> !own.type().equals("typeid") && known.begins(text))
        .flatMap(known -> prefixed(text, name, own, known, now)));
  }

  private Optional<Reading> prefixed(
      String text, String name, GeneratorSettings own, IdPrefix known, Instant now) {
    int from = known.text().length() + 1;
    String id = text.substring(from, Math.max(from, text.length() - (known.checked() ? 1 : 0)));
    return plain(id, name, own, now)
        .filter(plain -> id.equals(plain.fields().get("id")))
        .map(plain -> {
          ReadingBuilder draft = new ReadingBuilder(
                  plain.kind(), known.text() + ": " + plain.title(), text)
              .field("prefix", known.text())
              .field("behind-prefix", id)
              .within(plain);
          try {
            String unused = known.read(text);
          } catch (InvalidIdException e) {
            draft.doubt(String.valueOf(e.getMessage()));
          }
          return draft.reading();
        });
  }

  /** Reads the text without its prefix as an id of the generator. */
  private Optional<Reading> plain(String id, String name, GeneratorSettings own, Instant now) {
    if (own.isOpaque()) {
      return opaque(name, own, number(id), now);
    }
    return switch (own.type()) {
      case "uuid" -> StandardForms.uuids(id, now).stream().findFirst();
      case "objectid" -> StandardForms.objectIds(id, now).stream().findFirst();
      case "snowflake" ->
        snowflake(own.snowflakeLayout().orElseThrow(), List.of(name), number(id), now);
      default -> Optional.of(plainNumber(number(id)));
    };
  }

  /**
   * Decodes an opaque id, or adds a field with the reason why its content is hidden. Without the
   * secret key, a reading states only that the id may be opaque: the apparent meaning of its bits
   * or digits is not the plain value.
   *
   * @param plain receives the plain value
   * @throws InvalidIdException if the generator could not make the id
   */
  private void addPlain(
      ReadingBuilder draft, String name, GeneratorSettings own, String id, LongConsumer plain) {
    if (!reveals) {
      draft.field("hidden", HIDDEN);
      return;
    }
    long value;
    try {
      own.check(name);
      value = own.filled().plain(name, id);
    } catch (ConfigurationException e) {
      draft.field("hidden", HIDDEN + "; " + String.join("; ", e.faults()));
      return;
    }
    plain.accept(value);
  }
}
