package io.mintmark.objectid;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.Pace;
import io.mintmark.internal.line.ThreadSlices;
import org.junit.jupiter.api.Test;

/**
 * The random values, which no two eras of a process share, and the numbers of a counter with one of
 * them.
 */
final @SuppressWarnings("LockOnNonEnclosingClassLiteral") // The class's own lock.
class SecondCounterTest {

  private static final int LIMIT = 10;

  /**
   * The walk over the random values needs an odd step: with 0 the next value would repeat, with an
   * even step the values would repeat before all are used. A step of 1 has a probability of 2^-30.
   */
  @Test
  void next_walk_hasOneRandomOddStep() {
    synchronized (UniqueRandoms.class) {
      UniqueRandoms.forget();
      int first = UniqueRandoms.next();
      int second = UniqueRandoms.next();
      int step = second - first;

      assertThat(UniqueRandoms.next() - second).isEqualTo(step);
      assertThat(step & 1).isEqualTo(1);
      assertThat(Math.abs(step)).isGreaterThan(1);
    }
  }

  /** The steps are equal with a probability of 2^-30. */
  @Test
  void forget_walk_restarts() {
    synchronized (UniqueRandoms.class) {
      int before = UniqueRandoms.next();
      int step = UniqueRandoms.next() - before;
      UniqueRandoms.forget();
      int after = UniqueRandoms.next();

      assertThat(UniqueRandoms.next() - after).isNotEqualTo(step);
    }
  }

  /**
   * After a suspension, a copy of the process would continue the same walk. Closing a generator
   * makes no copy.
   */
  @Test
  void suspend_generator_restartsTheWalkUnlikeClose() {
    synchronized (UniqueRandoms.class) {
      int before = UniqueRandoms.next();
      int step = UniqueRandoms.next() - before;
      new ObjectIdGenerator("closed", Context.local()).lifecycle().close();
      assertThat(UniqueRandoms.next()).isEqualTo(before + 2 * step);

      new ObjectIdGenerator("suspended", Context.local()).lifecycle().suspend();
      int after = UniqueRandoms.next();
      assertThat(UniqueRandoms.next() - after).isNotEqualTo(step);
    }
  }

  @Test
  void bits_ofACount_areBelowItAndSpreadOverIt() {
    for (int count : new int[] {8, 24}) {
      int highest = 0;
      for (int i = 0; i < 500; i++) {
        int bits = UniqueRandoms.bits(count);
        assertThat(bits).isBetween(0, (1 << count) - 1);
        highest = Math.max(highest, bits);
      }
      assertThat(highest).isGreaterThan(1 << (count - 1));
    }
  }

  @Test
  void ofNewEra_random_hasAllBitsOfTheWalk() {
    synchronized (UniqueRandoms.class) {
      long before = UniqueRandoms.next();
      int step = UniqueRandoms.next() - (int) before;
      long random = SecondCounter.ofNewEra(1, LIMIT).id(0).random();

      assertThat((int) (random >>> 8)).isEqualTo((int) before + 2 * step);
    }
  }

  @Test
  void made_retiredBeforeUse_isZero() {
    SecondCounter counter = SecondCounter.ofNewEra(1, LIMIT);
    int next = counter.retire();

    assertThat(counter.made()).isZero();
    assertThat(next).isEqualTo(counter.id(0).counter());
    assertThat(counter.has(counter.take(1))).isFalse();
  }

  @Test
  void made_takenPastTheLimit_isTheLimit() {
    SecondCounter counter = SecondCounter.ofNewEra(1, LIMIT);
    long unused = counter.take(LIMIT + 5);

    assertThat(counter.made()).isEqualTo(LIMIT);
  }

  @Test
  void countFrom_nearTheLimit_isTheRest() {
    SecondCounter counter = SecondCounter.ofNewEra(1, LIMIT);

    assertThat(counter.countFrom(LIMIT - 3, 2)).isEqualTo(2);
    assertThat(counter.countFrom(LIMIT - 3, 5)).isEqualTo(3);
    assertThat(counter.countFrom(LIMIT + 1, 1)).isZero();
  }

  @Test
  @SuppressWarnings("ThreadLocalUsage") // Like the thread-local of one generator.
  void takeSlice_threadHasNone_usesOnlyThisCounter() {
    SecondCounter counter = SecondCounter.ofNewEra(1, LIMIT);
    SecondCounter other = SecondCounter.ofNewEra(1, LIMIT);
    ThreadSlices slices = new ThreadSlices(1 << 20, new Pace(Context.local()));
    long[] slice = slices.ofThread();
    long before = counter.takeSlice(slices, slice);
    // A thread that has used more numbers gets more.
    for (int i = 0; i < LIMIT && !ThreadSlices.has(slice, before + 1, counter.serial()); i++) {
      before = counter.takeSlice(slices, slice);
    }

    assertThat(ThreadSlices.has(slice, before + 1, counter.serial())).isTrue();
    assertThat(ThreadSlices.take(slice)).isEqualTo(before + 1);
    assertThat(ThreadSlices.has(slice, before + 1, other.serial())).isFalse();
  }
}
