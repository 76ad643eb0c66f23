package io.mintmark.speed;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What one run showed.
 *
 * @param perSecond ids a second
 * @param cpuNanos processor time of the server for each id, in nanoseconds
 */
record Figure(double perSecond, double cpuNanos) {

  static double median(List<Figure> runs, ToDoubleFunction<Figure> of) {
    return median(runs.stream().mapToDouble(of).sorted().toArray());
  }

  /** Of each round's two runs: a machine that is busy for a while is so for both. */
  static double medianRatio(List<Figure> runs, List<Figure> others) {
    double[] ratios = new double[runs.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = runs.get(i).perSecond / others.get(i).perSecond;
    }
    Arrays.sort(ratios);
    return median(ratios);
  }

  private static double median(double[] sorted) {
    return sorted[sorted.length / 2];
  }

  static double least(List<Figure> runs) {
    return runs.stream().mapToDouble(Figure::perSecond).min().orElseThrow();
  }

  static double most(List<Figure> runs) {
    return runs.stream().mapToDouble(Figure::perSecond).max().orElseThrow();
  }
}
