package io.mintmark.internal.line;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.mintmark.concurrency.Verdict;
import io.mintmark.generator.IdOrder;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Threads that each take slices of a line with time, two positions at a time at most. */
public final class SliceRaces {

  /** A thread that has made so many takes two at a time. */
  private static final int IDS = 16;

  private SliceRaces() {}

  private static long[] draw(FastLine line) {
    return draw(line::next);
  }

  private static long[] draw(LongSupplier line) {
    long[] ids = new long[IDS];
    for (int i = 0; i < IDS; i++) {
      ids[i] = line.getAsLong();
    }
    return ids;
  }

  /** Both take from one window. */
  @JCStressTest
  @Outcome(id = Verdict.IN_ORDER, expect = ACCEPTABLE, desc = "no id twice")
  @Outcome(expect = FORBIDDEN, desc = "a promise is broken")
  @State
  public static class TwoThreads {

    private final FastLine line = new FastLine(IdOrder.THREAD);
    private long[] one = {};
    private long[] other = {};

    @Actor
    public void one() {
      one = draw(line);
    }

    @Actor
    public void other() {
      other = draw(line);
    }

    @Arbiter
    public void judge(L_Result result) {
      result.r1 = Verdict.of(one, other);
    }
  }

  /** The next tick comes, and ends what the other thread has. */
  @JCStressTest
  @Outcome(id = Verdict.IN_ORDER, expect = ACCEPTABLE, desc = "no id twice")
  @Outcome(expect = FORBIDDEN, desc = "a promise is broken")
  @State
  public static class NextTick {

    private final FastLine line = new FastLine(IdOrder.THREAD);
    private long[] one = {};
    private long[] other = {};

    @Actor
    public void one() {
      one = draw(line);
    }

    @Actor
    public void other() {
      line.tickAfter(Duration.ofMillis(1));
      other = draw(line);
    }

    @Arbiter
    public void judge(L_Result result) {
      result.r1 = Verdict.of(one, other);
    }
  }

  /** Segments end, and others claim what follows on them. */
  @JCStressTest
  @Outcome(id = Verdict.IN_ORDER, expect = ACCEPTABLE, desc = "no id twice")
  @Outcome(expect = FORBIDDEN, desc = "a promise is broken")
  @State
  public static class SegmentEnds {

    private final LocalLine line = ShortSegments.sharedBySlices();
    private long[] one = {};
    private long[] other = {};

    @Actor
    public void one() {
      one = draw(line::next);
    }

    @Actor
    public void other() {
      other = draw(line::next);
    }

    @Arbiter
    public void judge(L_Result result) {
      boolean owned = LongStream.concat(LongStream.of(one), LongStream.of(other))
          .allMatch(ShortSegments::isOwned);
      result.r1 = owned ? Verdict.of(one, other) : "an id that others claimed";
    }
  }

  /** The line is suspended, and gives up its window, while the other thread has a slice of it. */
  @JCStressTest
  @Outcome(id = Verdict.IN_ORDER, expect = ACCEPTABLE, desc = "no id twice")
  @Outcome(expect = FORBIDDEN, desc = "a promise is broken")
  @State
  public static class Suspension {

    private final FastLine line = new FastLine(IdOrder.THREAD);
    private long[] one = {};
    private long[] other = {};

    @Actor
    public void one() {
      one = draw(line);
    }

    @Actor
    public void other() {
      line.suspendAndResume();
      other = draw(line);
    }

    @Arbiter
    public void judge(L_Result result) {
      result.r1 = Verdict.of(one, other);
    }
  }
}
