package io.mintmark.gapless;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A set of positive numbers, kept as runs of consecutive numbers. Not thread-safe. */
final class NumberRuns {

  /** Maps the first number of each run to its last. */
  private final TreeMap<Long, Long> runs = new TreeMap<>();

  private long size;

  /** Adds a number. Returns false if the set contains it already. */
  boolean add(long number) {
    Map.Entry<Long, Long> below = runs.floorEntry(number);
    if (below != null && number <= below.getValue()) {
      return false;
    }
    size++;
    long first = below != null && below.getValue() == number - 1 ? below.getKey() : number;
    Long above = runs.remove(number + 1);
    runs.put(first, above == null ? number : above);
    return true;
  }

  long size() {
    return size;
  }

  /** Returns the gaps from 1 to {@code last}, as text, at most {@code most} of them. */
  List<String> gaps(long last, int most) {
    List<String> gaps = new ArrayList<>();
    long next = 1;
    for (Map.Entry<Long, Long> run : runs.entrySet()) {
      addGap(gaps, next, run.getKey() - 1, most);
      next = run.getValue() + 1;
    }
    addGap(gaps, next, last, most);
    return List.copyOf(gaps);
  }

  private static void addGap(List<String> gaps, long first, long last, int most) {
    if (first <= last && gaps.size() < most) {
      gaps.add(first == last ? Long.toString(first) : first + ".." + last);
    }
  }
}
