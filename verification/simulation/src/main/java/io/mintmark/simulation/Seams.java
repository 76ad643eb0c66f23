package io.mintmark.simulation;

import io.mintmark.Mintmark;
import io.mintmark.generator.IdCipher;
import io.mintmark.store.ClaimStore;

/**
 * The places in the product where tests inject bugs, in subclasses. This class itself changes
 * nothing.
 */
class Seams {

  /** Returns the store that a process's generators claim on. */
  ClaimStore store(ClaimStore store, Node node) {
    return store;
  }

  /** Returns the secret with which a process hides the order of its numbers. */
  IdCipher cipher(IdCipher cipher) {
    return cipher;
  }

  /** Suspends all generators for a snapshot, and resumes them. */
  void snapshot(Runnable taken) {
    Mintmark.beforeSnapshot();
    taken.run();
    Mintmark.afterRestore();
  }
}
