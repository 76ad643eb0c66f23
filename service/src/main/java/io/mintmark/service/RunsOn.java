package io.mintmark.service;

/** The threads on which a request is answered. */
public enum RunsOn {
  /**
   * On the connection's event loop. If a result is not available yet, it is sent later, and no
   * thread is blocked.
   */
  EVENT_LOOP,
  /** On a thread for work that does not wait and takes longer than an event loop can spare. */
  BUSY_THREAD,
  /** On a thread that waits for the store. */
  WAITING_THREAD;

  /** The most ids that an event loop makes for one request. More would delay other requests. */
  private static final int MOST_AT_ONCE = 999;

  /** Returns which threads should make the given number of ids, which never blocks them. */
  public static RunsOn makingIds(long count) {
    return count > MOST_AT_ONCE ? BUSY_THREAD : EVENT_LOOP;
  }
}
