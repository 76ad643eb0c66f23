package io.mintmark.server.net;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that requests and answers of all connections may take together, beyond what each
 * connection has for itself. It is counted, not set aside: in bytes as they come and go on the
 * wire. No more is ever taken than there is. Thread-safe.
 *
 * <p>When it is spent, nothing more is read of a request that is larger than a connection's own
 * memory, and none is answered whose answer may be. All others go on.
 */
public final class RequestMemory {

  /** What each connection has for itself: enough for all that most ever ask. */
  public static final int OWN_BYTES = 32 * 1024;

  private volatile long mostBytes;
  private final AtomicLong takenBytes = new AtomicLong();

  /**
   * Makes one of which nothing is taken.
   *
   * @param mostBytes how many bytes there are
   */
  public RequestMemory(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** How many bytes there are. */
  public long mostBytes() {
    return mostBytes;
  }

  /** Sets how many there are from now on; what is taken beyond stays so until it is given back. */
  public void resize(long bytes) {
    mostBytes = bytes;
  }

  /** How many bytes are taken. */
  public long takenBytes() {
    return takenBytes.get();
  }

  /** Takes the given number of bytes, or none. Returns whether there were as many. */
  boolean take(long bytes) {
    long room = mostBytes - bytes;
    return takenBytes.getAndUpdate(taken -> taken <= room ? taken + bytes : taken) <= room;
  }

  void giveBack(long bytes) {
    takenBytes.addAndGet(-bytes);
  }
}
