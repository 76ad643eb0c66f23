package io.mintmark.internal.line;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.mintmark.concurrency.Verdict;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A thread that draws from a line with time, while the clock's thread moves it along. */
public final class TickRaces {

  private TickRaces() {}

  /** The next tick comes, within the window. */
  @JCStressTest
  @Outcome(id = Verdict.IN_ORDER, expect = ACCEPTABLE, desc = "no id twice")
  @Outcome(expect = FORBIDDEN, desc = "a promise is broken")
  @State
  public static class NextTick {

    private final FastLine line = new FastLine();
    private long[] one = {};
    private long[] other = {};

    @Actor
    public void one() {
      one = new long[] {line.next(), line.next()};
    }

    @Actor
    public void other() {
      line.tickAfter(Duration.ofMillis(1));
      other = new long[] {line.next(), line.next()};
    }

    @Arbiter
    public void judge(L_Result result) {
      result.r1 = Verdict.of(one, other);
    }
  }

  /** So much time has passed that the window is over, and another is claimed. */
  @JCStressTest
  @Outcome(id = Verdict.IN_ORDER, expect = ACCEPTABLE, desc = "no id twice")
  @Outcome(expect = FORBIDDEN, desc = "a promise is broken")
  @State
  public static class NextWindow {

    private final FastLine line = new FastLine();
    private long[] one = {};
    private long[] other = {};

    @Actor
    public void one() {
      one = line.next(40);
    }

    @Actor
    public void other() {
      line.tickAfter(Duration.ofMillis(10));
      other = new long[] {line.next(), line.next()};
    }

    @Arbiter
    public void judge(L_Result result) {
      result.r1 = Verdict.of(one, other);
    }
  }

  /** The clock steps back, within the tolerance: the line stays where it is and counts on. */
  @JCStressTest
  @Outcome(id = Verdict.IN_ORDER, expect = ACCEPTABLE, desc = "no id twice")
  @Outcome(expect = FORBIDDEN, desc = "a promise is broken")
  @State
  public static class StepBack {

    private final FastLine line = new FastLine();
    private long[] one = {};
    private long[] other = {};

    @Actor
    public void one() {
      one = new long[] {line.next(), line.next()};
    }

    @Actor
    public void other() {
      line.tickAfterStepBack(Duration.ofSeconds(30));
      other = new long[] {line.next(), line.next()};
    }

    @Arbiter
    public void judge(L_Result result) {
      result.r1 = Verdict.of(one, other);
    }
  }
}
