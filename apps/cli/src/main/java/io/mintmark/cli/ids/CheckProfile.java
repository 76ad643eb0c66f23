package io.mintmark.cli.ids;

import java.util.List;

/** Collects statistics of ids of one kind, and concludes from them what generated the ids. */
abstract class CheckProfile extends Profile {

  CheckProfile(IdKind kind) {
    super(kind);
  }

  /**
   * Returns the verdict. No id may be added after this call.
   *
   * @param duplicates how many ids repeat an earlier id
   */
  abstract Verdict verdict(long duplicates);

  /**
   * The verdict on the ids of one form.
   *
   * @param kind the apparent kind of the ids, as a short name that programs can compare, for
   *     example {@code uuid-v7}
   * @param remarks the remarks, {@code looks-like} first
   * @param settings the settings of a generator that continues the ids, as YAML in braces; empty if
   *     no generator can
   */
  record Verdict(String kind, List<Remark> remarks, String settings) {}
}
