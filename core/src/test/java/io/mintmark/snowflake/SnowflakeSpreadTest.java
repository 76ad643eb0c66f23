package io.mintmark.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ids that are made slowly must still reach all tables that {@code id % tables} selects. */
class SnowflakeSpreadTest {

  private static final int MADE = 12_800;

  private final ManualTime time = new ManualTime(Instant.parse("2026-03-01T00:00:00Z"));
  private final MemoryStore store = new MemoryStore(time.wall());
  private final Mintmark mint = Surroundings.SYSTEM
      .clocks(time.wall(), time.elapsed())
      .background(Runnable::run)
      .seed(1)
      .of(Mintmark.builder())
      .store(store)
      .open();

  @AfterEach
  void close() {
    mint.close();
    store.close();
  }

  /** Returns how many ids each table gets. */
  private int[] counts(SnowflakeGenerator generator, int tables, long everyMs) {
    int[] counts = new int[tables];
    for (int i = 0; i < MADE; i++) {
      counts[(int) (generator.next() % tables)]++;
      time.advance(Duration.ofMillis(everyMs));
    }
    return counts;
  }

  private static void isEven(int[] counts) {
    double even = (double) MADE / counts.length;
    assertThat(Arrays.stream(counts).boxed())
        .allSatisfy(count -> assertThat((double) count).isBetween(even * 0.9, even * 1.1));
  }

  @ParameterizedTest
  @CsvSource({"16, 1", "10, 1", "64, 1", "16, 1000", "10, 1000", "64, 1000", "16, 60000"})
  void next_oneIdPerTick_spreadsEvenlyOverTheTables(int tables, long everyMs) {
    isEven(counts(mint.snowflake("slow"), tables, everyMs));
  }

  /** Tests the documented limits, and the setting that changes the first one. */
  @ParameterizedTest
  @CsvSource({"mintmark, 64, 1", "mintmark, 64, 1000", "js-safe, 32, 1", "js-safe, 32, 1000"})
  void next_moreTablesThanStarts_leavesTheOthersEmpty(String layout, int reached, long everyMs) {
    int[] counts = counts(mint.snowflake("slow", s -> s.layout(layout)), 128, everyMs);

    isEven(Arrays.copyOf(counts, reached));
    assertThat(Arrays.copyOfRange(counts, reached, 128)).containsOnly(0);
  }

  @ParameterizedTest
  @CsvSource({"128, 1", "128, 1000", "1024, 1000"})
  void next_numberStartOfTheTables_spreadsEvenlyOverThem(int tables, long everyMs) {
    isEven(counts(mint.snowflake("slow", s -> s.numberStart(tables)), tables, everyMs));
  }

  @ParameterizedTest
  @CsvSource({"1", "16"})
  void next_numberStartOfOne_alwaysStartsATickAtZero(int everyMs) {
    SnowflakeGenerator generator = mint.snowflake("slow", s -> s.numberStart(1));
    for (int i = 0; i < 1_000; i++) {
      assertThat(generator.decode(generator.next()).number()).isZero();
      time.advance(Duration.ofMillis(everyMs));
    }
  }
}
