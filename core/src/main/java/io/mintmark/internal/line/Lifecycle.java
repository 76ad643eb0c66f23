package io.mintmark.internal.line;

/**
 * Suspends or closes a generator. Only the code that creates a generator has access to these
 * methods, because callers share the generator itself.
 */
public interface Lifecycle extends Suspendable {

  /**
   * Closes the generator, which then refuses every call. Idempotent. Claimed positions that were
   * not handed out are burned (never used).
   */
  void close();
}
