package io.mintmark.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.benchmarks.Scores.Row;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ScoresTest {

  @TempDir
  private Path folder;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, UTF_8);

  private Path run(String name, double... iterations) throws IOException {
    StringBuilder data = new StringBuilder();
    for (double iteration : iterations) {
      data.append(data.isEmpty() ? "" : ", ").append(iteration);
    }
    return Files.writeString(folder.resolve(name), """
        [{"benchmark": "io.mintmark.benchmarks.ObjectIds.mintmark", "threads": 2,
          "primaryMetric": {"scoreUnit": "ops/s", "rawData": [[%s]]}}]
        """.formatted(data));
  }

  @Test
  void read_ofTwoRuns_keepsTheBestIteration() throws IOException {
    Scores scores = Scores.read(List.of(run("a.json", 3, 9), run("b.json", 7, 1)));

    assertThat(scores.of(new Row("ObjectIds.mintmark", 2))).isEqualTo(9);
    assertThatThrownBy(() -> scores.of(new Row("ObjectIds.mintmark", 1)))
        .hasMessage("a benchmark was not run: benchmark=ObjectIds.mintmark, threads=1");
  }

  @Test
  void read_ofAnotherUnit_isRefused() throws IOException {
    Path file = run("a.json", 3);
    Files.writeString(file, Files.readString(file).replace("ops/s", "ops/us"));

    assertThatThrownBy(() -> Scores.read(List.of(file))).hasMessageContaining("unit=ops/us");
  }

  @Test
  void comparison_aRowFellByMoreThanATwentieth_failsAndSaysWhich() {
    Scores before = scores(Map.of("A.mintmark", 100.0, "B.mintmark", 100.0, "C.gone", 1.0));

    assertThat(SpeedComparison.print(before, scores(Map.of("A.mintmark", 96.0)), out))
        .isTrue();
    assertThat(SpeedComparison.print(
            before, scores(Map.of("A.mintmark", 200.0, "B.mintmark", 94.0)), out))
        .isFalse();

    assertThat(printed.toString(UTF_8).lines().filter(line -> line.contains("fell")))
        .containsExactly("| B.mintmark | 1 | 0.00 | 0.00 | 0.94 | fell |");
  }

  @Test
  void comparison_nothingInCommon_isRefused() {
    Scores none = scores(Map.of());

    assertThatThrownBy(() -> SpeedComparison.print(none, none, out))
        .hasMessageContaining("no benchmark in common");
  }

  @Test
  void goals_allMet_andOneMissed() {
    Map<Row, Double> speeds = new TreeMap<>();
    for (int threads = 1; threads <= 2; threads++) {
      for (String group : List.of(
          "SegmentedSequences",
          "ObjectIds",
          "ObjectIdTexts",
          "OrderedUuids",
          "RandomUuids",
          "UuidTexts",
          "ReadableKeys",
          "ParsedKeys",
          "ParsedUuids",
          "ParsedObjectIds")) {
        speeds.put(new Row(group + ".mintmark", threads), 40e6);
        speeds.put(new Row(group + ".mintmarkByThread", threads), 40e6);
        speeds.put(new Row(group + ".other", threads), 4e6);
        speeds.put(new Row(group + ".slow", threads), 1e6);
      }
      for (String group : List.of("LongBatches", "UuidBatches")) {
        speeds.put(new Row(group + ".mintmarkFillLongs", threads), 900e6);
        speeds.put(new Row(group + ".other", threads), 30e6);
      }
      speeds.put(new Row("TimeOrderedLongs.mintmark", threads), 90e6);
      speeds.put(new Row("TimeOrderedLongs.atomicLong", threads), 80e6);
      speeds.put(new Row("TimeOrderedLongs.other", threads), 10e6);
      speeds.put(new Row("TimeOrderedLongs.mintmarkByThread", threads), 200e6 * threads);
    }
    assertThat(new SpeedGoals(new Scores(speeds), out).print()).isTrue();

    speeds.put(new Row("TimeOrderedLongs.mintmarkByThread", 2), 301e6);
    assertThat(new SpeedGoals(new Scores(speeds), out).print()).isFalse();

    assertThat(printed.toString(UTF_8).lines().filter(line -> line.contains("missed")))
        .containsExactly(
            "| two threads to one, TimeOrderedLongs.mintmarkByThread | 2 | 1.51 | 1.60 | missed |");
  }

  private static Scores scores(Map<String, Double> speeds) {
    Map<Row, Double> best = new TreeMap<>();
    speeds.forEach((name, speed) -> best.put(new Row(name, 1), speed));
    return new Scores(best);
  }
}
