package io.mintmark.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.generator.ValueRange;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyRangesTest {

  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private static ValueRange<String> range(String format, ZoneId zone, String from, String to) {
    return KeyRanges.range(KeyFormat.parse(format), zone, Instant.parse(from), Instant.parse(to));
  }

  @Test
  void range_ofADay_usesTheZone() {
    assertThat(range(
            "INV-{time:yyyyMMdd}-{seq:6}", BERLIN, "2026-11-20T23:00:00Z", "2026-11-21T23:00:00Z"))
        .isEqualTo(new ValueRange<>("INV-20261121", "INV-20261122"));
  }

  @Test
  void range_withinTicks_roundsUp() {
    assertThat(range(
            "{time:yyMMddHHmmss}{seq:3}",
            ZoneId.of("UTC"),
            "2026-11-21T10:00:00.000001Z",
            "2026-11-21T10:00:02Z"))
        .isEqualTo(new ValueRange<>("261121100001", "261121100002"));
    assertThat(range(
            "{time:yyyyMMddHHmmssSSSSSS}{seq:3}",
            ZoneId.of("UTC"),
            "2026-11-21T10:00:00.000999001Z",
            "2026-11-21T10:00:01Z"))
        .isEqualTo(new ValueRange<>("20261121100000001000", "20261121100001000000"));
  }

  /**
   * In the repeated hour, keys continue with the last time before it, and the ranges include this.
   */
  @ParameterizedTest
  @ValueSource(strings = {"{time:yyyyMMddHHmm}{seq:3}", "R{time:yyDDDHHmmss}{seq:3}"})
  void range_tenMinutesAroundAChange_containsTheKeysMadeThen(String format) {
    Instant start = Instant.parse("2026-10-24T23:00:00Z");
    ManualTime time = new ManualTime(start);
    List<String> starts = new ArrayList<>();
    try (MemoryStore store = new MemoryStore(time.wall());
        Mintmark mint = time.applyTo(Mintmark.builder().store(store)).open()) {
      KeyGenerator keys = mint.keys("k", k -> k.format(format).zone(BERLIN));
      for (int i = 0; i < 24; i++) {
        Instant now = time.wall().instant();
        String key = keys.next();
        ValueRange<String> span = keys.range(now, now.plus(Duration.ofMinutes(10)));
        starts.add(span.from());
        boolean repeats = i >= 12 && i < 18;
        assertThat(span.from()).as("%s", now).isLessThanOrEqualTo(span.to());
        if (!repeats) {
          assertThat(key).as("%s", now).isBetween(span.from(), span.to());
        }
        time.advance(Duration.ofMinutes(10));
      }
    }
    assertThat(starts).isSorted();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{seq:6}", "{worker:2}{time:yyyyMMdd}{seq:3}", "A{seq:4}{time:yyyyMMdd}"})
  void range_keysThatDoNotBeginWithTheTime_throws(String format) {
    try (Mintmark mint = Mintmark.open("memory:")) {
      KeyGenerator keys = mint.keys("k", k -> k.format(format).zone("UTC"));

      assertThatThrownBy(() -> keys.range(Instant.EPOCH, Instant.now()))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("the time is not their first field");
    }
  }

  @Test
  void range_reversedOrOutsideTheTimes_isRefused() {
    assertThatThrownBy(() ->
            range("{time:yyMM}{seq:3}", BERLIN, "2026-11-21T10:00:00Z", "2026-11-20T10:00:00Z"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the span ends before it starts");
    assertThatThrownBy(() ->
            range("{time:yyMM}{seq:3}", BERLIN, "2026-11-21T10:00:00Z", "2100-02-20T10:00:00Z"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the time is outside the range of the keys");
  }
}
