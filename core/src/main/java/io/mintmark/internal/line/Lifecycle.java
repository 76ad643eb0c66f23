package io.mintmark.internal.line;

/**
 * Stops a generator for a while or permanently. Only the code that makes a generator has access to
 * these methods, because a generator itself is shared.
 */
public interface Lifecycle extends Suspendable {

  /**
   * Refuses every later call. Idempotent. Claimed positions that were not handed out are burned.
   */
  void close();
}
