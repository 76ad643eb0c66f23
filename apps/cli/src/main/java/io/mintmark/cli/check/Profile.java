package io.mintmark.cli.check;

import io.mintmark.cli.verify.Duplicate;
import java.util.List;

/** What is counted of all ids of one form. Its size is bounded, whatever their number. */
interface Profile {

  /** Takes an id of this form; lines come in rising order. */
  void add(ParsedId id, long line);

  /**
   * Says what was seen; after it nothing is added.
   *
   * @param duplicates how many ids repeat an earlier one
   * @param first the first of these
   */
  Verdict verdict(long duplicates, List<Duplicate> first);

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
