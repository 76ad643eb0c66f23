package io.mintmark.service;

/** The threads on which a request is answered. */
public enum RunsOn {
  /**
   * On the connection's event loop. A result that needs a wait is sent later, and blocks no thread.
   */
  EVENT_LOOP,
  /** On a thread for work that does not wait and takes longer than an event loop can spare. */
  BUSY_THREAD,
  /** On a thread that waits for the store. */
  WAITING_THREAD
}
