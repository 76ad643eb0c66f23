package io.mintmark.key;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.line.TickScale;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
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
  private static final Pattern SHAPE = Pattern.compile("(yyyy|yy)"
      + "(?:(MM)(?:(dd)(?:(HH)(?:(mm)(?:(ss)(S{1,6})?)?)?)?)?"
      + "|(DDD)(?:(HH)(?:(mm)(?:(ss)(S{1,6})?)?)?)?)?");

  static final String RULE = "not a pattern of a time, which begins with yyyy or yy, and continues"
      + " without a gap with MM dd or DDD, HH, mm, ss, and 1 to 6 S";

  private static final long DAY_MS = 86_400_000;
  private static final int FIRST_YEAR = 1970;
  private static final int CENTURY = 2000;

  private final String text;
  private final boolean fourDigits;
  private final boolean dayOfYear;

  /** The number of ticks in a day; 0 if a tick is a year or a month. */
  private final long ticksPerDay;

  private final long perYear;
  private final long firstTick;
  private final long endTick;

  private TimePattern(String text, boolean dayOfYear, long ticksPerDay, long perYear) {
    this.text = text;
    this.fourDigits = text.startsWith("yyyy");
    this.dayOfYear = dayOfYear;
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
    Matcher shape = SHAPE.matcher(text);
    if (!shape.matches()) {
      throw new IllegalArgumentException(RULE + ": time='" + text + "'");
    }
    boolean dayOfYear = shape.group(8) != null;
    String fraction = dayOfYear ? shape.group(12) : shape.group(7);
    long ticksPerDay = 0;
    long perYear = 0;
    if (fraction != null) {
      ticksPerDay = 86_400 * Digits.power(10, fraction.length());
    } else if (text.endsWith("ss")) {
      ticksPerDay = 86_400;
    } else if (text.endsWith("mm")) {
      ticksPerDay = 1_440;
    } else if (text.endsWith("HH")) {
      ticksPerDay = 24;
    } else if (text.endsWith("dd") || dayOfYear) {
      ticksPerDay = 1;
    } else {
      perYear = text.endsWith("MM") ? 12 : 1;
    }
    return new TimePattern(text, dayOfYear, ticksPerDay, perYear);
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
        : GregorianDates.epochDay(year, 1, 1) * ticksPerDay;
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
      long date = GregorianDates.date(Math.floorDiv(localMs, DAY_MS));
      long months = (GregorianDates.year(date) - FIRST_YEAR) * 12L + GregorianDates.month(date) - 1;
      return perYear == 12 ? months : Math.floorDiv(months, 12);
    }
    return ticksPerDay <= DAY_MS
        ? Math.floorDiv(localMs, DAY_MS / ticksPerDay)
        : localMs * (ticksPerDay / DAY_MS);
  }

  @Override
  public long timeMs(long tick) {
    if (perYear > 0) {
      long months = perYear == 12 ? tick : tick * 12;
      int year = (int) Math.floorDiv(months, 12L) + FIRST_YEAR;
      return GregorianDates.epochDay(year, (int) Math.floorMod(months, 12L) + 1, 1) * DAY_MS;
    }
    return ticksPerDay <= DAY_MS
        ? tick * (DAY_MS / ticksPerDay)
        : Math.floorDiv(tick, ticksPerDay / DAY_MS);
  }

  /** Returns the start of a tick, in local time. */
  LocalDateTime local(long tick) {
    if (ticksPerDay > DAY_MS) {
      long micros = tick * (DAY_MS * 1_000 / ticksPerDay);
      return LocalDateTime.ofEpochSecond(
          Math.floorDiv(micros, 1_000_000L),
          (int) Math.floorMod(micros, 1_000_000L) * 1_000,
          ZoneOffset.UTC);
    }
    long ms = timeMs(tick);
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(ms, 1_000L), (int) Math.floorMod(ms, 1_000L) * 1_000_000, ZoneOffset.UTC);
  }

  /** Writes the digits of a tick, which must be in the range that can be shown. */
  void write(long tick, byte[] out, int at) {
    if (perYear > 0) {
      int year = (int) (tick / perYear) + FIRST_YEAR;
      int next = writeYear(year, out, at);
      if (perYear == 12) {
        Digits.two((int) (tick % 12) + 1, out, next);
      }
      return;
    }
    long day = tick / ticksPerDay;
    long ofDay = tick - day * ticksPerDay;
    long date = GregorianDates.date(day);
    int year = GregorianDates.year(date);
    int next = writeYear(year, out, at);
    if (dayOfYear) {
      Digits.write(day - GregorianDates.epochDay(year, 1, 1) + 1, 3, out, next);
      next += 3;
    } else {
      Digits.two(GregorianDates.month(date), out, next);
      Digits.two(GregorianDates.day(date), out, next + 2);
      next += 4;
    }
    int end = at + width();
    if (next < end) {
      writeTime(ofDay, out, next, end);
    }
  }

  private int writeYear(int year, byte[] out, int at) {
    if (fourDigits) {
      Digits.two(year / 100, out, at);
      Digits.two(year % 100, out, at + 2);
      return at + 4;
    }
    Digits.two(year % 100, out, at);
    return at + 2;
  }

  private void writeTime(long ofDay, byte[] out, int from, int end) {
    int next = from;
    int second;
    if (ticksPerDay > 86_400) {
      long perSecond = ticksPerDay / 86_400;
      second = (int) (ofDay / perSecond);
      Digits.write(ofDay - second * perSecond, end - from - 6, out, from + 6);
    } else {
      second = (int) (ofDay * (86_400 / ticksPerDay));
    }
    int minute = second / 60;
    Digits.two(minute / 60, out, next);
    next += 2;
    if (next < end) {
      Digits.two(minute % 60, out, next);
      next += 2;
    }
    if (next < end) {
      Digits.two(second % 60, out, next);
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
      int days =
          (int) (GregorianDates.epochDay(year + 1, 1, 1) - GregorianDates.epochDay(year, 1, 1));
      day = GregorianDates.epochDay(year, 1, 1) + readDay(key, next, 3, days, year, 0) - 1;
      next += 3;
    } else {
      int month = bounded(key, next, 2, 1, 12, "a month");
      int days = GregorianDates.daysOf(year, month);
      day = GregorianDates.epochDay(year, month, readDay(key, next + 2, 2, days, year, month));
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
