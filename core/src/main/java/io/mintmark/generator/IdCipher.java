package io.mintmark.generator;

/**
 * A secret by which ids show no order: it gives each generator a permutation of its positions.
 * {@code OpaqueKey} is the one there is. Thread-safe.
 *
 * <p>Equal ciphers, by {@code equals}, give equal permutations, in every process and for ever.
 */
public interface IdCipher {

  /** The fewest positions that a permutation can hide. */
  long MIN_COUNT = 1_000_000;

  /**
   * Returns a permutation of the positions 0 to {@code last}.
   *
   * @param line whose positions they are, such as a sequence's name; each text has a permutation of
   *     its own
   * @param last the last position, included, so that all numbers of 63 bits can be positions; there
   *     are {@value #MIN_COUNT} positions or more
   * @return always the same one for a line and a last position
   * @throws IllegalArgumentException if there are fewer
   */
  Permutation permutation(String line, long last);

  /**
   * Returns what stores remember this secret by, so that no process uses another one under the same
   * name.
   *
   * @return a hash of it, from which it cannot be computed
   */
  String identity();

  /** A bijection of the positions onto themselves. Thread-safe; waits for nothing. */
  interface Permutation {

    /**
     * Hides a position.
     *
     * @param position 0 to the last, included
     * @return another position, which no other one is hidden as
     * @throws IllegalArgumentException if it is out of range
     */
    long encrypt(long position);

    /**
     * Reveals a hidden position.
     *
     * @param hidden what {@link #encrypt} returned
     * @return the position
     * @throws IllegalArgumentException if it is out of range
     */
    long decrypt(long hidden);
  }
}
