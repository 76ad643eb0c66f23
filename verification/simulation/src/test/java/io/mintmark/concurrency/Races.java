package io.mintmark.concurrency;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.mintmark.internal.line.LineDuels;
import io.mintmark.objectid.ObjectIdDuels;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** All duels in turn. If a duel breaks a promise, its outcome contains the duel's name. */
@JCStressTest
@Outcome(id = Duel.AS_PROMISED, expect = ACCEPTABLE, desc = "no id twice")
@Outcome(expect = FORBIDDEN, desc = "a promise is broken")
@State
public class Races {

  private static final List<Supplier<? extends Duel<?>>> DUELS =
      Stream.<Supplier<? extends Duel<?>>>concat(LineDuels.ALL.stream(), ObjectIdDuels.ALL.stream())
          .toList();

  private static final AtomicInteger NEXT = new AtomicInteger();

  private final Duel<?>.Fight fight =
      DUELS.get(Math.floorMod(NEXT.getAndIncrement(), DUELS.size())).get().fight();

  @Actor
  public void one() {
    fight.one();
  }

  @Actor
  public void other() {
    fight.other();
  }

  @Arbiter
  public void judge(L_Result result) {
    result.r1 = fight.verdict();
  }
}
