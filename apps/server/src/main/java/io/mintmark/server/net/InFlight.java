package io.mintmark.server.net;

import io.mintmark.service.Problem.Kind;
import io.mintmark.service.ProblemException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the large requests and replies that are in flight at the same time, by the bytes that each
 * may need at most. Small ones ({@value #SMALL_BYTES} bytes) are not counted: connections times
 * requests of a connection limits them. Thread-safe.
 *
 * <p>A request whose body or reply does not fit any more is refused before it is executed. It
 * keeps its bytes until its client has taken the reply.
 */
public final class InFlight {

  /** The size up to which a request or a reply is small. */
  public static final int SMALL_BYTES = 4 * 1024;

  private final long mostBytes;
  private final AtomicLong takenBytes = new AtomicLong();

  /**
   * Makes a limit of which nothing is used.
   *
   * @param mostBytes the limit in bytes
   */
  public InFlight(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** The limit in bytes. */
  public long mostBytes() {
    return mostBytes;
  }

  /** The bytes in use. */
  public long takenBytes() {
    return takenBytes.get();
  }

  /**
   * Takes the bytes for a request or a reply.
   *
   * @param bytes how many it may need at most
   * @return how many are to be given back: none if it is small
   * @throws ProblemException if they do not fit
   */
  public long take(long bytes) {
    if (bytes <= SMALL_BYTES) {
      return 0;
    }
    long room = mostBytes - bytes;
    if (takenBytes.getAndUpdate(taken -> taken <= room ? taken + bytes : taken) > room) {
      throw new ProblemException(
          Kind.OVERLOADED,
          "the memory for requests and answers is used up: request less, or retry later; nothing"
              + " was done");
    }
    return bytes;
  }

  /** Gives back what {@link #take} returned. */
  public void giveBack(long bytes) {
    takenBytes.addAndGet(-bytes);
  }
}
