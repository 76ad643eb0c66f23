package io.mintmark.internal.kind;

import java.time.Duration;
import java.time.Instant;

/**
 * The range of one setting of a generator. Both the checks of what a builder was told and the
 * tables of the configuration file take it from here. What depends on other settings, such as the
 * worker numbers that a layout has room for, is checked by the settings of the kind.
 *
 * @param least the least value
 * @param most the greatest value, included
 * @param <T> the type of the values
 */
public record SettingRange<T extends Comparable<T>>(T least, T most) {

  /** The lowest number of a sequence, and both ends of a cycle. */
  public static final SettingRange<Long> SEQUENCE_START =
      new SettingRange<>(0L, Long.MAX_VALUE - 1);

  /** From one number of a sequence to the next, and the remainder by it. */
  public static final SettingRange<Long> SEQUENCE_STEP = new SettingRange<>(1L, Long.MAX_VALUE);

  /** The highest number of a sequence. */
  public static final SettingRange<Long> SEQUENCE_MAXIMUM = new SettingRange<>(0L, Long.MAX_VALUE);

  /** How many numbers a segment has. */
  public static final SettingRange<Long> SEGMENT = new SettingRange<>(1L, 1L << 40);

  /** How much time is claimed ahead: by a window, or by a segment at the present rate. */
  public static final SettingRange<Duration> AHEAD =
      new SettingRange<>(Duration.ofMillis(1), Duration.ofHours(1));

  /** What a clock may differ by. */
  public static final SettingRange<Duration> CLOCK =
      new SettingRange<>(Duration.ZERO, Duration.ofDays(366));

  /** Worker numbers: a layout has at most 31 bits for them, and a format nine digits. */
  public static final SettingRange<Long> WORKERS = new SettingRange<>(0L, (1L << 31) - 1);

  /** Among how many numbers the first of a Snowflake's tick takes turns. */
  public static final SettingRange<Integer> NUMBER_START = new SettingRange<>(1, Integer.MAX_VALUE);

  /** Where a Snowflake's time counts from. */
  public static final SettingRange<Instant> EPOCH = new SettingRange<>(
      Instant.parse("0000-01-01T00:00:00Z"), Instant.parse("9999-12-31T23:59:59.999Z"));

  /** How many databases there are, and how many tables in each. */
  public static final SettingRange<Integer> SHARDS = new SettingRange<>(1, 1 << 10);

  /** The version of a shard layout. */
  public static final SettingRange<Integer> SHARDS_VERSION =
      new SettingRange<>(0, Integer.MAX_VALUE);

  /**
   * Tells whether a value is in the range.
   *
   * @param value any value
   * @return whether it is neither below the least nor above the greatest
   */
  public boolean has(T value) {
    return value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
  }

  /**
   * Writes a value as a configuration file has it.
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
