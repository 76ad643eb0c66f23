package io.mintmark.server.net;

/**
 * Counts the memory that the requests and answers of one pipeline hold: a connection's, or one
 * stream's of several. Belongs to the connection's event loop.
 *
 * <p>A request or an answer for which there is no memory is refused. Its connection keeps what it
 * already has until it is closed, and the others go on.
 */
final class PipelineMemory {

  /**
   * The largest answer that is not counted, in bytes. A connection has few of them at a time that
   * its client has not taken, and a request for one id is to pay nothing for it.
   */
  private static final int SMALL_BYTES = 4 * 1024;

  /** What a request takes in memory beside the bytes that it came in. */
  private static final int REQUEST_BYTES = 256;

  private final ConnectionMemory account;
  private long comingBytes;
  private long unansweredBytes;
  private long waitingBytes;
  private long answerBytes;
  private long heldBytes;

  PipelineMemory(ConnectionMemory account) {
    this.account = account;
  }

  /** How much of an answer's size is counted: all or nothing. */
  static long counted(long bytes) {
    return bytes <= SMALL_BYTES ? 0 : bytes;
  }

  /** More of a request has come. Returns false if there is no memory for it. */
  boolean comes(int bytes) {
    comingBytes += bytes;
    if (hold()) {
      return true;
    }
    comingBytes -= bytes;
    return false;
  }

  /** What has come is a whole request, or several. */
  void isComplete() {
    unansweredBytes += comingBytes;
    comingBytes = 0;
  }

  /** All has been answered that could be. Returns false if there is no memory for the others. */
  boolean waits(int requests) {
    long before = waitingBytes;
    waitingBytes = (long) requests * REQUEST_BYTES;
    if (requests == 0) {
      unansweredBytes = 0;
    }
    if (hold()) {
      return true;
    }
    waitingBytes = before;
    return false;
  }

  /**
   * Answers are to have so many bytes more: one that is asked for, or turns out larger. Or so many
   * fewer: one turns out smaller, or its client has taken it. Returns false if there is no memory
   * for it.
   */
  boolean answers(long moreBytes) {
    if (moreBytes == 0) {
      return true;
    }
    answerBytes += moreBytes;
    if (hold()) {
      return true;
    }
    answerBytes -= moreBytes;
    return false;
  }

  /** Bounds how many bytes of an incomplete request are kept. */
  void keeps(int bytes) {
    comingBytes = Math.min(comingBytes, bytes);
  }

  private boolean hold() {
    long bytes = comingBytes + unansweredBytes + waitingBytes + answerBytes;
    if (!account.hold(bytes - heldBytes)) {
      return false;
    }
    heldBytes = bytes;
    return true;
  }
}
