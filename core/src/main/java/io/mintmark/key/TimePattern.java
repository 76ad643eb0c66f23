package io.mintmark.key;

import static java.time.temporal.ChronoField.PROLEPTIC_MONTH;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.internal.line.TickScale;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Arrays;
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
  private final Part[] parts;

  /** The number of months in a tick; 0 if a tick is a day or shorter. */
  private final int months;

  /** The number of ticks in a day, unless a tick is a year or a month. */
  private final long ticksPerDay;

  private final long firstTick;
  private final long endTick;

  /**
   * A part of a time that is written with a fixed number of digits.
   *
   * @param letters the letters of the part in the pattern
   * @param zero the number of the first tick; below 0 for a year without its century
   * @param least the least number that can be written
   * @param most the highest number that can be written; a month or a year can end at a lower day
   */
  private record Part(ChronoField field, String letters, int zero, int least, int most) {

    static Part of(MatchResult run) {
      String letters = run.group();
      int most = (int) Math.pow(10, letters.length()) - 1;
      return switch (letters.charAt(0)) {
        case 'y' ->
          most == 99
              ? new Part(ChronoField.YEAR, letters, FIRST_YEAR - CENTURY, 0, most)
              : new Part(ChronoField.YEAR, letters, FIRST_YEAR, FIRST_YEAR, most);
        case 'M' -> new Part(ChronoField.MONTH_OF_YEAR, letters, 1, 1, 12);
        case 'd' -> new Part(ChronoField.DAY_OF_MONTH, letters, 1, 1, 31);
        case 'D' -> new Part(ChronoField.DAY_OF_YEAR, letters, 1, 1, 366);
        case 'H' -> new Part(ChronoField.HOUR_OF_DAY, letters, 0, 0, 23);
        case 'm' -> new Part(ChronoField.MINUTE_OF_HOUR, letters, 0, 0, 59);
        case 's' -> new Part(ChronoField.SECOND_OF_MINUTE, letters, 0, 0, 59);
        default -> new Part(ChronoField.NANO_OF_SECOND, letters, 0, 0, most);
      };
    }

    int width() {
      return letters.length();
    }

    int count() {
      return most - zero + 1;
    }

    /** Returns the number to write. A year of two digits is written without its century. */
    int of(LocalDateTime time) {
      int value = time.get(field);
      return switch (field) {
        case YEAR -> value % (most + 1);
        case NANO_OF_SECOND -> value / (1_000_000_000 / count());
        default -> value;
      };
    }
  }

  private TimePattern(String text) {
    this.text = text;
    this.parts = PART.matcher(text).results().map(Part::of).toArray(Part[]::new);
    this.months = text.endsWith("y") ? 12 : text.endsWith("M") ? 1 : 0;
    this.ticksPerDay = Arrays.stream(parts)
        .filter(part -> part.field.isTimeBased())
        .mapToLong(Part::count)
        .reduce(1, Math::multiplyExact);
    this.firstTick = startOfYear(hasFourDigits() ? FIRST_YEAR : CENTURY);
    this.endTick = startOfYear(hasFourDigits() ? 10_000 : CENTURY + 100);
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
    return new TimePattern(text);
  }

  String text() {
    return text;
  }

  int width() {
    return text.length();
  }

  boolean hasFourDigits() {
    return text.startsWith("yyyy");
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
    long dayNanos = DAY_MS * 1_000_000;
    return months == 0 ? dayNanos / ticksPerDay : (months == 1 ? 31 : 366) * dayNanos;
  }

  private long startOfYear(int year) {
    return tick(LocalDate.of(year, 1, 1).toEpochDay() * DAY_MS);
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
    if (months > 0) {
      LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(localMs, DAY_MS));
      return Math.floorDiv(
          date.getLong(PROLEPTIC_MONTH) - LocalDate.EPOCH.getLong(PROLEPTIC_MONTH), months);
    }
    return ticksPerDay <= DAY_MS
        ? Math.floorDiv(localMs, DAY_MS / ticksPerDay)
        : localMs * (ticksPerDay / DAY_MS);
  }

  @Override
  public long timeMs(long tick) {
    if (months > 0) {
      // A line that was raised can be past all dates that the JDK knows.
      long since = Math.min(tick, endTick + 1) * months;
      return LocalDate.EPOCH.plusMonths(since).toEpochDay() * DAY_MS;
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
      Digits.write(part.of(time), part.width(), out, next);
      next += part.width();
    }
  }

  /**
   * Reads the digits of a tick.
   *
   * @throws InvalidIdException if the characters are not digits, or not a valid time
   */
  long read(CharSequence key, int at) {
    long tick = 0;
    int next = at;
    for (Part part : parts) {
      int value = (int) Digits.read(key, next, part.width());
      int most = part.most;
      if (part.field == ChronoField.DAY_OF_MONTH) {
        LocalDate first = LocalDate.of(FIRST_YEAR + (int) tick / 12, (int) tick % 12 + 1, 1);
        most = first.lengthOfMonth();
        tick = first.toEpochDay() + value - 1;
      } else if (part.field == ChronoField.DAY_OF_YEAR) {
        LocalDate first = LocalDate.of(FIRST_YEAR + (int) tick, 1, 1);
        most = first.lengthOfYear();
        tick = first.toEpochDay() + value - 1;
      } else {
        tick = tick * part.count() + value - part.zero;
      }
      if (value < part.least || value > most) {
        throw new InvalidIdException(Message.of(
            "there is no such time: {}='{}' is not {} to {}, column={}",
            part.letters,
            key.subSequence(next, next + part.width()),
            part.least,
            most,
            next + 1));
      }
      next += part.width();
    }
    return tick;
  }
}
