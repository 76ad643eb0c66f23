package io.mintmark.gapless;

import java.time.Instant;
import java.util.List;

/**
 * What a check of numbers found.
 *
 * @param counters each counter, by its tenant and period
 * @param read how many numbers the documents had
 * @param strange how many of these are no numbers of the format
 * @param strangeExamples the first ten of them
 * @param voids the numbers that are void, by tenant, period and number; the first thousand, each
 *     counter says how many it has
 */
public record GaplessReport(
    List<Counter> counters,
    long read,
    long strange,
    List<String> strangeExamples,
    List<VoidNumber> voids) {

  /**
   * A number whose document is void.
   *
   * @param tenant its tenant; empty if the format has none
   * @param period its year, or year and month; empty if the format has none
   * @param number the number
   * @param text the number as people see it
   * @param reason why it is void, as {@link GaplessNumbers#voidNumber} was told
   * @param at when that was written down
   */
  public record VoidNumber(
      String tenant, String period, long number, String text, String reason, Instant at) {}

  /**
   * One counter.
   *
   * @param tenant its tenant; empty if the format has none
   * @param period its year, or year and month; empty if the format has none
   * @param last the last number that was given
   * @param used how many different numbers documents have
   * @param voided how many numbers are void
   * @param missing how many numbers up to the last have no document and are not void
   * @param missingRanges the first hundred gaps, each as {@code 7} or {@code 7..9}
   * @param repeated how many times a document has a number that another one has
   * @param repeatedExamples the first ten of these numbers
   * @param neverGiven how many documents have a number above the last, and how many numbers are
   *     void though they were never given: somebody changed the tables by hand
   */
  public record Counter(
      String tenant,
      String period,
      long last,
      long used,
      long voided,
      long missing,
      List<String> missingRanges,
      long repeated,
      List<Long> repeatedExamples,
      long neverGiven) {

    /**
     * Tells whether each number up to the last has one document or is void.
     *
     * @return whether that is so
     */
    public boolean isComplete() {
      return missing == 0 && repeated == 0 && neverGiven == 0;
    }
  }

  /**
   * Tells whether there is no gap, no number twice, and none that was never given.
   *
   * @return whether that is so for each counter, and all texts were numbers
   */
  public boolean isComplete() {
    return strange == 0 && counters.stream().allMatch(Counter::isComplete);
  }
}
