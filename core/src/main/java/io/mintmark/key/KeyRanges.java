package io.mintmark.key;

import io.mintmark.error.Message;
import io.mintmark.generator.ValueRange;
import io.mintmark.internal.text.Arguments;
import io.mintmark.key.Field.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Finds the keys of a time span. Only constant text may precede the time in the format. */
final class KeyRanges {

  private KeyRanges() {}

  /**
   * Returns the range of the keys of a format whose time is in a span.
   *
   * @throws UnsupportedOperationException if keys do not show a time, or have another field before
   *     the time
   */
  static ValueRange<String> range(KeyFormat format, ZoneId zone, Instant from, Instant to) {
    TimePattern time = format.time();
    Field first = format.parts().get(0);
    String before = first.kind() == Kind.TEXT ? first.alphabet() : "";
    if (time == null || format.field(Kind.TIME).orElse(first).at() != before.length()) {
      throw new UnsupportedOperationException(Message.of(
          "keys are not in the order of time, so no range of keys is a span of time: the time is"
              + " not their first field: format='{}'",
          format));
    }
    Arguments.checkSpan(from, to);
    return new ValueRange<>(
        before + lowest(format, zone, time, from), before + lowest(format, zone, time, to));
  }

  /** Returns the lowest time at or after a moment, as keys show it. */
  private static String lowest(KeyFormat format, ZoneId zone, TimePattern time, Instant moment) {
    // While the zone's clock repeats an hour, this stays at the end of that hour.
    Instant shown = new LocalTimeClock(() -> moment, zone).highestBy(moment);
    LocalDateTime local = LocalDateTime.ofInstant(shown, ZoneOffset.UTC);
    long tick = time.tick(shown.toEpochMilli());
    // Rounds the moment up to the next tick. The shortest tick is a microsecond, so the loop ends
    // after at most a thousand ticks.
    while (tick < format.endTick() && time.local(tick).isBefore(local)) {
      tick++;
    }
    Arguments.check(
        tick >= time.firstTick() && tick < format.endTick(),
        "the time is outside the range of the keys: moment={}, format='{}', from {} to before {}",
        moment,
        format,
        time.local(time.firstTick()),
        time.local(format.endTick()));
    byte[] digits = new byte[time.width()];
    time.write(tick, digits, 0);
    return new String(digits, StandardCharsets.US_ASCII);
  }
}
