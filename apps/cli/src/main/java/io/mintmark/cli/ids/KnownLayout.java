package io.mintmark.cli.ids;

import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A Snowflake layout and its makers.
 *
 * @param name its name, for programs
 * @param makers the libraries that make such ids, for people
 * @param layout the bits
 * @param since the earliest plausible time
 */
public record KnownLayout(String name, String makers, SnowflakeLayout layout, Instant since) {

  /**
   * A layout's first month. A number whose time is in this month more likely belongs to a sequence
   * or to another layout.
   */
  private static final Duration YOUNG = Duration.ofDays(30);

  /** The bits of a positive 64-bit number. */
  private static final int POSITIVE_BITS = 63;

  /** Layouts by library, with the library's defaults. Layouts of the same bits share one entry. */
  public static final List<KnownLayout> ALL = List.of(
      preset("twitter", "hutool, MyBatis-Plus, Leaf, or a class like Twitter's"),
      preset("mintmark", "Mintmark, or TSIDs of tsid-creator or hypersistence"),
      preset("shardingsphere", "ShardingSphere"),
      library("cosid", "CosId", ms(41, 10, 12, "2019-12-24T16:00:00Z")),
      library("yitter", "Yitter's IdGenerator", ms(51, 6, 6, "2020-02-19T18:20:02Z")),
      preset("js-safe", "Mintmark's js-safe"),
      preset("sonyflake", "Sonyflake"),
      preset("discord", "Discord"),
      preset("instagram", "a function like Instagram's"),
      preset("uid-generator", "Baidu's uid-generator"));

  private static KnownLayout preset(String name, String makers) {
    return library(name, makers, SnowflakeLayout.parse(name));
  }

  private static KnownLayout library(String name, String makers, SnowflakeLayout layout) {
    return new KnownLayout(name, makers, layout, layout.epoch().plus(YOUNG));
  }

  /**
   * Makes the layout that the user has named. Every time from its first millisecond on is
   * plausible.
   */
  public static KnownLayout asked(String name, SnowflakeLayout layout) {
    return new KnownLayout(name, "the layout of --as", layout, layout.epoch());
  }

  /**
   * Makes the layout with which to read the times of any numbers. A number of a sequence would have
   * to be 10^16 to be misread.
   */
  public static KnownLayout assumed(SnowflakeLayout layout) {
    return library("", "", layout);
  }

  private static SnowflakeLayout ms(int time, int worker, int number, String epoch) {
    return new SnowflakeLayout(time, worker, number, 1, Instant.parse(epoch), false);
  }

  /** For example {@code 39/8/16 of 10 ms since 2014-09-01T00:00:00Z}. */
  String bits() {
    String unit = layout.unitMs() == 1 ? "" : " of " + layout.unitMs() + " ms";
    return layout.split() + unit + " since " + layout.epoch();
  }

  /** The value of {@code --as} for these bits. */
  String option() {
    return layout.unitMs() == 1 && !layout.numberFirst() ? layout.split() : name;
  }

  /**
   * Returns the settings of a generator that makes ids of these bits, with one bit of time less if
   * all 64 bits are used.
   *
   * @return empty if Mintmark cannot make such ids, or if the time ends before {@code neededUntil}
   */
  Optional<String> settings(Instant neededUntil) {
    int below = layout.workerBits() + layout.numberBits();
    SnowflakeLayout made = layout.numberFirst()
        ? layout
        : new SnowflakeLayout(
            Math.min(layout.timeBits(), POSITIVE_BITS - below),
            layout.workerBits(),
            layout.numberBits(),
            layout.unitMs(),
            layout.epoch(),
            false);
    boolean isPreset = made.equals(SnowflakeLayout.presets().get(name));
    if (!made.end().isAfter(neededUntil) || (made.numberFirst() && !isPreset)) {
      return Optional.empty();
    }
    if (isPreset) {
      return Optional.of("layout: " + name);
    }
    return Optional.of("layout: " + made.split()
        + (made.unitMs() == 1 ? "" : ", unit: " + (made.unitMs() == 10 ? "10ms" : "1s"))
        + ", epoch: " + made.epoch());
  }
}
