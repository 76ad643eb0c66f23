package io.mintmark.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.PublishedCounter;
import io.mintmark.opaque.BackwardsKey;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Maps positions to numbers, at the first and the last position. */
final class NumberingTest {

  private static PublishedCounter counter(long next, long step) {
    return new PublishedCounter("a counter", next, step);
  }

  @Test
  void counting_maximumNearTheFirst_hasOneOrZeroPositions() {
    assertThat(Numbering.counting(5, 1, 5).positions()).isEqualTo(1);
    assertThat(Numbering.counting(5, 1, 4).positions()).isZero();
  }

  @Test
  void counting_toMaxValue_endsWithThePositions() {
    assertThat(Numbering.counting(0, 1, Long.MAX_VALUE).positions())
        .isEqualTo(Numbering.MAX_POSITIONS);
    assertThat(Numbering.counting(1, 4, Long.MAX_VALUE).positions()).isEqualTo(1L << 61);
  }

  @Test
  void continuing_counterOfTheSameStep_keepsItsNumbers() {
    assertThat(Numbering.counting(1, 3, 100).continuing("a", counter(4, 3), 0)).isEqualTo(1);
    assertThatThrownBy(() -> Numbering.counting(1, 3, 100).continuing("a", counter(5, 3), 0))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("it needs step: 3, offset: 2");
  }

  @Test
  void continuing_counterPastTheEnd_failsWithTheEnd() {
    assertThatThrownBy(() -> Numbering.counting(1, 3, 100).continuing("a", counter(103, 3), 0))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("last=100}; it needs a higher maximum");
  }

  @Test
  void facts_countingAndCycle_showFirstAndLast() {
    assertThat(Numbering.counting(1, 3, 99).facts())
        .containsEntry("first", "1")
        .containsEntry("step", "3")
        .containsEntry("last", "97")
        .hasSize(3);
    assertThat(Numbering.cycle(2, 7).facts()).containsEntry("cycle", "2..7").hasSize(1);
  }

  private static long[] encoded(Numbering numbering, long start, int count) {
    long[] into = new long[count + 1];
    numbering.encode(0, start, count, into, 1);
    return Arrays.copyOfRange(into, 1, count + 1);
  }

  @Test
  void hidden_numbers_areReorderedAndReversible() {
    Numbering hidden = Numbering.counting(5, 3, 14).hidden("a", new BackwardsKey());

    assertThat(encoded(hidden, 0, 4)).containsExactly(14, 11, 8, 5);
    assertThat(encoded(hidden, 2, 2)).containsExactly(8, 5);
    assertThat(hidden.plain("a", 14)).isEqualTo(5);
    assertThat(hidden.plain("a", 8)).isEqualTo(11);
    assertThat(hidden.facts()).containsEntry("opaque", "backwards");
  }

  @Test
  void encode_cycle_restartsAfterItsLast() {
    Numbering cycle = Numbering.cycle(3, 6);

    assertThat(encoded(cycle, 1, 8)).containsExactly(4, 5, 6, 3, 4, 5, 6, 3);
    assertThat(encoded(cycle, 4, 2)).containsExactly(3, 4);
    assertThat(encoded(Numbering.counting(1, 2, 99), 3, 3)).containsExactly(7, 9, 11);
  }
}
