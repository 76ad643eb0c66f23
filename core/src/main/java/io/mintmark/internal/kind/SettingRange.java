package io.mintmark.internal.kind;

import java.time.Duration;
import java.time.Instant;

/**
 * The range of one setting of a generator. Both the checks of a builder and the tables that
 * describe the configuration file use it. A range that depends on other settings, such as the
 * worker numbers that fit a layout, is checked by the {@link Settings} of that kind of id.
 *
 * @param least the least value
 * @param most the greatest value, included
 * @param <T> the type of the values
 */
public record SettingRange<T extends Comparable<T>>(T least, T most) {

  /** The range of the lowest number of a sequence, and of both ends of a cycle. */
  public static final SettingRange<Long> SEQUENCE_START =
      new SettingRange<>(0L, Long.MAX_VALUE - 1);

  /**
   * The range of the step between consecutive numbers of a sequence, and of the remainder of its
   * numbers after division by the step.
   */
  public static final SettingRange<Long> SEQUENCE_STEP = new SettingRange<>(1L, Long.MAX_VALUE);

  /** The range of the highest number of a sequence. */
  public static final SettingRange<Long> SEQUENCE_MAXIMUM = new SettingRange<>(0L, Long.MAX_VALUE);

  /** The range of the size of a segment: how many numbers it has. */
  public static final SettingRange<Long> SEGMENT = new SettingRange<>(1L, 1L << 40);

  /**
   * The range of the time to claim ahead. On a worker number, this time itself is claimed. For a
   * sequence, a segment is claimed that lasts this long at the rate at which numbers are currently
   * used.
   */
  public static final SettingRange<Duration> AHEAD =
      new SettingRange<>(Duration.ofMillis(1), Duration.ofHours(1));

  /** The range of a difference between two clocks. */
  public static final SettingRange<Duration> CLOCK =
      new SettingRange<>(Duration.ZERO, Duration.ofDays(366));

  /**
   * The range of worker numbers. A layout has at most 31 bits for them, and a format at most nine
   * digits.
   */
  public static final SettingRange<Long> WORKERS = new SettingRange<>(0L, (1L << 31) - 1);

  /** The range of the setting for how many different numbers can be the first in a tick. */
  public static final SettingRange<Integer> NUMBER_START = new SettingRange<>(1, Integer.MAX_VALUE);

  /** The range of the moment from which a Snowflake's time is counted: the years 0 to 9999. */
  public static final SettingRange<Instant> EPOCH = new SettingRange<>(
      Instant.ofEpochSecond(-62_167_219_200L), Instant.ofEpochMilli(253_402_300_799_999L));

  /** The range of the lowest number in keys. */
  public static final SettingRange<Long> KEY_START = new SettingRange<>(0L, 1L);

  /** The range of the number of databases, and of the number of tables in each database. */
  public static final SettingRange<Integer> SHARDS = new SettingRange<>(1, 1 << 10);

  /** The range of the version of a shard layout. */
  public static final SettingRange<Integer> SHARDS_VERSION =
      new SettingRange<>(0, Integer.MAX_VALUE);

  /**
   * Returns whether a value is in the range.
   *
   * @param value any value
   * @return whether the value is neither below the least value nor above the greatest value
   */
  public boolean has(T value) {
    return value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
  }

  /**
   * Returns a value as text, in the form of a configuration file.
   *
   * @param value a value of a setting
   * @return for example {@code 366d} for a duration
   */
  public static String text(Object value) {
    if (!(value instanceof Duration duration) || duration.toNanosPart() % 1_000_000 != 0) {
      return value.toString();
    }
    if (duration.toNanosPart() != 0) {
      return duration.toMillis() + "ms";
    }
    long seconds = duration.toSeconds();
    if (seconds == 0 || seconds % 60 != 0) {
      return seconds + "s";
    }
    if (seconds % 3600 != 0) {
      return seconds / 60 + "m";
    }
    return seconds % 86_400 == 0 ? seconds / 86_400 + "d" : seconds / 3600 + "h";
  }
}
