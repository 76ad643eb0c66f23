package io.mintmark.server.net;

/**
 * What the requests and answers of one pipeline hold in memory: a connection's, or one stream's of
 * several. Belongs to the connection's event loop.
 */
final class Share {

  /** What a request takes in memory beside the bytes that it came in. */
  private static final int REQUEST_BYTES = 256;

  private final Account account;
  private long comingBytes;
  private long unansweredBytes;
  private long heldBytes;

  Share(Account account) {
    this.account = account;
  }

  /** Tells whether large answers have to be refused, wherever they go. */
  boolean isSpent() {
    return account.isSpent();
  }

  /** More of a request has come. Returns false if there is no memory for it. */
  boolean comes(int bytes) {
    comingBytes += bytes;
    return hold(comingBytes + unansweredBytes);
  }

  /** What has come is a whole request, or several. */
  void isComplete() {
    unansweredBytes += comingBytes;
    comingBytes = 0;
  }

  /**
   * All has been answered that could be. Returns false if there is no memory for what could not.
   *
   * @param requests how many requests wait
   * @param untakenBytes how much of the answers the client has not taken; they stay in any case
   */
  boolean waits(int requests, long untakenBytes) {
    if (requests == 0) {
      unansweredBytes = 0;
    }
    long held = comingBytes + unansweredBytes + (long) requests * REQUEST_BYTES + untakenBytes;
    return hold(held) || requests == 0;
  }

  /** Nothing is kept of what has come and is not a whole request. */
  void letsGo() {
    comingBytes = 0;
  }

  private boolean hold(long bytes) {
    long moreBytes = bytes - heldBytes;
    heldBytes = bytes;
    return account.hold(moreBytes);
  }
}
