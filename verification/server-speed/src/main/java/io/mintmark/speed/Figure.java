package io.mintmark.speed;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What one run showed.
 *
 * @param perSecond ids a second
 * @param cpuNanos processor time of the server for each id, in nanoseconds
 */
record Figure(double perSecond, double cpuNanos) {

  /** Of each round's two runs: a machine that is busy for a while is so for both. */
  static double medianRatio(List<Figure> runs, List<Figure> others) {
    List<Integer> rounds = IntStream.range(0, runs.size()).boxed().toList();
    return Rounds.median(rounds, i -> runs.get(i).perSecond / others.get(i).perSecond);
  }
}
