package io.mintmark.objectid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.internal.line.ClockListener;
import io.mintmark.internal.line.CoarseClock;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.Pace;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.rigs.LongRun;
import io.mintmark.testkit.ManualTime;
import io.mintmark.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many ids, many threads, and an oracle that stores one bit for each id. */
class ObjectIdRaceTest {

  private static final int COUNTER_VALUES = 1 << 24;
  private static final int IDS = LongRun.size(6_000_000, 60_000_000);

  /** The limit of numbers in a second. The ids take four seconds. */
  private static final int A_SECOND = LongRun.size(COUNTER_VALUES / 10, COUNTER_VALUES);

  private static final Instant START = Instant.parse("2026-11-21T00:00:00Z");

  /** A second with its random value. */
  private record Stretch(long second, long random) {}

  @ParameterizedTest
  @Tag("long")
  @ValueSource(ints = {1, 3})
  void next_manyMillionOnTheSystemClock_neverRepeats(int threads) throws Exception {
    ProcessObjectIds ids = new ProcessObjectIds("test", Context.local());
    Map<Stretch, long[]> seen = inThreads(threads, thread -> seen(ids, IDS / threads));
    assertThat(count(seen)).isEqualTo(IDS);
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(ints = {1, 3})
  void next_manyMillionInOneSecond_takeFourRandoms(int threads) throws Exception {
    ProcessObjectIds ids = new ProcessObjectIds(
        "test",
        context(InstantSource.fixed(START)),
        new Pace(CoarseClock.SHARED::add, 16, 16),
        A_SECOND);
    Map<Stretch, long[]> seen = inThreads(threads, thread -> seen(ids, IDS / threads));
    assertThat(count(seen)).isEqualTo(IDS);
    assertThat(seen).hasSize(4);
  }

  private static Context context(InstantSource wall) {
    return new Context(
        wall,
        ElapsedClock.system(),
        true,
        Runnable::run,
        Duration.ofMinutes(1),
        SplittableRandom::new);
  }

  /**
   * Draws ids. A duplicate within this thread fails here, a duplicate of two threads fails in
   * {@code merge}.
   */
  private static Map<Stretch, long[]> seen(ProcessObjectIds ids, int count) {
    Map<Stretch, long[]> seen = new HashMap<>();
    Stretch stretch = null;
    long[] bits = new long[0];
    for (int i = 0; i < count; i++) {
      ObjectId id = ids.next();
      if (stretch == null || stretch.random != id.random() || stretch.second != id.seconds()) {
        stretch = new Stretch(id.seconds(), id.random());
        bits = seen.computeIfAbsent(stretch, key -> new long[COUNTER_VALUES / Long.SIZE]);
      }
      long bit = 1L << id.counter();
      if ((bits[id.counter() >>> 6] & bit) != 0) {
        throw new AssertionError("made twice: " + id);
      }
      bits[id.counter() >>> 6] |= bit;
    }
    return seen;
  }

  private static Map<Stretch, long[]> inThreads(int threads, Race.Runner<Map<Stretch, long[]>> work)
      throws Exception {
    Map<Stretch, long[]> all = new HashMap<>();
    for (Map<Stretch, long[]> one : Race.run(threads, work)) {
      one.forEach((stretch, bits) -> all.merge(stretch, bits, ObjectIdRaceTest::merge));
    }
    return all;
  }

  private static long[] merge(long[] one, long[] other) {
    for (int i = 0; i < one.length; i++) {
      if ((one[i] & other[i]) != 0) {
        throw new AssertionError("made by two threads: counter=" + i * Long.SIZE + "...");
      }
      one[i] |= other[i];
    }
    return one;
  }

  private static long count(Map<Stretch, long[]> seen) {
    long count = 0;
    for (long[] bits : seen.values()) {
      for (long word : bits) {
        count += Long.bitCount(word);
      }
    }
    return count;
  }

  /**
   * The clock steps at random while four threads make single ids and batches, and the clock ticks.
   * The counter is so small that random values and families are used up all the time.
   */
  @ParameterizedTest
  @Tag("long")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void next_clockStepsAtRandom_neverRepeatsOrGoesBackUnderOneRandom(long seed) throws Exception {
    underDisturbance(seed, (random, time, ids) -> {
      switch (random.nextInt(8)) {
        case 0 -> time.stepWall(Duration.ofSeconds(random.nextInt(60) - 60));
        case 1 -> time.stepWall(Duration.ofSeconds(random.nextInt(7200) - 3600));
        default -> time.advance(Duration.ofMillis(random.nextInt(700)));
      }
    });
  }

  @ParameterizedTest
  @ValueSource(longs = {7, 8})
  void next_suspensionsAtRandom_neverRepeatsOrGoesBackUnderOneRandom(long seed) throws Exception {
    underDisturbance(seed, (random, time, ids) -> {
      if (random.nextInt(1000) == 0) {
        ids.line.suspend();
        ids.line.resume();
      }
      time.advance(Duration.ofMillis(random.nextInt(10)));
    });
  }

  private interface Disturbance {
    void happen(Random random, ManualTime time, ProcessObjectIds ids);
  }

  private static void underDisturbance(long seed, Disturbance disturbance) throws Exception {
    ManualTime time = new ManualTime(START);
    Queue<ClockListener> ticked = new ConcurrentLinkedQueue<>();
    ProcessObjectIds ids = new ProcessObjectIds(
        "seed " + seed, context(time.wall()), new Pace(ticked::add, 16, 16), 3);
    AtomicBoolean done = new AtomicBoolean();
    Runnable disturb = () -> {
      Random random = new Random(seed);
      while (!done.get()) {
        disturbance.happen(random, time, ids);
        ClockListener next = ticked.poll();
        if (next != null && next.clockTurned()) {
          ticked.add(next);
        }
      }
    };
    Thread disturbing = new Thread(disturb, "disturbing");
    disturbing.start();
    List<Set<ObjectId>> made;
    try {
      made = Race.run(4, thread -> draw(ids, new Random(seed * 31 + thread)));
    } finally {
      done.set(true);
      disturbing.join();
    }
    Set<ObjectId> all = new HashSet<>();
    made.forEach(all::addAll);
    assertThat(all)
        .as("seed=%d", seed)
        .hasSize(made.stream().mapToInt(Set::size).sum());
  }

  private static Set<ObjectId> draw(ProcessObjectIds ids, Random random) {
    Set<ObjectId> made = new HashSet<>();
    Map<Long, Long> latest = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      List<ObjectId> batch =
          random.nextInt(50) == 0 ? ids.nextBatch(1 + random.nextInt(10)) : List.of(ids.next());
      for (ObjectId id : batch) {
        if (!made.add(id)) {
          throw new AssertionError("made twice: " + id);
        }
        Long before = latest.put(id.random(), id.seconds());
        if (before != null && id.seconds() < before) {
          throw new AssertionError("seconds ran back under one random: " + id);
        }
      }
    }
    return made;
  }

  @Test
  void merge_sameBitTwice_isFound() {
    assertThatThrownBy(() -> merge(new long[] {6}, new long[] {4}))
        .isInstanceOf(AssertionError.class);
  }
}
