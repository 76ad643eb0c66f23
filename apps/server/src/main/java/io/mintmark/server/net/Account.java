package io.mintmark.server.net;

/**
 * What one connection holds in memory, all of its streams together. Small requests and answers are
 * its own affair, so that they cost no more for being counted; what goes beyond is taken from the
 * {@link Memory} of all. Belongs to the connection's event loop.
 *
 * <p>It is taken first, and then found to be too much: whoever is told so is refused, keeps what it
 * has until it is closed, and lets others go on with theirs.
 */
final class Account {

  private final Memory memory;
  private long heldBytes;
  private long takenBytes;

  Account(Memory memory) {
    this.memory = memory;
  }

  boolean isSpent() {
    return memory.isSpent();
  }

  /** Holds so many bytes more, or fewer. Returns false if there is no memory for more. */
  boolean hold(long moreBytes) {
    heldBytes += moreBytes;
    long more = Math.max(0, heldBytes - Memory.OWN_BYTES) - takenBytes;
    if (more != 0) {
      memory.take(more);
      takenBytes += more;
    }
    return more <= 0 || !memory.isSpent();
  }
}
