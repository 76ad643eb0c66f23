package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How calls become writes, and how a write's reply is divided among its calls. */
class WriteTest extends BatchFixture {

  @Test
  void claim_duringABatch_joinsOtherClaimsOnItsLine() throws Exception {
    List<CompletableFuture<Long>> others = new ArrayList<>();
    behindAHeldBatch(gate -> {
      for (int i = 1; i <= 5; i++) {
        int count = i;
        others.add(waiting(() -> commits.claim("line", 0, count)));
      }
      gate.release(2);
    });

    CompletableFuture.allOf(others.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
    assertThat(engine.batches()).containsExactly(List.of("first 0+1"), List.of("line 0+15"));
    assertThat(starts(others)).containsExactly(0L, 1L, 3L, 6L, 10L);
  }

  @Test
  void claim_differentFloors_startsAsIfClaimedAlone() throws Exception {
    engine.put("line", 7);
    List<CompletableFuture<Long>> others = new ArrayList<>();
    behindAHeldBatch(gate -> {
      for (long floor : new long[] {3, 100, 0, 50}) {
        others.add(waiting(() -> commits.claim("line", floor, 10)));
      }
      gate.release(2);
    });

    assertThat(starts(others)).containsExactly(120L, 100L, 130L, 110L);
    assertThat(engine.batches()).last().isEqualTo(List.of("line 100+40"));
  }

  @Test
  void execute_moreLinesThanABatchHas_takesAnother() throws Exception {
    List<CompletableFuture<Long>> others = new ArrayList<>();
    behindAHeldBatch(gate -> {
      for (String line : List.of("a", "b", "c", "d", "a", "e")) {
        others.add(waiting(() -> commits.claim(line, 0, 1)));
      }
      gate.release(3);
    });

    assertThat(starts(others)).containsExactly(0L, 0L, 0L, 0L, 1L, 0L);
    assertThat(engine.batches())
        .containsExactly(
            List.of("first 0+1"), List.of("a 0+2", "b 0+1", "c 0+1"), List.of("d 0+1", "e 0+1"));
  }

  @Test
  void execute_otherWritesOnOneLine_areSeparateBatches() throws Exception {
    List<CompletableFuture<Long>> others = new ArrayList<>();
    behindAHeldBatch(gate -> {
      others.add(waiting(() -> commits.compareAndSet("line", 0, 9) ? 1L : 0L));
      others.add(waiting(() -> commits.compareAndSet("line", 0, 8) ? 1L : 0L));
      others.add(waiting(() -> commits.claim("line", 0, 1)));
      others.add(waiting(() -> {
        commits.annotate("line", "note");
        return 0L;
      }));
      gate.release(5);
    });

    assertThat(starts(others)).containsExactly(1L, 0L, 9L, 0L);
    assertThat(engine.batches())
        .containsExactly(
            List.of("first 0+1"),
            List.of("line 0>9"),
            List.of("line 0>8"),
            List.of("line 0+1"),
            List.of("line note"));
  }

  @Test
  void claim_sumPastTheEnd_retriesFittingCallsAlone() throws Exception {
    engine.put("line", Long.MAX_VALUE - 10);
    List<CompletableFuture<Long>> others = new ArrayList<>();
    behindAHeldBatch(gate -> {
      others.add(waiting(() -> commits.claim("line", 0, 6)));
      others.add(waiting(() -> commits.claim("line", 0, 11)));
      others.add(waiting(() -> commits.claim("line", 0, 5)));
      others.add(waiting(() -> commits.claim("line", 0, 4)));
      gate.release(10);
    });

    assertThat(others.get(0).get(60, TimeUnit.SECONDS)).isEqualTo(Long.MAX_VALUE - 10);
    assertExhausted(others.get(1));
    assertExhausted(others.get(2));
    assertThat(others.get(3).get(60, TimeUnit.SECONDS)).isEqualTo(Long.MAX_VALUE - 4);
  }

  @Test
  void claim_sumOfFloorAndCountsPastTheEnd_isNotJoined() throws Exception {
    List<CompletableFuture<Long>> others = new ArrayList<>();
    behindAHeldBatch(gate -> {
      others.add(waiting(() -> commits.claim("line", 0, Long.MAX_VALUE - 5)));
      others.add(waiting(() -> commits.claim("line", Long.MAX_VALUE - 5, 5)));
      gate.release(10);
    });

    assertThat(starts(others)).containsExactly(0L, Long.MAX_VALUE - 5);
  }
}
