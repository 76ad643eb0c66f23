package io.mintmark.gapless;

import java.util.List;

/**
 * The result of a check of numbers.
 *
 * @param counters each counter, by its tenant and period
 * @param read how many numbers the documents had
 * @param strange how many of the numbers in the documents do not have the format
 * @param strangeExamples the first ten texts that are not numbers of the format
 */
public record GaplessReport(
    List<Counter> counters, long read, long strange, List<String> strangeExamples) {

  /**
   * One counter.
   *
   * @param tenant its tenant; empty for a format without a tenant
   * @param period its year, or year and month; empty for a format without a year
   * @param last the last number that was given
   * @param used how many different numbers the documents have
   * @param voided how many numbers are void
   * @param missing how many numbers up to the last are neither void nor in a document
   * @param missingRanges the first hundred gaps, each as {@code 7} or {@code 7..9}
   * @param repeated how many documents have a number that another document had before
   * @param repeatedExamples the first ten of these numbers
   * @param neverGiven how many documents have a number above the last, plus how many numbers are
   *     void but were never given; above 0 only if the documents, the counters or the void numbers
   *     were changed by hand, or the database lost a commit
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
     * Returns whether each number up to the last is either in one document or void.
     *
     * @return whether the counter is complete
     */
    public boolean isComplete() {
      return missing == 0 && repeated == 0 && neverGiven == 0;
    }
  }

  /**
   * Returns whether no number is missing, repeated or never given.
   *
   * @return whether each counter is complete, and all texts are numbers of the format
   */
  public boolean isComplete() {
    return strange == 0 && counters.stream().allMatch(Counter::isComplete);
  }
}
