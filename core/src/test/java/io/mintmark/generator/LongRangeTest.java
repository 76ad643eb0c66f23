package io.mintmark.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import org.junit.jupiter.api.Test;

class LongRangeTest {

  @Test
  void stream_empty_hasNoId() {
    assertThat(new LongRange(7, 7).size()).isZero();
    assertThat(new LongRange(7, 7).stream()).isEmpty();
  }

  @Test
  void stream_rangeEndingAtMaxValue_containsAll() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      LongRange last =
          mint.sequence("last", s -> s.start(Long.MAX_VALUE - 2).segment(1, 1)).reserve(3);

      assertThat(last.last()).isEqualTo(Long.MAX_VALUE);
      assertThat(last.size()).isEqualTo(3);
      assertThat(last.stream())
          .containsExactly(Long.MAX_VALUE - 2, Long.MAX_VALUE - 1, Long.MAX_VALUE);
    }
  }
}
