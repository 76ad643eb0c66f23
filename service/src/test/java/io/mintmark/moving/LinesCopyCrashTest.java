package io.mintmark.moving;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.FaultyStore.Fault;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a copy that is killed before or after any of its calls, while processes claim. */
class LinesCopyCrashTest {

  private static final int MAX_CALLS = 500;

  /**
   * Runs a copy that is killed at the call with the given number. Returns whether the copy finished
   * before.
   */
  private static boolean run(LineStore from, LineStore to, int lastCall, boolean answered) {
    int[] calls = new int[1];
    Runnable before = () -> {
      if (calls[0]++ == lastCall && !answered) {
        throw new StoreUnavailableException("killed before call " + lastCall);
      }
    };
    Runnable after = () -> {
      if (calls[0] - 1 == lastCall && answered) {
        throw new StoreUnavailableException("killed after call " + lastCall);
      }
    };
    try {
      copy(new HookedStore(from, before, after), new HookedStore(to, before, after))
          .run();
      return true;
    } catch (StoreUnavailableException e) {
      assertThat(e).hasMessageStartingWith("killed ");
      return false;
    }
  }

  private static LinesCopy copy(LineStore from, LineStore to) {
    return new LinesCopy(from, to, "target", (step, done) -> {}, 1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void run_killedAtAnyCall_completesWhenRunAgain(boolean answered) {
    int calls = 0;
    for (boolean ended = false; !ended; calls++) {
      assertThat(calls).isLessThan(MAX_CALLS);
      MemoryStore from = new MemoryStore();
      MemoryStore to = new MemoryStore();
      try (Claimants claimants = new Claimants(from, to)) {
        ended = run(from, to, calls, answered);
        claimants.drawAll();
        assertThat(run(from, to, MAX_CALLS, answered)).isTrue();
        claimants.assertMoved();
      }
    }
    assertThat(calls).isGreaterThan(40);
  }

  @Test
  void run_killedTwiceAnywhere_completesWhenRunAgain() {
    int calls = 0;
    for (boolean ended = false; !ended; calls++) {
      assertThat(calls).isLessThan(MAX_CALLS);
      boolean endedAgain = false;
      for (int again = calls % 3; !endedAgain; again += 3) {
        MemoryStore from = new MemoryStore();
        MemoryStore to = new MemoryStore();
        try (Claimants claimants = new Claimants(from, to)) {
          ended = run(from, to, calls, again % 2 == 0);
          endedAgain = run(from, to, again, calls % 2 == 0);
          claimants.drawAll();
          assertThat(run(from, to, MAX_CALLS, false)).isTrue();
          claimants.assertMoved();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void run_faultAtAnyWrite_completesAtOnceOrWhenRunAgain(Fault fault) {
    for (boolean atSource : List.of(true, false)) {
      boolean struck = true;
      for (int writes = 0; struck; writes++) {
        assertThat(writes).isLessThan(MAX_CALLS);
        MemoryStore from = new MemoryStore();
        MemoryStore to = new MemoryStore();
        FaultyStore faulty = new FaultyStore(() -> atSource ? from : to);
        List<Fault> script = new ArrayList<>();
        for (int i = 0; i < writes; i++) {
          script.add(Fault.NONE);
        }
        script.add(fault);
        faulty.script(script.toArray(new Fault[0]));
        long[] delivered = new long[1];
        faulty.beforeDelivery(() -> delivered[0]++);
        try (Claimants claimants = new Claimants(from, to)) {
          LinesCopy copy = atSource ? copy(faulty, to) : copy(from, faulty);
          try {
            copy.run();
          } catch (StoreUnavailableException e) {
            assertThat(fault).isIn(Fault.FAIL_BEFORE, Fault.LOSE_REPLY);
            claimants.drawAll();
            copy.run();
          }
          claimants.drawAll();
          claimants.assertMoved();
        }
        struck = delivered[0] > writes;
      }
    }
  }
}
