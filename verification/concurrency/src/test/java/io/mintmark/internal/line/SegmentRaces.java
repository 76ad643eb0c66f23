package io.mintmark.internal.line;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.mintmark.concurrency.Verdict;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Threads that draw from a line of segments while it goes on to the next segment. */
public final class SegmentRaces {

  private SegmentRaces() {}

  /** The next segment follows directly. */
  @JCStressTest
  @Outcome(id = Verdict.IN_ORDER, expect = ACCEPTABLE, desc = "no position twice")
  @Outcome(expect = FORBIDDEN, desc = "a promise is broken")
  @State
  public static class Extension {

    private final LocalLine line = ShortSegments.alone();
    private long[] one = {};
    private long[] other = {};

    @Actor
    public void one() {
      one = new long[] {line.next(), line.next()};
    }

    @Actor
    public void other() {
      other = new long[] {line.next(), line.next()};
    }

    @Arbiter
    public void judge(L_Result result) {
      result.r1 = Verdict.of(one, other);
    }
  }

  /** Somebody else has claimed in between. */
  @JCStressTest
  @Outcome(id = Verdict.IN_ORDER, expect = ACCEPTABLE, desc = "no position twice")
  @Outcome(expect = FORBIDDEN, desc = "a promise is broken")
  @State
  public static class HandOver {

    private final LocalLine line = ShortSegments.shared();
    private long[] one = {};
    private long[] other = {};

    @Actor
    public void one() {
      one = new long[] {line.next(), line.next()};
    }

    @Actor
    public void other() {
      other = new long[] {line.next(), line.next()};
    }

    @Arbiter
    public void judge(L_Result result) {
      result.r1 = Verdict.of(one, other);
    }
  }

  /** A call that waits meets one that does not at a segment's end. */
  @JCStressTest
  @Outcome(id = Verdict.IN_ORDER, expect = ACCEPTABLE, desc = "no position twice")
  @Outcome(expect = FORBIDDEN, desc = "a promise is broken")
  @State
  public static class Later {

    private final LocalLine line = ShortSegments.shared();
    private long[] one = {};
    private long[] other = {};

    @Actor
    public void one() {
      one = new long[] {line.next(), line.next()};
    }

    @Actor
    public void other() {
      other = LineBatches.nextAsync(line, 3, ids -> ids).join();
    }

    @Arbiter
    public void judge(L_Result result) {
      result.r1 = Verdict.of(one, other);
    }
  }

  /** Batches and single draws meet at a segment's end. */
  @JCStressTest
  @Outcome(id = Verdict.IN_ORDER, expect = ACCEPTABLE, desc = "no position twice")
  @Outcome(expect = FORBIDDEN, desc = "a promise is broken")
  @State
  public static class Batches {

    private final LocalLine line = ShortSegments.shared();
    private long[] one = {};
    private long[] other = {};

    @Actor
    public void one() {
      one = LineBatches.next(line, 3);
    }

    @Actor
    public void other() {
      long last = line.reserve(2);
      other = new long[] {last - 1, last, line.next()};
    }

    @Arbiter
    public void judge(L_Result result) {
      result.r1 = Verdict.of(one, other);
    }
  }
}
