package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BatchesTest {

  private final Deadline deadline = Deadline.in(Duration.ofSeconds(60), ElapsedClock.system());

  /** It is tried alone once, and not for ever. */
  @Test
  void commit_callsThatGetNoAnswerAlone_failAfterThat() {
    List<Integer> sizes = new ArrayList<>();
    Batches batches = new Batches(
        (writes, deadline) -> {
          sizes.add(writes.get(0).calls.size());
          if (sizes.size() == 1) {
            writes.get(0).refused(Long.MAX_VALUE - 10);
          }
        },
        3);
    List<Call> calls = List.of(new Call.Claim("line", 0, 10), new Call.Claim("line", 0, 9));
    Batches.deliver(batches.commitTaken(taken(calls), deadline));

    assertThat(sizes).containsExactly(2, 1, 1);
    assertThat(calls)
        .allSatisfy(call -> assertThat(call.failure()).hasMessageContaining("without an answer"));
    assertThat(batches.count()).isEqualTo(3);
    assertThat(batches.countCalls()).isEqualTo(4);
  }

  @Test
  void commit_callersHaveGone_asksTheEngineNothing() {
    Call gone = new Call.Claim("line", 0, 1);
    assertThat(gone.abandon()).isTrue();
    List<Write> asked = new ArrayList<>();
    Batches batches = new Batches((writes, deadline) -> asked.addAll(writes), 3);
    assertThat(batches.commitTaken(taken(List.of(gone)), deadline)).isEmpty();
    assertThat(asked).isEmpty();
    assertThat(batches.count()).isZero();
  }

  @Test
  void commitTaken_memoryIsOut_givesAllCallsUp() {
    List<Call> calls = List.of(new Call.Claim("line", 0, 1), new Call.Claim("line", 0, 1));
    Call taken = taken(calls);
    taken.depth = Integer.MAX_VALUE;

    assertThat(new Batches((writes, deadline) -> {}, 3).commitTaken(taken, deadline))
        .isEmpty();

    assertThat(calls).allSatisfy(call -> {
      assertThat(call.isAnswered()).isTrue();
      assertThat(call.failure()).isInstanceOf(OutOfMemoryError.class);
    });
  }

  private static Call taken(List<Call> calls) {
    CallStack stack = new CallStack("store=test");
    calls.forEach(stack::add);
    return Objects.requireNonNull(stack.take());
  }
}
