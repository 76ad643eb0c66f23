package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.line.Positions.Encoder;
import io.mintmark.internal.line.Request.Result;
import io.mintmark.internal.line.Requests.PositionRun;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RequestTest {

  private final ClaimedRange range = new ClaimedRange(PositionCode.PLAIN, 0, 100, 200, 0);
  private final List<Long> list = new ArrayList<>();
  private final long[] array = new long[2];

  private List<RunSink> sinks() {
    Encoder<Long> plain = (worker, position, argument) -> position;
    return List.of(plain.into(list, 0), PositionCode.PLAIN.into(array, 1));
  }

  private static Request request(RunSink sink, @Nullable CompletableFuture<String> future) {
    return new Request(2, sink, true, 0, future == null ? null : new Result<>(future, () -> "all"));
  }

  @Test
  void forget_someOrNothingTaken_missesAllAgain() {
    for (RunSink sink : sinks()) {
      Request call = request(sink, null);
      assertThat(call.forget()).isZero();
      assertThat(call.add(new PositionRun(range, 100, 2))).isEqualTo(2);
      assertThat(call.missing()).isZero();

      assertThat(call.forget()).isEqualTo(2);
      assertThat(call.missing()).isEqualTo(2);
      assertThat(call.add(new PositionRun(range, 110, 1))).isEqualTo(1);
      assertThat(call.add(new PositionRun(range, 111, 1))).isEqualTo(1);
      assertThat(call.missing()).isZero();
    }
    assertThat(list).containsExactly(110L, 111L);
    assertThat(array).containsExactly(110, 111);
  }

  @Test
  void add_unusedPosition_isNoId() {
    Encoder<String> encoder = (worker, position, argument) ->
        position % 10 == 0 ? null : worker + "/" + position + "/" + argument;
    List<String> ids = new ArrayList<>();
    RunSink sink = encoder.into(ids, 7);

    assertThat(sink.add(1, 109, 3, 0)).isEqualTo(2);
    assertThat(sink.add(2, 115, 1, 2)).isEqualTo(1);
    assertThat(ids).containsExactly("1/109/7", "1/111/7", "2/115/7");
  }

  @Test
  void isDone_waitingAnsweredOrWithoutAFuture_isSoOnlyIfAnswered() {
    CompletableFuture<String> future = new CompletableFuture<>();
    RunSink sink = sinks().get(0);

    assertThat(request(sink, null).isDone()).isFalse();
    assertThat(request(sink, future).isDone()).isFalse();
    request(sink, future).complete();
    assertThat(request(sink, future).isDone()).isTrue();
    assertThat(future).isCompletedWithValue("all");
  }
}
