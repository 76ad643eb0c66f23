package io.mintmark.objectid;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.line.Context;
import io.mintmark.objectid.LineObjectIds.Stretch;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The random values, which no two eras of a process share, and the stretches that have them. */
final @SuppressWarnings("LockOnNonEnclosingClassLiteral") // The class's own lock.
class ProcessObjectIdsTest {

  private static ProcessObjectIds stretches() {
    return new ProcessObjectIds("test", Context.local());
  }

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
      new ProcessObjectIds("closed", Context.local()).line.close();
      assertThat(UniqueRandoms.next()).isEqualTo(before + 2 * step);

      new ProcessObjectIds("suspended", Context.local()).line.suspend();
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
  void stretch_first_hasAllBitsOfTheWalk() {
    synchronized (UniqueRandoms.class) {
      long before = UniqueRandoms.next();
      int step = UniqueRandoms.next() - (int) before;
      long prefix = stretches().stretch(1).prefix();

      assertThat((int) (prefix >>> 32)).isEqualTo((int) before + 2 * step);
    }
  }

  @Test
  void stretch_laterSecond_hasTheSameRandom() {
    ProcessObjectIds stretches = stretches();
    Stretch first = stretches.stretch(7);
    Stretch another = stretches.stretch(7);

    assertThat(first.second()).isEqualTo(7);
    assertThat(another.second()).isEqualTo(7);
    assertThat(another.prefix() - first.prefix()).isIn(1L << 24, -255L << 24);
    assertThat(stretches.stretch(8)).isEqualTo(new Stretch(8, first.prefix()));
  }

  @Test
  void stretch_sameSecondAgainAndAgain_repeatsNoRandom() {
    ProcessObjectIds stretches = stretches();
    Set<Long> prefixes = new HashSet<>();
    for (int i = 0; i < 600; i++) {
      assertThat(prefixes.add(stretches.stretch(7).prefix())).isTrue();
    }
    assertThat(prefixes.stream().map(prefix -> prefix >>> 32).distinct()).hasSize(3);
  }

  /** Whatever the reason of the step back is, no random value of a later second is used. */
  @Test
  void stretch_earlierSecond_beginsAnEra() {
    ProcessObjectIds stretches = stretches();
    long before = stretches.stretch(7).prefix();

    Stretch back = stretches.stretch(6);

    assertThat(back.second()).isEqualTo(6);
    assertThat(back.prefix() >>> 32).isNotEqualTo(before >>> 32);
  }
}
