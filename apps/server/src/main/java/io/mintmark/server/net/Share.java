package io.mintmark.server.net;

/**
 * What one connection holds in memory. Small requests and answers are its own affair, so that they
 * cost no more for being counted; what goes beyond is taken from the {@link Memory} of all. Belongs
 * to the connection's event loop.
 *
 * <p>It is taken first, and then found to be too much: whoever is told so is refused, keeps what it
 * has until it is closed, and lets others go on with theirs.
 */
final class Share {

  /** What a request takes in memory beside the bytes that it came in. */
  private static final int REQUEST_BYTES = 256;

  private final Memory memory;
  private long comingBytes;
  private long unansweredBytes;
  private long takenBytes;

  Share(Memory memory) {
    this.memory = memory;
  }

  /** Tells whether large answers have to be refused, wherever they go. */
  boolean isSpent() {
    return memory.isSpent();
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

  /** Nothing comes any more. */
  void ends() {
    comingBytes = 0;
  }

  private boolean hold(long bytes) {
    long more = Math.max(0, bytes - Memory.OWN_BYTES) - takenBytes;
    if (more != 0) {
      memory.take(more);
      takenBytes += more;
    }
    return more <= 0 || !memory.isSpent();
  }
}
