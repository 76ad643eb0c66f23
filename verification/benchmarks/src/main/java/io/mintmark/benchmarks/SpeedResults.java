package io.mintmark.benchmarks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.error.Message;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The results of one JMH run on one thread, by kind of id: Mintmark's speed, and those of the two
 * fastest other libraries.
 *
 * @param vm name and version of the virtual machine that ran the benchmarks
 * @param iterations how many seconds of measurement are behind each speed
 */
record SpeedResults(List<Kind> kinds, String vm, String jmh, int iterations) {

  private static final int PEERS = 2;
  private static final double IDS_A_MICROSECOND = 1e6;

  /** The method of each class of benchmarks that the others are compared with. */
  private static final String OURS = "mintmark";

  private static final List<Group> GROUPS = List.of(
      new Group(
          TimeOrderedLongs.class,
          "64-bit ids with time",
          Map.of(
              OURS,
              "Mintmark Snowflake",
              "cosIdSnowflake",
              "CosId Snowflake",
              "hypersistenceTsid",
              "hypersistence TSID",
              "tsidCreator",
              "tsid-creator")),
      new Group(
          SegmentedSequences.class,
          "numbers from segments",
          Map.of(OURS, "Mintmark sequence", "cosIdSegmentChain", "CosId SegmentChainId")),
      new Group(ObjectIds.class, "ObjectId", Map.of(OURS, "Mintmark ObjectId", "bson", "org.bson")),
      new Group(
          OrderedUuids.class,
          "UUID version 7",
          Map.of(
              OURS,
              "Mintmark UUID 7",
              "jug",
              "JUG",
              "robsonkades",
              "robsonkades' uuidv7",
              "robsonkadesSecure",
              "robsonkades' uuidv7, secure",
              "uuidCreator",
              "uuid-creator",
              "uuidCreatorPlus1",
              "uuid-creator, plus 1")),
      new Group(
          TypeIdTexts.class,
          "TypeID, as text",
          Map.of(
              OURS,
              "Mintmark TypeID",
              "typeIdJava",
              "typeid-java",
              "jugAndUlidCreator",
              "JUG and ulid-creator",
              "ulidCreator",
              "a ULID by ulid-creator")));

  /** A class of benchmarks, and how the picture calls what its methods measure. */
  private record Group(Class<?> benchmarks, String name, Map<String, String> libraries) {

    Speed speed(JsonNode result) {
      String method = result.path("benchmark").asText();
      method = method.substring(method.lastIndexOf('.') + 1);
      String library = libraries.get(method);
      if (library == null) {
        throw refused("benchmark has no name in the picture: class={}, method={}", name, method);
      }
      JsonNode metric = result.path("primaryMetric");
      DoubleSummaryStatistics all = values(metric)
          .mapToDouble(value -> value.asDouble() / IDS_A_MICROSECOND)
          .summaryStatistics();
      return new Speed(
          library,
          method.equals(OURS),
          metric.path("score").asDouble() / IDS_A_MICROSECOND,
          all.getMin(),
          all.getMax());
    }
  }

  /** A kind of id: Mintmark's speed first, then those of the others, the fastest first. */
  record Kind(String name, List<Speed> speeds) {}

  /** How fast a library makes ids, in ids a microsecond: mean, slowest and fastest iteration. */
  record Speed(String library, boolean ours, double mean, double low, double high) {}

  /**
   * Reads what JMH wrote with {@code -rf json}.
   *
   * @throws IllegalArgumentException if that is not a run in ids a second on one thread that has
   *     Mintmark and another library for each kind of id
   */
  static SpeedResults parse(String json) {
    List<JsonNode> results;
    try {
      results = elements(new ObjectMapper().readTree(json)).toList();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          Message.of("results are not JSON: {}; nothing drawn", e.getOriginalMessage()), e);
    }
    results.forEach(SpeedResults::check);
    List<Kind> kinds = new ArrayList<>();
    for (Group group : GROUPS) {
      List<JsonNode> own = results.stream()
          .filter(result ->
              result.path("benchmark").asText().startsWith(group.benchmarks().getName() + "."))
          .toList();
      kinds.add(kind(group, own));
    }
    JsonNode first = results.get(0);
    return new SpeedResults(
        List.copyOf(kinds),
        first.path("vmName").asText() + " " + first.path("vmVersion").asText(),
        first.path("jmhVersion").asText(),
        (int) values(first.path("primaryMetric")).count());
  }

  private static void check(JsonNode result) {
    String mode = result.path("mode").asText();
    String unit = result.path("primaryMetric").path("scoreUnit").asText();
    int threads = result.path("threads").asInt();
    if (!mode.equals("thrpt") || !unit.equals("ops/s") || threads != 1) {
      throw refused(
          "result is not ids a second on one thread: benchmark={}, mode={}, unit={}, threads={}",
          result.path("benchmark").asText(),
          mode,
          unit,
          threads);
    }
  }

  private static Kind kind(Group group, List<JsonNode> results) {
    List<Speed> speeds = results.stream()
        .map(group::speed)
        .sorted(Comparator.comparing((Speed speed) -> !speed.ours())
            .thenComparing(Comparator.comparingDouble(Speed::mean).reversed()))
        .limit(1L + PEERS)
        .toList();
    if (speeds.size() < 2 || !speeds.get(0).ours()) {
      throw refused(
          "results lack Mintmark or another library: kind={}, libraries={}",
          group.name(),
          speeds.stream().map(Speed::library).toList());
    }
    return new Kind(group.name(), speeds);
  }

  /** The value of each iteration, over all forks. */
  private static Stream<JsonNode> values(JsonNode metric) {
    return elements(metric.path("rawData")).flatMap(SpeedResults::elements);
  }

  private static Stream<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  private static IllegalArgumentException refused(String text, Object... values) {
    return new IllegalArgumentException(Message.of(text + "; nothing drawn", values));
  }
}
