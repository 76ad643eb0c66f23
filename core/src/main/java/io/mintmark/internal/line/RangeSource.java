package io.mintmark.internal.line;

/** Claims positions for a local line. One thread calls it at a time. May block. */
interface RangeSource {

  /**
   * Claims more positions.
   *
   * @param request the needed and the held positions
   * @return a range that this process alone now owns
   * @throws io.mintmark.error.MintmarkException if none could be claimed
   */
  Claimed claim(ClaimRequest request);

  /**
   * Does work that can wait until the callers of a claim have their ids. The next claim may already
   * be running.
   */
  default void afterClaim() {}

  /** Whether this source can continue at an earlier time, on another worker's line. */
  default boolean canHop() {
    return false;
  }

  /** Whether ticks are so long that processes share them. Then there is no order among workers. */
  default boolean sharesTicks() {
    return false;
  }

  /**
   * A request of a local line for positions.
   *
   * @param floor the lowest usable position
   * @param otherFloor the lowest usable position on another worker's line: in a later tick than all
   *     used positions, unless processes share ticks or the line follows the clock back
   * @param count how many positions are needed, at least
   * @param wanted how many positions all waiting callers could use, {@code count} or more
   * @param wallMs the reading of the wall clock from which the floor follows; 0 where positions
   *     carry no time
   * @param held the positions that the line holds now
   * @param hop whether the clock has stepped back and another worker's line is wanted
   * @param clockCompared whether the reading is compared with a clock of the engine
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

    /** The lowest usable position on a worker's line. */
    long floorOn(long worker) {
      return worker == held.worker ? floor : otherFloor;
    }

    /** Whether the held window reaches beyond now, so that it may be extended. */
    boolean unexpired() {
      return !hop && held.end > floor;
    }
  }

  /**
   * The positions that a local line holds.
   *
   * @param worker the worker number of the line, -1 for none yet
   * @param position the lowest position not handed out
   * @param end exclusive end of the claimed positions
   */
  record Owned(long worker, long position, long end) {

    static final Owned NOTHING = new Owned(-1, 0, 0);
  }

  /**
   * A claimed range.
   *
   * @param worker the worker number of the line
   * @param start the first position
   * @param end the end, exclusive
   * @param renewBelow at how many remaining positions to claim more; negative for never
   */
  record Claimed(long worker, long start, long end, long renewBelow) {}
}
