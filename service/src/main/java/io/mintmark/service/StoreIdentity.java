package io.mintmark.service;

import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.StoreLines;
import java.security.SecureRandom;

/** Identifies stores by the number on their line {@value StoreLines#IDENTITY}. */
public final class StoreIdentity {

  private static final int MAX_TRIES = 100;

  private StoreIdentity() {}

  /**
   * Returns the identity of a store. If the store lacks an identity, it gets one now. All callers
   * always get the same number.
   *
   * @param store any store
   * @return the identity, 1 to 2^63 - 1
   * @throws StoreUnavailableException if the store did not answer
   */
  public static long of(LineStore store) {
    long known = store.position(StoreLines.IDENTITY);
    for (int i = 0; known == 0 && i < MAX_TRIES; i++) { // A position may be stale.
      long mine = Math.max(1, new SecureRandom().nextLong() & Long.MAX_VALUE);
      known = store.compareAndSet(StoreLines.IDENTITY, 0, mine)
          ? mine
          : store.position(StoreLines.IDENTITY);
    }
    if (known == 0) {
      throw new MintmarkException(Message.of(
          "the store has an identity, but does not return it: line={}", StoreLines.IDENTITY));
    }
    return known;
  }
}
