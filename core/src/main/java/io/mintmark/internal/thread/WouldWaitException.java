package io.mintmark.internal.thread;

import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;

/**
 * A call on a {@link NonBlockingThread} would have had to wait. No id was issued. A claim that the
 * call has started goes on; made again on a thread that may wait, the call waits for it.
 */
public final class WouldWaitException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  WouldWaitException() {
    super(Message.of(
        "this thread must not wait: thread={}; no id issued; call again on a thread that may wait",
        Thread.currentThread().getName()));
  }

  /** Says where to go on, not what went wrong, and is often thrown: it has no stack. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
