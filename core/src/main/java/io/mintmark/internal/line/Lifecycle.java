package io.mintmark.internal.line;

/**
 * Stops a generator for a while or for good. Only the generator's maker has it: a generator itself
 * is shared, and has no such methods.
 */
public interface Lifecycle extends Suspendable {

  /**
   * Refuses every later call; idempotent. Positions that were claimed and not handed out are
   * burned.
   */
  void close();
}
