package io.mintmark.store.redis;

import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.store.engine.RecentLines;

/**
 * Makes quick claims: claims with one HINCRBY, which takes a tenth of a script's time on the
 * server.
 *
 * <p>HINCRBY adds the count to the line (a counter) and returns its new position in one atomic
 * step. So two claims never share a position, whether scripts or HINCRBY made them. If the sum
 * would overflow, or the field is not a number, HINCRBY fails without a change. Then {@link
 * Script#CLAIM} runs and finds the reason.
 *
 * <p>Only another program can have written a number below 0. HINCRBY adds to such a number too, and
 * the claim fails because its start is negative. The line's next claim uses a script. If the number
 * has reached 0 or more by then, the script accepts it as the line's position.
 *
 * <p>HINCRBY cannot raise a line to {@code atLeast}, so a claim with an {@code atLeast} above 0
 * always uses a script. HINCRBY does not record the time of the claim either, so a script records
 * it once a second. A line gets quick claims for one second after a script has written its time. A
 * failed write of the line ends its quick claims at once.
 *
 * <p>Thread-safe.
 */
final class QuickClaims {

  /** How long after a script has written a line's time the line gets quick claims. */
  static final long STAMP_NANOS = 1_000_000_000;

  /**
   * The maximum number of lines that are remembered. A script makes the next claim of a line that
   * was forgotten.
   */
  static final int MAX_LINES = 10_000;

  private final ElapsedClock clock;
  private final RecentLines<Long> stamped = new RecentLines<>(MAX_LINES);

  QuickClaims(ElapsedClock clock) {
    this.clock = clock;
  }

  /** Returns whether a script has written the line's time within the last {@link #STAMP_NANOS}. */
  synchronized boolean isStamped(String line) {
    Long at = stamped.get(line);
    return at != null && clock.nanos() - at < STAMP_NANOS;
  }

  /** Records that a script has written the line's time. */
  synchronized void stamp(String line) {
    stamped.put(line, clock.nanos());
  }

  /** Forgets the line, because its time may have changed or be missing. */
  synchronized void forget(String line) {
    stamped.remove(line);
  }

  /** Makes the command, which returns the claim's first position. */
  static Request.Command command(String key, long count) {
    return connection ->
        connection.hincrby(key, "next", count).thenApply(next -> Long.toString(next - count));
  }
}
