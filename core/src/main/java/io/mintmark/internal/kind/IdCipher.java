package io.mintmark.internal.kind;

/**
 * A secret that hides the order of ids: it defines a permutation of each generator's positions.
 * {@code OpaqueKey} is the only implementation. Thread-safe.
 *
 * <p>Ciphers that are equal by {@code equals} give equal permutations, in every process and for
 * ever.
 */
public interface IdCipher {

  /** The smallest number of positions that a permutation can hide. */
  long MIN_COUNT = 1_000_000;

  /**
   * Returns a permutation of the positions 0 to {@code last}.
   *
   * @param line a text that identifies the owner of the positions, such as a sequence's name; each
   *     text has its own permutation
   * @param last the last position. It is included in the positions, so that every number of 63 bits
   *     can be a position. There must be at least {@value #MIN_COUNT} positions
   * @return the same permutation on each call with this line and this last position
   * @throws IllegalArgumentException if there are fewer positions than {@value #MIN_COUNT}
   */
  Permutation permutation(String line, long last);

  /**
   * Returns a fingerprint of this secret. Stores keep it, so that no process uses a different
   * secret under the same name.
   *
   * @return a hash, from which the secret cannot be computed
   */
  String identity();

  /** A bijection of the positions onto themselves. Thread-safe. Never blocks. */
  interface Permutation {

    /**
     * Hides a position.
     *
     * @param position 0 to the last position, included
     * @return the hidden position; two different positions have different hidden positions
     * @throws IllegalArgumentException if the position is out of range
     */
    long encrypt(long position);

    /**
     * Reveals a hidden position.
     *
     * @param hidden a result of {@link #encrypt}
     * @return the position
     * @throws IllegalArgumentException if the hidden position is out of range
     */
    long decrypt(long hidden);
  }
}
