package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.generator.OnClockBehind;
import org.junit.jupiter.api.Test;

/** The content and the size of slices, tested without a line. */
final class SliceBoundsTest {

  private static ThreadSlices withoutTime() {
    return ThreadSlices.of(TickRules.TIMELESS, new Pace(listener -> false, 1, 1));
  }

  @Test
  void take_slice_returnsItsPositionsOnly() {
    ThreadSlices slices = withoutTime();
    long[] slice = slices.ofThread();
    assertThat(slices.ofThread()).isSameAs(slice);
    assertThat(slices.size(slice, 4)).isEqualTo(1);
    assertThat(ThreadSlices.has(slice, ThreadSlices.take(slice), 4)).isFalse();
    assertThat(ThreadSlices.empty(slice, true)).isZero();

    ThreadSlices.fill(slice, 9, 100, 4);

    assertThat(ThreadSlices.worker(slice)).isEqualTo(9);
    for (long position = 101; position < 104; position++) {
      long taken = ThreadSlices.take(slice);
      assertThat(taken).isEqualTo(position);
      assertThat(ThreadSlices.has(slice, taken, 4)).isTrue();
      assertThat(ThreadSlices.has(slice, taken, 5)).isFalse();
    }
    assertThat(ThreadSlices.has(slice, ThreadSlices.take(slice), 4)).isFalse();
  }

  @Test
  void empty_sliceWithARest_returnsItAndClears() {
    for (boolean tookOneMore : new boolean[] {false, true}) {
      long[] slice = withoutTime().ofThread();
      ThreadSlices.fill(slice, 9, 100, 8);
      long taken = ThreadSlices.take(slice);

      assertThat(ThreadSlices.empty(slice, tookOneMore)).isEqualTo(tookOneMore ? 7 : 6);

      assertThat(ThreadSlices.has(slice, taken, 0)).isFalse();
      assertThat(ThreadSlices.take(slice)).isZero();
      assertThat(ThreadSlices.has(slice, 0, 0)).isFalse();
      assertThat(ThreadSlices.empty(slice, true)).isZero();
    }
  }

  @Test
  void empty_sliceOverdrawn_returnsZero() {
    long[] slice = withoutTime().ofThread();
    ThreadSlices.fill(slice, 9, 100, 2);
    assertThat(ThreadSlices.take(slice)).isEqualTo(101);
    assertThat(ThreadSlices.take(slice)).isEqualTo(102);

    assertThat(ThreadSlices.empty(slice, true)).isZero();
  }

  /**
   * A slice has a quarter of the ids that the thread used in the current stamp or in the previous
   * one, whichever is more.
   */
  @Test
  void size_ofAThread_growsWithItsUse() {
    ThreadSlices slices = withoutTime();
    long[] slice = slices.ofThread();
    use(slice, 40, 0);
    assertThat(slices.size(slice, 1)).isEqualTo(10);
    use(slice, 20, 8);
    assertThat(slices.size(slice, 1)).isEqualTo(10);
    use(slice, 68, 0);
    assertThat(slices.size(slice, 1)).isEqualTo(20);
    assertThat(slices.size(slice, 2)).isEqualTo(20);
    use(slice, 4, 0);
    assertThat(slices.size(slice, 3)).isEqualTo(1);
    use(slice, 100_000, 0);
    assertThat(slices.size(slice, 3)).isEqualTo(ThreadSlices.MOST);
  }

  private static void use(long[] slice, int count, int rest) {
    ThreadSlices.fill(slice, 0, 1_000, count);
    for (int i = 1; i < count - rest; i++) {
      assertThat(ThreadSlices.take(slice)).isEqualTo(1_000L + i);
    }
    assertThat(ThreadSlices.empty(slice, false)).isEqualTo(rest);
  }

  /**
   * A slice has at most a sixteenth of a tick. If a tick is longer than a millisecond, it also has
   * at most {@link Pace#fastTurn} positions.
   */
  @Test
  void of_rulesOfATick_boundTheSlices() {
    Pace pace = new Pace(listener -> true, 1, 400);
    assertThat(largest(ThreadSlices.of(ticksOf(1, 3_200), pace))).isEqualTo(200);
    assertThat(largest(ThreadSlices.of(ticksOf(2, 3_200), pace))).isEqualTo(100);
    assertThat(largest(ThreadSlices.of(ticksOf(2, 160), pace))).isEqualTo(10);
    assertThat(largest(ThreadSlices.of(ticksOf(1, 1 << 20), pace))).isEqualTo(ThreadSlices.MOST);
    assertThat(largest(ThreadSlices.of(ticksOf(1, 8), pace))).isEqualTo(1);
  }

  private static long largest(ThreadSlices slices) {
    long[] slice = slices.ofThread();
    use(slice, 100_000, 0);
    return slices.size(slice, 0);
  }

  private static TickRules ticksOf(int ms, long capacity) {
    return new TickRules(
        TickScale.of(0, ms), capacity, 1L << 40, 1_000, 60_000, OnClockBehind.REFUSE);
  }
}
