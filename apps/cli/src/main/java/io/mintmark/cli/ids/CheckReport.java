package io.mintmark.cli.ids;

import java.util.List;

/**
 * The result of a check.
 *
 * @param ids how many ids there are, repeats included
 * @param duplicates how many of them repeat an earlier id
 * @param kind the apparent kind of the ids, as a short name that programs can compare: {@code
 *     snowflake:twitter}, {@code uuid-v7}
 * @param remarks the remarks in display order
 * @param settings the settings of a generator that continues the ids, as YAML in braces; empty if
 *     no generator can
 */
public record CheckReport(
    long ids, long duplicates, String kind, List<Remark> remarks, String settings) {

  /**
   * Returns whether any remark is of a severity.
   *
   * @param severity the severity
   * @return whether at least one remark is of this severity
   */
  public boolean has(Severity severity) {
    return remarks.stream().anyMatch(remark -> remark.severity() == severity);
  }
}
