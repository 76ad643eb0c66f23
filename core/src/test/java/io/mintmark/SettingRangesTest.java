package io.mintmark;

import static io.mintmark.internal.kind.SettingRange.AHEAD;
import static io.mintmark.internal.kind.SettingRange.CLOCK;
import static io.mintmark.internal.kind.SettingRange.SEGMENT;
import static io.mintmark.internal.kind.SettingRange.SEQUENCE_START;
import static io.mintmark.internal.kind.SettingRange.SEQUENCE_STEP;
import static io.mintmark.internal.kind.SettingRange.SHARDS;
import static io.mintmark.internal.kind.SettingRange.WORKERS;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.kind.SettingRange;
import io.mintmark.key.Routing;
import io.mintmark.key.Shards;
import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Builders accept both ends of the ranges that the configuration file documents, and refuse values
 * outside.
 */
class SettingRangesTest {

  private static final SnowflakeLayout MANY_WORKERS =
      SnowflakeLayout.parse("31/31/1").withUnit(Duration.ofSeconds(1));
  private static final SnowflakeLayout LONG_TIME = SnowflakeLayout.parse("50/0/12");

  private static Stream<Arguments> sequences() {
    return Stream.of(
        numbers("start", SEQUENCE_START, (m, n) -> m.sequence("g", s -> s.start(n))),
        numbers(
            "cycle",
            SEQUENCE_START,
            (m, n) -> m.sequence("g", s -> s.cycle(Math.min(n, 7), Math.max(n, 8)))),
        setting(
            "step",
            SEQUENCE_STEP,
            List.of(0L),
            (m, n) -> m.sequence("g", s -> s.start(0).step(n))),
        setting(
            "offset",
            SEQUENCE_STEP,
            List.of(0L),
            (m, n) -> m.sequence("g", s -> s.start(0).step(Long.MAX_VALUE).offset(n))),
        setting(
            "maximum",
            SettingRange.SEQUENCE_MAXIMUM,
            List.of(-1L),
            (m, n) -> m.sequence("g", s -> s.start(0).maximum(n))),
        numbers("segment", SEGMENT, (m, n) -> m.sequence("g", s -> s.segment(n, n))),
        durations("segmentDuration", AHEAD, (m, d) -> m.sequence("g", s -> s.segmentDuration(d))));
  }

  private static Stream<Arguments> durations() {
    return Stream.of(
        durations("window", AHEAD, (m, d) -> m.snowflake("g", s -> s.window(d))),
        durations(
            "window",
            AHEAD,
            (m, d) -> m.keys(
                "g", k -> k.format("{time:yyMMdd}{worker:2}{seq:4}").zone("UTC").window(d))),
        durations("maxAhead", CLOCK, (m, d) -> m.snowflake("g", s -> s.maxAhead(d))),
        durations("maxSkew", CLOCK, (m, d) -> m.snowflake("g", s -> s.maxSkew(d))),
        durations("clockTolerance", CLOCK, (m, d) -> m.snowflake("g", s -> s.clockTolerance(d))));
  }

  private static Stream<Arguments> snowflakesAndKeys() {
    return Stream.of(
        numbers(
            "worker",
            WORKERS,
            (m, n) -> m.snowflake("g", s -> s.layout(MANY_WORKERS).preferWorker(n))),
        numbers(
            "worker",
            WORKERS,
            (m, n) -> m.snowflake("g", s -> s.layout(MANY_WORKERS).workers(n, n))),
        setting(
            "numberStart",
            SettingRange.NUMBER_START,
            List.of(0),
            (m, n) -> m.snowflake("g", s -> s.numberStart(n))),
        setting(
            "epoch",
            SettingRange.EPOCH,
            List.of(
                SettingRange.EPOCH.least().minusNanos(1),
                SettingRange.EPOCH.most().plusNanos(1)),
            (m, time) -> m.snowflake("g", s -> s.layout(LONG_TIME).epoch(time))),
        setting(
            "databases",
            SHARDS,
            List.of(0, 1025),
            (m, n) -> m.keys("g", k -> k.format("{db:4}{seq:4}").shards(Shards.of(n, 1)))),
        setting(
            "tables",
            SHARDS,
            List.of(0, 1025),
            (m, n) -> m.keys(
                "g", k -> k.format("{table:4}{seq:4}").shards(new Shards(1, n, Routing.HASH)))),
        setting(
            "version",
            SettingRange.SHARDS_VERSION,
            List.of(-1),
            (m, n) -> m.keys(
                "g", k -> k.format("{db:1}{seq:4}").shards(Shards.of(2, 1)).version(n))));
  }

  private static Arguments numbers(
      String name, SettingRange<Long> range, BiConsumer<Mintmark, Long> open) {
    return setting(name, range, List.of(range.least() - 1, range.most() + 1), open);
  }

  private static Arguments durations(
      String name, SettingRange<Duration> range, BiConsumer<Mintmark, Duration> open) {
    List<Duration> beyond = List.of(range.least().minusNanos(1), range.most().plusNanos(1));
    return setting(name, range, beyond, open);
  }

  private static <T extends Comparable<T>> Arguments setting(
      String name, SettingRange<T> range, List<T> beyond, BiConsumer<Mintmark, T> open) {
    return arguments(name, range, beyond, open);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"sequences", "durations", "snowflakesAndKeys"})
  <T extends Comparable<T>> void builder_endsOfTheRange_areTakenAndNothingBeyond(
      String name, SettingRange<T> range, List<T> beyond, BiConsumer<Mintmark, T> open) {
    for (T end : List.of(range.least(), range.most())) {
      try (Mintmark mint = Mintmark.open("memory:")) {
        open.accept(mint, end);
      }
    }
    for (T value : beyond) {
      try (Mintmark mint = Mintmark.open("memory:")) {
        assertThatThrownBy(() -> open.accept(mint, value))
            .isInstanceOf(ConfigurationException.class)
            .hasMessageContaining(name)
            .hasMessageContaining(value.toString());
      }
    }
  }
}
