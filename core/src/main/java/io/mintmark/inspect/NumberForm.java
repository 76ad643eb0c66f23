package io.mintmark.inspect;

import io.mintmark.snowflake.SnowflakeId;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.text.Hex;
import io.mintmark.text.Tsid;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A number of 64 bits: a Snowflake of any layout, a TSID, or just a number. Decimal, or hex after
 * {@code 0x} or of 16 digits with a letter among them; what is below zero is read as the same 64
 * bits unsigned.
 */
final class NumberForm implements Form {

  private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,20}");
  private static final Pattern HEX =
      Pattern.compile("0[xX][0-9a-fA-F]{1,16}|(?=.*[a-fA-F])[0-9a-fA-F]{16}");

  /**
   * A number so small that a preset would have made it on its first day is rather a plain one. A
   * configured layout may well be on its first day.
   */
  private static final Duration FIRST_DAY = Duration.ofDays(1);

  /** What ShardingSphere's times are worth; its epoch was a local midnight for most of its life. */
  private static final String SHARDINGSPHERE_NOTE =
      "ids made before mid-2026 count from midnight in their maker's zone, not in UTC";

  private final List<Known> layouts = new ArrayList<>();

  /**
   * A layout and all its names: layouts of the same bits are one reading, under the first name.
   *
   * @param earliest before this, a time is doubted
   */
  private record Known(SnowflakeLayout layout, Instant earliest, List<String> names) {}

  NumberForm(Map<String, SnowflakeLayout> configured) {
    configured.forEach((name, layout) -> add(name, layout, layout.epoch()));
    SnowflakeLayout.presets().forEach((name, layout) -> {
      if (!configured.containsKey(name)) {
        add(name, layout, layout.epoch().plus(FIRST_DAY));
      }
    });
  }

  private void add(String name, SnowflakeLayout layout, Instant earliest) {
    for (Known known : layouts) {
      if (known.layout.equals(layout)) {
        known.names.add(name);
        return;
      }
    }
    layouts.add(new Known(layout, earliest, new ArrayList<>(List.of(name))));
  }

  @Override
  public List<Reading> read(String text, Instant now) {
    OptionalLong number = number(text);
    if (number.isEmpty()) {
      return List.of();
    }
    long id = number.getAsLong();
    List<Reading> readings = new ArrayList<>();
    for (Known known : layouts) {
      if (known.layout.fits(id)) {
        readings.add(snowflake(known, id, now));
      }
    }
    readings.add(ForeignForm.tsid(new Tsid(id), Tsid.EPOCH.plus(FIRST_DAY), now));
    readings.add(draft("number", "A number, such as a sequence's", id)
        .bits("number", Long.SIZE, id)
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

  private static Reading snowflake(Known known, long number, Instant now) {
    SnowflakeLayout layout = known.layout;
    SnowflakeId id = layout.decode(number);
    Draft draft = draft(
            "snowflake:" + known.names.get(0),
            "Snowflake: " + String.join(", ", known.names),
            number)
        .time(id.time(), known.earliest, now)
        .field("worker", Long.toString(id.worker()))
        .field("number", Long.toString(id.number()))
        .field("layout", layout.split() + ", " + layout.unitMs() + " ms since " + layout.epoch());
    if (known.names.contains("shardingsphere")) {
      draft.field("note", SHARDINGSPHERE_NOTE);
    }
    if (layout.bits() < Long.SIZE) {
      draft.bits("unused", Long.SIZE - layout.bits(), 0);
    }
    draft.bits("time", layout.timeBits(), number >>> (layout.workerBits() + layout.numberBits()));
    if (layout.numberFirst()) {
      return draft
          .bits("number", layout.numberBits(), id.number())
          .bits("worker", layout.workerBits(), id.worker())
          .reading();
    }
    return draft
        .bits("worker", layout.workerBits(), id.worker())
        .bits("number", layout.numberBits(), id.number())
        .reading();
  }

  private static Draft draft(String kind, String title, long number) {
    Draft draft = new Draft(kind, title, Long.toUnsignedString(number));
    if (number < 0) {
      draft.field("signed", Long.toString(number));
    }
    return draft.field("hex", Hex.encode(number));
  }
}
