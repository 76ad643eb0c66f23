package io.mintmark.cli.ids;

import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A layout of Snowflakes and who makes ids of it.
 *
 * @param name its name, for programs
 * @param makers who makes such ids, for people
 * @param layout the bits
 * @param since the earliest time that is plausible
 */
record KnownLayout(String name, String makers, SnowflakeLayout layout, Instant since) {

  /** A layout's first month: numbers so small are rather a sequence's, or of another layout. */
  private static final Duration YOUNG = Duration.ofDays(30);

  /** It has Mintmark's bits, but for one more of time, and its numbers start by chance. */
  static final String TSID = "tsid";

  /** The bits of a positive 64-bit number. */
  private static final int POSITIVE_BITS = 63;

  /** Layouts by library, with its defaults. Where two have the same bits they are one entry. */
  static final List<KnownLayout> ALL = List.of(
      library(
          "twitter",
          "hutool, MyBatis-Plus, Leaf, or a class after Twitter's",
          SnowflakeLayout.TWITTER),
      library("mintmark", "Mintmark, or TSIDs", SnowflakeLayout.DEFAULT),
      library(
          TSID, "tsid-creator or hypersistence (TSIDs)", ms(42, 10, 12, "2020-01-01T00:00:00Z")),
      library("shardingsphere", "ShardingSphere", SnowflakeLayout.SHARDINGSPHERE),
      library("cosid", "CosId", ms(41, 10, 12, "2019-12-24T16:00:00Z")),
      library("yitter", "Yitter's IdGenerator", ms(51, 6, 6, "2020-02-19T18:20:02Z")),
      library("js-safe", "Mintmark's js-safe", SnowflakeLayout.JS_SAFE),
      library("sonyflake", "Sonyflake", SnowflakeLayout.SONYFLAKE),
      library("discord", "Discord", SnowflakeLayout.DISCORD),
      library("instagram", "a function after Instagram's", SnowflakeLayout.INSTAGRAM),
      library("uid-generator", "Baidu's uid-generator", SnowflakeLayout.UID_GENERATOR),
      new KnownLayout(
          "unix-ms",
          "a clock's milliseconds",
          ms(45, 0, 0, "1970-01-01T00:00:00Z"),
          Instant.parse("2000-01-01T00:00:00Z")));

  private static KnownLayout library(String name, String makers, SnowflakeLayout layout) {
    return new KnownLayout(name, makers, layout, layout.epoch().plus(YOUNG));
  }

  /** A layout that somebody says it is, from its first millisecond on. */
  static KnownLayout asked(SnowflakeLayout layout) {
    String name = SnowflakeLayout.presets().entrySet().stream()
        .filter(preset -> preset.getValue().equals(layout))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseGet(layout::split);
    return new KnownLayout(name, "the layout of --as", layout, layout.epoch());
  }

  private static SnowflakeLayout ms(int time, int worker, int number, String epoch) {
    return new SnowflakeLayout(time, worker, number, 1, Instant.parse(epoch), false);
  }

  /** For example {@code 41/10/12 since 2010-11-04T01:42:54.657Z}. */
  String bits() {
    return split() + " since " + layout.epoch();
  }

  /** The bits without their epoch, for example {@code 39/8/16 of 10 ms}. */
  String split() {
    return layout.split() + (layout.unitMs() == 1 ? "" : " of " + layout.unitMs() + " ms");
  }

  /** What {@code --as} takes for these bits. */
  String option() {
    return layout.unitMs() == 1 && !layout.numberFirst() ? layout.split() : name;
  }

  /**
   * The settings of a generator that makes ids of these bits, in one bit of time less where all 64
   * are taken.
   *
   * @return empty if Mintmark cannot make such ids, or if the time ends before that moment
   */
  Optional<String> settings(Instant neededUntil) {
    if (layout.numberFirst()) {
      return layout.end().isAfter(neededUntil)
              && layout.equals(SnowflakeLayout.presets().get(name))
          ? Optional.of("layout: " + name)
          : Optional.empty();
    }
    int below = layout.workerBits() + layout.numberBits();
    if (below == 0) {
      return Optional.empty();
    }
    int timeBits = Math.min(layout.timeBits(), POSITIVE_BITS - below);
    SnowflakeLayout made = new SnowflakeLayout(
        timeBits, layout.workerBits(), layout.numberBits(), layout.unitMs(), layout.epoch(), false);
    if (!made.end().isAfter(neededUntil)) {
      return Optional.empty();
    }
    if (made.equals(SnowflakeLayout.presets().get(name))) {
      return Optional.of("layout: " + name);
    }
    return Optional.of("layout: " + made.split()
        + (made.unitMs() == 1 ? "" : ", unit: " + (made.unitMs() == 10 ? "10ms" : "1s"))
        + ", epoch: " + made.epoch());
  }
}
