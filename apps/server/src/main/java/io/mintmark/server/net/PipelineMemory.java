package io.mintmark.server.net;

/**
 * Counts the memory of the requests and replies of one pipeline: a connection's, or one stream's of
 * several. Belongs to the connection's event loop.
 *
 * <p>A request or a reply for which there is no memory is refused. Its connection keeps its present
 * memory until it is closed, and the other connections continue.
 */
final class PipelineMemory {

  /**
   * The largest reply that is not counted, in bytes. Counting would be expensive in comparison with
   * a request for one id. A connection has few such replies that its client has not taken.
   */
  private static final int SMALL_BYTES = 4 * 1024;

  /** The memory of a request in addition to its received bytes. */
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

  /** Returns how many bytes of a reply are counted: none if the reply is small, otherwise all. */
  static long counted(long bytes) {
    return bytes <= SMALL_BYTES ? 0 : bytes;
  }

  /** Counts further bytes of a request. Returns false if there is no memory for them. */
  boolean comes(int bytes) {
    comingBytes += bytes;
    if (hold()) {
      return true;
    }
    comingBytes -= bytes;
    return false;
  }

  /** Notes that the received bytes are one or more complete requests. */
  void isComplete() {
    unansweredBytes += comingBytes;
    comingBytes = 0;
  }

  /**
   * Counts the requests that could not be answered yet. Returns false if there is no memory for
   * them.
   */
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
   * Changes the size of replies. It grows when a reply is requested or turns out larger. It shrinks
   * when a reply turns out smaller or its client has taken it. Returns false if there is no memory
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

  /** Notes that at most the given number of bytes of an incomplete request are still kept. */
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
