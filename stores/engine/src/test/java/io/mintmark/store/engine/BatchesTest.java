package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.ManualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchesTest {

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final Waker waker = new Waker(new SteppedLoops(time).context(time.elapsed()));

  /** Such a call is retried alone once, and not again. */
  @Test
  void commit_noAnswerEvenAlone_failsTheCalls() {
    List<Integer> sizes = new ArrayList<>();
    Batches batches = new Batches(
        writes -> {
          sizes.add(writes.get(0).calls().size());
          if (sizes.size() == 1) {
            writes.get(0).refused(Long.MAX_VALUE - 10);
          }
        },
        3,
        waker);
    List<Write> calls = List.of(new Write.Claim("line", 0, 10), new Write.Claim("line", 0, 9));
    batches.commit(calls, false);

    assertThat(sizes).containsExactly(2, 1, 1);
    assertThat(calls)
        .allSatisfy(call -> assertThat(call.failure()).hasMessageContaining("without an answer"));
    assertThat(batches.count()).isEqualTo(3);
    assertThat(batches.countCalls()).isEqualTo(4);
    assertThat(batches.maxLines()).isEqualTo(3);
  }

  /** Without this, calls of callers that have gone would keep the engine from later calls. */
  @Test
  void commit_callersGoneBeforeTheirRound_areLeftOut() {
    List<Write> calls = List.of(
        new Write.CompareAndSet("line", 0, 1),
        new Write.CompareAndSet("line", 1, 2),
        new Write.CompareAndSet("line", 1, 3));
    List<Write> made = new ArrayList<>();
    Batches batches = new Batches(
        writes -> {
          made.addAll(writes);
          writes.get(0).done(made.size());
          calls.get(1).abandon();
        },
        3,
        waker);
    batches.commit(calls, false);

    assertThat(made).containsExactly(calls.get(0), calls.get(2));
    assertThat(calls.get(1).isFilled()).isFalse();
  }

  /** No other thread would end these calls. */
  @Test
  void commit_wakeUpFails_failsAllCalls() {
    StoreContext context = new SteppedLoops(time).context(time.elapsed());
    Waker failing = new Waker(new StoreContext(
        context.clock(),
        (name, turn) -> () -> {
          throw new OutOfMemoryError("made for this test");
        },
        context.threads()));
    List<Write> calls = List.of(new Write.Claim("line", 0, 1), new Write.Claim("line", 0, 1));
    new Batches(writes -> writes.get(0).done(2), 3, failing).commit(calls, false);

    assertThat(calls)
        .allSatisfy(call -> assertThat(call.failure()).hasMessage("made for this test"));
  }
}
