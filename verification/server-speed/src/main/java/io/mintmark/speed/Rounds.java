package io.mintmark.speed;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** What several rounds show together. */
final class Rounds {

  private Rounds() {}

  static <T> double median(List<T> rounds, ToDoubleFunction<T> of) {
    double[] sorted = rounds.stream().mapToDouble(of).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  static <T> double least(List<T> rounds, ToDoubleFunction<T> of) {
    return rounds.stream().mapToDouble(of).min().orElseThrow();
  }

  static <T> double most(List<T> rounds, ToDoubleFunction<T> of) {
    return rounds.stream().mapToDouble(of).max().orElseThrow();
  }
}
