package io.mintmark.internal.line;

/**
 * Claims positions for a {@link LocalLine}, which hands them out. Called by one thread at a time,
 * unless a claim does not return and is given up: then another claim is made at the same time. May
 * block, unless it is local.
 */
public interface RangeSource {

  /**
   * Claims more positions.
   *
   * @param request the positions that the line needs, and the positions that it holds
   * @return a range that only this process owns now
   * @throws io.mintmark.error.MintmarkException if no positions could be claimed
   */
  Claimed claim(ClaimRequest request);

  /**
   * Does work that can wait until the callers that waited for a claim have their ids. The next
   * claim may already run at the same time.
   */
  default void afterClaim() {}

  /**
   * Returns whether claims are computed in this process, without a store. The line's lock is held
   * while such a claim is made.
   *
   * @return whether the thread that needs a claim makes it itself
   */
  default boolean isLocal() {
    return false;
  }

  /**
   * Returns whether this source can hop, that is, continue at an earlier time on the line of
   * another worker number.
   *
   * @return whether requests may have {@link ClaimRequest#hop} set
   */
  default boolean canHop() {
    return false;
  }

  /**
   * Returns whether ranges of several workers may be in one tick (the unit of time in an id), for
   * example because ticks are so long that processes share them. If so, ids of different workers
   * are not ordered within a tick, and a range that starts in a later tick is used only when the
   * clock has reached it.
   *
   * @return whether ranges of several workers may be in one tick
   */
  default boolean sharesTicks() {
    return false;
  }

  /**
   * Returns the latest time that a claim confirms, as a position. If this is after the time of the
   * line's clock, positions may be handed out until {@code maxAheadMs} after it.
   *
   * @param start the start of claimed positions that do not follow the line's last ones
   * @return the position, at most {@code start}
   */
  default long confirmed(long start) {
    return start;
  }

  /**
   * Called when a snapshot of the process is taken, with the line's lock held. The line makes no
   * claim between this call and its resumption.
   */
  default void forget() {}

  /**
   * A request of a local line for positions.
   *
   * @param floor the lowest usable position
   * @param otherFloor the lowest usable position on another worker's line. It is in a later tick
   *     than all used positions, with two exceptions. If processes share ticks, it may be in the
   *     same tick. If {@code hop} is true, it may be in an earlier tick
   * @param count the smallest number of positions that is needed
   * @param wanted the number of positions that all waiting callers together could use, {@code
   *     count} or more
   * @param wallMs the time of the wall clock from which {@code floor} was computed; 0 if positions
   *     carry no time
   * @param held the positions that the line holds now
   * @param hop whether another worker's line is required, because the clock has stepped back
   * @param clockCompared whether {@code wallMs} needs no check when the claim is made, because it
   *     was compared with the engine's clock or with another line
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

    ClaimRequest withClockCompared() {
      return new ClaimRequest(floor, otherFloor, count, wanted, wallMs, held, hop, true);
    }

    /**
     * Returns the lowest usable position on a worker's line.
     *
     * @param worker the worker number
     * @return the position, which may be below the positions claimed so far
     */
    public long floorOn(long worker) {
      return worker == held.worker ? floor : otherFloor;
    }

    /** Returns whether the held window ends after now, so that it may be extended. */
    boolean unexpired() {
      return !hop && held.end > floor;
    }
  }

  /**
   * The positions that a local line holds.
   *
   * @param worker the worker number of the line; -1 if the line does not have a worker number yet
   * @param position the lowest position that is not handed out
   * @param end the end of the claimed positions, exclusive
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
   * @param renewBelow the number of remaining positions at which the next claim is made; negative
   *     if no claim is made ahead of need
   */
  record Claimed(long worker, long start, long end, long renewBelow) {}
}
