package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.key.KeyGenerator;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how far the lines of keys are raised while a zone's clock changes. */
class RestoredLinesTest {

  private static final String ZONE = "Europe/Berlin";
  private static final String SECONDS = "{time:yyMMddHHmmss}{seq:3}";
  private static final String WORKERS = "{time:yyMMddHHmmss}{worker:2}{seq:3}";

  private final ManualTime time = new ManualTime(Instant.EPOCH);

  private Mintmark open(MemoryStore store) {
    return Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .of(Mintmark.builder())
        .store(store)
        .open();
  }

  private static KeyGenerator keys(Mintmark mint, String format) {
    return mint.keys("k", k -> k.format(format).zone(ZONE));
  }

  private List<RaisedLine> raised(KeyGenerator keys) {
    return new RestoredLines(
            List.of(keys), List.of("k"), 1_000_000, time.wall().instant(), Map.of())
        .raised(List.of());
  }

  private void advanceTo(String moment) {
    time.advance(Duration.between(time.wall().instant(), Instant.parse(moment)));
  }

  /** The clock skips the hour from 2:00 on. */
  @ParameterizedTest
  @ValueSource(strings = {SECONDS, WORKERS})
  void raised_clockGoesForward_reachesTheTimeThatTheClockShows(String format) {
    advanceTo("2026-03-29T00:40:30Z");
    try (Mintmark mint = open(new MemoryStore(time.wall()))) {
      KeyGenerator keys = keys(mint, format);
      for (int minute = 0; minute < 150; minute++) {
        Instant now = time.wall().instant();
        long shown = LocalDateTime.ofInstant(now, ZoneId.of(ZONE)).toEpochSecond(ZoneOffset.UTC);
        assertThat(raised(keys))
            .as("now=%s", now)
            .singleElement()
            .satisfies(line -> assertThat(line.next() / 1_000).isEqualTo(shown));
        time.advance(Duration.ofMinutes(1));
      }
    }
  }

  /** Keys continue with later times while the clock repeats the hour from 2:00 on. */
  @ParameterizedTest
  @ValueSource(strings = {SECONDS, "{time:yyMMddHHmm}{seq:4}"})
  void raised_clockGoesBack_noKeyRepeats(String format) {
    advanceTo("2026-10-25T01:05:00Z");
    List<String> made;
    try (Mintmark mint = open(new MemoryStore(time.wall()))) {
      made = keys(mint, format).nextBatch(5_000);
    }
    time.advance(Duration.ofMinutes(7));
    MemoryStore restored = new MemoryStore(time.wall());
    try (Mintmark mint = open(restored)) {
      KeyGenerator keys = keys(mint, format);
      for (RaisedLine line : raised(keys)) {
        assertThat(restored.compareAndSet(line.name(), 0, line.next())).isTrue();
      }
      time.advance(Duration.ofMinutes(1));
      assertThat(keys.nextBatch(5_000)).doesNotContainAnyElementsOf(made);
    }
  }

  @Test
  void raised_dayAfterTheClockWentBack_isThePresentTime() {
    advanceTo("2026-10-26T03:00:00Z");
    try (Mintmark mint = open(new MemoryStore(time.wall()))) {
      long shown = Instant.parse("2026-10-26T04:00:00Z").getEpochSecond();
      assertThat(raised(keys(mint, SECONDS)))
          .singleElement()
          .satisfies(line -> assertThat(line.next() / 1_000).isEqualTo(shown));
    }
  }
}
