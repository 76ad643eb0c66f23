package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class PositionCodeTest {

  /** Eight numbers in a tick, with a worker of two bits above them. */
  private static final PositionCode CODE = new PositionCode(7, 2, 3);

  @Test
  void encode_position_ordersBitsTickWorkerNumber() {
    assertThat(CODE.encode(2, 0)).isEqualTo(0b10_000);
    assertThat(CODE.encode(2, 7)).isEqualTo(0b10_111);
    assertThat(CODE.encode(2, 8)).isEqualTo(0b1_10_000);
    assertThat(CODE.encode(3, 5 * 8 + 6)).isEqualTo(0b101_11_110);
  }

  @Test
  void encode_noWorkerBits_isThePosition() {
    assertThat(PositionCode.PLAIN.encode(0, 77)).isEqualTo(77);
    assertThat(PositionCode.PLAIN.encode(6, 77)).isEqualTo(77);
    assertThat(new ClaimedRange(PositionCode.PLAIN, 6, 70, 80, 0).encode(77)).isEqualTo(77);
  }

  @Test
  void encode_runOverSeveralTicks_encodesEachPosition() {
    for (int from = 0; from < 3; from++) {
      long[] into = new long[30];
      CODE.encode(1, 5, 25, into, from);
      for (int i = 0; i < into.length; i++) {
        assertThat(into[i])
            .isEqualTo(i < from || i >= from + 25 ? 0 : CODE.encode(1, 5 + i - from));
      }
    }
  }

  @Test
  void encode_runWithoutTicks_copiesThePositions() {
    for (long start : new long[] {0, 1, 1L << 40}) {
      long[] into = new long[5];
      PositionCode.PLAIN.encode(0, start, 5, into, 0);
      assertThat(into).isEqualTo(LongStream.range(start, start + 5).toArray());
    }
  }

  @Test
  void following_anyPosition_isTheRestOfItsTick() {
    assertThat(CODE.following(0)).isEqualTo(8);
    assertThat(CODE.following(13)).isEqualTo(3);
    assertThat(CODE.following(15)).isEqualTo(1);
    assertThat(PositionCode.PLAIN.following(5)).isEqualTo(Long.MAX_VALUE);
  }
}
