package io.mintmark.key;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.line.TickScale;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.Year;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The pattern of a time field: which digits of a local date and time keys show, from the year to
 * the tick (the smallest unit in the pattern).
 *
 * <p>Ticks count the local time that keys show, from 1970-01-01T00:00 without a zone. So ticks and
 * digits are a one-to-one mapping, and two ticks never have the same digits in any zone.
 */
final class TimePattern implements TickScale {

  /** Matches the parts from the year to the tick. No part between them may be missing. */
  private static final Pattern SHAPE =
      Pattern.compile("(yyyy|yy)(MM|(MMdd|DDD)(HH(mm(ss(S{1,6})?)?)?)?)?");

  /** Matches a part. */
  private static final Pattern PART = Pattern.compile("(.)\\1*");

  static final String RULE =
      "not a pattern of a time: a pattern begins with yyyy or yy, and continues"
          + " without a gap with MM dd or DDD, HH, mm, ss, and 1 to 6 S";

  private static final long DAY_MS = 86_400_000;
  private static final int FIRST_YEAR = 1970;
  private static final int CENTURY = 2000;

  private final String text;
  private final List<Part> parts;
  private final boolean fourDigits;
  private final boolean dayOfYear;

  /** The number of ticks in a day; 0 if a tick is a year or a month. */
  private final long ticksPerDay;

  private final long perYear;
  private final long firstTick;
  private final long endTick;

  /**
   * A part of a time that is written with a fixed number of digits.
   *
   * @param divisor by which the value of the JDK's field is divided
   */
  private record Part(ChronoField field, int width, long divisor) {

    static Part of(MatchResult run) {
      int width = run.end() - run.start();
      ChronoField field = switch (run.group(1)) {
        case "y" -> ChronoField.YEAR;
        case "M" -> ChronoField.MONTH_OF_YEAR;
        case "d" -> ChronoField.DAY_OF_MONTH;
        case "D" -> ChronoField.DAY_OF_YEAR;
        case "H" -> ChronoField.HOUR_OF_DAY;
        case "m" -> ChronoField.MINUTE_OF_HOUR;
        case "s" -> ChronoField.SECOND_OF_MINUTE;
        default -> ChronoField.NANO_OF_SECOND;
      };
      return new Part(
          field, width, field == ChronoField.NANO_OF_SECOND ? Digits.power(10, 9 - width) : 1);
    }

    /** Returns the number to write. A year of two digits is written without its century. */
    long of(LocalDateTime time) {
      long value = time.get(field) / divisor;
      return field == ChronoField.YEAR && width == 2 ? value % 100 : value;
    }
  }

  private TimePattern(String text, long ticksPerDay, long perYear) {
    this.text = text;
    this.parts = PART.matcher(text).results().map(Part::of).toList();
    this.fourDigits = text.startsWith("yyyy");
    this.dayOfYear = text.contains("DDD");
    this.ticksPerDay = ticksPerDay;
    this.perYear = perYear;
    this.firstTick = startOfYear(fourDigits ? FIRST_YEAR : CENTURY);
    this.endTick = startOfYear(fourDigits ? 10_000 : CENTURY + 100);
  }

  /**
   * Parses a pattern.
   *
   * @throws IllegalArgumentException if the pattern is invalid
   */
  static TimePattern parse(String text) {
    if (!SHAPE.matcher(text).matches()) {
      throw new IllegalArgumentException(RULE + ": time='" + text + "'");
    }
    return switch (text.charAt(text.length() - 1)) {
      case 'y' -> new TimePattern(text, 0, 1);
      case 'M' -> new TimePattern(text, 0, 12);
      case 'd', 'D' -> new TimePattern(text, 1, 0);
      case 'H' -> new TimePattern(text, 24, 0);
      case 'm' -> new TimePattern(text, 1_440, 0);
      case 's' -> new TimePattern(text, 86_400, 0);
      default ->
        new TimePattern(text, 86_400 * Digits.power(10, text.length() - text.indexOf('S')), 0);
    };
  }

  String text() {
    return text;
  }

  int width() {
    return text.length();
  }

  boolean hasFourDigits() {
    return fourDigits;
  }

  /** Returns the first tick that can be shown. */
  long firstTick() {
    return firstTick;
  }

  /** Returns the end, exclusive, of the ticks that can be shown. */
  long endTick() {
    return endTick;
  }

  /** Returns the longest duration of a tick, in nanoseconds. */
  long tickNanos() {
    if (perYear > 0) {
      return (perYear == 1 ? 366 : 31) * DAY_MS * 1_000_000;
    }
    return DAY_MS * 1_000_000 / ticksPerDay;
  }

  private long startOfYear(int year) {
    return perYear > 0
        ? (year - FIRST_YEAR) * perYear
        : LocalDate.of(year, 1, 1).toEpochDay() * ticksPerDay;
  }

  @Override
  public long epochMs() {
    return timeMs(firstTick);
  }

  /**
   * Returns the tick of a local time. The time is given in milliseconds since 1970-01-01T00:00,
   * without a zone.
   */
  @Override
  public long tick(long localMs) {
    if (perYear > 0) {
      LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(localMs, DAY_MS));
      return (date.getYear() - FIRST_YEAR) * perYear
          + (perYear == 12 ? date.getMonthValue() - 1 : 0);
    }
    return ticksPerDay <= DAY_MS
        ? Math.floorDiv(localMs, DAY_MS / ticksPerDay)
        : localMs * (ticksPerDay / DAY_MS);
  }

  @Override
  public long timeMs(long tick) {
    if (perYear > 0) {
      // A line that was raised can be past all dates that the JDK knows.
      long months = Math.min(tick, endTick + 1) * (12 / perYear);
      return LocalDate.EPOCH.plusMonths(months).toEpochDay() * DAY_MS;
    }
    return ticksPerDay <= DAY_MS
        ? tick * (DAY_MS / ticksPerDay)
        : Math.floorDiv(tick, ticksPerDay / DAY_MS);
  }

  /** Returns the start of a tick, in local time. */
  LocalDateTime local(long tick) {
    long micros =
        ticksPerDay > DAY_MS ? tick * (DAY_MS * 1_000 / ticksPerDay) : timeMs(tick) * 1_000;
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L),
        (int) Math.floorMod(micros, 1_000_000L) * 1_000,
        ZoneOffset.UTC);
  }

  /** Writes the digits of a tick, which must be in the range that can be shown. */
  void write(long tick, byte[] out, int at) {
    LocalDateTime time = local(tick);
    int next = at;
    for (Part part : parts) {
      Digits.write(part.of(time), part.width, out, next);
      next += part.width;
    }
  }

  /**
   * Reads the digits of a tick.
   *
   * @throws InvalidIdException if the characters are not digits, or not a valid time
   */
  long read(CharSequence key, int at) {
    int year = (int) Digits.read(key, at, fourDigits ? 4 : 2) + (fourDigits ? 0 : CENTURY);
    int next = at + (fourDigits ? 4 : 2);
    if (year < FIRST_YEAR) {
      throw wrong("a year is " + FIRST_YEAR + " or later", key, at, next);
    }
    if (perYear == 1) {
      return (long) year - FIRST_YEAR;
    }
    if (perYear == 12) {
      return (year - FIRST_YEAR) * 12L + bounded(key, next, 2, 1, 12, "a month") - 1;
    }
    long day;
    if (dayOfYear) {
      LocalDate first = LocalDate.of(year, 1, 1);
      day = first.toEpochDay() + readDay(key, next, 3, first.lengthOfYear(), year, 0) - 1;
      next += 3;
    } else {
      int month = bounded(key, next, 2, 1, 12, "a month");
      int days = Month.of(month).length(Year.isLeap(year));
      day = LocalDate.of(year, month, readDay(key, next + 2, 2, days, year, month))
          .toEpochDay();
      next += 4;
    }
    return day * ticksPerDay + readTime(key, next, at + width());
  }

  private long readTime(CharSequence key, int from, int end) {
    long ofDay = 0;
    int next = from;
    if (next < end) {
      ofDay = bounded(key, next, 2, 0, 23, "an hour");
      next += 2;
    }
    if (next < end) {
      ofDay = ofDay * 60 + bounded(key, next, 2, 0, 59, "a minute");
      next += 2;
    }
    if (next < end) {
      ofDay = ofDay * 60 + bounded(key, next, 2, 0, 59, "a second");
      next += 2;
    }
    return next < end
        ? ofDay * Digits.power(10, end - next) + Digits.read(key, next, end - next)
        : ofDay;
  }

  /** Reads the day of a month, or the day of the year if the month is 0. */
  private static int readDay(CharSequence key, int at, int width, int days, int year, int month) {
    int day = (int) Digits.read(key, at, width);
    if (day < 1 || day > days) {
      String of = month == 0 ? "" : "-" + month;
      throw wrong("a day of " + year + of + " is 1 to " + days, key, at, at + width);
    }
    return day;
  }

  private static int bounded(
      CharSequence key, int at, int width, int least, int most, String what) {
    int value = (int) Digits.read(key, at, width);
    if (value < least || value > most) {
      throw wrong(what + " is " + least + " to " + most, key, at, at + width);
    }
    return value;
  }

  private static InvalidIdException wrong(String rule, CharSequence key, int from, int to) {
    return new InvalidIdException(
        rule + ": time='" + key.subSequence(from, to) + "', column=" + (from + 1));
  }
}
