package io.mintmark.simulation;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** A set of numbers, for many that are close together: one bitmap for each 1,024 of them. */
final class IdSet {

  private static final int BITS = 10;

  private final Map<Long, BitSet> parts = new HashMap<>();

  /** The part of the last number: the next one often belongs to the same. */
  private BitSet last = new BitSet();

  private long lastKey = Long.MIN_VALUE;

  /** Adds a number; returns whether it was not there. */
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
