package io.mintmark.objectid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.internal.line.ClockListener;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.Pace;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.testkit.ManualTime;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ObjectIdGeneratorTest {

  private static final Instant START = Instant.parse("2026-11-21T00:00:00Z");

  private final ManualTime time = new ManualTime(START);

  /** The listeners registered with the coarse clock. The test calls them itself. */
  private final List<ClockListener> ticked = new ArrayList<>();

  private final ProcessObjectIds ids = generator(1 << 24);

  private ProcessObjectIds generator(int limit) {
    return new ProcessObjectIds(
        "test", context(time.elapsed()), new Pace(ticked::add, 16, 16), limit);
  }

  private Context context(ElapsedClock elapsed) {
    return new Context(
        time.wall(), elapsed, true, Runnable::run, Duration.ofMinutes(1), SplittableRandom::new);
  }

  @Test
  void next_slowIds_countOnUnderOneRandomOverSeconds() {
    ObjectId before = ids.next();
    assertThat(before.time()).isEqualTo(START);
    for (int second = 1; second <= 100; second++) {
      time.advance(Duration.ofSeconds(1));
      ObjectId id = ids.next();
      assertThat(id.time()).isEqualTo(START.plusSeconds(second));
      assertFollows(id, before);
      before = id;
    }
    assertThat(ticked).isEmpty();
  }

  @Test
  void next_counterAtItsEnd_wrapsToZeroUnderOneRandom() {
    ObjectId first = ids.next();
    int toEnd = 0xffffff - first.counter();
    drop(ids, toEnd - 1);
    ObjectId last = toEnd == 0 ? first : ids.next();
    ObjectId wrapped = ids.next();
    assertThat(last.counter()).isEqualTo(0xffffff);
    assertThat(wrapped.counter()).isZero();
    assertThat(wrapped.random()).isEqualTo(first.random());
    assertThat(wrapped.time()).isEqualTo(first.time());
  }

  @Test
  void next_randomUsedUp_takesTheNextForTheRestOfTheSecondOnly() {
    ProcessObjectIds small = generator(4);
    List<ObjectId> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(small.next());
    }
    assertThat(all).doesNotHaveDuplicates().allMatch(id -> id.time().equals(START));
    assertThat(all.subList(0, 4)).allMatch(id -> id.random() == all.get(0).random());
    assertThat(all.subList(4, 8)).allMatch(id -> id.random() == all.get(4).random());
    assertThat(all.stream().map(ObjectId::random).distinct()).hasSize(3);
    assertThat(all.stream().map(id -> id.random() >>> 8).distinct()).hasSize(1);

    time.advance(Duration.ofSeconds(1));
    assertThat(small.next().random()).isEqualTo(all.get(0).random());
  }

  @Test
  void next_familyUsedUpInOneSecond_takesAnotherFamily() {
    ProcessObjectIds small = generator(1);
    Set<Long> randoms = new HashSet<>();
    Set<Long> families = new HashSet<>();
    for (int i = 0; i < 600; i++) {
      ObjectId id = small.next();
      assertThat(randoms.add(id.random())).isTrue();
      families.add(id.random() >>> 8);
    }
    assertThat(families).hasSize(3);
  }

  @Test
  void next_clockBackWithinTolerance_freezesTheSecondAndCountsOn() {
    ObjectId before = ids.next();
    time.stepWall(Duration.ofMinutes(-1));
    for (int i = 0; i < 5; i++) {
      ObjectId id = ids.next();
      assertThat(id.time()).isEqualTo(START);
      assertFollows(id, before);
      before = id;
      time.advance(Duration.ofSeconds(10));
    }
    time.advance(Duration.ofSeconds(11));
    assertThat(ids.next().time()).isEqualTo(START.plusSeconds(1));
  }

  @Test
  void next_clockBackBeyondTolerance_usesAnotherFamily() {
    ObjectId before = ids.next();
    for (Duration back :
        List.of(Duration.ofSeconds(61), Duration.ofHours(1), Duration.ofDays(365))) {
      time.stepWall(back.negated());
      ObjectId id = ids.next();
      assertThat(id.time()).isEqualTo(time.wall().instant());
      assertThat(id.random() >>> 8).isNotEqualTo(before.random() >>> 8);
      before = id;
    }
  }

  @Test
  void next_hourForwardAndBack_neverDecreasesUnderOneRandom() {
    ObjectId before = ids.next();
    time.stepWall(Duration.ofHours(1));
    ObjectId ahead = ids.next();
    time.stepWall(Duration.ofHours(-1));
    ObjectId back = ids.next();
    assertThat(ahead.time()).isEqualTo(START.plusSeconds(3600));
    assertThat(ahead.random()).isEqualTo(before.random());
    assertThat(back.time()).isEqualTo(START);
    assertThat(back.random() >>> 8).isNotEqualTo(before.random() >>> 8);
  }

  @Test
  void next_clockOutsideTheBits_failsAndRecovers() {
    time.setWall(Instant.EPOCH.minusMillis(1));
    assertThatThrownBy(ids::next)
        .isInstanceOf(ClockBehindException.class)
        .hasMessage("the clock is before the epoch: clock=1969-12-31T23:59:59.999Z,"
            + " epoch=1970-01-01T00:00:00Z; no id issued");
    time.setWall(Instant.parse("2106-02-07T06:28:16Z"));
    assertThatThrownBy(ids::next)
        .isInstanceOf(ExhaustedException.class)
        .hasMessage(
            "the clock is after the last time of an ObjectId, which is before 2106-02-07T06:28:16Z:"
                + " clockMs=4294967296000; no id issued");
    time.stepWall(Duration.ofMillis(-1));
    assertThat(ids.next().time()).isEqualTo(Instant.parse("2106-02-07T06:28:15Z"));
  }

  @Test
  void next_burstWithinAMillisecond_isFastAndFollowsTheTicks() {
    ObjectId before = burst();
    assertThat(ticked).hasSize(1);
    time.advance(Duration.ofSeconds(1));
    ObjectId stale = ids.next();
    assertThat(stale.time()).isEqualTo(START);
    assertThat(ticked.get(0).clockTurned()).isTrue();
    ObjectId fresh = ids.next();
    assertThat(fresh.time()).isEqualTo(START.plusSeconds(1));
    assertFollows(stale, before);
    assertFollows(fresh, stale);
    assertThat(ticked).hasSize(1);
  }

  /** The first number of a second is also used for an id that is made as text. */
  @Test
  void nextText_burstWithinAMillisecond_followsTheTicks() {
    burst();
    time.advance(Duration.ofSeconds(1));
    ObjectId stale = ObjectId.parse(ids.nextText());
    assertThat(ticked.get(0).clockTurned()).isTrue();
    ObjectId fresh = ObjectId.parse(ids.nextText());
    assertThat(fresh.time()).isEqualTo(START.plusSeconds(1));
    assertFollows(fresh, stale);
  }

  @Test
  void tick_noIdsForAWhile_endsAndNextReadsTheClockAgain() {
    ObjectId before = burst();
    int ticks = 1;
    while (ticked.get(0).clockTurned()) {
      ticks++;
      assertThat(ticks).isLessThan(100);
    }
    assertThat(ticks).isBetween(2, 4);
    time.advance(Duration.ofSeconds(1));
    ObjectId id = ids.next();
    assertThat(id.time()).isEqualTo(START.plusSeconds(1));
    assertFollows(id, before);
    assertThat(burst()).isNotNull();
    assertThat(ticked).hasSize(2);
  }

  @Test
  void tick_idsInBetween_continues() {
    burst();
    for (int i = 0; i < 100; i++) {
      burst();
      assertThat(ticked.get(0).clockTurned()).isTrue();
    }
  }

  @Test
  void tick_clockOutsideTheBits_leavesItToTheCaller() {
    burst();
    time.setWall(Instant.EPOCH.minusMillis(1));
    assertThat(ticked.get(0).clockTurned()).isFalse();
    assertThatThrownBy(ids::next).isInstanceOf(ClockBehindException.class);
  }

  @Test
  void next_fastAndUsedUp_takesTheNextRandom() {
    ProcessObjectIds small = generator(20);
    List<ObjectId> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.add(small.next());
    }
    assertThat(ticked).hasSize(1);
    assertThat(all).doesNotHaveDuplicates();
    assertThat(all.stream().map(ObjectId::random).distinct()).hasSize(3);
  }

  /**
   * Slow ids, fast ids, and the first id of the next random value, alternately as text and as
   * objects.
   */
  @Test
  void nextText_betweenIds_sharesTheCounter() {
    ProcessObjectIds small = generator(20);
    List<ObjectId> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      String hex = small.nextText();
      all.add(ObjectId.parse(hex));
      assertThat(all.get(all.size() - 1)).hasToString(hex);
      all.add(small.next());
    }
    assertThat(ticked).hasSize(1);
    assertThat(small.made()).isEqualTo(100);
    assertThat(all).doesNotHaveDuplicates();
    for (int i = 1; i < all.size(); i++) {
      if (i % 20 != 0) {
        assertFollows(all.get(i), all.get(i - 1));
      }
    }
    assertThat(all.stream().map(ObjectId::random).distinct()).hasSize(5);
  }

  @Test
  void nextText_suspended_throwsAndContinuesAfterResume() {
    String before = ids.nextText();
    ids.line.suspend();
    assertThatThrownBy(ids::nextText).isInstanceOf(StoreUnavailableException.class);
    ids.line.resume();
    assertThat(ObjectId.parse(ids.nextText()).random())
        .isNotEqualTo(ObjectId.parse(before).random());
  }

  @Test
  void nextBatch_acrossRandoms_isWholeAndInOrder() {
    ProcessObjectIds small = generator(8);
    ObjectId before = small.next();
    List<ObjectId> batch = small.nextBatch(20);
    assertThat(batch).hasSize(20).doesNotHaveDuplicates().doesNotContain(before);
    assertFollows(batch.get(0), before);
    assertThat(batch.stream().map(ObjectId::random).distinct()).hasSize(3);
    assertThat(small.nextTextBatch(3)).hasSize(3).allMatch(ObjectId::isValid);
  }

  private static List<ObjectId> filled(ProcessObjectIds small) {
    byte[] bytes = new byte[20 * ObjectId.BYTES];
    small.fill(ByteBuffer.wrap(bytes));
    return IntStream.range(0, 20)
        .mapToObj(i -> ObjectId.fromBytes(
            Arrays.copyOfRange(bytes, i * ObjectId.BYTES, (i + 1) * ObjectId.BYTES)))
        .toList();
  }

  private List<ObjectId> later(ProcessObjectIds small) {
    CompletableFuture<List<ObjectId>> batch = small.nextBatchAsync(20);
    time.advance(Duration.ofSeconds(1));
    assertThat(batch).isCompleted();
    return batch.join();
  }

  /** Every copy has the ids that a batch made before the snapshot, so the batch starts again. */
  @Test
  void batch_suspendedBetweenTwoRandoms_restarts() {
    assertBeginsAnew(small -> small.nextBatch(20));
    assertBeginsAnew(this::later);
    assertBeginsAnew(ObjectIdGeneratorTest::filled);
  }

  private void assertBeginsAnew(Function<ProcessObjectIds, List<ObjectId>> make) {
    AtomicInteger readings = new AtomicInteger();
    List<ProcessObjectIds> made = new ArrayList<>();
    InstantSource clock = () -> {
      if (readings.incrementAndGet() == 3) {
        made.get(0).line.suspend();
        made.get(0).line.resume();
      }
      return START;
    };
    Context context = new Context(
        clock, time.elapsed(), true, Runnable::run, Duration.ofMinutes(1), SplittableRandom::new);
    made.add(new ProcessObjectIds("test", context, new Pace(ticked::add, 16, 16), 8));
    ObjectId before = made.get(0).next();

    List<ObjectId> batch = make.apply(made.get(0));

    assertThat(readings).hasValueGreaterThan(3);
    assertThat(batch).hasSize(20).doesNotHaveDuplicates();
    assertThat(batch).extracting(ObjectId::random).doesNotContain(before.random());
  }

  @Test
  void nextBatch_countOutOfRange_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ids.nextBatch(0))
        .withMessage("the count is not 1 to 1000000: count=0; no id issued");
    assertThatIllegalArgumentException().isThrownBy(() -> ids.nextBatch(Generator.MAX_BATCH + 1));
    assertThatIllegalArgumentException().isThrownBy(() -> ids.nextBatchAsync(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ids.nextBatchAsync(Generator.MAX_BATCH + 1));
  }

  @Test
  void suspend_noResumeInTime_failsWithMessage() {
    burst();
    ids.line.suspend();
    assertThatThrownBy(ids::next)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("ids are suspended for a checkpoint: generator=test; no id issued");
    assertThatThrownBy(() -> ids.nextBatch(2)).isInstanceOf(StoreUnavailableException.class);
    assertThat(ticked.get(0).clockTurned()).isFalse();
  }

  @Test
  void resume_afterSuspend_usesAnotherFamily() {
    ObjectId before = burst();
    ids.line.suspend();
    ids.line.resume();
    assertThat(ids.next().random() >>> 8).isNotEqualTo(before.random() >>> 8);
  }

  @Test
  void resume_callersWaiting_continues() throws Exception {
    ProcessObjectIds patient = new ProcessObjectIds(
        "test", context(ElapsedClock.system()), new Pace(ticked::add, 16, 16), 1 << 24);
    patient.line.suspend();
    CompletableFuture<ObjectId> waiting = CompletableFuture.supplyAsync(patient::next);
    patient.line.resume();
    assertThat(waiting.get(60, TimeUnit.SECONDS).time()).isEqualTo(START);
  }

  @Test
  void eras_manyGenerators_shareNoRandom() {
    Set<Long> families = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      assertThat(families.add(generator(1).next().random() >>> 8)).isTrue();
    }
  }

  @Test
  void ofProcess_systemClock_makesIdsOfNow() {
    Instant before = Instant.ofEpochSecond(Instant.now().getEpochSecond());
    ObjectId id = ObjectId.next();
    assertThat(id.time()).isBetween(before, Instant.now());
    assertThat(ObjectIdGenerator.ofProcess().next().random()).isEqualTo(id.random());
  }

  @Test
  void describe_any_showsLayoutAndCapacity() {
    Description said = ids.describe();
    assertThat(said.name()).isEqualTo("test").isEqualTo(ids.name());
    assertThat(said.kind()).isEqualTo("objectid");
    assertThat(said.facts())
        .containsEntry("time-ends", "2106-02-07T06:28:16Z")
        .containsKeys("layout", "capacity-per-second", "unique");
  }

  private ObjectId burst() {
    ObjectId id = ids.next();
    for (int i = 0; i < 20; i++) {
      id = ids.next();
    }
    return id;
  }

  private static void drop(ProcessObjectIds ids, int count) {
    for (int left = count; left > 0; left -= Generator.MAX_BATCH) {
      ids.nextBatch(Math.min(left, Generator.MAX_BATCH));
    }
  }

  private static void assertFollows(ObjectId id, ObjectId before) {
    assertThat(id.random()).isEqualTo(before.random());
    assertThat(id.counter()).isEqualTo((before.counter() + 1) & 0xffffff);
  }
}
