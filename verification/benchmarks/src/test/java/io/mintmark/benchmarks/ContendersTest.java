package io.mintmark.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Benchmark;

/** Each benchmark makes distinct ids of the form that its class says, or reads as the others do. */
final class ContendersTest {

  private static final int IDS = 3_000;

  /** The form of what each class of benchmarks makes, as text. */
  private static final Map<Class<?>, String> FORMS = Map.of(
      TimeOrderedLongs.class, "[0-9]{1,19}",
      SegmentedSequences.class, "[0-9]{1,19}",
      ObjectIds.class, "[0-9a-f]{24}",
      ObjectIdTexts.class, "[0-9a-f]{24}",
      OrderedUuids.class, "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",
      UuidTexts.class, "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",
      RandomUuids.class, "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",
      TypeIdTexts.class, "user_[0-7][0-9a-hjkmnp-tv-z]{25}",
      ReadableKeys.class, "[-0-9A-Za-z]{11,40}");

  private static final List<Class<?>> READERS =
      List.of(ParsedUuids.class, ParsedObjectIds.class, ParsedTypeIds.class);

  @TestFactory
  Stream<DynamicTest> benchmark_calledOften_makesDistinctIdsOfItsForm() {
    return FORMS.entrySet().stream()
        .flatMap(each -> methods(each.getKey()).stream()
            .map(method -> dynamicTest(
                each.getKey().getSimpleName() + "." + method.getName(),
                () -> assertDistinct(method, Pattern.compile(each.getValue())))));
  }

  private static void assertDistinct(Method method, Pattern form) throws Exception {
    Object benchmarks = method.getDeclaringClass().getConstructor().newInstance();
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < IDS; i++) {
      ids.add(method.invoke(benchmarks).toString());
    }
    assertThat(ids).allMatch(id -> form.matcher(id).matches());
    assertThat(new HashSet<>(ids)).hasSize(IDS);
  }

  @TestFactory
  Stream<DynamicTest> reader_ofOneText_readsWhatTheOthersRead() {
    return READERS.stream()
        .map(each -> dynamicTest(each.getSimpleName(), () -> {
          Object benchmarks = each.getConstructor().newInstance();
          List<String> read = new ArrayList<>();
          for (Method method : methods(each)) {
            read.add(method.invoke(benchmarks).toString());
          }
          assertThat(read).hasSizeGreaterThan(1).containsOnly(read.get(0));
        }));
  }

  /** All but those that need a server. */
  private static List<Method> methods(Class<?> benchmarks) {
    List<Method> methods = Stream.of(benchmarks.getMethods())
        .filter(method -> method.isAnnotationPresent(Benchmark.class))
        .filter(method -> method.getParameterCount() == 0)
        .toList();
    assertThat(methods).extracting(Method::getName).contains("mintmark");
    return methods;
  }

  @Test
  void memorySegments_severalTaken_doNotOverlap() {
    MemorySegments segments = new MemorySegments(10);
    assertThat(segments.nextMaxId(10)).isEqualTo(10);
    assertThat(segments.nextMaxId(10)).isEqualTo(20);
  }

  @Test
  void arguments_allGiven_areRead() {
    assertThat(Main.parse("--threads", "1,2,8", "--virtual", "--brief", "ObjectIds"))
        .isEqualTo(new Main("ObjectIds", List.of(1, 2, 8), true, true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--thread", "--threads", "--threads 0", "--threads 1,x", "--threads 2000"})
  void arguments_thatAreWrong_areRefused(String line) {
    assertThatThrownBy(() -> Main.parse(line.split(" ")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("usage: ");
  }
}
