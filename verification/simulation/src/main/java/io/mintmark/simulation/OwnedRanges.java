package io.mintmark.simulation;

import io.mintmark.store.engine.Write;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The ranges that one process owns on each line, which is a named counter of the store, according
 * to the replies that it received.
 */
final class OwnedRanges {

  /** The position of a line that was only created. Claims start here. */
  private static final long MADE = 1;

  private final Map<String, Ranges> lines = new HashMap<>();

  /** Disjoint ranges, in the order in which they were claimed. */
  private static final class Ranges {
    private long[] starts = new long[4];
    private long[] ends = new long[4];
    private int size;
    private long claims;

    /** The range in which the last position was found. */
    private int last;

    /**
     * Whether no range begins before the end of the previous one. Holds as long as no store
     * forgets.
     */
    private boolean rising = true;

    void add(long start, long end) {
      claims++;
      if (size > 0 && ends[size - 1] == start && start > MADE) {
        ends[size - 1] = end;
        return;
      }
      if (size == starts.length) {
        starts = Arrays.copyOf(starts, 2 * size);
        ends = Arrays.copyOf(ends, 2 * size);
      }
      rising &= size == 0 || ends[size - 1] <= start;
      starts[size] = start;
      ends[size++] = end;
    }

    boolean has(long position) {
      if (holds(last, position)) {
        return true;
      }
      for (int i = size - 1; i >= 0; i--) {
        if (holds(i, position)) {
          last = i;
          return true;
        }
      }
      return false;
    }

    private boolean holds(int range, long position) {
      return position >= starts[range] && position < ends[range];
    }
  }

  /** Adds the range of a write whose reply arrived. */
  void add(Write write, long next) {
    lines.computeIfAbsent(write.line(), line -> new Ranges()).add(start(write, next), next);
  }

  /** Returns the start of the range of such a write. */
  static long start(Write write, long next) {
    return write instanceof Write.Claim claim
        ? next - claim.count()
        : write instanceof Write.CompareAndSet move ? move.expected() : next;
  }

  /** Counts the claims on the lines of a generator, including the line of its settings. */
  long claimsOf(String name) {
    return lines.entrySet().stream()
        .filter(line -> (line.getKey() + "/").contains("/" + name + "/"))
        .mapToLong(line -> line.getValue().claims)
        .sum();
  }

  boolean has(String line, long position) {
    Ranges ranges = lines.get(line);
    return ranges != null && ranges.has(position);
  }

  /** Returns the lowest unused owned position, {@code from} or above, at a place of a cycle. */
  OptionalLong unused(String line, long from, long place, long span, IdSet used) {
    OptionalLong first = OptionalLong.empty();
    Ranges ranges = lines.get(line);
    if (ranges == null || place < 0 || place >= span) {
      return first;
    }
    for (int i = ranges.size - 1; i >= 0 && !(ranges.rising && ranges.ends[i] <= from); i--) {
      long least = Math.max(from, ranges.starts[i]);
      long position = least + Math.floorMod(place - least, span);
      while (position < ranges.ends[i] && used.has(position)) {
        position += span;
      }
      if (position < ranges.ends[i] && (first.isEmpty() || position < first.getAsLong())) {
        first = OptionalLong.of(position);
      }
    }
    return first;
  }
}
