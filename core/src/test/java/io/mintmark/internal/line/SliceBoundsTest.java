package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The content and the size of slices, tested without a line. */
final class SliceBoundsTest {

  private static ThreadSlices withoutTime() {
    return ThreadSlices.of(TickRules.TIMELESS, new Pace(listener -> false, 1, 1));
  }

  /** Gives a thread a slice whose first position is used. */
  private static void fill(long[] slice, long start, long count) {
    slice[ThreadSlices.NEXT] = start + 1;
    slice[ThreadSlices.END] = start + count;
    slice[ThreadSlices.USED] += count;
  }

  private static long take(long[] slice) {
    return slice[ThreadSlices.NEXT]++;
  }

  @Test
  void empty_sliceWithARest_returnsItAndClears() {
    for (boolean tookOneMore : new boolean[] {false, true}) {
      long[] slice = withoutTime().get();
      fill(slice, 100, 8);
      assertThat(take(slice)).isEqualTo(101);

      assertThat(ThreadSlices.empty(slice, tookOneMore)).isEqualTo(tookOneMore ? 7 : 6);

      assertThat(slice[ThreadSlices.END]).isZero();
    }
  }

  @Test
  void empty_sliceOverdrawn_returnsZero() {
    long[] slice = withoutTime().get();
    fill(slice, 100, 2);
    assertThat(take(slice)).isEqualTo(101);
    assertThat(take(slice)).isEqualTo(102);

    assertThat(ThreadSlices.empty(slice, true)).isZero();
  }

  /**
   * A slice has a quarter of the ids that the thread used with the current stamp or with the
   * previous one, whichever is more.
   */
  @Test
  void next_ofAThread_takesAQuarterOfItsUse() {
    LocalLine line = new LocalLine(
        "slices",
        LocalLines.IdForm.plain(IdOrder.THREAD),
        request -> new RangeSource.Claimed(0, 0, 1L << 40, -1),
        null,
        Context.local());
    ThreadSlices slices = Objects.requireNonNull(line.slices);
    long[] slice = slices.get();
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 2_000; i++) {
        long left = slice[ThreadSlices.END] - slice[ThreadSlices.NEXT];
        long used = Math.max(slice[ThreadSlices.USED], slice[ThreadSlices.USED_BEFORE]);
        long unused = line.next();
        if (left <= 0) {
          long size = 1 + slice[ThreadSlices.END] - slice[ThreadSlices.NEXT];
          assertThat(size).isIn(1L, Math.max(1, Math.min(ThreadSlices.MOST, used / 4)));
        }
      }
      assertThat(slice[ThreadSlices.USED]).isGreaterThan(1_000);
      slices.endAll();
    }
  }

  /**
   * A slice has at most a sixteenth of a tick. If a tick is longer than a millisecond, it also has
   * at most {@link Pace#fastTurn} positions.
   */
  @Test
  void of_rulesOfATick_boundTheSlices() {
    Pace pace = new Pace(listener -> true, 1, 400);
    assertThat(ThreadSlices.of(ticksOf(1, 3_200), pace).most).isEqualTo(200);
    assertThat(ThreadSlices.of(ticksOf(2, 3_200), pace).most).isEqualTo(100);
    assertThat(ThreadSlices.of(ticksOf(2, 160), pace).most).isEqualTo(10);
    assertThat(ThreadSlices.of(ticksOf(1, 1 << 20), pace).most).isEqualTo(ThreadSlices.MOST);
    assertThat(ThreadSlices.of(ticksOf(1, 8), pace).most).isZero();
  }

  private static TickRules ticksOf(int ms, long capacity) {
    return new TickRules(
        TickScale.of(0, ms), capacity, 1L << 40, 1_000, 60_000, OnClockBehind.REFUSE);
  }
}
