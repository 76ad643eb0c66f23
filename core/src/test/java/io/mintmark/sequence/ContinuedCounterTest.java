package io.mintmark.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.PublishedCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sequence that continues from the value of another system's counter. */
class ContinuedCounterTest {

  private static PublishedCounter counter(long next, long step) {
    return new PublishedCounter("a counter", next, step);
  }

  @Test
  void continuing_anyStepAndOffset_startsAfterTheCounter() {
    for (long start = 0; start < 4; start++) {
      for (long step = 1; step < 5; step++) {
        for (long next = 0; next < 30; next++) {
          Numbering numbering = Numbering.counting(start, step, Long.MAX_VALUE);

          long position = numbering.continuing("a", counter(next, 1), 0);

          assertThat(numbering.number(position)).isGreaterThanOrEqualTo(next);
          if (position > 0) {
            assertThat(numbering.number(position - 1)).isLessThan(next);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    // first, step, the counter's next and step, the line's position; the expected position
    "1, 1, 4611686018427387904, 1, 0, 4611686018427387903",
    "1, 1, 5, 1, 3, 4",
    "1, 1, 5, 1, 100, 100",
    "2, 2, 8, 2, 0, 3",
    "2, 4, 8, 2, 0, 2",
    "5, 1, -3, 1, 0, 0"
  })
  void continuing_counting_neverLowersTheLine(
      long first, long step, long next, long counterStep, long from, long expected) {
    assertThat(Numbering.counting(first, step, Long.MAX_VALUE)
            .continuing("a", counter(next, counterStep), from))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | 2 | 4,2 | it needs step: 2, offset: 2",
        "1 | 1 | 7,3 | it needs step: 3, offset: 1",
        "1 | 3 | 7,2 | it needs step: 2, offset: 1"
      })
  void continuing_settingsThatCouldRepeat_failWithFittingSettings(
      long start, long step, String numbers, String reason) {
    String[] parts = numbers.split(",", 2);
    PublishedCounter counter = counter(Long.parseLong(parts[0]), Long.parseLong(parts[1]));

    assertThatThrownBy(() ->
            new SequenceBuilder().start(start).step(step).settings().continuing("a", counter, 0))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("counter is a counter, next=" + parts[0])
        .hasMessageContaining(reason);
  }

  @Test
  void continuing_cycleOrMaximumPassed_throws() {
    assertRefused(new SequenceBuilder().cycle(1, 9), counter(5, 1), "it needs no cycle");
    assertRefused(new SequenceBuilder().maximum(9), counter(10, 1), "it needs a higher maximum");
    assertThat(new SequenceBuilder().maximum(9).settings().continuing("a", counter(9, 1), 0))
        .isEqualTo(8);
  }

  private static void assertRefused(
      SequenceBuilder builder, PublishedCounter counter, String reason) {
    assertThatThrownBy(() -> builder.settings().continuing("a", counter, 0))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(reason);
  }
}
