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
import java.util.List;
import java.util.stream.Collectors;

/**
 * Finds the keys of a time span. Only constant text may precede the time in the format.
 *
 * @param before the constant text
 */
record KeyRanges(KeyFormat format, ZoneId zone, TimePattern time, String before) {

  /**
   * Returns the range of the keys of a format whose time is in a span.
   *
   * @throws UnsupportedOperationException if keys do not show a time, or have another field before
   *     the time
   */
  static ValueRange<String> range(KeyFormat format, ZoneId zone, Instant from, Instant to) {
    TimePattern time = format.time();
    List<Field> before =
        format.parts().stream().takeWhile(field -> field.kind() != Kind.TIME).toList();
    if (time == null || before.stream().anyMatch(field -> field.kind() != Kind.TEXT)) {
      throw new UnsupportedOperationException(Message.of(
          "keys are not in the order of time, so no range of keys is a span of time: the time is"
              + " not their first field: format='{}'",
          format));
    }
    Arguments.checkSpan(from, to);
    String text = before.stream().map(Field::alphabet).collect(Collectors.joining());
    KeyRanges keys = new KeyRanges(format, zone, time, text);
    return new ValueRange<>(keys.start(from), keys.start(to));
  }

  /** Returns the start of the lowest possible key whose time is at or after a moment. */
  private String start(Instant moment) {
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
    return before + new String(digits, StandardCharsets.US_ASCII);
  }
}
