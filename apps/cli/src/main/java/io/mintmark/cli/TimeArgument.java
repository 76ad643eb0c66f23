package io.mintmark.cli;

import io.mintmark.error.Message;
import io.mintmark.internal.text.WholeNumber;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Parses a time as people write it. */
final class TimeArgument {

  /** Milliseconds from 3 March 1973 on. Fewer digits are more likely a year, a date or seconds. */
  private static final Pattern EPOCH_MS = Pattern.compile("[1-9]\\d{11,14}");

  private TimeArgument() {}

  /**
   * Parses a time.
   *
   * @param option the option's name, for the message
   * @param text for example {@code 2026-11-21}, {@code 2026-11-21T08:30}, either with an offset or
   *     a Z, or milliseconds since 1970 in 12 to 15 digits
   * @param zone the zone of dates and times without an offset; a local time in a gap of the zone is
   *     moved later by the gap's length; if a local time occurs twice, the earlier instant is used
   */
  static Instant parse(String option, String text, ZoneId zone) {
    if (EPOCH_MS.matcher(text).matches()) {
      return Instant.ofEpochMilli(WholeNumber.parse(text));
    }
    List<Function<String, Instant>> forms = List.of(
        form -> OffsetDateTime.parse(form).toInstant(),
        form -> LocalDateTime.parse(form).atZone(zone).toInstant(),
        form -> LocalDate.parse(form).atStartOfDay(zone).toInstant());
    for (Function<String, Instant> form : forms) {
      try {
        return form.apply(text);
      } catch (DateTimeException e) {
        // The next form may fit. The message below names all forms.
      }
    }
    throw new IllegalArgumentException(Message.of(
        "not a time such as 2026-11-21T08:30:00Z, 2026-11-21T08:30, 2026-11-21 or 1795300200000"
            + " (milliseconds since 1970): {}={}",
        option,
        text));
  }
}
