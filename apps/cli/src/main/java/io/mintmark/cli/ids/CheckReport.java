package io.mintmark.cli.ids;

import java.util.List;

/**
 * All that was seen.
 *
 * @param ids how many ids there are, repeats too
 * @param duplicates how many of them repeat an earlier one
 * @param kind what they look like, for programs: {@code snowflake:twitter}, {@code uuid-v7}
 * @param remarks what was seen, in the order to show it
 * @param settings those of a generator that goes on from them, as YAML has them in braces; empty
 *     if none does
 */
public record CheckReport(
    long ids, long duplicates, String kind, List<Remark> remarks, String settings) {

  /**
   * Tells whether anything is as bad as that.
   *
   * @param severity how bad
   * @return whether a remark is
   */
  public boolean has(Severity severity) {
    return remarks.stream().anyMatch(remark -> remark.severity() == severity);
  }
}
