package io.mintmark.simulation;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** A set of numbers that are mostly close together: one bitmap for each 1,024 numbers. */
final class IdSet {

  private static final int BITS = 10;

  private final Map<Long, BitSet> parts = new HashMap<>();

  /** The bitmap of the last number. The next number is often in the same bitmap. */
  private BitSet last = new BitSet();

  private long lastKey = Long.MIN_VALUE;

  /** Adds a number. Returns whether it was new. */
  boolean add(long id) {
    if (has(id)) {
      return false;
    }
    if (lastKey != id >> BITS) {
      lastKey = id >> BITS;
      last = parts.computeIfAbsent(lastKey, key -> new BitSet());
    }
    last.set((int) id & ((1 << BITS) - 1));
    return true;
  }

  boolean has(long id) {
    BitSet part = lastKey == id >> BITS ? last : parts.get(id >> BITS);
    return part != null && part.get((int) id & ((1 << BITS) - 1));
  }
}
