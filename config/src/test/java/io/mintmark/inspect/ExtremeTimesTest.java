package io.mintmark.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.RandomLayouts;
import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that ids with times far in the future are read without an overflow. */
class ExtremeTimesTest {

  private static final long SEED = 20_261_122;
  private static final int CASES = 3_000;

  /** The latest moment that a JavaScript Date can represent. */
  private static final Instant LATEST = Instant.parse("+275760-09-13T00:00:00Z");

  @Test
  @Tag("long")
  void anyNumber_inAnyLayout_isReadWithoutOverflow() {
    Random random = new Random(SEED);
    for (int i = 0; i < CASES; i++) {
      SnowflakeLayout layout = RandomLayouts.any(random);
      String where = "seed=" + SEED + ", case=" + i + ", layout=" + layout;
      long id = random.nextLong() >>> random.nextInt(Long.SIZE);

      assertThat(Readings.inspector(Map.of("own", layout)).inspect(Long.toUnsignedString(id)))
          .as(where)
          .isNotEmpty()
          .allSatisfy(reading ->
              assertThat(reading.time().orElse(layout.epoch())).isBeforeOrEqualTo(LATEST));
    }
  }

  @Test
  void anyUuid_ofAnyVersion_isReadWithoutOverflow() {
    Random random = new Random(SEED);
    Inspector inspector = Readings.PRESETS;
    for (int i = 0; i < CASES; i++) {
      long high = random.nextInt(4) == 0 ? -1 : random.nextLong();
      long version = random.nextLong(16);
      UUID uuid = new UUID((high & ~0xf000L) | (version << 12), random.nextLong());
      String where = "seed=" + SEED + ", case=" + i + ", uuid=" + uuid;

      assertThat(inspector.inspect(uuid.toString()))
          .as(where)
          .isNotEmpty()
          .allSatisfy(reading -> assertThat(reading.time().orElse(Instant.EPOCH))
              .isBetween(
                  Instant.parse("1582-10-15T00:00:00Z"), Instant.parse("+12000-01-01T00:00:00Z")));
    }
  }
}
