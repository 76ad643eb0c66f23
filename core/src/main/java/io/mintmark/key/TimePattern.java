package io.mintmark.key;

import static java.time.temporal.ChronoField.PROLEPTIC_MONTH;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.internal.line.TickScale;
import io.mintmark.internal.text.Alphabet;
import io.mintmark.internal.text.Arguments;
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

  private static final long DAY_MS = 86_400_000;
  private static final long DAY_MICROS = DAY_MS * 1_000;
  private static final int FIRST_YEAR = 1970;
  private static final int CENTURY = 2000;

  private final String text;
  private final Part[] parts;

  /** The number of months in a tick; 0 if a tick is a day or shorter. */
  private final int months;

  /** The length of a tick, unless it is a year or a month. */
  private final long tickMicros;

  private final long firstTick;
  private final long endTick;

  /**
   * A part of a time that is written with a fixed number of digits.
   *
   * @param letters the letters of the part in the pattern
   * @param zero the number of the first tick; below 0 for a year without its century
   * @param most the highest number that can be written; a month or a year can end at a lower day
   */
  private record Part(ChronoField field, String letters, int zero, int most) {

    static Part of(MatchResult run) {
      String letters = run.group();
      int most = (int) Math.pow(10, letters.length()) - 1;
      return switch (letters.charAt(0)) {
        case 'y' ->
          new Part(ChronoField.YEAR, letters, most > 99 ? FIRST_YEAR : FIRST_YEAR - CENTURY, most);
        case 'M' -> new Part(ChronoField.MONTH_OF_YEAR, letters, 1, 12);
        case 'd' -> new Part(ChronoField.DAY_OF_MONTH, letters, 1, 31);
        case 'D' -> new Part(ChronoField.DAY_OF_YEAR, letters, 1, 366);
        case 'H' -> new Part(ChronoField.HOUR_OF_DAY, letters, 0, 23);
        case 'm' -> new Part(ChronoField.MINUTE_OF_HOUR, letters, 0, 59);
        case 's' -> new Part(ChronoField.SECOND_OF_MINUTE, letters, 0, 59);
        default -> new Part(ChronoField.NANO_OF_SECOND, letters, 0, most);
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
    this.tickMicros = Arrays.stream(parts)
        .filter(part -> part.field.isTimeBased())
        .mapToLong(Part::count)
        .reduce(DAY_MICROS, (micros, count) -> micros / count);
    this.firstTick = startOfYear(hasFourDigits() ? FIRST_YEAR : CENTURY);
    this.endTick = startOfYear(hasFourDigits() ? 10_000 : CENTURY + 100);
  }

  /**
   * Parses a pattern.
   *
   * @throws IllegalArgumentException if the pattern is invalid
   */
  static TimePattern parse(String text) {
    Arguments.check(
        SHAPE.matcher(text).matches(),
        "not a pattern of a time: a pattern begins with yyyy or yy, and continues without a gap"
            + " with MM dd or DDD, HH, mm, ss, and 1 to 6 S: time='{}'",
        text);
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
    return (months == 0 ? tickMicros : (months == 1 ? 31 : 366) * DAY_MICROS) * 1_000;
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
    return tickMicros < 1_000
        ? localMs * (1_000 / tickMicros)
        : Math.floorDiv(localMs, tickMicros / 1_000);
  }

  @Override
  public long timeMs(long tick) {
    return Math.floorDiv(micros(tick), 1_000);
  }

  /** Returns the start of a tick, in microseconds of local time. */
  private long micros(long tick) {
    // A line that was raised can be past all dates that the JDK knows.
    long known = Math.min(tick, endTick + 1);
    return months == 0
        ? known * tickMicros
        : LocalDate.EPOCH.plusMonths(known * months).toEpochDay() * DAY_MICROS;
  }

  /** Returns the start of a tick, in local time. */
  LocalDateTime local(long tick) {
    long micros = micros(tick);
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
      int value = (int) Digits.read(key, next, part.width(), Alphabet.DECIMAL);
      int least = Math.max(part.zero, 0);
      int most = part.most;
      boolean ofYear = part.field == ChronoField.DAY_OF_YEAR;
      if (ofYear || part.field == ChronoField.DAY_OF_MONTH) {
        LocalDate first = LocalDate.EPOCH.plusMonths(ofYear ? tick * 12 : tick);
        most = (int) first.range(part.field).getMaximum();
        tick = first.toEpochDay() + value - 1;
      } else {
        tick = tick * part.count() + value - part.zero;
      }
      if (value < least || value > most) {
        throw new InvalidIdException(Message.of(
            "there is no such time: {}='{}' is not {} to {}, column={}",
            part.letters,
            key.subSequence(next, next + part.width()),
            least,
            most,
            next + 1));
      }
      next += part.width();
    }
    return tick;
  }
}
