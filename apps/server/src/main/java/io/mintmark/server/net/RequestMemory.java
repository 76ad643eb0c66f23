package io.mintmark.server.net;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that requests and replies of all connections may use together, beyond each
 * connection's own memory. It is counted in bytes on the wire, not allocated in advance. The count
 * never rises above the bound. Thread-safe.
 *
 * <p>When it is used up, no request that is larger than a connection's own memory is read further,
 * and no request is answered whose reply may be larger. All other requests continue.
 */
public final class RequestMemory {

  /** Each connection's own memory: enough for the requests of most clients. */
  public static final int OWN_BYTES = 32 * 1024;

  private volatile long mostBytes;
  private final AtomicLong takenBytes = new AtomicLong();

  /**
   * Makes an account of which nothing is used.
   *
   * @param mostBytes the bound in bytes
   */
  public RequestMemory(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** The bound in bytes. */
  public long mostBytes() {
    return mostBytes;
  }

  /** Sets the bound from now on. Memory in use beyond it stays in use until it is released. */
  public void resize(long bytes) {
    mostBytes = bytes;
  }

  /** The bytes in use. */
  public long takenBytes() {
    return takenBytes.get();
  }

  /** Takes the given number of bytes, or none. Returns whether enough were free. */
  boolean take(long bytes) {
    long room = mostBytes - bytes;
    return takenBytes.getAndUpdate(taken -> taken <= room ? taken + bytes : taken) <= room;
  }

  void giveBack(long bytes) {
    takenBytes.addAndGet(-bytes);
  }
}
