package io.mintmark.generator;

/**
 * A secret by which ids show no order: it gives each generator a permutation of its positions. The
 * one there is comes with the artifact {@code mintmark-opaque}, as {@code OpaqueKey}. Thread-safe.
 *
 * <p>Equal ciphers, by {@code equals}, give equal permutations, in every process and for ever.
 */
public interface IdCipher {

  /** The fewest positions that a permutation can hide. */
  long MIN_COUNT = 1_000_000;

  /**
   * Returns a generator's permutation of the positions 0 to {@code count - 1}.
   *
   * @param generator the generator's name; each name has a permutation of its own
   * @param count how many positions there are, {@value #MIN_COUNT} or more
   * @return always the same one for a name and a count
   * @throws IllegalArgumentException if there are fewer
   */
  Permutation permutation(String generator, long count);

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
     * @param position 0 to the count, exclusive
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
