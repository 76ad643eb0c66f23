package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchesTest {

  private static Batches batches(BatchEngine engine) {
    return new Batches(
        new BatchStore.Writer(engine, 3), BatchFixture.settings(Duration.ofSeconds(5)));
  }

  /** Such a call is retried alone once, and not again. */
  @Test
  void commit_noAnswerEvenAlone_failsTheCalls() {
    List<Integer> sizes = new ArrayList<>();
    Batches batches = batches(writes -> {
      sizes.add(writes.get(0).calls().size());
      if (sizes.size() == 1) {
        writes.get(0).refused(Long.MAX_VALUE - 10);
      }
    });
    List<Write> calls = List.of(new Write.Claim("line", 0, 10), new Write.Claim("line", 0, 9));
    batches.commit(calls, null);

    assertThat(sizes).containsExactly(2, 1, 1);
    assertThat(calls)
        .allSatisfy(call -> assertThat(call.failure).hasMessageContaining("without an answer"));
    assertThat(batches.maxLines()).isEqualTo(3);
  }

  /** Without this, calls of callers that have gone would keep the engine from later calls. */
  @Test
  void commit_callersGoneBeforeTheirRound_areLeftOut() {
    List<Write> calls = List.of(
        new Write.CompareAndSet("line", 0, 1, ""),
        new Write.CompareAndSet("line", 1, 2, ""),
        new Write.CompareAndSet("line", 1, 3, ""));
    List<Write> made = new ArrayList<>();
    Batches batches = batches(writes -> {
      made.addAll(writes);
      writes.get(0).done(made.size());
      calls.get(1).abandoned = true;
    });
    batches.commit(calls, null);

    assertThat(made).containsExactly(calls.get(0), calls.get(2));
    assertThat(calls.get(1).filled).isFalse();
  }

  /** No other thread would end these calls. */
  @Test
  void commit_errorOutsideTheEngine_failsAllCallsWithoutAnAnswer() {
    Write answered = new Write.Claim("line", 0, 1);
    Write other = new Write.Note("line", "note");
    List<Write> failing = new ArrayList<>(List.of(answered, other)) {
      private static final long serialVersionUID = 1L;
      private int iterations;

      @Override
      public Iterator<Write> iterator() {
        if (iterations++ == 0) {
          throw new OutOfMemoryError("made for this test");
        }
        return super.iterator();
      }
    };
    answered.done(1);
    answered.deliver();
    batches(writes -> {}).commit(failing, null);

    assertThat(answered.failure).isNull();
    assertThat(other.failure).hasMessage("made for this test");
  }
}
