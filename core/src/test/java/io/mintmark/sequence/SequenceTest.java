package io.mintmark.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.LongRange;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequenceTest extends StoredSequences {

  @Test
  void next_default_countsFromOne() {
    Sequence sequence = mint.sequence("s");
    for (long i = 1; i <= 1000; i++) {
      assertThat(sequence.next()).isEqualTo(i);
    }
    assertThat(sequence.nextBatch(5)).containsExactly(1001, 1002, 1003, 1004, 1005);
    assertThat(sequence.nextTextBatch(2)).containsExactly("1006", "1007");
  }

  @Test
  void next_twoProcessesStrict_haveOneOrder() {
    try (Mintmark other = mint()) {
      Sequence one = mint.sequence("s", s -> s.strict(true));
      Sequence two = other.sequence("s", s -> s.strict(true));
      for (long i = 1; i < 100; i += 4) {
        assertThat(one.next()).isEqualTo(i);
        assertThat(two.nextBatch(3)).containsExactly(i + 1, i + 2, i + 3);
      }
    }
  }

  @Test
  void next_twoProcessesSegmented_neverRepeat() {
    Set<Long> seen = new HashSet<>();
    try (Mintmark other = mint()) {
      Sequence one = mint.sequence("s");
      Sequence two = other.sequence("s");
      long lastOne = 0;
      long lastTwo = 0;
      for (int i = 0; i < 5000; i++) {
        time.advance(Duration.ofMillis(i % 3));
        long a = one.next();
        long b = two.next();
        assertThat(a).isGreaterThan(lastOne);
        assertThat(b).isGreaterThan(lastTwo);
        assertThat(seen.add(a) && seen.add(b)).isTrue();
        lastOne = a;
        lastTwo = b;
      }
    }
  }

  @Test
  void next_startStepAndOffset_interleave() {
    Sequence odd = mint.sequence("odd", s -> s.step(2).offset(1));
    Sequence even = mint.sequence("even", s -> s.step(2).offset(2));
    Sequence late = mint.sequence("late", s -> s.start(1000).step(10).offset(3));
    assertThat(odd.nextBatch(3)).containsExactly(1, 3, 5);
    assertThat(even.nextBatch(3)).containsExactly(2, 4, 6);
    assertThat(late.nextBatch(3)).containsExactly(1003, 1013, 1023);
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void next_maximumReached_staysExhausted(boolean strict) {
    Sequence sequence = mint.sequence("s", s -> strictly(s, strict).start(5).maximum(9));
    for (long i = 5; i <= 9; i++) {
      assertThat(sequence.next()).isEqualTo(i);
    }
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(sequence::next)
          .isInstanceOf(ExhaustedException.class)
          .hasMessageContaining("come to its end")
          .hasMessageContaining("left=0, last=9, line=seq/s");
      time.advance(Duration.ofMinutes(1));
    }
  }

  /** The number of a position must not depend on the maximum in one process. */
  @ParameterizedTest
  @CsvSource({"false", "true"})
  void next_differentMaximumPerProcess_neverRepeats(boolean strict) {
    Set<Long> drawn = new HashSet<>();
    try (Mintmark second = mint();
        Mintmark third = mint()) {
      Sequence low = mint.sequence("s", s -> strictOrOf(s, strict, 1, 5).step(3).maximum(300));
      Sequence high =
          second.sequence("s", s -> strictOrOf(s, strict, 1, 5).step(3).maximum(600));
      long last = 0;
      for (int i = 0; i < 40; i++) {
        for (Sequence each : List.of(low, high)) {
          long next = each.next();
          assertThat(drawn.add(next)).isTrue();
          assertThat(!strict || next > last).isTrue();
          last = next;
        }
      }
      drain(low, drawn, 300);
      drain(high, drawn, 600);

      Sequence raised =
          third.sequence("s", s -> strictOrOf(s, strict, 1, 5).step(3).maximum(900));
      assertThat(drain(raised, drawn, 900)).as("numbers up to the new maximum").isGreaterThan(90);
    }
  }

  /** Draws all numbers, and then makes a hundred more calls. Returns the count of numbers. */
  private int drain(Sequence sequence, Set<Long> drawn, long maximum) {
    int refused = 0;
    int made = 0;
    while (refused < 100) {
      try {
        long next = sequence.next();
        assertThat(next).isLessThanOrEqualTo(maximum);
        assertThat(drawn.add(next)).isTrue();
        made++;
      } catch (ExhaustedException e) {
        refused++;
        time.advance(Duration.ofMinutes(1));
      }
    }
    return made;
  }

  private static SequenceBuilder strictOrOf(
      SequenceBuilder builder, boolean strict, long least, long most) {
    return strict ? builder.strict(true) : builder.segment(least, most);
  }

  private static SequenceBuilder strictly(SequenceBuilder builder, boolean strict) {
    return strict ? builder.strict(true) : builder;
  }

  /**
   * The two published tests of cyclic sequences, from 1 to max and from 0 to max - 1, with threads.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 2000, 1, false",
    "0, 1999, 1, false",
    "1, 100, 20, false",
    "0, 99, 20, false",
    "1, 2000, 1, true",
    "1, 100, 20, true"
  })
  void next_cycleDrawnByTwentyThreads_returnsEachValueEquallyOften(
      int min, int max, int times, boolean segmented) throws InterruptedException {
    try (Mintmark real = Mintmark.open("memory:")) {
      Sequence cycle = real.sequence("c", s -> segmentedIf(s.cycle(min, max), segmented));
      AtomicIntegerArray drawn = new AtomicIntegerArray(max + 1);
      inThreads(20, () -> {
        for (int i = 0; i < 100; i++) {
          drawn.incrementAndGet((int) cycle.next());
        }
      });
      for (int value = min; value <= max; value++) {
        assertThat(drawn.get(value)).as("times of %s", value).isEqualTo(times);
      }
    }
  }

  private static void segmentedIf(SequenceBuilder builder, boolean segmented) {
    if (segmented) {
      builder.strict(false);
    }
  }

  private static void inThreads(int count, Runnable work) throws InterruptedException {
    CountDownLatch start = new CountDownLatch(1);
    Thread[] threads = new Thread[count];
    for (int i = 0; i < count; i++) {
      threads[i] = new Thread(() -> {
        try {
          start.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        work.run();
      });
      threads[i].start();
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void next_manyThreadsSegmented_neverRepeatsNorLeavesAGap() throws InterruptedException {
    try (Mintmark real = Mintmark.open("memory:")) {
      Sequence sequence = real.sequence("s");
      AtomicIntegerArray drawn = new AtomicIntegerArray(400_001);
      inThreads(8, () -> {
        for (int i = 0; i < 50_000; i++) {
          drawn.incrementAndGet((int) sequence.next());
        }
      });
      for (int value = 1; value <= 400_000; value++) {
        assertThat(drawn.get(value)).as("times of %s", value).isEqualTo(1);
      }
    }
  }

  @Test
  void next_segments_growWithTheRateAndShrinkWithIt() {
    Sequence sequence = mint.sequence("s");
    for (int i = 0; i < 20_000; i++) {
      sequence.next();
      time.advance(Duration.ofMillis(1));
    }
    long fast = store.position("seq/s") - 20_000;
    assertThat(fast).as("claimed ahead at 1000 a second").isBetween(4_000L, 11_000L);
    for (int i = 0; i < 6_000; i++) {
      sequence.nextBatch(2);
      time.advance(Duration.ofSeconds(1));
    }
    long slow = store.position("seq/s") - 32_000;
    assertThat(slow).as("claimed ahead at 2 a second").isLessThan(30);
  }

  @Test
  void next_storeDown_usesTheSegmentThenFailsThenRecovers() {
    Sequence sequence = mint.sequence("s", s -> s.segment(100, 100));
    sequence.next();
    store.setDown(true);
    for (long i = 2; i <= 100; i++) {
      assertThat(sequence.next()).isEqualTo(i);
    }
    assertThatThrownBy(sequence::next)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("no id issued");
    store.setDown(false);
    time.advance(Duration.ofSeconds(2));
    assertThat(sequence.next()).isEqualTo(101);
  }

  @Test
  void next_storeBreaksWithAnError_failsClearlyThenRecovers() {
    Sequence sequence = mint.sequence("s", s -> s.segment(10, 10));
    sequence.next();
    store.beforeDelivery(() -> {
      throw new StackOverflowError("in the driver");
    });
    for (long i = 2; i <= 10; i++) {
      assertThat(sequence.next()).isEqualTo(i);
    }
    assertThatThrownBy(sequence::next)
        .isInstanceOf(StoreUnavailableException.class)
        .hasRootCauseInstanceOf(StackOverflowError.class);
    store.beforeDelivery(() -> {});
    time.advance(Duration.ofSeconds(2));
    assertThat(sequence.next()).isEqualTo(11);
  }

  @Test
  void next_faultsAtRandom_neverRepeats() {
    store.randomFaults(5, 30);
    Set<Long> seen = new HashSet<>();
    Sequence sequence = mint.sequence("s", s -> s.segment(1, 3));
    for (int i = 0; i < 3000; i++) {
      assertThat(seen.add(sequence.next())).isTrue();
      time.advance(Duration.ofMillis(5));
    }
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void next_storeRewoundAfterForget_isDetectedByTheNextGenerator(boolean strict) {
    Sequence first = mint.sequence("s", s -> strictOrOf(s, strict, 10, 10));
    for (int i = 0; i < 25; i++) {
      assertThat(first.next()).isPositive();
    }
    mint.forget(first);
    store.rewind(2);

    Sequence second = mint.sequence("s", s -> strictOrOf(s, strict, 5, 5));

    assertThatThrownBy(second::next)
        .isInstanceOf(StoreRewoundException.class)
        .hasMessageContaining("seq/s");
    assertThatThrownBy(second::next).isInstanceOf(StoreRewoundException.class);
  }

  @Test
  void next_lineRaisedPastALoss_continuesUnderTheName() {
    Sequence first = mint.sequence("s", s -> s.strict(true));
    for (int i = 0; i < 25; i++) {
      assertThat(first.next()).isPositive();
    }
    store.rewind(2);
    assertThatThrownBy(first::next).isInstanceOf(StoreRewoundException.class);
    mint.forget(first);
    assertThat(store.claim("seq/s", 100, 1)).isEqualTo(100);

    assertThat(mint.sequence("s", s -> s.strict(true)).next()).isEqualTo(102);
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void next_storeRewound_isDetectedAndNothingIsReissued(boolean strict) {
    Sequence sequence = mint.sequence("s", s -> strictOrOf(s, strict, 10, 10));
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < 25; i++) {
      assertThat(seen.add(sequence.next())).isTrue();
    }
    store.rewind(2);
    assertThatThrownBy(() -> {
          for (int i = 0; i < 50; i++) {
            assertThat(seen.add(sequence.next())).isTrue();
          }
        })
        .isInstanceOf(StoreRewoundException.class)
        .hasMessageContaining("seq/s");
    for (int i = 0; i < 20; i++) {
      time.advance(Duration.ofMinutes(1));
      assertThatThrownBy(sequence::next).isInstanceOf(StoreRewoundException.class);
    }
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void reserve_anyCount_isContiguousAndHigherThanBefore(boolean strict) {
    Sequence sequence = mint.sequence("s", s -> strictly(s, strict));
    long last = sequence.next();
    for (long count : new long[] {1, 2, 1000, 3, 1L << 40, 7}) {
      LongRange reserved = sequence.reserve(count);
      assertThat(reserved.size()).isEqualTo(count);
      assertThat(reserved.first()).isGreaterThan(last);
      last = sequence.next();
      assertThat(last).isGreaterThan(reserved.last());
    }
    assertThatThrownBy(() -> sequence.reserve(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> sequence.reserve((1L << 40) + 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none was taken");
  }

  @Test
  void reserve_storeDownManyTimes_neverWrapsThePosition() {
    Sequence sequence = mint.sequence("s");
    long first = sequence.next();
    store.setDown(true);
    for (int i = 0; i < 1000; i++) {
      assertThatThrownBy(() -> sequence.reserve(1L << 40))
          .isInstanceOf(StoreUnavailableException.class);
      time.advance(Duration.ofMillis(1));
    }
    store.setDown(false);
    time.advance(Duration.ofSeconds(2));
    assertThat(sequence.next()).isBetween(first + 1, first + 20);
  }

  @Test
  void reserve_cycleOrStep_isRefused() {
    for (Consumer<SequenceBuilder> kind :
        List.<Consumer<SequenceBuilder>>of(s -> s.cycle(1, 9), s -> s.step(2))) {
      Sequence sequence = mint.sequence("s" + store.calls(), kind);
      assertThatThrownBy(() -> sequence.reserve(2))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("none was taken");
    }
  }

  @Test
  void build_wrongSettings_reportsAllFaultsAtOnce() {
    assertThatThrownBy(
            () -> mint.sequence("s", s -> s.start(-1).step(0).strict(true).segment(5, 4)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("start=-1")
        .hasMessageContaining("step=0")
        .hasMessageContaining("a segment is given for a strict sequence")
        .hasMessageContaining("segment=5..4");
    assertThatThrownBy(() -> mint.sequence("c", s -> s.cycle(5, 5)))
        .hasMessageContaining("cycle=5..5");
    assertThatThrownBy(() -> mint.sequence("c", s -> s.cycle(0, Long.MAX_VALUE)))
        .isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> mint.sequence("c", s -> s.cycle(1, 5).maximum(3)))
        .hasMessageContaining("which has its own");
    assertThat(mint.generators()).isEmpty();
  }
}
