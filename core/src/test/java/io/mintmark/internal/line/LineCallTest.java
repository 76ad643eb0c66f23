package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.batch.WordArray;
import io.mintmark.internal.line.Requests.PositionRun;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LineCallTest {

  private final ClaimedRange range = new ClaimedRange(PositionCode.PLAIN, 0, 100, 200, 0);

  private static <T> LineCall<T> batch(
      RunSink sink, Supplier<T> made, @Nullable CompletableFuture<T> future) {
    return new LineCall<>(sink, true, 0, made, future);
  }

  private static LineCall<long[]> numbers(@Nullable CompletableFuture<long[]> future) {
    long[] ids = new long[5];
    return batch(new WordArray(ids, 1, PositionCode.PLAIN), () -> ids, future);
  }

  private static ListSink<Long> list(int count) {
    return new ListSink<>(count, 0, (worker, position, argument) -> position);
  }

  @Test
  void forget_someOrNothingTaken_missesAllAgain() {
    for (LineCall<?> call : List.of(
        numbers(null),
        batch(list(5), () -> "", null),
        batch(new WordArray(new long[5], 1, PositionCode.PLAIN), () -> "", null))) {
      assertThat(call.forget()).isZero();
      assertThat(call.add(new PositionRun(range, 100, 5))).isEqualTo(5);
      assertThat(call.missing()).isZero();

      assertThat(call.forget()).isEqualTo(5);
      assertThat(call.missing()).isEqualTo(5);
      assertThat(call.add(new PositionRun(range, 110, 5))).isEqualTo(5);
      assertThat(call.missing()).isZero();
    }
  }

  @Test
  void ids_afterForgetting_areThoseTakenSince() {
    ListSink<Long> list = list(2);
    long[] array = new long[2];
    for (RunSink sink : List.of(list, new WordArray(array, 1, PositionCode.PLAIN))) {
      LineCall<String> call = batch(sink, () -> "all", null);
      assertThat(call.add(new PositionRun(range, 100, 1))).isEqualTo(1);

      assertThat(call.forget()).isEqualTo(1);
      assertThat(call.add(new PositionRun(range, 110, 2))).isEqualTo(2);

      assertThat(call.ids()).isEqualTo("all");
    }
    assertThat(list.ids()).containsExactly(110L, 111L);
    assertThat(array).containsExactly(110, 111);
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
