package io.mintmark.internal.store;

import io.mintmark.error.Message;
import io.mintmark.store.LineName;

/**
 * Mintmark's own lines, which every store has. Their names start with {@value LineName#RESERVED}.
 * The names of generators' lines never start with it. No ids are made from them, and they are not
 * moved with a store's lines.
 */
public final class StoreLines {

  /**
   * The identity of the store: its {@code next} is a random number from 1 to 2^63 - 1, set once
   * from 0. A process that remembers it detects that it is connected to another store.
   */
  public static final String IDENTITY = LineName.RESERVED + "identity";

  /**
   * The line on which every process claims one position after its first write to a line, see {@link
   * MovableStore}. Its position is {@link Long#MAX_VALUE} as soon as the store's lines are being
   * moved to another store.
   */
  public static final String GATE = LineName.RESERVED + "gate";

  /**
   * The destination of the store's lines: its {@code next} is the {@link #IDENTITY} of the other
   * store, set once from 0, and its note is that store's URL without secrets.
   */
  public static final String MOVED_TO = LineName.RESERVED + "moved-to";

  /**
   * The line with the random number of a life. It is used for an engine that can forget and does
   * not notice by itself that its lines were deleted.
   */
  public static final String LIFE = LineName.RESERVED + "life";

  /** The line on which {@code mintmark doctor} claims, to measure how long a claim takes. */
  public static final String DOCTOR = LineName.RESERVED + "doctor";

  /**
   * The line that moves with each definition of a generator, so that servers notice the definition.
   */
  public static final String DEFINITIONS = LineName.RESERVED + "definitions";

  /** The prefix of the names that {@link #from} returns. */
  public static final String FROM = LineName.RESERVED + "from/";

  private static final String ARRIVALS = LineName.RESERVED + "arrivals/";

  private StoreLines() {}

  /**
   * Names the line that records that all lines of another store have arrived in this one. It is at
   * 1 once they have arrived.
   *
   * @param identity the other store's {@link #IDENTITY}, 1 or more
   * @return the line's name; the identity is in decimal digits
   * @throws IllegalArgumentException if no store has such an identity
   */
  public static String from(long identity) {
    if (identity < 1) {
      throw new IllegalArgumentException(
          Message.of("the store's identity is below 1: identity={}", identity));
    }
    return FROM + identity;
  }

  /**
   * Names the line that records the progress of moving another store's lines to this one. Its
   * position becomes 1 before the first line is moved, and 2 when all lines that matter have
   * arrived.
   *
   * @param identity the other store's {@link #IDENTITY}, 1 or more
   * @return the line's name; the identity is in decimal digits
   */
  public static String arrivals(long identity) {
    return ARRIVALS + identity;
  }
}
