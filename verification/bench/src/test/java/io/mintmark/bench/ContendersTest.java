package io.mintmark.bench;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.mintmark.Mintmark;
import io.mintmark.bench.IdContenders.Contender;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each contender makes distinct ids of its kind, or parses an id with the same result as the
 * others.
 */
@Tag("long")
final class ContendersTest {

  private static final String UUID = "[0-9a-f]{8}-[0-9a-f]{4}-%d[0-9a-f]{3}-[89ab].{3}-.{12}";

  /** The form of each kind of id as text, as a regular expression. */
  private static final Map<String, String> FORMS = Map.of(
      "64-bit ids with time", "[0-9]{1,19}",
      "numbers from segments", "[0-9]{1,19}",
      "opaque numbers of ten digits", "[0-9]{1,10}",
      "ObjectId", "[0-9a-f]{24}",
      "ObjectId as hex", "[0-9a-f]{24}",
      "UUID version 7", UUID.formatted(7),
      "UUID version 7 as text", UUID.formatted(7),
      "UUID version 4", UUID.formatted(4),
      "TypeID as text", "user_[0-7][0-9a-hjkmnp-tv-z]{25}",
      "a key of 32 characters", "[-0-9A-Za-z]{11,40}");

  private static Stream<Contender> contenders(boolean making) {
    return IdContenders.ALL.values().stream()
        .filter(each -> FORMS.containsKey(each.row().work()) == making);
  }

  /** Calls a contender several times. Returns its results; for a batch, the ids in it. */
  private static List<String> call(Contender contender, int times) {
    List<String> results = new ArrayList<>();
    try (Mintmark mint = Mintmark.open("memory:")) {
      Object opened = contender.opening().apply(mint);
      for (int i = 0; i < times; i++) {
        Object result = opened instanceof LongSupplier numbers
            ? numbers.getAsLong()
            : ((Supplier<?>) opened).get();
        if (result instanceof long[] batch) {
          int longs = batch.length / IdContenders.BATCH;
          for (int j = 0; j < batch.length; j += longs) {
            results.add(batch[j] + " " + batch[j + longs - 1]);
          }
        } else if (result instanceof Object[] batch) {
          Stream.of(batch).map(Object::toString).forEach(results::add);
        } else {
          results.add(result.toString());
        }
      }
    }
    return results;
  }

  @TestFactory
  Stream<DynamicTest> contender_calledOften_makesDistinctIdsOfItsForm() {
    return contenders(true)
        .map(each -> dynamicTest(each.row().toString(), () -> {
          String form = requireNonNull(FORMS.get(each.row().work()));
          assertThat(call(each, 3_000)).allMatch(id -> id.matches(form)).doesNotHaveDuplicates();
        }));
  }

  @TestFactory
  Stream<DynamicTest> batch_calledTwice_makesDistinctIds() {
    return contenders(false)
        .filter(each -> each.method().equals("batch"))
        .map(each -> dynamicTest(
            each.row().toString(),
            () -> assertThat(call(each, 2))
                .hasSizeGreaterThanOrEqualTo(2 * IdContenders.BATCH)
                .doesNotHaveDuplicates()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"reading a UUID", "reading an ObjectId", "reading a TypeID"})
  void reader_ofOneText_agreesWithOtherReaders(String kind) {
    List<String> read = contenders(false)
        .filter(each -> each.row().work().equals(kind))
        .flatMap(each -> call(each, 2).stream())
        .toList();
    assertThat(read).hasSizeGreaterThan(2).containsOnly(read.get(0));
  }

  /** The load fails if a number is returned twice. */
  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mariadb", "redis", "etcd", "zookeeper", "mongodb"})
  void engine_everyContender_drawsEachNumberOnce(String name, @TempDir Path folder)
      throws Exception {
    Load load = new Load(Duration.ofMillis(50), Duration.ofMillis(100));
    try (Engine engine = requireNonNull(Engine.ALL.get(name)).in(folder);
        StrictNumbers numbers = new StrictNumbers(engine.url(), "this")) {
      List<Load.Contender> all = EngineSpeed.contenders(numbers, "");
      all.addAll(engine.plain());
      for (Load.Contender each : all) {
        assertThat(load.run(each, 4).perSecond()).as(each.name()).isPositive();
      }
    }
  }
}
