package io.mintmark.internal.line;

/**
 * Can be stopped for a while. Around a checkpoint of the process, from which several copies may be
 * restored, a generator must hold nothing that two copies could both use.
 */
public interface Suspendable {

  /** Drops all that is claimed and holds every caller until {@link #resume}. */
  void suspend();

  /** Lets callers go on, from a fresh claim. */
  void resume();
}
