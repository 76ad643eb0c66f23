package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests Snowflakes with custom epochs, and counters with similar numbers. */
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

  /**
   * Returns ids of about the last minute from three workers, whose first numbers in a tick are 0 to
   * 2.
   */
  private static String ids(String epoch, long seed) {
    Random random = new Random(seed);
    long age = NEWEST.toEpochMilli() - Instant.parse(epoch + "T00:00:00Z").toEpochMilli();
    return LongStream.range(0, COUNT)
        .map(i -> {
          long tick = age - (COUNT - i) * 71 + random.nextInt(50);
          long worker = 3 + 4L * random.nextInt(3);
          return ((tick << 10 | worker) << 12) | random.nextInt(3);
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
  @ValueSource(strings = {"2012-02-29", "2018-06-01", "2024-01-01"})
  void check_bitsOfTwitterAndAnotherEpoch_asksForTheEpoch(String epoch) {
    String ids = ids(epoch, 1);

    assertThat(run(ids))
        .contains("warn looks-like Snowflakes of ", "with 3 worker numbers")
        .contains("if such ids are still made, their epoch is a different one", "--epoch TIME");
    assertThat(run(ids, "--as", "41/10/12", "--epoch", epoch))
        .contains("ok looks-like", "to 2026-11-23T23:59:59Z", "epoch: " + epoch);
  }

  @Test
  void check_timesInTheFuture_fitNoKnownLayout() {
    assertThat(run(ids("1970-01-01", 1))).contains("the kind is unknown", "--as 41/10/12 --epoch");
  }

  @Test
  void check_oldIdsOfALibrary_areRecognizedWithNewest() {
    assertThat(kind(ids("2024-01-01", 1), "2022-11-24")).isEqualTo("snowflake:mintmark");
  }

  /** Read as Snowflakes, these numbers have nearly every possible worker number. */
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
  void check_everyNthNumber_showsStepAndOffset(int count, long step, long first) {
    String ids = LongStream.range(0, count)
        .mapToObj(i -> Long.toString(first + i * step))
        .collect(Collectors.joining("\n"));

    assertThat(run(ids))
        .contains(" in steps of " + step + ", offset " + first % step)
        .contains("start: " + (first + count * step) + ", step: " + step + "}");
  }

  @Test
  void check_commonDivisorByChance_isNoStep() {
    assertThat(run("2\n4\n10\n22")).doesNotContain("steps");
    assertThat(run("7\n1000")).doesNotContain("steps");
  }
}
