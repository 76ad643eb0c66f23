package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Snowflakes of an epoch that no library has, and counters that share their numbers. */
final class CheckOwnEpochTest {

  private static final Instant NEWEST = Instant.parse("2026-11-24T00:00:00Z");
  private static final int COUNT = 1_000;

  private static String run(String ids, String... more) {
    String[] args = new String[more.length + 3];
    System.arraycopy(new String[] {"check", "--newest", "2026-11-24"}, 0, args, 0, 3);
    System.arraycopy(more, 0, args, 3, more.length);
    Run run = Run.withInput(ids, args);
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).as(run.out()).isZero();
    return run.out().replaceAll("\\s+", " ");
  }

  /** The ids of the last minute or so, of three workers, whose numbers begin at 0 to 2. */
  private static String ids(
      String epoch, int workerBits, int numberBits, int unitMs, int count, long seed) {
    Random random = new Random(seed);
    long age = NEWEST.toEpochMilli() - Instant.parse(epoch + "T00:00:00Z").toEpochMilli();
    return LongStream.range(0, count)
        .map(i -> {
          long tick = (age - (count - i) * 71 + random.nextInt(50)) / unitMs;
          long worker = 3 + 4L * random.nextInt(3);
          return ((tick << workerBits | worker) << numberBits) | random.nextInt(3);
        })
        .distinct()
        .mapToObj(Long::toString)
        .collect(Collectors.joining("\n"));
  }

  private static String kind(String ids, String newest) {
    Run run = Run.withInput(ids, "check", "--newest", newest, "--json");
    return String.valueOf(((Map<?, ?>) run.json()).get("kind"));
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(
      strings = {
        "1970-01-01",
        "1990-01-01",
        "2000-01-01",
        "2012-02-29",
        "2018-06-01",
        "2020-06-01",
        "2022-01-01",
        "2024-01-01",
        "2026-11-20"
      })
  void check_bitsOfTwitterAndAnotherEpoch_saysSoAndAsksForIt(String epoch) {
    for (long seed = 1; seed <= 5; seed++) {
      String ids = ids(epoch, 10, 12, 1, COUNT, seed);

      assertThat(kind(ids, "2026-11-24")).as("seed %s", seed).isEqualTo("snowflake:own-epoch");
      assertThat(run(ids))
          .as("seed %s", seed)
          .contains("warn looks-like Snowflakes with an epoch of their own: 41/10/12")
          .contains("--as 41/10/12 --epoch TIME", "all ids have 3 worker numbers")
          .contains("the dates are unknown without the epoch")
          .contains("time-ends unknown without the epoch")
          .endsWith("to continue from these. For new rows see docs/choose.md. ");
      assertThat(run(ids, "--as", "41/10/12", "--epoch", epoch))
          .as("seed %s", seed)
          .contains("to 2026-11-23T23:59:59Z", "epoch: " + epoch);
    }
  }

  @ParameterizedTest
  @CsvSource({"6, 6, 51/6/6"})
  void check_otherBitsAndAnotherEpoch_areToldApart(int workerBits, int numberBits, String bits) {
    for (String epoch : new String[] {"2018-06-01", "2022-01-01", "2024-01-01"}) {
      assertThat(run(ids(epoch, workerBits, numberBits, 1, COUNT, 7)))
          .contains("Snowflakes with an epoch of their own: " + bits);
    }
  }

  /** Sonyflakes have their number before the worker; one machine's address stands at the end. */
  @Test
  void check_sonyflakesFromAnotherStartTime_areNoTwitterIds() {
    String ids = ids("2024-01-01", 8, 0, 10, COUNT, 3)
        .lines()
        .map(id -> (Long.parseLong(id) >>> 8 << 24 | 0x0A17) + "")
        .distinct()
        .collect(Collectors.joining("\n"));

    assertThat(run(ids))
        .contains("Snowflakes with an epoch of their own: 39/16/8 of 10 ms")
        .contains("all ids have 1 worker number", "--as sonyflake --epoch TIME");
  }

  /** By the time of a library's epoch they can be old ids of that library. */
  @Test
  void check_oldIdsOfALibrary_areItsOwnIfSomebodySaysSo() {
    String old = ids("2024-01-01", 10, 12, 1, COUNT, 1);

    assertThat(run(old)).contains("or they are old: Mintmark, or TSIDs would have made the newest");
    assertThat(kind(old, "2022-11-24")).isEqualTo("snowflake:mintmark");
  }

  @Test
  void check_fewOldIds_areNamedWithADoubt() {
    assertThat(run(ids("2024-01-01", 10, 12, 1, 5, 1)))
        .contains("Snowflakes of Mintmark, or TSIDs")
        .contains("if such ids are still made, they have an epoch of their own");
  }

  /** Read as Snowflakes they have nearly every worker there can be. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void check_randomNumbersAndNanoseconds_areNoSnowflakes(long seed) {
    Random random = new Random(seed);
    String numbers = random
        .longs(3_000, 100_000_000_000_000_000L, 1_000_000_000_000_000_000L)
        .mapToObj(Long::toString)
        .collect(Collectors.joining("\n"));
    String nanoseconds = LongStream.range(0, 3_000)
        .map(i -> (1_795_489_200_000_000L + i * 31_337) * 1_000 + random.nextInt(1_000))
        .mapToObj(Long::toString)
        .collect(Collectors.joining("\n"));

    assertThat(kind(numbers, "2026-11-24")).isEqualTo("number");
    assertThat(kind(nanoseconds, "2026-11-24")).isEqualTo("number");
  }

  @ParameterizedTest
  @CsvSource({"100, 4, 3", "5, 1000, 7", "9, 10, 10", "30, 2, 1"})
  void check_everyNthNumber_saysStepAndOffset(int count, long step, long first) {
    String ids = LongStream.range(0, count)
        .mapToObj(i -> Long.toString(first + i * step))
        .collect(Collectors.joining("\n"));

    assertThat(run(ids))
        .contains(" in steps of " + step + ", offset " + first % step)
        .contains("id % " + step + " is always " + first % step)
        .contains("start: " + (first + count * step) + ", step: " + step + "}");
  }

  @Test
  void check_stepThatChanceMakes_isNone() {
    assertThat(run("2\n4\n10\n22")).doesNotContain("steps");
    assertThat(run("7\n1000")).doesNotContain("steps");
  }
}
