package io.mintmark.objectid;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.mintmark.concurrency.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Threads that make ObjectIds while the generator changes its second or its random. */
public final class ObjectIdRaces {

  private static final Instant START = Instant.EPOCH.plus(Duration.ofHours(1));

  private ObjectIdRaces() {}

  /** Judges by seconds: within one, ids of one thread may lie on both sides of the wrap. */
  private static String verdict(List<ObjectId> one, List<ObjectId> other) {
    Set<ObjectId> all = new HashSet<>(one);
    all.addAll(other);
    if (all.size() < one.size() + other.size()) {
      return Verdict.REPEATED;
    }
    return ordered(one) && ordered(other) ? Verdict.IN_ORDER : Verdict.NOT_IN_ORDER;
  }

  private static boolean ordered(List<ObjectId> ids) {
    return ids.get(0).time().compareTo(ids.get(1).time()) <= 0;
  }

  /** Two threads meet the end of the counter. */
  @JCStressTest
  @Outcome(id = Verdict.IN_ORDER, expect = ACCEPTABLE, desc = "no id twice")
  @Outcome(expect = FORBIDDEN, desc = "a promise is broken")
  @State
  public static class ChangeOfRandom {

    private final FastGenerator generator = new FastGenerator(START);
    private List<ObjectId> one = List.of();
    private List<ObjectId> other = List.of();

    @Actor
    public void one() {
      one = List.of(generator.next(), generator.next());
    }

    @Actor
    public void other() {
      other = List.of(generator.next(), generator.next());
    }

    @Arbiter
    public void judge(L_Result result) {
      result.r1 = verdict(one, other);
    }
  }

  /** One thread makes ids while the clock's thread comes with the next second. */
  @JCStressTest
  @Outcome(id = Verdict.IN_ORDER, expect = ACCEPTABLE, desc = "no id twice")
  @Outcome(expect = FORBIDDEN, desc = "a promise is broken")
  @State
  public static class ChangeOfSecond {

    private final FastGenerator generator = new FastGenerator(START);
    private List<ObjectId> one = List.of();
    private List<ObjectId> other = List.of();

    @Actor
    public void one() {
      one = List.of(generator.next(), generator.next());
    }

    @Actor
    public void other() {
      generator.tickAt(START.plusSeconds(1));
      other = List.of(generator.next(), generator.next());
    }

    @Arbiter
    public void judge(L_Result result) {
      result.r1 = verdict(one, other);
    }
  }

  /** The clock steps back by an hour meanwhile: another era, under other random bits. */
  @JCStressTest
  @Outcome(
      id = {Verdict.IN_ORDER, Verdict.NOT_IN_ORDER},
      expect = ACCEPTABLE,
      desc = "no id twice; what was made after the step has the older second")
  @Outcome(expect = FORBIDDEN, desc = "an id twice")
  @State
  public static class StepBack {

    private final FastGenerator generator = new FastGenerator(START);
    private List<ObjectId> one = List.of();
    private List<ObjectId> other = List.of();

    @Actor
    public void one() {
      one = List.of(generator.next(), generator.next());
    }

    @Actor
    public void other() {
      generator.tickAt(Instant.EPOCH);
      other = List.of(generator.next(), generator.next());
    }

    @Arbiter
    public void judge(L_Result result) {
      result.r1 = verdict(one, other);
    }
  }
}
