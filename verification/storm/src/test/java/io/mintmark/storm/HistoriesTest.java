package io.mintmark.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storm.Kind.Order;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HistoriesTest {

  @TempDir
  private Path folder;

  private Histories histories;

  @BeforeEach
  void begin() {
    histories = new Histories(folder, System.nanoTime());
  }

  @ParameterizedTest
  @EnumSource
  void judgeRepeats_idOfAnotherProcess_isFound(Kind kind) throws IOException {
    write(kind, "0", 1, 2, 5);
    write(kind, "1", 3);
    assertThat(histories.judgeRepeats(kind)).isEqualTo(new Histories.Judgement(4, List.of()));
    write(kind, "2", 5);
    assertThat(histories.judgeRepeats(kind).findings())
        .singleElement()
        .asString()
        .contains("ids repeat: kind=" + kind + ", ids=5, repeated=1");
  }

  @ParameterizedTest
  @EnumSource
  void judgeOrder_threadDecreases_isFoundInOrderedKinds(Kind kind) throws IOException {
    write(kind, "0", 20_000);
    assertThat(order(kind)).isEmpty();
    write(kind, "1", 30_000, 10_000);
    assertThat(order(kind)).hasSize(kind.order() == Order.NONE ? 0 : 1);
  }

  @ParameterizedTest
  @EnumSource
  void judgeOrder_processesOvertake_isFoundInGloballyOrderedKinds(Kind kind) throws IOException {
    write(kind, "0", 10_000, 20_000);
    write(kind, "1", 14_000, 24_000);
    assertThat(order(kind)).hasSize(kind.order() == Order.ALL ? 1 : 0);
  }

  @ParameterizedTest
  @EnumSource
  void judgeOrder_valueBelowAnEarlierPart_isFoundInGloballyOrderedKinds(Kind kind)
      throws IOException {
    write(kind, "0", 10_000, 30_000);
    assertThat(order(kind)).isEmpty();
    write(kind, "1", 20_000, 50_000);
    assertThat(order(kind)).hasSize(kind.order() == Order.ALL ? 1 : 0);
  }

  @ParameterizedTest
  @EnumSource
  void judgeOrder_batchDecreases_isFoundInOrderedKinds(Kind kind) throws IOException {
    try (CallFile file = new CallFile(folder, kind, "0")) {
      file.add(System.nanoTime(), System.nanoTime(), 0, 10_000, 30_000, 20_000);
    }
    assertThat(order(kind)).hasSize(kind.order() == Order.NONE ? 0 : 1);
  }

  @Test
  void judgeOrder_processMayHop_toleratesEarlierTimesOnly() throws IOException {
    write(Kind.SNOWFLAKE, "3", 20_000, 10_000);
    write(Kind.SEGMENTED, "3", 20_000, 10_000);
    assertThat(histories.judgeOrder(Kind.SNOWFLAKE, "3"::equals).findings()).isEmpty();
    assertThat(histories.judgeOrder(Kind.SEGMENTED, "3"::equals).findings()).hasSize(1);
  }

  @Test
  void judgeOrder_keyOfAnotherWorker_isComparedByTimeAndNumber() throws IOException {
    write(Kind.WORKER_KEY, "0", 5_07_1, 5_02_2, 6_01_0);
    assertThat(order(Kind.WORKER_KEY)).isEmpty();
  }

  @Test
  void judgeOrder_timeBeforeTheStart_throws() throws IOException {
    write(Kind.STRICT, "0", 1);
    Histories late = new Histories(folder, System.nanoTime());
    assertThatThrownBy(() -> late.judgeOrder(Kind.STRICT, process -> false))
        .hasMessageContaining("a call outside the time of the storm");
  }

  private List<String> order(Kind kind) throws IOException {
    return histories.judgeOrder(kind, process -> false).findings();
  }

  /**
   * Writes consecutive calls, each with a later time than the previous one, whatever the resolution
   * of the clock is.
   */
  private void write(Kind kind, String process, long... ids) throws IOException {
    try (CallFile file = new CallFile(folder, kind, process)) {
      for (long id : ids) {
        long start = System.nanoTime();
        file.add(start, System.nanoTime(), 0, id);
        while (System.nanoTime() - start <= 0) {
          Thread.onSpinWait();
        }
      }
    }
  }
}
