package io.mintmark.concurrency;

import java.util.stream.LongStream;

/** What is judged of two threads' ids: that none is there twice, and that each thread's rise. */
public final class Verdict {

  /** As promised. */
  public static final String IN_ORDER = "distinct, in order";

  /** Unique, but an id that a thread got later is lower. */
  public static final String NOT_IN_ORDER = "distinct, not in order";

  /** The one thing that must never be. */
  public static final String REPEATED = "repeated";

  private Verdict() {}

  /** Judges the ids that two threads got, each in the order in which it got them. */
  public static String of(long[] one, long[] other) {
    long distinct =
        LongStream.concat(LongStream.of(one), LongStream.of(other)).distinct().count();
    if (distinct < one.length + other.length) {
      return REPEATED;
    }
    return rises(one) && rises(other) ? IN_ORDER : NOT_IN_ORDER;
  }

  private static boolean rises(long[] ids) {
    for (int i = 1; i < ids.length; i++) {
      if (ids[i] <= ids[i - 1]) {
        return false;
      }
    }
    return true;
  }
}
