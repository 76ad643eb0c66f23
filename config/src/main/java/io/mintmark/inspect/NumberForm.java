package io.mintmark.inspect;

import io.mintmark.config.GeneratorSettings;
import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.text.Hex;
import io.mintmark.internal.text.Tsid;
import io.mintmark.snowflake.SnowflakeId;
import io.mintmark.snowflake.SnowflakeLayout;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A number of 64 bits: a Snowflake of any layout, a TSID, or a plain number. It is decimal, or hex
 * after {@code 0x}, or 16 hex digits of which at least one is a letter. A negative number is read
 * as the same 64 bits unsigned.
 */
final class NumberForm implements Form {

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

  private final Map<String, GeneratorSettings> generators;
  private final OpaqueIds opaque;

  /**
   * All names of each layout, the configured names first. Layouts with the same bits result in one
   * reading.
   */
  private final Map<SnowflakeLayout, List<String>> layouts = new LinkedHashMap<>();

  NumberForm(Map<String, GeneratorSettings> generators, OpaqueIds opaque) {
    this.generators = generators;
    this.opaque = opaque;
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

  private void name(SnowflakeLayout layout, String name) {
    layouts.computeIfAbsent(layout, first -> new ArrayList<>()).add(name);
  }

  @Override
  public List<Reading> read(String text, Instant now) {
    OptionalLong number = number(text);
    if (number.isEmpty()) {
      return List.of();
    }
    long id = number.getAsLong();
    List<Reading> readings = new ArrayList<>();
    generators.forEach((name, own) -> {
      if (own.isOpaque() && !own.type().equals("key")) {
        opaque(name, own, id, now).ifPresent(readings::add);
      }
    });
    layouts.forEach((layout, names) -> {
      if (layout.fits(id)) {
        readings.add(snowflake(layout, names, id, now));
      }
    });
    readings.add(StandardForms.tsid(new Tsid(id), Tsid.EPOCH.plus(FIRST_DAY), now));
    readings.add(draft("number", "A number, such as a sequence's", id)
        .bits("number:64", id)
        .reading());
    return readings;
  }

  private static OptionalLong number(String text) {
    if (HEX.matcher(text).matches()) {
      int from = text.length() > 1 && Character.toLowerCase(text.charAt(1)) == 'x' ? 2 : 0;
      return OptionalLong.of(Hex.decode(text, from, text.length()));
    }
    if (!DECIMAL.matcher(text).matches()) {
      return OptionalLong.empty();
    }
    BigInteger number = new BigInteger(text);
    boolean fits =
        number.signum() < 0 ? number.bitLength() < Long.SIZE : number.bitLength() <= Long.SIZE;
    return fits ? OptionalLong.of(number.longValue()) : OptionalLong.empty();
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
    try {
      opaque.read(draft, name, own, Long.toString(id), plain -> {
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
    } catch (InvalidIdException e) {
      return Optional.empty();
    }
  }

  private static Reading snowflake(
      SnowflakeLayout layout, List<String> names, long number, Instant now) {
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
    return draft.reading();
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
}
