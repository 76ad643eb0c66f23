package io.mintmark.moving;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.store.ClaimStore;
import java.util.function.LongConsumer;

/**
 * Takes lines to their end, and raises others.
 *
 * <p>Sealing is a claim: of all that is left of a line from some position on. The store grants it
 * if the line stands at or below that position, and refuses it if somebody has claimed past it, in
 * one step either way. So a process that was told of the position before the claim was granted
 * knows that all that others have claimed lies below it.
 */
final class Sealing {

  private static final int MAX_TRIES = 100;
  private static final long MAX_MARGIN = 1L << 60;

  private Sealing() {}

  /**
   * Seals a line, unless it is. While others claim on it faster than it is sealed, each try aims
   * further ahead of them: that is a gap, not a repeat.
   *
   * @param seen where it was last seen
   * @param beforehand is told a position before each try; below it lies all that others claim
   * @return whether this call sealed it
   */
  static boolean seal(ClaimStore store, String line, long seen, LongConsumer beforehand) {
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
    throw new MintmarkException(Message.of(
        "the line moved at every try: line={}, tries={}; it is not sealed; run the copy again"
            + " when less is claimed",
        line,
        MAX_TRIES));
  }

  /**
   * Raises a line, unless it stands there or higher.
   *
   * @param seen where it was last seen
   */
  static void raise(ClaimStore store, String line, long seen, long atLeast) {
    long next = seen;
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      if (next >= atLeast || store.compareAndSet(line, next, atLeast)) {
        return;
      }
      next = store.position(line);
    }
    throw new MintmarkException(Message.of(
        "the line moved at every try: line={}, tries={}; it is not raised; nothing may claim on"
            + " the target yet",
        line,
        MAX_TRIES));
  }
}
