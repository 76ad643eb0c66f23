package io.mintmark.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.error.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * How many operations a second each benchmark reached in its best iteration. What disturbs a run
 * makes it slower and never faster, so the best of some iterations differs least between two runs.
 *
 * @param best by class and method, such as {@code ObjectIds.mintmark}, and the number of threads
 */
record Scores(Map<Row, Double> best) {

  /**
   * What was measured.
   *
   * @param benchmark its class and its method, with a dot between
   */
  record Row(String benchmark, int threads) implements Comparable<Row> {

    @Override
    public int compareTo(Row other) {
      int byName = benchmark.compareTo(other.benchmark);
      return byName == 0 ? Integer.compare(threads, other.threads) : byName;
    }

    String group() {
      return benchmark.substring(0, benchmark.indexOf('.'));
    }
  }

  /**
   * Reads what JMH wrote with {@code -rf json}, in any number of runs.
   *
   * @throws IllegalArgumentException if a file has something else than operations a second
   */
  static Scores read(List<Path> files) throws IOException {
    Map<Row, Double> best = new TreeMap<>();
    for (Path file : files) {
      for (JsonNode result : new ObjectMapper().readTree(Files.readString(file))) {
        String name = result.path("benchmark").asText();
        JsonNode metric = result.path("primaryMetric");
        if (!metric.path("scoreUnit").asText().equals("ops/s")) {
          throw new IllegalArgumentException(Message.of(
              "a result is not in operations a second: file={}, benchmark={}, unit={}",
              file,
              name,
              metric.path("scoreUnit").asText()));
        }
        String method = name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
        best.merge(new Row(method, result.path("threads").asInt()), highest(metric), Math::max);
      }
    }
    return new Scores(best);
  }

  private static double highest(JsonNode metric) {
    double highest = 0;
    for (JsonNode fork : metric.path("rawData")) {
      for (JsonNode iteration : fork) {
        highest = Math.max(highest, iteration.asDouble());
      }
    }
    return highest;
  }

  /** The speeds of all other libraries in a row's class, on as many threads. */
  Stream<Double> peers(Row ours) {
    return best.entrySet().stream()
        .filter(each -> each.getKey().group().equals(ours.group()))
        .filter(each -> each.getKey().threads() == ours.threads())
        .filter(each -> !each.getKey().benchmark().contains(".mintmark"))
        .filter(each -> !each.getKey().benchmark().endsWith(".atomicLong"))
        .map(Map.Entry::getValue);
  }

  /**
   * Returns a row's speed.
   *
   * @throws IllegalArgumentException if it was not measured
   */
  double of(Row row) {
    Double found = best.get(row);
    if (found == null) {
      throw new IllegalArgumentException(Message.of(
          "a benchmark was not run: benchmark={}, threads={}", row.benchmark(), row.threads()));
    }
    return found;
  }
}
