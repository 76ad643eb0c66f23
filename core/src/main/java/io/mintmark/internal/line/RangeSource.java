package io.mintmark.internal.line;

/** Claims positions for a local line. One thread calls it at a time; it may block. */
interface RangeSource {

  /**
   * Claims more.
   *
   * @param request what is needed and what is held
   * @return a range that is now this process's alone
   * @throws io.mintmark.error.MintmarkException if none could be claimed
   */
  Claimed claim(ClaimRequest request);

  /**
   * Does work that can wait until the callers of a claim have their ids. The next claim may be
   * under way already.
   */
  default void afterClaim() {}

  /** Whether this source can go on at an earlier time, on another worker's line. */
  default boolean canHop() {
    return false;
  }

  /** Whether ticks are so long that processes share them; there is no order among workers then. */
  default boolean sharesTicks() {
    return false;
  }

  /**
   * A request of a local line for positions.
   *
   * @param floor the lowest position of use
   * @param otherFloor the same on another worker's line: in a later tick than all that was used,
   *     unless processes share ticks, or the clock is followed back
   * @param count how many positions are needed, at least
   * @param wanted how many positions all callers that wait now could use, {@code count} or more
   * @param wallMs the wall clock's reading behind the floor; 0 where positions carry no time
   * @param held what the line holds now
   * @param hop whether the clock has stepped back and another worker's line is wanted
   * @param clockCompared whether that reading is compared with a clock of the engine
   */
  record ClaimRequest(
      long floor,
      long otherFloor,
      long count,
      long wanted,
      long wallMs,
      Owned held,
      boolean hop,
      boolean clockCompared) {

    ClaimRequest(long floor, long count, long wanted, long wallMs, Owned held, boolean hop) {
      this(floor, floor, count, wanted, wallMs, held, hop, false);
    }

    ClaimRequest withClockCompared() {
      return new ClaimRequest(floor, otherFloor, count, wanted, wallMs, held, hop, true);
    }

    /** The lowest position of use on a worker's line. */
    long floorOn(long worker) {
      return worker == held.worker ? floor : otherFloor;
    }

    /** Whether what is held reaches beyond now, so that it may be extended. */
    boolean unexpired() {
      return !hop && held.end > floor;
    }
  }

  /**
   * The positions that a local line holds.
   *
   * @param worker the number whose line it is, -1 for none yet
   * @param position the lowest position not handed out
   * @param end exclusive end of what is claimed
   */
  record Owned(long worker, long position, long end) {

    static final Owned NOTHING = new Owned(-1, 0, 0);
  }

  /**
   * A range that was claimed.
   *
   * @param worker the number whose line it is
   * @param start the first position
   * @param end the end, exclusive
   * @param renewBelow with how many positions left to ask for more; negative for never
   */
  record Claimed(long worker, long start, long end, long renewBelow) {}
}
