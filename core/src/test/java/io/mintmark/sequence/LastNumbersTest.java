package io.mintmark.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.generator.Generator;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.testkit.Race;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The last numbers of a line with an end. A refused batch leaves them to calls that request fewer.
 */
class LastNumbersTest {

  private static final int THREADS = 4;

  private final MemoryStore store = new MemoryStore();
  private final Mintmark one = Mintmark.open(store);
  private final Mintmark two = Mintmark.open(store);

  @AfterEach
  void close() {
    one.close();
    two.close();
  }

  /** A generator with a hundred numbers, which claims only the numbers of each call. */
  private record Kind(
      String name, Class<? extends Exception> exhausted, Function<Mintmark, Generator> generator) {

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Kind> kinds() {
    return Stream.of(
        new Kind(
            "strict",
            ExhaustedException.class,
            mint -> mint.sequence("s", s -> s.strict(true).start(0).maximum(99))),
        new Kind(
            "formatted",
            ExhaustedException.class,
            mint -> mint.keys("k", k -> k.format("K{seq:2}").start(0))),
        new Kind(
            "yearly",
            TickExhaustedException.class,
            mint ->
                mint.keys("y", k -> k.format("{time:yyyy}{seq:2}").zone("UTC").start(0))));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void batch_moreThanAreLeft_isRefusedAndBurnsNothing(Kind kind) {
    Generator first = kind.generator().apply(one);
    Generator second = kind.generator().apply(two);
    second.nextTextBatch(1);
    first.nextTextBatch(94);

    for (Generator each : List.of(first, second)) {
      assertThatThrownBy(() -> each.nextTextBatch(10)).isInstanceOf(kind.exhausted());
    }

    assertThat(numbers(second.nextTextBatch(5))).containsExactly(95, 96, 97, 98, 99);
    for (Generator each : List.of(first, second)) {
      assertThatThrownBy(() -> each.nextTextBatch(1)).isInstanceOf(kind.exhausted());
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void batches_ofManyThreadsAndTwoProcesses_giveEveryNumberOnce(Kind kind) {
    long seed = new SplittableRandom().nextLong();
    List<List<Integer>> made = Race.run(THREADS, thread -> {
      SplittableRandom random = new SplittableRandom(seed + thread);
      Generator generator = kind.generator().apply(thread % 2 == 0 ? one : two);
      List<Integer> own = new ArrayList<>();
      int most = 20;
      while (most > 0) {
        try {
          own.addAll(numbers(generator.nextTextBatch(1 + random.nextInt(most))));
        } catch (ExhaustedException | TickExhaustedException e) {
          most--;
        }
      }
      return own;
    });

    List<Integer> all = made.stream().flatMap(List::stream).toList();
    assertThat(all).as("seed=%d", seed).doesNotHaveDuplicates();
    assertThat(new TreeSet<>(all))
        .as("seed=%d", seed)
        .isEqualTo(IntStream.range(0, 100).boxed().collect(Collectors.toCollection(TreeSet::new)));
  }

  private static List<Integer> numbers(List<String> texts) {
    return texts.stream()
        .map(text -> Integer.parseInt(text.substring(Math.max(0, text.length() - 2))))
        .toList();
  }
}
