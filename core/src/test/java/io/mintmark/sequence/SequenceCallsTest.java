package io.mintmark.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.generator.Generator;
import io.mintmark.generator.LongRange;
import io.mintmark.generator.Supply;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All forms of calls to a sequence, and its description. */
class SequenceCallsTest extends StoredSequences {

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void calls_everyForm_takeConsecutiveNumbers(boolean strict) {
    Sequence sequence = mint.sequence("s", s -> strictOrOf(s, strict, 100, 100));
    assertThat(sequence.isStrict()).isEqualTo(strict);
    assertThat(sequence.kind()).isEqualTo("sequence");
    assertThat(sequence.next()).isEqualTo(1);
    assertThat(sequence.nextBatchAsync(3).join()).containsExactly(2, 3, 4);
    LongRange five = sequence.reserve(5);
    assertThat(five).isEqualTo(new LongRange(5, 10));
    assertThat(five.first()).isEqualTo(5);
    assertThat(five.last()).isEqualTo(9);
    assertThat(five.size()).isEqualTo(5);
    assertThat(five.stream()).containsExactly(5L, 6L, 7L, 8L, 9L);
    assertThat(sequence.reserveAsync(6)).isCompletedWithValue(new LongRange(10, 16));
    long[] filled = new long[2];
    sequence.fill(filled);
    assertThat(filled).containsExactly(16, 17);
    ByteBuffer bytes = ByteBuffer.allocate(24).position(8);
    sequence.fill(bytes);
    assertThat(bytes.position()).isEqualTo(24);
    assertThat(bytes.getLong(16)).isEqualTo(19);
    assertThat(sequence.made()).isEqualTo(19);
    assertThat(sequence.supply().map(Supply::left))
        .isEqualTo(strict ? Optional.empty() : Optional.of(81L));
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void calls_invalidCount_throwAndTakeNone(boolean strict) {
    Sequence sequence = mint.sequence("s", s -> strictly(s, strict));
    for (int count : new int[] {0, Generator.MAX_BATCH + 1}) {
      assertThatThrownBy(() -> sequence.nextBatchAsync(count))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (long count : new long[] {0, (1L << 40) + 1}) {
      assertThatThrownBy(() -> sequence.reserve(count))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> sequence.reserveAsync(count))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(sequence.made()).isZero();
    assertThat(sequence.next()).isEqualTo(1);
  }

  @Test
  void describe_strictOrNot_showsOrderAndClaims() {
    Sequence strict = mint.sequence("strict", s -> s.strict(true));
    assertThat(strict.describe().name()).isEqualTo("strict");
    assertThat(strict.describe().facts())
        .containsEntry("order", "one over all processes")
        .containsEntry("claims", "one for each call");
    Sequence segmented = mint.sequence("segmented", s -> s.segment(100, 100));
    assertThat(segmented.next()).isEqualTo(1);
    assertThat(segmented.describe().facts())
        .containsEntry("order", "within this process")
        .containsEntry("segment-left", "99");
  }

  private static SequenceBuilder strictOrOf(
      SequenceBuilder builder, boolean strict, long least, long most) {
    return strict ? builder.strict(true) : builder.segment(least, most);
  }

  private static SequenceBuilder strictly(SequenceBuilder builder, boolean strict) {
    return strict ? builder.strict(true) : builder;
  }
}
