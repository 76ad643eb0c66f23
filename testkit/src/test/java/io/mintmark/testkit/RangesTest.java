package io.mintmark.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.generator.LongRange;
import java.util.List;
import org.junit.jupiter.api.Test;

class RangesTest {

  @Test
  void assertDisjoint_touchingOrApart_passes() {
    Ranges.assertDisjoint(List.of());
    Ranges.assertDisjoint(List.of(new LongRange(10, 12), new LongRange(0, 5), new LongRange(5, 6)));
  }

  @Test
  void assertDisjoint_sharedPosition_fails() {
    assertThatThrownBy(
            () -> Ranges.assertDisjoint(List.of(new LongRange(4, 6), new LongRange(0, 5))))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("claimed twice");
  }

  @Test
  void assertTiling_wholeLine_passes() {
    Ranges.assertTiling(List.of(new LongRange(5, 6), new LongRange(0, 5)), 6);
  }

  @Test
  void assertTiling_holeOrOtherEnd_fails() {
    List<LongRange> holed = List.of(new LongRange(0, 5), new LongRange(6, 7));
    assertThatThrownBy(() -> Ranges.assertTiling(holed, 7)).hasMessageContaining("from=5 to=6");
    List<LongRange> whole = List.of(new LongRange(0, 5));
    assertThatThrownBy(() -> Ranges.assertTiling(whole, 6))
        .hasMessageContaining("covered=5, end=6");
  }
}
