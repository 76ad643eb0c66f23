package io.mintmark.config;

import io.mintmark.internal.text.NearMiss;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the text of a setting is read as a value; each refusal says the form that was expected. */
public final class SettingValue {

  private static final Pattern SHORT_DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
  private static final Pattern SPAN = Pattern.compile("(-?\\d{1,19})\\.\\.(-?\\d{1,19})");

  private SettingValue() {}

  /**
   * A span as it is written, both ends included, for example {@code 1..99}.
   *
   * @param first the lowest number
   * @param last the highest number, included
   */
  public record Span(long first, long last) {}

  /**
   * Reads a duration, for example {@code 500ms}, {@code 10s} or {@code PT10S}.
   *
   * @param text the setting's text
   * @return the duration
   * @throws IllegalArgumentException if it is written otherwise
   */
  public static Duration duration(String text) {
    Matcher matcher = SHORT_DURATION.matcher(text);
    if (matcher.matches()) {
      ChronoUnit unit = switch (matcher.group(2)) {
        case "ms" -> ChronoUnit.MILLIS;
        case "s" -> ChronoUnit.SECONDS;
        case "m" -> ChronoUnit.MINUTES;
        case "h" -> ChronoUnit.HOURS;
        default -> ChronoUnit.DAYS;
      };
      return Duration.of(Long.parseLong(matcher.group(1)), unit);
    }
    try {
      return Duration.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "not a duration such as 500ms, 10s, 1m, 2h, 1d or" + " PT10S", e);
    }
  }

  /**
   * Reads a moment, for example {@code 2020-01-01T00:00:00Z}.
   *
   * @param text the setting's text
   * @return the moment
   * @throws IllegalArgumentException if it is written otherwise
   */
  public static Instant moment(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("not a time such as 2020-01-01T00:00:00Z", e);
    }
  }

  /**
   * Reads a time zone, for example {@code Asia/Shanghai}.
   *
   * @param text the setting's text
   * @return the zone
   * @throws IllegalArgumentException if there is no such zone
   */
  public static ZoneId zone(String text) {
    try {
      return ZoneId.of(text).normalized();
    } catch (DateTimeException e) {
      String hint = NearMiss.of(text, ZoneId.getAvailableZoneIds())
          .map(meant -> "; did you mean " + meant + "?")
          .orElse("");
      throw new IllegalArgumentException("not a time zone such as Asia/Shanghai or UTC" + hint, e);
    }
  }

  /**
   * Reads a span, for example {@code 1..99}.
   *
   * @param text the setting's text
   * @return the span
   * @throws IllegalArgumentException if it is written otherwise
   */
  public static Span span(String text) {
    Matcher matcher = SPAN.matcher(text);
    if (matcher.matches()) {
      Span span = new Span(number(matcher.group(1)), number(matcher.group(2)));
      if (span.first <= span.last) {
        return span;
      }
    }
    throw new IllegalArgumentException(
        "not a range such as 1..99, both ends included, lowest" + " first");
  }

  /**
   * Reads a whole number.
   *
   * @param text the setting's text
   * @return the number
   * @throws IllegalArgumentException if it is written otherwise
   */
  public static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a whole number", e);
    }
  }

  /**
   * Reads a whole number of 32 bits.
   *
   * @param text the setting's text
   * @return the number
   * @throws IllegalArgumentException if it is written otherwise
   */
  public static int integer(String text) {
    long number = number(text);
    if (number != (int) number) {
      throw new IllegalArgumentException("a number fits 32 bits");
    }
    return (int) number;
  }

  /**
   * Reads {@code true} or {@code false}.
   *
   * @param text the setting's text
   * @return which of them
   * @throws IllegalArgumentException if it is written otherwise
   */
  public static boolean flag(String text) {
    if (text.equals("true") || text.equals("false")) {
      return text.equals("true");
    }
    throw new IllegalArgumentException("true or false is expected");
  }

  /**
   * Reads a word for a constant: its name in lower case, with hyphens.
   *
   * @param <E> the constants' type
   * @param type the constants' class
   * @param text the setting's text
   * @return the constant
   * @throws IllegalArgumentException if there is none of that name; the message lists them
   */
  public static <E extends Enum<E>> E word(Class<E> type, String text) {
    for (E constant : type.getEnumConstants()) {
      if (constant.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(text)) {
        return constant;
      }
    }
    StringBuilder words = new StringBuilder();
    for (E constant : type.getEnumConstants()) {
      words.append(words.isEmpty() ? "" : ", ");
      words.append(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
    throw new IllegalArgumentException("one of " + words + " is expected");
  }
}
