package io.mintmark.simulation;

import io.mintmark.internal.store.MovableStore;
import io.mintmark.store.engine.Write;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What one run of a process has claimed, by the answers that it was given: ranges of each line. */
final class OwnedRanges {

  private static final IdSet NONE = new IdSet();

  private final Map<String, Ranges> lines = new HashMap<>();

  /** The line that was looked at last: most often it is the next one too. */
  private String lastLine = "";

  private Ranges lastRanges = new Ranges();

  /** Disjoint ranges, in the order in which they were claimed. */
  private static final class Ranges {
    private long[] starts = new long[4];
    private long[] ends = new long[4];
    private int size;
    private long claims;

    /** For each place of a cycle, from where on up to where it was walked over used positions. */
    private final Map<Long, long[]> walked = new HashMap<>();

    private @Nullable IdSet walkedIn;

    /** The range that the last position was found in. */
    private int last;

    /** Whether each begins where the one before ends, or later: so it is unless a store forgets. */
    private boolean rising = true;

    void add(long start, long end) {
      claims++;
      if (size > 0 && ends[size - 1] == start && start > MovableStore.MADE) {
        ends[size - 1] = end;
        return;
      }
      if (size == starts.length) {
        starts = Arrays.copyOf(starts, 2 * size);
        ends = Arrays.copyOf(ends, 2 * size);
      }
      rising &= size == 0 || ends[size - 1] <= start;
      starts[size] = start;
      ends[size] = end;
      size++;
    }

    /** Most ids are of the range of the id before, or of the last claims. */
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

    /**
     * Walks from place to place of the cycle. What was found used before is passed over: it stays
     * used, and no range comes below it.
     */
    OptionalLong unused(long from, long place, long span, IdSet used) {
      if (!rising || used != walkedIn) {
        walked.clear();
        walkedIn = used;
      }
      long[] walk = walked.computeIfAbsent(place, each -> new long[] {from, from});
      if (from < walk[0] || from > walk[1]) {
        walk[0] = from;
        walk[1] = from;
      }
      OptionalLong first = first(walk[1], place, span, used);
      walk[1] = first.orElse(walk[1]);
      return first;
    }

    OptionalLong first(long from, long place, long span, IdSet used) {
      OptionalLong first = OptionalLong.empty();
      if (place < 0 || place >= span) {
        return first;
      }
      for (int i = size - 1; i >= 0 && !(rising && ends[i] <= from); i--) {
        long least = Math.max(from, starts[i]);
        long position = least + Math.floorMod(place - least, span);
        while (position < ends[i] && used.has(position)) {
          position += span;
        }
        if (position < ends[i] && (first.isEmpty() || position < first.getAsLong())) {
          first = OptionalLong.of(position);
        }
      }
      return first;
    }
  }

  /** Adds what an answered write has given to its process. */
  void add(Write write, long next) {
    lines.computeIfAbsent(write.line(), line -> new Ranges()).add(start(write, next), next);
  }

  /** Returns where the range begins that an answered write has given. */
  static long start(Write write, long next) {
    return write instanceof Write.Claim claim
        ? next - claim.count()
        : write instanceof Write.CompareAndSet move ? move.expected() : next;
  }

  /** Counts what was claimed on the lines of a generator, and for its settings. */
  long claimsOf(String name) {
    return lines.entrySet().stream()
        .filter(line -> (line.getKey() + "/").contains("/" + name + "/"))
        .mapToLong(line -> line.getValue().claims)
        .sum();
  }

  boolean has(String line, long position) {
    return of(line).has(position);
  }

  private Ranges of(String line) {
    if (!line.equals(lastLine)) {
      lastLine = line;
      lastRanges = lines.computeIfAbsent(line, each -> new Ranges());
    }
    return lastRanges;
  }

  /** Returns the lowest position, from a given one on, that stands at a place of a cycle. */
  OptionalLong first(String line, long from, long place, long span) {
    return of(line).first(from, place, span, NONE);
  }

  /** Returns the lowest of them that was not used. */
  OptionalLong unused(String line, long from, long place, long span, IdSet used) {
    return of(line).unused(from, place, span, used);
  }
}
