package io.mintmark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.faults.RealTimeOrder.Swap;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RealTimeOrderTest {

  private static final long SEED = 17;
  private static final int HISTORIES = 2_000;

  @Test
  void judge_calledOneAfterAnother_findsTheSwap() {
    Call one = new Call(0, 10, 2);
    Call other = new Call(11, 20, 1);
    RealTimeOrder.Verdict verdict = RealTimeOrder.judge(List.of(other, one));
    assertThat(verdict.swapped()).isEqualTo(1);
    assertThat(verdict.first()).contains(new Swap(one, other));
  }

  @Test
  void judge_atOnceForAMoment_findsNothing() {
    assertThat(RealTimeOrder.judge(List.of(new Call(0, 10, 2), new Call(10, 20, 1)))
            .swapped())
        .isZero();
  }

  @Test
  void judge_theSameValueTwice_findsIt() {
    assertThat(RealTimeOrder.judge(List.of(new Call(0, 10, 1), new Call(11, 20, 1)))
            .swapped())
        .isEqualTo(1);
  }

  @Test
  void judge_manyThreadsOnARealCounter_findsTheOneSwapThatWasPlanted() {
    SplittableRandom random = new SplittableRandom(SEED);
    List<Call> calls = counted(random, 8, 5_000);
    assertThat(RealTimeOrder.judge(calls).swapped()).isZero();

    int index = random.nextInt(calls.size());
    Call early = calls.get(index);
    int later = index;
    while (calls.get(later).startNanos() <= early.endNanos()) {
      later = (later + 1) % calls.size();
    }
    Call late = calls.get(later);
    calls.set(index, new Call(early.startNanos(), early.endNanos(), late.value()));
    calls.set(later, new Call(late.startNanos(), late.endNanos(), early.value()));
    assertThat(RealTimeOrder.judge(calls).first()).as("seed=%s", SEED).isPresent();
  }

  @Test
  void judge_smallHistories_saysWhatAllOrdersTogetherSay() {
    SplittableRandom random = new SplittableRandom(SEED);
    int wrong = 0;
    for (int i = 0; i < HISTORIES; i++) {
      List<Call> calls = new ArrayList<>();
      List<Long> values = new ArrayList<>(List.of(1L, 3L, 4L, 7L, 9L));
      while (!values.isEmpty()) {
        long start = random.nextLong(12);
        long value = values.remove(random.nextInt(values.size()));
        calls.add(new Call(start, start + random.nextLong(6), value));
      }
      boolean possible = canBeDoneOneAtATime(calls, 0);
      wrong += possible ? 0 : 1;
      assertThat(RealTimeOrder.judge(calls).swapped() == 0).as("%s", calls).isEqualTo(possible);
    }
    assertThat(wrong).isBetween(HISTORIES / 10, HISTORIES * 9 / 10);
  }

  /** Tries every order: each next call may begin before any that is left has ended. */
  private static boolean canBeDoneOneAtATime(List<Call> left, long counter) {
    for (Call call : left) {
      boolean first = left.stream().noneMatch(each -> each.endNanos() < call.startNanos());
      if (first && call.value() > counter) {
        List<Call> rest = new ArrayList<>(left);
        rest.remove(call);
        if (canBeDoneOneAtATime(rest, call.value())) {
          return true;
        }
      }
    }
    return left.isEmpty();
  }

  /** Calls of threads that take turns at random; each gets its number between start and end. */
  private static List<Call> counted(SplittableRandom random, int threads, int steps) {
    long[] started = new long[threads];
    long[] value = new long[threads];
    List<Call> calls = new ArrayList<>();
    long counter = 0;
    for (int now = 1; now <= steps; now++) {
      int thread = random.nextInt(threads);
      if (started[thread] == 0) {
        started[thread] = now;
      } else if (value[thread] == 0) {
        counter += 1 + random.nextInt(3);
        value[thread] = counter;
      } else {
        calls.add(new Call(started[thread], now, value[thread]));
        started[thread] = 0;
        value[thread] = 0;
      }
    }
    return calls;
  }
}
