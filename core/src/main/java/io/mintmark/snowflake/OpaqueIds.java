package io.mintmark.snowflake;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.internal.batch.WordEncoder;
import io.mintmark.internal.kind.IdCipher;

/**
 * Hides all bits of Snowflakes. A hidden id has the same number of bits, and shows no time, worker
 * or number.
 *
 * <p><b>Why no two ids are equal.</b> The plain ids of all generators that share worker numbers
 * differ. A permutation maps different ids to different ids, but only if all these generators use
 * the same permutation. So the store refuses a generator in the pool that has a different secret or
 * no secret. It also refuses ids of a different length, because each length has its own
 * permutation.
 *
 * @param permutation the permutation of all ids of the layout
 * @param last the greatest id of the layout
 * @param identity a hash that identifies the secret
 */
record OpaqueIds(IdCipher.Permutation permutation, long last, String identity) {

  long hide(long id) {
    return permutation.encrypt(id);
  }

  /** Returns an encoder that hides each id of another encoder. */
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
          "the id is not of this generator: id={}, snowflake={}, last={}", id, name, last));
    }
    return permutation.decrypt(id);
  }
}
