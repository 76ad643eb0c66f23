package io.mintmark.generator;

/**
 * The order of one generator's ids: over all calls, or only within each thread. This setting
 * affects neither uniqueness nor the order between processes. So processes may use different
 * values, and the value may be changed at any time.
 */
public enum IdOrder {
  /**
   * Each id is greater than the ids of all calls that returned, on any thread, before the call for
   * this id began.
   */
  GENERATOR,

  /**
   * Each id is greater than all earlier ids of its own thread. A thread takes up to 256 ids at once
   * for its own later calls, so threads do not slow each other down. Ids that the thread has not
   * used when their tick ends become a gap. In a sequence, ids that it has not used when the thread
   * ends become a gap. A thread takes at most a quarter of the ids that it has used in this tick or
   * in the one before, whichever is more. For a sequence it takes at most a quarter of all ids that
   * it has used. So a thread that makes few ids takes one at a time. {@link Generator#made}
   * includes the ids that threads have taken and may still use.
   */
  THREAD
}
