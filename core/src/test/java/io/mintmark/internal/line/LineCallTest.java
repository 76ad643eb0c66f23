package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.line.LineCall.Encoded;
import io.mintmark.internal.line.LineCall.Numbers;
import io.mintmark.internal.line.LineCall.Reserved;
import io.mintmark.internal.line.Waiters.PositionRun;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LineCallTest {

  private final ClaimedRange range = new ClaimedRange(PositionCode.PLAIN, 0, 100, 200, 0);

  private static Numbers<long[]> numbers(@Nullable CompletableFuture<long[]> future) {
    return new Numbers<>(5, 0, all -> all, future);
  }

  @Test
  void forget_someOrNothingTaken_missesAllAgain() {
    for (LineCall<?> call : List.of(
        numbers(null),
        new Encoded<>(5, true, 0, (worker, position, argument) -> position, 0, null),
        new Reserved<>(5, 0, Long::valueOf, null))) {
      assertThat(call.forget()).isZero();
      call.add(new PositionRun(range, 100, 5));
      assertThat(call.missing()).isZero();

      assertThat(call.forget()).isEqualTo(5);
      assertThat(call.missing()).isEqualTo(5);
      call.add(new PositionRun(range, 110, 5));
      assertThat(call.missing()).isZero();
    }
  }

  @Test
  void ids_afterForgetting_areThoseTakenSince() {
    Encoded<Long> call =
        new Encoded<>(2, true, 0, (worker, position, argument) -> position, 0, null);
    call.add(new PositionRun(range, 100, 1));

    assertThat(call.forget()).isEqualTo(1);
    call.add(new PositionRun(range, 110, 2));

    assertThat(call.ids()).containsExactly(110L, 111L);
  }

  @Test
  void isDone_waitingAnsweredOrWithoutAFuture_isSoOnlyIfAnswered() {
    CompletableFuture<long[]> future = new CompletableFuture<>();

    assertThat(numbers(null).isDone()).isFalse();
    assertThat(numbers(future).isDone()).isFalse();
    assertThat(future.cancel(false)).isTrue();
    assertThat(numbers(future).isDone()).isTrue();
  }
}
