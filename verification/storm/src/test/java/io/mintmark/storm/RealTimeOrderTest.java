package io.mintmark.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storm.CallFile.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RealTimeOrderTest {

  private static final long SEED = 17;
  private static final int HISTORIES = 2_000;

  @Test
  void judge_lowerOrSameValueAfterAnAnswer_findsIt() {
    assertThat(RealTimeOrder.judge(List.of(call(0, 10, 2), call(11, 20, 1))).first())
        .hasValueSatisfying(text -> assertThat(text).contains("value=1", "value=2"));
    assertThat(RealTimeOrder.judge(List.of(call(0, 10, 1), call(11, 20, 1))).swapped())
        .isEqualTo(1);
  }

  @Test
  void judge_callsAtTheSameTime_findsNothing() {
    assertThat(RealTimeOrder.judge(List.of(call(0, 10, 2), call(10, 20, 1))).swapped())
        .isZero();
  }

  @Test
  void judge_smallHistories_agreesWithABruteForceSearch() {
    SplittableRandom random = new SplittableRandom(SEED);
    int wrong = 0;
    for (int i = 0; i < HISTORIES; i++) {
      List<Call> calls = new ArrayList<>();
      List<Long> values = new ArrayList<>(List.of(1L, 3L, 4L, 7L, 9L));
      while (!values.isEmpty()) {
        long start = random.nextLong(12);
        long value = values.remove(random.nextInt(values.size()));
        calls.add(call(start, start + random.nextLong(6), value));
      }
      boolean possible = canBeOrdered(calls, 0);
      wrong += possible ? 0 : 1;
      assertThat(RealTimeOrder.judge(calls).swapped() == 0).as("%s", calls).isEqualTo(possible);
    }
    assertThat(wrong).isBetween(HISTORIES / 10, HISTORIES * 9 / 10);
  }

  /** Tries every order. A call may be next if it began before all remaining calls ended. */
  private static boolean canBeOrdered(List<Call> left, long counter) {
    for (Call call : left) {
      boolean first = left.stream().noneMatch(each -> each.endNanos() < call.startNanos());
      if (first && call.value() > counter) {
        List<Call> rest = new ArrayList<>(left);
        rest.remove(call);
        if (canBeOrdered(rest, call.value())) {
          return true;
        }
      }
    }
    return left.isEmpty();
  }

  private static Call call(long startNanos, long endNanos, long value) {
    return new Call(startNanos, endNanos, 0, value);
  }
}
