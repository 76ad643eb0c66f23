package io.mintmark.moving;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.store.LineStore;
import java.util.function.LongConsumer;

/**
 * Seals lines (named, durable counters in a store), and raises other lines.
 *
 * <p>Sealing claims all positions of a line from a given position to the line's end. In one atomic
 * step, the store grants the claim if the line's next position is not above that position. It
 * refuses the claim if another process has claimed past that position. So once the claim is
 * granted, all claims of other processes are below that position. {@link #seal} passes the position
 * to its caller before each try, so that the caller can first raise the target's line to that
 * position.
 */
final class Sealing {

  private static final int MAX_TRIES = 100;
  private static final long MAX_MARGIN = 1L << 60;

  private Sealing() {}

  /**
   * Seals a line, unless it is sealed already. If other processes claim faster than the line can be
   * sealed, each try starts further ahead of their claims. The skipped positions are a gap, and no
   * position repeats.
   *
   * @param seen the line's last known position
   * @param beforehand receives a position before each try; all other processes' claims are below it
   * @return whether this call sealed it
   */
  static boolean seal(LineStore store, String line, long seen, LongConsumer beforehand) {
    long next = seen;
    long margin = 0;
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      if (next == Long.MAX_VALUE) {
        return false;
      }
      long end = next < Long.MAX_VALUE - margin ? next + margin : Long.MAX_VALUE - 1;
      beforehand.accept(end);
      try {
        long unused = store.claim(line, end, Long.MAX_VALUE - end);
        return true;
      } catch (ExhaustedException | LineMovedException e) {
        long now = store.position(line);
        margin = Math.min(Math.max(1, 2 * Math.max(margin, now - next)), MAX_MARGIN);
        next = now;
      }
    }
    throw changing(line, "it is not sealed; run the copy again when less is claimed");
  }

  /**
   * Raises a line, unless it is at {@code atLeast} or above.
   *
   * @param seen the line's last known position
   */
  static void raise(LineStore store, String line, long seen, long atLeast) {
    long next = seen;
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      if (next >= atLeast || store.compareAndSet(line, next, atLeast)) {
        return;
      }
      next = store.position(line);
    }
    throw changing(line, "it is not raised; nothing may claim on the target yet");
  }

  private static MintmarkException changing(String line, String effect) {
    return new MintmarkException(Message.of(
        "the line changed during every attempt: line={}, tries={}; {}", line, MAX_TRIES, effect));
  }
}
