package io.mintmark.internal.store;

import io.mintmark.internal.text.Arguments;

/**
 * Mintmark's own lines (named, durable counters), which every store has. Their names start with
 * {@value LineName#RESERVED}, with which no line of a generator starts. No ids are made from
 * Mintmark's own lines, and they are not moved together with the other lines of a store.
 */
public final class StoreLines {

  /**
   * The line with the identity of the store. Its position is a random number from 1 to 2^63 - 1,
   * which is set once, from 0. By comparing this number, a process detects that it is connected to
   * a different store than before.
   */
  public static final String IDENTITY = LineName.RESERVED + "identity";

  /**
   * The line on which every process claims one position after its first write to a line, see {@link
   * MovableStore}. Its position is {@link Long#MAX_VALUE} as soon as the store's lines are being
   * moved to another store.
   */
  public static final String GATE = LineName.RESERVED + "gate";

  /**
   * The line that shows to which other store the lines were moved. Its position is the {@link
   * #IDENTITY} of the other store, and is set once, from 0. Its note is the URL of the other store,
   * without secrets.
   */
  public static final String MOVED_TO = LineName.RESERVED + "moved-to";

  /**
   * The line with a random number that identifies the engine's present life, the time in which it
   * has lost no writes (see {@link io.mintmark.store.EngineLife}). This line is used for engines
   * that can forget claims and that do not themselves report a deletion of their lines. A new
   * number shows that this line was deleted.
   */
  public static final String LIFE = LineName.RESERVED + "life";

  /** The line on which {@code mintmark doctor} makes a claim, to measure how long a claim takes. */
  public static final String DOCTOR = LineName.RESERVED + "doctor";

  /**
   * The line that advances whenever a definition of a generator is written, so that all servers
   * detect new definitions.
   */
  public static final String DEFINITIONS = LineName.RESERVED + "definitions";

  /** The prefix of the names that {@link #from} returns. */
  public static final String FROM = LineName.RESERVED + "from/";

  private static final String ARRIVALS = LineName.RESERVED + "arrivals/";

  private StoreLines() {}

  /**
   * Returns the name of the line that records that all lines of another store have been moved to
   * this store. Its position is 1 when they have been moved.
   *
   * @param identity the other store's {@link #IDENTITY}, 1 or more
   * @return the line's name; the identity is in decimal digits
   * @throws IllegalArgumentException if the identity is below 1
   */
  public static String from(long identity) {
    Arguments.check(identity >= 1, "the store's identity is below 1: identity={}", identity);
    return FROM + identity;
  }

  /**
   * Returns the name of the line that records the progress of moving the lines of another store to
   * this store. Its position becomes 1 before the first line is moved, and 2 when all lines that
   * generators need have been moved.
   *
   * @param identity the other store's {@link #IDENTITY}, 1 or more
   * @return the line's name; the identity is in decimal digits
   */
  public static String arrivals(long identity) {
    return ARRIVALS + identity;
  }
}
