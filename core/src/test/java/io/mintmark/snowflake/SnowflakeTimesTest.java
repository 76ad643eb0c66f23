package io.mintmark.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.generator.Description;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.line.TickPosition;
import io.mintmark.rigs.RandomLayouts;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Times far beyond any clock. No layout, epoch or id may cause an overflow. */
class SnowflakeTimesTest {

  private static final long SEED = 20_261_122;
  private static final int CASES = 3_000;
  private static final Instant[] EXTREMES = {
    Instant.MIN,
    Instant.MAX,
    Instant.EPOCH,
    SnowflakeLayout.LATEST,
    SnowflakeLayout.LATEST.minusNanos(1),
    Instant.ofEpochMilli(Long.MAX_VALUE),
    Instant.ofEpochMilli(Long.MIN_VALUE)
  };

  @Test
  void widestLayout_longestTicks_endsAtTheLatestTime() {
    SnowflakeLayout layout =
        new SnowflakeLayout(60, 2, 1, 1000, Instant.parse("2020-01-01T00:00:00Z"), false);

    assertThat(layout.end()).isEqualTo(SnowflakeLayout.LATEST);
    assertThat(layout.decode(Long.MAX_VALUE).time()).isEqualTo(SnowflakeLayout.LATEST);
    try (Mintmark mint = Mintmark.open("memory:")) {
      SnowflakeGenerator wide = mint.snowflake("wide", s -> s.layout(layout));
      long id = wide.next();
      assertThat(layout.decode(id).time())
          .isBetween(Instant.now().minusSeconds(100), Instant.now().plusSeconds(100));
      Description description = wide.describe();
      assertThat(description.facts()).containsEntry("time-ends", "+275760-09-13T00:00:00Z");
      assertThat(description.warnings()).isEmpty();
      assertThat(wide.timeEnds().orElseThrow())
          .isAfter(Instant.parse("+275760-01-01T00:00:00Z"))
          .isBeforeOrEqualTo(SnowflakeLayout.LATEST);
      assertThat(TickPosition.of(wide, "worker/wide/0", Long.MAX_VALUE)).isEmpty();
    }
  }

  @Test
  void epoch_outsideFourDigitYears_throws() {
    for (String epoch : new String[] {"-000001-12-31T00:00:00Z", "+10000-01-01T00:00:00Z"}) {
      assertThatThrownBy(() -> SnowflakeLayout.DEFAULT.withEpoch(Instant.parse(epoch)))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(
              "epoch is not 0000-01-01T00:00:00Z to 9999-12-31T23:59:59.999Z: epoch="
                  + Instant.parse(epoch));
    }
  }

  @Test
  void anyLayout_withAnyIdAndMoment_neverOverflows() {
    Random random = new Random(SEED);
    for (int i = 0; i < CASES; i++) {
      SnowflakeLayout layout = RandomLayouts.any(random);
      String where = "seed=" + SEED + ", case=" + i + ", layout=" + layout;
      long id = random.nextLong() >>> random.nextInt(Long.SIZE);

      assertThat(layout.end()).as(where).isAfter(layout.epoch());
      assertThat(layout.end()).as(where).isBeforeOrEqualTo(SnowflakeLayout.LATEST);
      assertThat(layout.decode(id).time())
          .as(where)
          .isBetween(layout.epoch(), SnowflakeLayout.LATEST);
      Instant from = moment(layout, random);
      assertRange(layout, from, from.equals(Instant.MAX) ? from : from.plusNanos(1), where);
    }
  }

  private static void assertRange(SnowflakeLayout layout, Instant from, Instant to, String where) {
    try {
      LongRange range = layout.range(from, to);
      Instant first = layout.decode(range.from()).time();
      assertThat(Duration.between(from, first))
          .as(where)
          .isBetween(Duration.ZERO, Duration.ofMillis(layout.unitMs()));
    } catch (IllegalArgumentException e) {
      assertThat(e)
          .as(where)
          .hasMessageContaining("the time is outside the range of the time bits");
    }
  }

  private static Instant moment(SnowflakeLayout layout, Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> EXTREMES[random.nextInt(EXTREMES.length)];
      case 1 -> layout.end().minusNanos(random.nextLong(5_000_000_000L));
      default -> layout.epoch().plusMillis(random.nextLong(1L << 50)).minusNanos(1);
    };
  }
}
