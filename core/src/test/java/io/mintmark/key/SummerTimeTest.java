package io.mintmark.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.mintmark.Mintmark;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.rigs.LongRun;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Keys with a time and without a worker number continue through every hour that local time repeats
 * or skips.
 */
class SummerTimeTest {

  private static final int BATCHES = LongRun.size(6, 10);

  /** The hours after the change. After five hours, the clock has caught up with the keys. */
  private static final int HOURS = LongRun.size(9, 27);

  private static final Duration STEP = Duration.ofMinutes(1);

  /** The formats, with 60 ticks or one tick per step, and the most numbers that a step takes. */
  private static final Map<String, Integer> FORMATS = Map.of(
      "{time:yyMMddHHmmss}{seq:1}",
      600,
      "{time:yyMMddHHmm}{seq:" + LongRun.size(2, 3) + "}",
      LongRun.size(60, 600));

  static Stream<Arguments> changes() {
    return Stream.of(
            "Europe/Berlin 2026-10-25T01:00:00Z",
            "America/New_York 2026-11-01T06:00:00Z",
            "Australia/Lord_Howe 2026-04-04T15:00:00Z",
            "America/Havana 2026-11-01T05:00:00Z",
            "Europe/Berlin 2027-03-28T01:00:00Z",
            "America/Havana 2027-03-14T05:00:00Z",
            "Asia/Shanghai 2026-10-25T01:00:00Z")
        .map(text -> text.split(" "))
        .flatMap(parts -> FORMATS.entrySet().stream()
            .flatMap(format -> Stream.of(10, 50, 100)
                .map(percent -> arguments(
                    parts[0],
                    Instant.parse(parts[1]),
                    format.getKey(),
                    format.getValue(),
                    percent))));
  }

  @Tag("sized")
  @ParameterizedTest(name = "{0} {2} at {4} %")
  @Tag("long")
  @MethodSource("changes")
  void next_aroundAClockChange_neverWaitsOrFails(
      String zone, Instant change, String format, int numbers, int percent) {
    ManualTime time = new ManualTime(change.minus(Duration.ofHours(1)));
    try (MemoryStore store = new MemoryStore(time.wall());
        Mintmark mint = Surroundings.SYSTEM
            .clocks(time.wall(), time.elapsed())
            .background(Runnable::run)
            .of(Mintmark.builder())
            .store(store)
            .open()) {
      KeyGenerator keys = mint.keys("k", k -> k.format(format).zone(zone).start(0));
      Set<String> seen = new HashSet<>();
      Instant expected = time.wall().instant();
      Instant repeated = change.plus(step(zone, change));
      Instant end = change.plus(Duration.ofHours(HOURS));
      while (expected.isBefore(end)) {
        // After the repeated hour, a part of the capacity must stay unused, so that the clock
        // catches up with the keys.
        int used = expected.isBefore(repeated) ? percent : Math.min(percent, 80);
        for (int i = 0; i < BATCHES; i++) {
          assertThat(seen.addAll(keys.nextTextBatch(numbers * used / 100 / BATCHES)))
              .as("%s", expected)
              .isTrue();
        }
        assertThat(time.wall().instant()).as("nobody waited").isEqualTo(expected);
        time.advance(STEP);
        expected = expected.plus(STEP);
      }
      assertThat(seen).hasSizeGreaterThan(HOURS * 60 * numbers * Math.min(percent, 80) / 100);
      assertThat(shown(keys))
          .isBetween(local(end, zone).minus(STEP), local(end, zone).plus(Duration.ofMinutes(2)));
    }
  }

  private static Instant shown(KeyGenerator keys) {
    return keys.parse(keys.nextTextBatch(1).get(0)).time().orElseThrow().toInstant(ZoneOffset.UTC);
  }

  /**
   * Returns how far the zone's local time changes at a moment; zero in a zone without summer time.
   */
  private static Duration step(String zone, Instant change) {
    ZoneOffsetTransition made = ZoneId.of(zone).getRules().nextTransition(change.minusSeconds(1));
    return made == null ? Duration.ZERO : made.getDuration().abs();
  }

  private static Instant local(Instant moment, String zone) {
    return moment.plusSeconds(ZoneId.of(zone).getRules().getOffset(moment).getTotalSeconds());
  }
}
