package io.mintmark.cli.ids;

import java.util.List;

/** What is counted of all ids of one form. Its size is bounded, whatever their number. */
interface Profile {

  /** Takes an id of this form; lines come in rising order. */
  void add(ParsedId id, long line);

  /**
   * Says what was seen; after it nothing is added.
   *
   * @param duplicates how many ids repeat an earlier one
   */
  Verdict verdict(long duplicates);

  /**
   * What was seen of one form.
   *
   * @param kind what the ids look like, for programs
   * @param remarks what was seen, {@code looks-like} first
   * @param settings those of a generator that goes on from the ids, as YAML has them in braces;
   *     empty if none does
   */
  record Verdict(String kind, List<Remark> remarks, String settings) {}
}
