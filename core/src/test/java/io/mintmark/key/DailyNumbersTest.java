package io.mintmark.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.rigs.LongRun;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.ManualTime;
import io.mintmark.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers that restart each local day or hour, made by processes that start and end. */
class DailyNumbersTest {

  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final String STRICT = "INV-{time:yyyyMMdd}-{seq:6}";
  private static final String WORKERS = "INV-{time:yyyyMMdd}-{worker:2}{seq:6}";
  private static final int PROCESSES = 4;

  private final ManualTime time = new ManualTime(Instant.parse("2026-11-21T10:00:00Z"));
  private final MemoryStore store = new MemoryStore(time.wall());

  private Mintmark start(long seed) {
    return Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .background(Runnable::run)
        .seed(seed)
        .of(Mintmark.builder())
        .store(store)
        .open();
  }

  private static KeyGenerator berlin(Mintmark mint, String format) {
    return mint.keys("invoices", k -> k.format(format).zone(BERLIN.getId()));
  }

  private String dateNow() {
    return LocalDate.ofInstant(time.wall().instant(), BERLIN).toString().replace("-", "");
  }

  @Tag("sized")
  @ParameterizedTest
  @CsvSource({
    "2026-11-21T22:30:00Z, " + STRICT,
    "2026-11-21T22:30:00Z, " + WORKERS,
    "2027-03-27T22:30:00Z, " + STRICT,
    "2027-03-27T22:30:00Z, " + WORKERS,
    "2027-10-30T21:30:00Z, " + STRICT,
    "2027-10-30T21:30:00Z, " + WORKERS
  })
  void next_processesRestartAllDay_printTheDateAndNeverRepeat(Instant from, String format) {
    time.setWall(from);
    Random random = new Random(7);
    Set<String> seen = new HashSet<>();
    Set<String> dates = new TreeSet<>();
    List<Mintmark> running = new ArrayList<>();
    for (int i = 0; i < PROCESSES; i++) {
      running.add(start(i));
    }
    Duration aStep = Duration.ofMinutes(LongRun.size(10, 5));
    for (int step = 0; step < Duration.ofDays(2).dividedBy(aStep); step++) {
      int restarted = random.nextInt(PROCESSES);
      running.set(restarted, start(100 + step)).close();
      for (Mintmark each : running) {
        KeyGenerator invoices = berlin(each, format);
        for (String key : invoices.nextBatchFor(KeyRequest.PLAIN, 1 + random.nextInt(20))) {
          assertThat(seen.add(key)).as(key).isTrue();
          assertThat(key).hasSize(invoices.format().length()).startsWith("INV-" + dateNow());
          dates.add(key.substring(4, 12));
        }
      }
      time.advance(aStep);
    }
    assertThat(dates).hasSizeBetween(3, 4);
    running.forEach(Mintmark::close);
  }

  @ParameterizedTest
  @ValueSource(strings = {STRICT, WORKERS})
  void next_aroundMidnightAndBothChanges_printsTheDateToTheMillisecond(String format) {
    try (Mintmark mint = start(1)) {
      KeyGenerator invoices = berlin(mint, format);
      for (String midnight : List.of(
          "2026-11-21T23:00:00Z",
          "2027-03-27T23:00:00Z",
          "2027-03-28T22:00:00Z",
          "2027-10-30T22:00:00Z",
          "2027-10-31T23:00:00Z")) {
        time.setWall(Instant.parse(midnight).minusMillis(1));
        assertThat(invoices.next()).startsWith("INV-" + dateNow());
        String before = dateNow();
        time.advance(Duration.ofMillis(1));
        assertThat(dateNow()).isNotEqualTo(before);
        assertThat(invoices.next()).startsWith("INV-" + dateNow());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"{time:yyMMdd}{seq:2}, 99", "{time:yyMMdd}{worker:1}{seq:1}, 90"})
  void next_fullDayWithRestartingProcesses_takesNothingFromTomorrow(String format, int numbers) {
    for (int day = 0; day < 2; day++) {
      try (Mintmark mint = start(day)) {
        KeyGenerator keys = berlin(mint, format);
        for (int key = 0; key < numbers; key++) {
          assertThat(keys.next()).startsWith(dateNow().substring(2));
          time.advance(Duration.ofMillis(1));
        }
      }
      for (int process = 0; process < 50; process++) {
        try (Mintmark mint = start(process)) {
          KeyGenerator keys = berlin(mint, format);
          assertThatThrownBy(keys::next)
              .isInstanceOf(TickExhaustedException.class)
              .hasMessageContaining("all numbers of this tick are used");
        }
      }
      time.advance(Duration.ofDays(1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{time:yyMMdd}{seq:2}", "{time:yyMMdd}{worker:1}{seq:2}"})
  void next_batch_neverSpansTwoDays(String format) {
    time.setWall(Instant.parse("2026-11-21T22:59:30Z"));
    try (Mintmark mint = start(1)) {
      KeyGenerator keys = berlin(mint, format);
      for (int i = 0; i < 60; i++) {
        List<String> batch = keys.nextBatchFor(KeyRequest.PLAIN, 2);
        assertThat(batch)
            .extracting(key -> key.substring(0, 6))
            .containsOnly(dateNow().substring(2));
        time.advance(Duration.ofSeconds(1));
      }
      assertThat(berlinNumbers(keys)).isLessThan(100);
    }
  }

  private static long berlinNumbers(KeyGenerator keys) {
    return keys.parse(keys.next()).number();
  }

  @Test
  void next_hourlyInTheRepeatedHour_continuesInIt() {
    for (String format : List.of("{time:yyMMddHH}{seq:3}", "{time:yyMMddHH}{worker:1}{seq:3}")) {
      time.setWall(Instant.parse("2027-10-31T00:10:00Z"));
      try (Mintmark mint = start(1)) {
        KeyGenerator keys =
            mint.keys("k" + format.length(), k -> k.format(format).zone("Europe/Berlin"));
        Set<String> seen = new HashSet<>();
        for (int minute = 0; minute < 110; minute++) {
          String key = keys.next();
          assertThat(seen.add(key)).as(key).isTrue();
          assertThat(key).startsWith("27103102");
          time.advance(Duration.ofMinutes(1));
        }
        assertThat(keys.next()).startsWith("27103103");
      }
    }
  }

  @Test
  void next_secondsInTheRepeatedHour_continueAfterTheHour() {
    time.setWall(Instant.parse("2027-10-31T00:59:58Z"));
    try (Mintmark mint = start(1)) {
      KeyGenerator strict =
          mint.keys("strict", k -> k.format("{time:yyMMddHHmmss}{seq:3}").zone("Europe/Berlin"));
      KeyGenerator workers = mint.keys(
          "workers", k -> k.format("{time:yyMMddHHmmss}{worker:2}{seq:3}").zone("Europe/Berlin"));
      assertThat(strict.next()).isEqualTo("271031025958001");
      String before = workers.next();
      assertThat(before).startsWith("271031025958");
      time.advance(Duration.ofSeconds(3));

      assertThat(strict.next()).isEqualTo("271031025958002");
      String after = workers.next();
      assertThat(after).startsWith("271031020001");
      assertThat(workers.parse(after).worker())
          .isNotEqualTo(workers.parse(before).worker());

      time.advance(Duration.ofMinutes(30));
      assertThat(strict.next()).isEqualTo("271031025958003");
      time.advance(Duration.ofMinutes(30));
      assertThat(strict.next()).isEqualTo("271031030001001");
      assertThat(workers.next()).startsWith("271031030001");
    }
  }

  @ParameterizedTest
  @CsvSource({"2027-03-28T01:00:00Z, 4", "2027-10-31T01:00:00Z, -4", "2027-10-31T01:00:00Z, 4"})
  void next_clocksOnEitherSideOfAChange_areNotAnHourApart(Instant change, int aheadSeconds) {
    for (String format :
        List.of("{time:yyMMddHHmmss}{seq:3}", "{time:yyMMddHHmmss}{worker:2}{seq:3}")) {
      MemoryStore other = new MemoryStore(() -> time.wall().instant().minusSeconds(aheadSeconds));
      try (Mintmark mint = Surroundings.SYSTEM
          .clocks(time.wall(), time.elapsed())
          .background(Runnable::run)
          .seed(1)
          .of(Mintmark.builder())
          .store(other)
          .open()) {
        KeyGenerator keys = mint.keys("k", k -> k.format(format).zone("Europe/Berlin"));
        time.setWall(change.minusSeconds(10));
        for (int i = 0; i < 200; i++) {
          assertThat(keys.next()).hasSize(keys.format().length());
          time.advance(Duration.ofMillis(100));
        }
      }
    }
  }

  @Test
  void next_hourAheadOfTheEngineWithoutAChange_throws() {
    MemoryStore other = new MemoryStore(() -> time.wall().instant().minusSeconds(3_600));
    try (Mintmark mint = Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .of(Mintmark.builder())
        .store(other)
        .open()) {
      KeyGenerator keys = berlin(mint, "{time:yyMMddHHmmss}{seq:3}");
      assertThatThrownBy(keys::next)
          .hasMessageContaining("clock is ahead of the store's: aheadMs=3600000 > maxSkewMs=5000");
    }
  }

  @Test
  void next_processesRaceForOneWorkersDay_useAllOfIt() {
    MemoryStore shared = new MemoryStore();
    int each = 2_000;
    List<List<String>> made = Race.run(16, index -> {
      List<String> keys = new ArrayList<>();
      try (Mintmark mint = Mintmark.open(shared)) {
        KeyGenerator days = mint.keys(
            "race",
            k -> k.format("{time:yyyyMMdd}{worker:1}{seq:6}").zone("UTC").workers(3, 3));
        for (int i = 0; i < each; i++) {
          keys.add(days.next());
        }
      }
      return keys;
    });
    Set<String> all = new HashSet<>();
    made.forEach(all::addAll);
    assertThat(all).hasSize(16 * each);
  }

  @Test
  void next_storeRewound_throwsFromThenOn() {
    FaultyStore forgetful = new FaultyStore(() -> new MemoryStore(time.wall()));
    forgetful.setCanLoseAcknowledgedWrites(true);
    Set<String> seen = new HashSet<>();
    try (Mintmark mint = Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .background(Runnable::run)
        .seed(1)
        .of(Mintmark.builder())
        .store(forgetful)
        .open()) {
      KeyGenerator keys = berlin(mint, "{time:yyMMdd}{worker:1}{seq:6}");
      for (int i = 0; i < 2_000; i++) {
        String key = keys.next();
        assertThat(seen.add(key)).as(key).isTrue();
        time.advance(Duration.ofMillis(20));
      }
      forgetful.rewind(1);
      assertThatThrownBy(() -> {
            for (int i = 0; i < 2_000; i++) {
              String key = keys.next();
              assertThat(seen.add(key)).as(key).isTrue();
            }
          })
          .isInstanceOf(StoreRewoundException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 10_000})
  void next_batchLargerThanATick_throwsAtOnce(int count) {
    try (Mintmark mint = start(1)) {
      KeyGenerator keys = mint.keys(
          "minutes",
          k -> k.format("{time:yyMMddHHmm}{worker:2}{seq:2}").window(Duration.ofMinutes(2)));
      long before = time.elapsed().nanos();
      assertThatThrownBy(() -> keys.nextBatchFor(KeyRequest.PLAIN, count))
          .isInstanceOf(ExhaustedException.class)
          .hasMessageContaining("count=" + count + " > capacity=99");
      assertThat(time.elapsed().nanos() - before)
          .isLessThan(Duration.ofSeconds(1).toNanos());
      assertThat(keys.nextBatchFor(KeyRequest.PLAIN, 99)).hasSize(99);
    }
  }

  @Test
  void next_otherClaimsAfterTheRead_continuesAfterThem() {
    FaultyStore watched = new FaultyStore(() -> store);
    AtomicInteger races = new AtomicInteger(5);
    try (Mintmark mint = Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .background(Runnable::run)
        .of(Mintmark.builder())
        .store(watched)
        .oneShot(true)
        .open()) {
      KeyGenerator keys = mint.keys(
          "race", k -> k.format("{time:yyMMdd}{worker:1}{seq:6}").zone("UTC").workers(3, 3));
      String first = keys.next();
      watched.beforeDelivery(() -> {
        if (races.getAndDecrement() > 0) {
          store.claim("worker/race/3", 0, 5);
        }
      });
      long before = time.elapsed().nanos();

      String second = keys.next();

      assertThat(keys.parse(second).number()).isEqualTo(keys.parse(first).number() + 1 + 5 * 5);
      assertThat(time.elapsed().nanos()).isEqualTo(before);
    }
  }
}
