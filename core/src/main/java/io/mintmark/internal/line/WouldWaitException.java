package io.mintmark.internal.line;

import io.mintmark.error.MintmarkException;

/**
 * A call on a {@link NonBlockingThread} would have had to wait. No id was issued. A claim that the
 * call has started goes on; made again on a thread that may wait, the call waits for it.
 */
public final class WouldWaitException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  WouldWaitException() {
    super("this thread must not wait: thread=" + Thread.currentThread().getName()
        + "; no id issued; call again on a thread that may wait");
  }

  /** Says where to go on, not what went wrong, and is often thrown: it has no stack. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
