package io.mintmark.cli.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.rigs.LongRun;
import io.mintmark.snowflake.SnowflakeLayout;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IdAnalysisTest {

  private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");
  private static final int LITTLE = 1 << 14;
  private static final int AMPLE = 1 << 22;

  @TempDir
  private Path directory;

  private ReadIds verify(int bytes, Stream<String> ids) throws IOException {
    String text = ids.collect(Collectors.joining("\n"));
    return verify(new IdAnalysis(bytes, directory, 5), text);
  }

  private static ReadIds verify(IdAnalysis analysis, String text) throws IOException {
    try (IdLines lines =
        new IdLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
      List<KnownLayout> layouts = List.of(KnownLayout.assumed(SnowflakeLayout.DEFAULT));
      return analysis.read(lines, layouts, NOW, count -> {});
    }
  }

  private ReadIds verify(String... ids) throws IOException {
    return verify(AMPLE, Arrays.stream(ids));
  }

  @Tag("sized")
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void verify_littleMemory_findsTheSameDuplicatesAsAMap(long seed) throws IOException {
    Random random = new Random(seed);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < LongRun.size(20_000, 60_000); i++) {
      int number = random.nextInt(LongRun.size(50_000, 150_000));
      ids.add(number % 3 == 0 ? "key-" + number : Integer.toString(number));
    }

    ReadIds report = verify(LITTLE, ids.stream());

    Map<String, Long> firstLines = new HashMap<>();
    List<Duplicate> expected = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      Long first = firstLines.putIfAbsent(ids.get(i), i + 1L);
      if (first != null) {
        expected.add(new Duplicate(ids.get(i), first, i + 1));
      }
    }
    assertThat(report.duplicates()).as("seed %s", seed).isEqualTo(expected.size());
    assertThat(report.first()).as("seed %s", seed).isEqualTo(expected.subList(0, 5));
    assertThat(directory).as("files left").isEmptyDirectory();
  }

  @Test
  @Tag("sized")
  void verify_oneIdRepeatedBeyondTheMemory_needsNoFurtherSplit() throws IOException {
    int times = LongRun.size(20_000, 100_000);
    Stream<String> ids = Stream.concat(
        LongStream.range(0, 2000).mapToObj(Long::toString),
        IntStream.range(0, times).mapToObj(i -> "42"));

    ReadIds report = verify(LITTLE, ids);

    assertThat(report.duplicates()).isEqualTo(times);
    assertThat(report.first().get(0)).isEqualTo(new Duplicate("42", 43, 2001));
  }

  @Test
  void verify_uuidsInUpperAndLowerCase_areOneId() throws IOException {
    ReadIds report =
        verify("017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");

    assertThat(report.first())
        .containsExactly(new Duplicate("017f22e2-79b0-7cc3-98c4-dc0c0c07398f", 1, 2));
  }

  @Test
  void verify_keysDifferingInCase_areDifferent() throws IOException {
    ReadIds keys = verify(
        "202611211530451230070aB1",
        "202611211530451230070Ab1",
        "202611211530451230070AB1",
        "202611211530451230070ab1");

    assertThat(keys.duplicates()).isZero();
    assertThat(keys.kinds()).singleElement().satisfies(form -> {
      assertThat(form.label()).isEqualTo("text");
      assertThat(form.count()).isEqualTo(4);
      assertThat(form.times()).isEmpty();
    });

    ReadIds objectIds =
        verify("4DF2DCEC2CDCD20936A8B817", "4df2dcec2cdcd20936a8b817", "4DF2DCEC2CDCD20936A8B817");

    assertThat(objectIds.first())
        .containsExactly(
            new Duplicate("4df2dcec2cdcd20936a8b817", 1, 2),
            new Duplicate("4df2dcec2cdcd20936a8b817", 1, 3));
    assertThat(objectIds.kinds()).singleElement().satisfies(form -> {
      assertThat(form.label()).isEqualTo("objectid");
      assertThat(form.count()).isEqualTo(3);
    });
  }

  @Test
  void verify_hexDigitsOfUncertainForm_areComparedAsWritten() throws IOException {
    for (String key : List.of(
        // These have neither a UUID's version nor its variant.
        "017f22e279b00cc398c4dc0c0c07398f",
        "017f22e279b07cc3c8c4dc0c0c07398f",
        "ffffffffffffffffffffffffffffffff",
        // These are keys of a time and a base62 number.
        "20261121153045128000000000000a1b",
        "20261121153015129000000000000abc",
        "650261121153045123000abc")) {
      String upper = key.toUpperCase(Locale.ROOT);
      String mixed = key.substring(0, key.length() - 12) + upper.substring(key.length() - 12);
      List<String> different = List.of(key, upper, mixed);

      assertThat(verify(different.stream().distinct().toArray(String[]::new)).duplicates())
          .as(key)
          .isZero();
    }
  }

  @Test
  void verify_uuidInLowerCaseWithFewLetters_isOneIdWithItsHyphens() throws IOException {
    assertThat(verify("00000000-0000-4000-8000-00000000000A", "0000000000004000800000000000000a")
            .first())
        .containsExactly(new Duplicate("00000000-0000-4000-8000-00000000000a", 1, 2));
  }

  @Test
  void verify_numbersOf24Digits_areNoObjectIds() throws IOException {
    for (String digits : List.of("202611211530451230070001", "650000000000000000000001")) {
      IdProfile form = verify(digits).kinds().get(0);

      assertThat(form.label()).isEqualTo("text");
      assertThat(form.times()).isEmpty();
    }
    IdProfile objectIds =
        verify("632c6d93d65f74baeb22a2c9", "650000000000000000000001").kinds().get(0);
    assertThat(objectIds.label()).isEqualTo("objectid");
    assertThat(objectIds.count()).isEqualTo(2);
  }

  @Test
  void verify_similarIds_areDifferent() throws IOException {
    ReadIds report = verify(
        "7",
        "07",
        "-7",
        "0",
        "-0",
        "+7",
        "a",
        "A",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "18446744073709551615");

    assertThat(report.duplicates()).isZero();
    IdProfile numbers = report.kinds().get(0);
    assertThat(numbers.count()).isEqualTo(7);
  }

  @Test
  void verify_descents_areCounted() throws IOException {
    IdProfile numbers = verify("10", "9", "11", "-1", "100").kinds().get(0);

    assertThat(numbers.outOfOrder()).isEqualTo(2);
    assertThat(numbers.firstOutOfOrder()).isEqualTo(2);
  }

  @Test
  void verify_snowflakes_showTheirRate() throws IOException {
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    long tick = Duration.between(SnowflakeLayout.DEFAULT.epoch(), start).toMillis();
    Stream<String> ids = LongStream.range(0, 4000)
        .mapToObj(i -> Long.toString(SnowflakeLayout.DEFAULT.encode(tick + i, 7, 0)));

    TimeTrack rate = verify(AMPLE, ids).kinds().get(0).times().orElseThrow();

    assertThat(rate.earliest()).isEqualTo(start);
    assertThat(rate.latest()).isEqualTo(start.plusMillis(3999));
    assertThat(rate.perSecond())
        .isCloseTo(1000, org.assertj.core.data.Percentage.withPercentage(1));
  }

  @Test
  void verify_numbersOfASequence_showNoRate() throws IOException {
    assertThat(verify("1", "2", "3").kinds().get(0).times()).isEmpty();
  }

  @Test
  void verify_uuids_showTheTimeOfTheirVersion() throws IOException {
    for (String id : List.of(
        "C232AB00-9414-11EC-B3C8-9F6BDECED846",
        "1EC9414C-232A-6B00-B3C8-9F6BDECED846",
        "017F22E2-79B0-7CC3-98C4-DC0C0C07398F")) {
      TimeTrack rate = verify(id).kinds().get(0).times().orElseThrow();
      assertThat(rate.earliest()).as(id).isEqualTo(Instant.ofEpochMilli(1645557742000L));
    }
    assertThat(verify("919108f7-52d1-4320-9bac-f847db4148a8").kinds().get(0).times())
        .isEmpty();
  }

  @Test
  void verify_spillDirectoryMissing_fails() throws IOException {
    Path gone = Files.createTempDirectory(directory, "gone");
    Files.delete(gone);
    String ids =
        LongStream.range(0, 5000).mapToObj(Long::toString).collect(Collectors.joining("\n"));

    assertThatThrownBy(() -> verify(new IdAnalysis(LITTLE, gone, 5), ids))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(gone.toString());
  }
}
