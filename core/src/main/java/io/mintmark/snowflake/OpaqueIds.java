package io.mintmark.snowflake;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.generator.IdCipher;
import io.mintmark.internal.batch.WordEncoder;

/**
 * Hides Snowflakes, all bits of a layout at once: what comes out has no time, worker or number that
 * could be seen, and as many bits.
 *
 * <p><b>Why no two are equal.</b> Ids differ before they are hidden, among all generators that
 * share worker numbers, and a permutation keeps what differs apart. That takes one permutation for
 * all of those: the store refuses a generator in the scope with another secret, with none, or with
 * ids of another length, to which another permutation belongs.
 *
 * @param permutation of all ids of the layout
 * @param last the greatest of them
 * @param identity of the secret
 */
record OpaqueIds(IdCipher.Permutation permutation, long last, String identity) {

  long hide(long id) {
    return permutation.encrypt(id);
  }

  /** Makes ids as another encoder does, and hides each. */
  WordEncoder encoder(WordEncoder plain) {
    return (worker, start, count, into, from) -> {
      plain.encode(worker, start, count, into, from);
      for (int i = from; i < from + count; i++) {
        into[i] = permutation.encrypt(into[i]);
      }
    };
  }

  long reveal(String name, long id) {
    if (id < 0 || id > last) {
      throw new InvalidIdException(Message.of(
          "the id is none of this generator's: id={}, snowflake={}, last={}", id, name, last));
    }
    return permutation.decrypt(id);
  }
}
