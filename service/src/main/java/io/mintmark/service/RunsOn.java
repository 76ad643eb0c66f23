package io.mintmark.service;

/** The threads on which a request is answered. */
public enum RunsOn {
  /** On the connection's event loop: what it has to wait for comes later, and holds no thread. */
  EVENT_LOOP,
  /** On a thread for what waits for nothing and takes longer than an event loop can spare. */
  BUSY_THREAD,
  /** On a thread that waits for the store. */
  WAITING_THREAD
}
