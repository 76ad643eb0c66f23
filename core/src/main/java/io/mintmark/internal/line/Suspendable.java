package io.mintmark.internal.line;

/**
 * Can be stopped for a while. Several copies of a process may be restored from one checkpoint. So
 * at a checkpoint, a generator must hold no positions that two copies could both use.
 */
public interface Suspendable {

  /** Discards all claimed positions, and holds every caller until {@link #resume}. */
  void suspend();

  /** Lets callers continue, with a new claim. */
  void resume();
}
