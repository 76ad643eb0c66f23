package io.mintmark.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.store.MemoryStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ids made slowly must still fill all tables that {@code id % tables} chooses among. */
class SnowflakeSpreadTest {

  @ParameterizedTest
  @CsvSource({"16, 1", "10, 1", "16, 1000", "10, 1000", "16, 60000"})
  void next_oneATick_spreadsEvenlyOverTheTables(int tables, long everyMs) {
    ManualTime time = new ManualTime(Instant.parse("2026-03-01T00:00:00Z"));
    try (MemoryStore store = new MemoryStore(time.wall());
        Mintmark mint = Surroundings.SYSTEM
            .clocks(time.wall(), time.elapsed())
            .background(Runnable::run)
            .seed(1)
            .of(Mintmark.builder())
            .store(store)
            .open()) {
      SnowflakeGenerator generator = mint.snowflake("slow");
      int[] counts = new int[tables];
      for (int i = 0; i < 10_000; i++) {
        counts[(int) (generator.next() % tables)]++;
        time.advance(Duration.ofMillis(everyMs));
      }
      int even = 10_000 / tables;
      assertThat(Arrays.stream(counts).boxed())
          .allSatisfy(count -> assertThat(count).isBetween(even * 9 / 10, even * 11 / 10));
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "16"})
  void next_numberStartOfOne_alwaysStartsATickAtZero(int everyMs) {
    ManualTime time = new ManualTime(Instant.parse("2026-03-01T00:00:00Z"));
    try (MemoryStore store = new MemoryStore(time.wall());
        Mintmark mint = Surroundings.SYSTEM
            .clocks(time.wall(), time.elapsed())
            .background(Runnable::run)
            .of(Mintmark.builder())
            .store(store)
            .open()) {
      SnowflakeGenerator generator = mint.snowflake("slow", s -> s.numberStart(1));
      for (int i = 0; i < 1_000; i++) {
        assertThat(generator.decode(generator.next()).number()).isZero();
        time.advance(Duration.ofMillis(everyMs));
      }
    }
  }
}
