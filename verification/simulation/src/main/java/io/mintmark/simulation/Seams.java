package io.mintmark.simulation;

import io.mintmark.Mintmark;
import io.mintmark.internal.store.LineStore;
import io.mintmark.opaque.OpaqueKey;

/**
 * The places in the product where tests inject bugs, in subclasses. This class itself changes
 * nothing.
 */
class Seams {

  /** Returns the store that a process's generators claim on. */
  LineStore store(LineStore store, Node node) {
    return store;
  }

  /** Returns the secret with which a process hides the order of its numbers. */
  OpaqueKey key(OpaqueKey key) {
    return key;
  }

  /** Suspends all generators for a snapshot, and resumes them. */
  void snapshot(Runnable taken) {
    Mintmark.beforeSnapshot();
    taken.run();
    Mintmark.afterRestore();
  }
}
