package io.mintmark.service;

/** Where a request is answered. */
public enum Work {
  /**
   * On the connection's event loop, from what is in this process's memory. Should it turn out there
   * that the answer has to wait, it is made as if it {@link #WAITS}.
   */
  AT_ONCE,
  /** On a thread for what waits for nothing and takes longer than an event loop can spare. */
  LONG,
  /** On a thread that may wait for the store. */
  WAITS
}
