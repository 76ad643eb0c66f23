package io.mintmark.simulation;

/** A set of numbers, for many that lie close together: a bitmap of 64 for each place in a table. */
final class IdSet {

  private static final int FIRST_SIZE = 1 << 6;

  private long[] keys = new long[FIRST_SIZE];
  private long[] words = new long[FIRST_SIZE];
  private int used;

  /** Where the last number was: the next one often belongs to the same place. */
  private int last;

  /** Adds a number; returns whether it was not there. */
  boolean add(long id) {
    long key = id >>> 6;
    int index = keys[last] == key && words[last] != 0 ? last : indexOf(key);
    last = index;
    long bit = 1L << id;
    boolean isNew = (words[index] & bit) == 0;
    if (words[index] == 0) {
      keys[index] = key;
      used++;
    }
    words[index] |= bit;
    if (2 * used > keys.length) {
      grow();
    }
    return isNew;
  }

  boolean has(long id) {
    return (words[indexOf(id >>> 6)] & 1L << id) != 0;
  }

  /**
   * Where a word is, or the free place for it; a place is free while its word is 0. Eight that
   * follow one another lie side by side: most of the time went by while memory was fetched.
   */
  private int indexOf(long key) {
    int mask = keys.length - 1;
    long hash = (key >>> 3) * 0x9E3779B97F4A7C15L;
    int index = (((int) (hash >>> 32) << 3) | ((int) key & 7)) & mask;
    while (words[index] != 0 && keys[index] != key) {
      index = (index + 1) & mask;
    }
    return index;
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldWords = words;
    keys = new long[2 * oldKeys.length];
    words = new long[2 * oldWords.length];
    last = 0;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldWords[i] != 0) {
        int index = indexOf(oldKeys[i]);
        keys[index] = oldKeys[i];
        words[index] = oldWords[i];
      }
    }
  }
}
