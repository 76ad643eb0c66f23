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
   * for its own later calls, so threads do not slow each other down. If ids contain a time, the
   * taken ids become a gap if their tick (the unit of that time) ends before the thread uses them.
   * In a sequence, they become a gap if the thread ends first. The count of ids that a thread takes
   * at once is at most a quarter of the ids that it used in the present tick or in the tick before,
   * whichever is more. In a sequence, it is at most a quarter of all ids that the thread has used.
   * So a thread that makes few ids takes one at a time. {@link Generator#made} includes the ids
   * that threads have taken and may still use.
   */
  THREAD
}
