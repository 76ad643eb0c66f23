package io.mintmark.internal.store;

import io.mintmark.error.Message;
import io.mintmark.store.LineName;

/**
 * The lines that Mintmark itself keeps in every store. Their names start with {@value
 * LineName#RESERVED}, which no generator's line does. No ids are made from them, and they stay
 * where they are when a store's lines are moved.
 */
public final class StoreLines {

  /**
   * Which store this is: its {@code next} is a random number from 1 to 2^63 - 1, set once from 0.
   * A process that remembers it notices when it is led to another store.
   */
  public static final String IDENTITY = LineName.RESERVED + "identity";

  /**
   * The line on which every process claims one position after its first write to a line, see {@link
   * MovableStore}. At {@link Long#MAX_VALUE} once the store's lines are being moved to another.
   */
  public static final String GATE = LineName.RESERVED + "gate";

  /**
   * Where the store's lines are moved to: its {@code next} is the {@link #IDENTITY} of the other
   * store, set once from 0, and its note that store's URL without secrets.
   */
  public static final String MOVED_TO = LineName.RESERVED + "moved-to";

  /**
   * The random number of the life of an engine that can forget and does not itself notice that its
   * lines were deleted.
   */
  public static final String LIFE = LineName.RESERVED + "life";

  /** The line on which {@code mintmark doctor} claims, to see how long that takes. */
  public static final String DOCTOR = LineName.RESERVED + "doctor";

  /** The line that moves with each definition of a generator, so that servers notice it. */
  public static final String DEFINITIONS = LineName.RESERVED + "definitions";

  /** The prefix of the names that {@link #from} returns. */
  public static final String FROM = LineName.RESERVED + "from/";

  private static final String ARRIVALS = LineName.RESERVED + "arrivals/";

  private StoreLines() {}

  /**
   * Names the line that says that all lines of another store have arrived in this one. It stands
   * at 1 once they have.
   *
   * @param identity where {@link #IDENTITY} stands in the other store, 1 or more
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
   * Names the line that says how far the lines of another store have come into this one: 1 from
   * before the first is moved, 2 once all that counts is here.
   *
   * @param identity where {@link #IDENTITY} stands in the other store, 1 or more
   * @return the line's name; the identity is in decimal digits
   */
  public static String arrivals(long identity) {
    return ARRIVALS + identity;
  }
}
