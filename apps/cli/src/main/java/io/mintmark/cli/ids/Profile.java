package io.mintmark.cli.ids;

import java.util.List;

/** The statistics of all ids of one form. Their size is bounded, whatever the number of ids. */
interface Profile {

  /** Adds an id of this form. Line numbers must rise. */
  void add(ParsedId id, long line);

  /**
   * Returns the verdict. No id may be added after this call.
   *
   * @param duplicates how many ids repeat an earlier id
   */
  Verdict verdict(long duplicates);

  /**
   * The verdict on the ids of one form.
   *
   * @param kind the apparent kind of the ids, for programs
   * @param remarks the remarks, {@code looks-like} first
   * @param settings the settings of a generator that continues the ids, as YAML in braces; empty if
   *     no generator can
   */
  record Verdict(String kind, List<Remark> remarks, String settings) {}
}
