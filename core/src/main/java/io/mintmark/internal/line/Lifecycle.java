package io.mintmark.internal.line;

/**
 * Suspends, resumes or closes a generator. Only the code that creates a generator has access to
 * these methods, because callers share the generator itself. A generator is suspended for a
 * checkpoint, a snapshot of the process that may be restored several times.
 */
public interface Lifecycle {

  /**
   * Drops claimed positions and random bits, and stops making ids. Callers wait until {@link
   * #resume}. May be called several times; one {@link #resume} is then enough.
   */
  void suspend();

  /** Lets the generator make ids again, from new claims and new random bits. */
  void resume();

  /**
   * Closes the generator, which then refuses every call. Idempotent. Claimed positions that were
   * not handed out are burned (never used).
   */
  void close();
}
