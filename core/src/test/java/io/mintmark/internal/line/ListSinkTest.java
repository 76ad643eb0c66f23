package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ListSinkTest {

  @Test
  void add_twoRuns_areInOrderUntilCleared() {
    ListSink<String> sink = new ListSink<>(
        5, 7, (worker, position, argument) -> worker + "/" + position + "/" + argument);
    assertThat(sink.count()).isEqualTo(5);

    assertThat(sink.add(1, 10, 2)).isEqualTo(2);
    assertThat(sink.add(2, 20, 3)).isEqualTo(3);
    assertThat(sink.ids()).containsExactly("1/10/7", "1/11/7", "2/20/7", "2/21/7", "2/22/7");

    sink.clear();
    assertThat(sink.ids()).isEmpty();
    assertThat(sink.add(3, 30, 1)).isEqualTo(1);
    assertThat(sink.ids()).containsExactly("3/30/7");
  }

  @Test
  void add_unusedPosition_isNoId() {
    ListSink<Long> sink =
        new ListSink<>(3, 0, (worker, position, argument) -> position % 10 == 0 ? null : position);

    assertThat(sink.add(1, 9, 4)).isEqualTo(3);
    assertThat(sink.ids()).containsExactly(9L, 11L, 12L);
  }
}
