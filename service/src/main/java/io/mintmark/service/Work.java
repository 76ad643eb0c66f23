package io.mintmark.service;

/** The threads on which a request is answered. */
public enum Work {
  /** On the connection's event loop: what it has to wait for comes later, and holds no thread. */
  AT_ONCE,
  /** On a thread for what waits for nothing and takes longer than an event loop can spare. */
  LONG,
  /** On a thread that waits for the store. */
  WAITS
}
