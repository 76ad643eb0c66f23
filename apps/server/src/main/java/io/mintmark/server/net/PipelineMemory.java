package io.mintmark.server.net;

/**
 * Counts the memory of the requests and replies of one pipeline: a connection's, or one stream's of
 * several. Belongs to the connection's event loop.
 *
 * <p>A request or a reply for which there is no memory is refused. Its connection keeps its present
 * memory until it is closed, and the other connections continue.
 */
final class PipelineMemory {

  /** The memory of a queued request in addition to its received bytes. */
  private static final int REQUEST_BYTES = 256;

  private final ConnectionMemory connection;
  private long incompleteBytes;
  private long unansweredBytes;
  private long queueBytes;

  PipelineMemory(ConnectionMemory connection) {
    this.connection = connection;
  }

  /** Counts further bytes of a request. Returns false if there is no memory for them. */
  boolean receive(int bytes) {
    boolean held = connection.hold(bytes);
    incompleteBytes += held ? bytes : 0;
    return held;
  }

  /** Notes that the received bytes are one or more complete requests. */
  void requestIsComplete() {
    unansweredBytes += incompleteBytes;
    incompleteBytes = 0;
  }

  /**
   * Counts the requests that could not be answered yet. If there are none, releases the memory of
   * all complete requests. Returns false if there is no memory for them.
   */
  boolean queue(int requests) {
    long bytes = (long) requests * REQUEST_BYTES;
    long released = requests == 0 ? unansweredBytes : 0;
    if (!connection.hold(bytes - queueBytes - released)) {
      return false;
    }
    queueBytes = bytes;
    unansweredBytes -= released;
    return true;
  }

  /** Reserves the memory of a reply. Returns false if there is too little. */
  boolean reserve(long bytes) {
    return connection.hold(bytes);
  }

  /** Releases the memory of a reply. */
  void release(long bytes) {
    boolean unusedLess = connection.hold(-bytes);
  }

  /** Releases the memory of an incomplete request. */
  void discardRequest() {
    release(incompleteBytes);
    incompleteBytes = 0;
  }
}
