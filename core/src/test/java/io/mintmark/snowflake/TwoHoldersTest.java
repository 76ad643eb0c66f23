package io.mintmark.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two processes with separate clocks need the same single worker number. Between any two store
 * calls of one process, the other process makes an id.
 */
class TwoHoldersTest {

  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

  private final Set<Long> seen = new HashSet<>();
  private final List<Long> repeated = new ArrayList<>();
  private int made;
  private @Nullable SnowflakeGenerator asking;
  private boolean nested;

  @ParameterizedTest
  @CsvSource({"1, 1", "10, 2", "1000, 3", "1, 4", "10, 5", "1000, 6"})
  void next_interleavedOnOneNumber_neverRepeats(long unitMs, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ManualTime mine = new ManualTime(START);
    ManualTime yours = new ManualTime(START);
    FaultyStore store = new FaultyStore(() -> new MemoryStore(mine.wall()));
    store.setClockless(true);
    try (Mintmark one = open(store, mine.wall(), mine.elapsed());
        Mintmark two = open(store, yours.wall(), yours.elapsed())) {
      SnowflakeGenerator first = generator(one, unitMs);
      SnowflakeGenerator second = generator(two, unitMs);
      Runnable other = () -> {
        if (!nested) {
          nested = true;
          make(asking == first ? second : first);
          nested = false;
        }
      };
      store.beforeDelivery(other);
      store.afterDelivery(other);
      for (int i = 0; i < 2_000; i++) {
        asking = random.nextBoolean() ? first : second;
        make(asking);
        disturb(random, mine, unitMs);
        disturb(random, yours, unitMs);
      }
      assertThat(repeated).as("ids made twice with seed %s", seed).isEmpty();
      assertThat(made).as("ids made with seed %s", seed).isGreaterThan(500);
    } finally {
      store.close();
    }
  }

  /** Advances a clock, usually within a tick, sometimes by a window. Sometimes sets it back. */
  private static void disturb(SplittableRandom random, ManualTime time, long unitMs) {
    switch (random.nextInt(8)) {
      case 0 -> time.advance(Duration.ofMillis(unitMs * 20));
      case 1 -> time.stepWall(Duration.ofMillis(-unitMs * random.nextInt(30)));
      case 2 -> time.advance(Duration.ofMillis(unitMs));
      default -> time.advance(Duration.ofMillis(random.nextLong(unitMs)));
    }
  }

  private void make(SnowflakeGenerator generator) {
    try {
      long id = generator.next();
      made++;
      if (!seen.add(id)) {
        repeated.add(id);
      }
    } catch (MintmarkException e) {
      // No id was promised to this process, because the other process may hold the number.
    }
  }

  private static Mintmark open(FaultyStore store, InstantSource wall, ElapsedClock elapsed) {
    return Surroundings.SYSTEM
        .clocks(wall, elapsed)
        .background(Runnable::run)
        .seed(3)
        .of(Mintmark.builder())
        .store(store)
        .claimTimeout(Duration.ofMillis(50))
        .open();
  }

  private static SnowflakeGenerator generator(Mintmark mint, long unitMs) {
    return mint.snowflake(
        "shared",
        s -> s.layout(SnowflakeLayout.parse("36/1/2"))
            .unit(Duration.ofMillis(unitMs))
            .epoch(Instant.parse("2026-01-01T00:00:00Z"))
            .workers(0, 0)
            .window(Duration.ofMillis(unitMs * 8)));
  }
}
