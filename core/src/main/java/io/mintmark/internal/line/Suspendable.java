package io.mintmark.internal.line;

/**
 * An object that can be suspended for a checkpoint. Several copies of a process may be restored
 * from one checkpoint. So when the checkpoint is taken, a generator must not hold positions that
 * two copies could both use.
 */
public interface Suspendable {

  /** Discards all claimed positions, and makes every caller wait until {@link #resume}. */
  void suspend();

  /** Makes callers continue, with new claims. */
  void resume();
}
