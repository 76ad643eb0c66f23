package io.mintmark.server.net;

/**
 * Counts the memory of one connection, with all of its streams. Each connection has {@link
 * RequestMemory#OWN_BYTES} of its own, which suffice for small requests and replies. Only the
 * excess is taken from the {@link RequestMemory} that all connections share. Belongs to the
 * connection's event loop.
 */
final class ConnectionMemory {

  private final RequestMemory memory;
  private long heldBytes;
  private long takenBytes;

  ConnectionMemory(RequestMemory memory) {
    this.memory = memory;
  }

  /**
   * Uses more memory, or less. Returns false, and changes nothing, if there is not enough for all
   * of it.
   */
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
