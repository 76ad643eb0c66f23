package io.mintmark.server.net;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that requests and replies of all connections may use together, beyond each
 * connection's own memory. It is counted in bytes on the wire, not allocated in advance. The count
 * never rises above the bound. Thread-safe.
 *
 * <p>When it is used up, no request that is larger than a connection's own memory is read further,
 * and no request is answered whose reply may be larger. All other requests continue.
 *
 * <p><b>The memory for all clients is bounded</b>, whatever they send, and even if they read
 * nothing. The bound is {@code request-memory}, and for each of at most {@code max-connections} and
 * {@value ConnectionLimit#RESERVE} connections:
 *
 * <ul>
 *   <li>{@value #OWN_BYTES} bytes of incomplete requests, of requests that wait for their reply,
 *       and of reserved replies; all streams of an HTTP/2 connection together,
 *   <li>one read of 16 KB, and unsent replies of 32 KB. Behind these, nothing is answered, and
 *       nothing more is read ({@link Listeners}),
 *   <li>one short reply more; over HTTP/2, one for each of the 16 streams that are answered at a
 *       time.
 * </ul>
 *
 * <p>The memory of a request is counted while it arrives. The memory of a reply is reserved by the
 * size that its command or route announces, before the reply is made. A reply without an announced
 * size is short.
 */
public final class RequestMemory {

  /** Each connection's own memory: enough for the requests of most clients. */
  public static final int OWN_BYTES = 32 * 1024;

  /**
   * The largest reply that is not counted, in bytes. Counting would be expensive in comparison with
   * a request for one id. A connection has few such replies that its client has not taken.
   */
  static final int SHORT_BYTES = 4 * 1024;

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

  /** Returns the counted part of a reply's size: all or nothing. */
  static long counted(long bytes) {
    return bytes <= SHORT_BYTES ? 0 : bytes;
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
