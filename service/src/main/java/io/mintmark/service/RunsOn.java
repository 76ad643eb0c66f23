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
  WAITING_THREAD
}
