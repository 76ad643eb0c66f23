package io.mintmark.server.net;

/**
 * Counts the memory that one connection holds, with all of its streams. Small requests and answers
 * are its own affair, so that they cost no more for being counted; what goes beyond is taken from
 * the {@link RequestMemory} of all. Belongs to the connection's event loop.
 */
final class ConnectionMemory {

  private final RequestMemory memory;
  private long heldBytes;
  private long takenBytes;

  ConnectionMemory(RequestMemory memory) {
    this.memory = memory;
  }

  /** Holds more bytes, or fewer. Returns false if there is no memory for all of them. */
  boolean hold(long moreBytes) {
    long more = Math.max(0, heldBytes + moreBytes - RequestMemory.OWN_BYTES) - takenBytes;
    if (more > 0 && !memory.take(more)) {
      return false;
    }
    if (more < 0) {
      memory.giveBack(-more);
    }
    heldBytes += moreBytes;
    takenBytes += more;
    return true;
  }
}
