package io.mintmark.cli.ids;

import java.time.Instant;
import java.util.Optional;

/**
 * The report on the ids of one form.
 *
 * @param form the form
 * @param ids how many ids
 * @param outOfOrder how many are below the preceding id of their form
 * @param firstOutOfOrder the number of the input's line that has the first of these; 0 if there is
 *     none
 * @param smallest the smallest id
 * @param greatest the greatest id
 * @param rate how fast the ids were made; empty unless the ids carry a time
 */
public record FormReport(
    String form,
    long ids,
    long outOfOrder,
    long firstOutOfOrder,
    String smallest,
    String greatest,
    Optional<Rate> rate) {

  /**
   * The times of ids.
   *
   * @param earliest the earliest id's time
   * @param latest the latest id's time
   * @param perSecond ids per second from the first to the last, on average
   */
  public record Rate(Instant earliest, Instant latest, double perSecond) {}
}
