package io.mintmark.internal.line;

/**
 * What can be stopped for a while and for good: what is behind a generator, for its maker. A
 * generator itself has none of this, as it is shared.
 */
public interface Lifecycle extends Suspendable {

  /** Refuses every later call; idempotent. What is claimed stays burned. */
  void close();
}
