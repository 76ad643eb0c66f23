package io.mintmark.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.generator.LongRange;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnowflakeLayoutTest {

  @ParameterizedTest
  @CsvSource({
    "mintmark, 41/10/12, 1577836800000, 1",
    "twitter, 41/10/12, 1288834974657, 1",
    "leaf, 41/10/12, 1288834974657, 1",
    "shardingsphere, 41/10/12, 1477958400000, 1",
    "discord, 42/10/12, 1420070400000, 1",
    "instagram, 41/13/10, 1314220021721, 1",
    "sonyflake, 39/16/8, 1409529600000, 10",
    "js-safe, 41/5/7, 1577836800000, 1"
  })
  void presets_published_match(String name, String split, long epochMs, long unitMs) {
    SnowflakeLayout layout = SnowflakeLayout.parse(name);
    assertThat(layout.split()).isEqualTo(split);
    assertThat(layout.epoch().toEpochMilli()).isEqualTo(epochMs);
    assertThat(layout.unitMs()).isEqualTo(unitMs);
  }

  @Test
  void uidGenerator_lastTick_matchesItsPublishedEnd() {
    assertThat(SnowflakeLayout.parse("uid-generator").end())
        .isEqualTo(Instant.parse("2024-11-20T13:24:16Z"));
    assertThat(SnowflakeLayout.parse("uid-generator").split()).isEqualTo("28/22/13");
  }

  @Test
  void encode_anyFields_roundTrips() {
    SplittableRandom random = new SplittableRandom(5);
    for (SnowflakeLayout layout : SnowflakeLayout.presets().values()) {
      for (int i = 0; i < 1_000; i++) {
        long tick = random.nextLong(1L << layout.timeBits());
        long worker = random.nextLong(layout.workers());
        long number = random.nextLong(layout.capacity());
        SnowflakeId id = layout.decode(layout.encode(tick, worker, number));
        assertThat(id.worker()).isEqualTo(worker);
        assertThat(id.number()).isEqualTo(number);
        assertThat(id.time()).isEqualTo(layout.epoch().plusMillis(tick * layout.unitMs()));
        assertThat(layout.fits(id.id())).isTrue();
      }
    }
  }

  @Test
  void encode_fieldTooWide_isRefused() {
    SnowflakeLayout layout = SnowflakeLayout.DEFAULT;
    assertThatThrownBy(() -> layout.encode(1L << 41, 0, 0)).hasMessageContaining("tick=");
    assertThatThrownBy(() -> layout.encode(0, 1024, 0)).hasMessageContaining("worker=1024");
    assertThatThrownBy(() -> layout.encode(0, 0, -1)).hasMessageContaining("number=-1");
  }

  @Test
  void range_ofASpan_containsExactlyItsIds() {
    SnowflakeLayout layout = SnowflakeLayout.DEFAULT.withUnit(Duration.ofMillis(10));
    Instant from = Instant.parse("2026-03-01T00:00:00.005Z");
    LongRange range = layout.range(from, from.plusMillis(10));
    assertThat(layout.decode(range.from()).time()).isEqualTo(from.plusMillis(5));
    assertThat(layout.decode(range.to() - 1).time()).isEqualTo(from.plusMillis(5));
    assertThat(range.to() - range.from()).isEqualTo(1L << 22);
    LongRange next = layout.range(from.plusMillis(10), from.plusMillis(20));
    assertThat(next.from()).isEqualTo(range.to());
  }

  @Test
  void range_outsideTheTimeBitsOrReversed_isRefused() {
    SnowflakeLayout layout = SnowflakeLayout.DEFAULT;
    Instant now = Instant.parse("2026-03-01T00:00:00Z");
    assertThatThrownBy(() -> layout.range(now, now.minusMillis(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> layout.range(layout.epoch().minusMillis(1), now))
        .hasMessageContaining("the time is outside the range of the time bits");
    assertThatThrownBy(() -> layout.range(now, Instant.MAX))
        .hasMessageContaining("the time is outside the range of the time bits");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "41",
        "41/10",
        "41/10/12/1",
        "a/b/c",
        "-1/2/3",
        "42/10/13",
        "0/1/1",
        "041/10/12",
        "41/010/12"
      })
  void parse_invalidLayout_throws(String text) {
    assertThatThrownBy(() -> SnowflakeLayout.parse(text))
        .isInstanceOf(ConfigurationException.class);
  }

  @Test
  void layout_wrongUnitOrEpoch_isRefused() {
    for (Duration unit :
        new Duration[] {Duration.ofMillis(2), Duration.ofNanos(1), Duration.ofDays(400000)}) {
      assertThatThrownBy(() -> SnowflakeLayout.DEFAULT.withUnit(unit))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("1 ms, 10 ms or 1 s");
    }
    assertThatThrownBy(() -> SnowflakeLayout.DEFAULT.withEpoch(Instant.ofEpochSecond(0, 1)))
        .hasMessageContaining("whole millisecond");
  }

  @ParameterizedTest
  @CsvSource({
    "1/32/1, workerBits is not 0 to 31: workerBits=32",
    "1/1/32, numberBits is not 0 to 31: numberBits=32",
    "63/0/0, timeBits is not 1 to 62: timeBits=63",
    "50/0/13, time and number have more than 62 bits: bits=63",
    "41/12/12, 'time, worker and number have more than 64 bits: bits=65'"
  })
  void parse_bitsOutOfRange_failsNamingThem(String split, String fault) {
    assertThatThrownBy(() -> SnowflakeLayout.parse(split))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(fault);
  }

  @Test
  void parse_maximumBits_isALayout() {
    assertThat(SnowflakeLayout.parse("62/0/0").ticks()).isPositive();
    assertThat(SnowflakeLayout.parse("31/2/31").bits()).isEqualTo(64);
    assertThat(SnowflakeLayout.parse("1/31/31").workers()).isEqualTo(1L << 31);
  }

  @Test
  void bits_ofPresets_areTheirSum() {
    assertThat(SnowflakeLayout.parse("instagram").bits()).isEqualTo(64);
    assertThat(SnowflakeLayout.DEFAULT.bits()).isEqualTo(63);
  }

  @Test
  void decode_bitsAboveTheLayout_areIgnoredButDoNotFit() {
    SnowflakeLayout layout = SnowflakeLayout.parse("js-safe");
    long id = layout.encode(5, 3, 7);
    long wide = id | 1L << layout.bits();

    assertThat(layout.decode(wide).time()).isEqualTo(layout.decode(id).time());
    assertThat(layout.fits(id)).isTrue();
    assertThat(layout.fits(wide)).isFalse();
    assertThat(SnowflakeLayout.parse("instagram").fits(-1)).isTrue();
  }

  @Test
  void last_anyLayout_hasAllItsBits() {
    assertThat(SnowflakeLayout.parse("js-safe").last()).isEqualTo((1L << 53) - 1);
    assertThat(SnowflakeLayout.DEFAULT.last()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void presets_all_haveNames() {
    assertThat(SnowflakeLayout.presets())
        .hasSize(9)
        .containsValue(SnowflakeLayout.parse("uid-generator"));
  }
}
