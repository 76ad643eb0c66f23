package io.mintmark.testkit;

import static io.mintmark.testkit.Ranges.assertDisjoint;
import static io.mintmark.testkit.Ranges.assertTiling;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.store.ClaimArguments;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.internal.store.LineStore;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract of every {@link ClaimStore}. An adapter's test extends this class and opens its
 * store on a real engine. Each test uses lines (named counters) with names of its own, so the
 * engine need not be empty.
 */
public abstract class ClaimStoreContract {

  private static final int THREADS = 20;
  private static final long SEED = 20_261_121;

  /** The prefix of the names of this test's lines. */
  private final String own = "contract/" + UUID.randomUUID() + "/";

  private final String line = own + "line";

  /** The store under test, opened for each test, as Mintmark uses it. */
  private LineStore store;

  /** Whether a store of another author is tested. Such a store cannot lower a line. */
  private boolean plain;

  /** For subclasses. */
  protected ClaimStoreContract() {}

  /**
   * Opens a store on the engine under test. All stores that are opened within one test must have
   * the same data.
   *
   * @return an open store
   */
  protected abstract ClaimStore open();

  /**
   * Returns whether a store that is closed and opened again still has its lines.
   *
   * @return false for a store that is not durable
   */
  protected boolean keepsDataWhenReopened() {
    return true;
  }

  @BeforeEach
  final void openStore() {
    ClaimStore opened = open();
    plain = !(opened instanceof LineStore);
    store = LineStore.of(opened);
  }

  @AfterEach
  final void closeStore() {
    store.close();
  }

  @Test
  void claim_absentLine_startsAtTheFloor() {
    assertThat(store.position(line)).isZero();
    assertThat(store.lines(own)).isEmpty();
    assertThat(store.claim(line, 0, 1)).isZero();
    assertThat(store.claim(own + "other", 17, 3)).isEqualTo(17);
    assertThat(store.position(line)).isEqualTo(1);
    assertThat(store.position(own + "other")).isEqualTo(20);
  }

  @Test
  void begin_severalByOneThread_areEachAnsweredForThemselves() {
    LongSupplier first = store.beginClaim(line, 5, 2);
    LongSupplier other = store.beginClaim(own + "other", 0, 3);
    LongSupplier misnamed = store.beginClaim(own + "no name", 0, 1);
    LongSupplier tooMany = store.beginClaim(own + "end", Long.MAX_VALUE - 1, 2);
    LongSupplier second = store.beginClaim(line, 0, 1);
    BooleanSupplier moves = store.beginCompareAndSet(own + "moved", 0, 5);
    BooleanSupplier again = store.beginCompareAndSet(own + "moved", 0, 6);
    BooleanSupplier backwards = store.beginCompareAndSet(own + "back", 2, 1);
    BooleanSupplier late = store.beginCompareAndSet(own + "late", 3, 4);

    assertThat(first.getAsLong()).isEqualTo(5);
    assertThat(other.getAsLong()).isZero();
    assertAllThrow(IllegalArgumentException.class, misnamed::getAsLong, backwards::getAsBoolean);
    assertAllThrow(ExhaustedException.class, tooMany::getAsLong);
    assertThat(second.getAsLong()).isEqualTo(7);
    boolean moved = moves.getAsBoolean();
    assertThat(again.getAsBoolean()).isEqualTo(!moved);
    assertThat(late.getAsBoolean()).isFalse();
    assertThat(store.position(own + "moved")).isEqualTo(moved ? 5 : 6);
    assertThat(store.lines(own))
        .extracting(Line::name)
        .containsExactlyInAnyOrder(line, own + "other", own + "moved");
    assertThat(store.position(line)).isEqualTo(8);
  }

  @Test
  void create_oneLineExists_createsTheOtherWithItsNote() {
    assertThat(store.claim(line, 0, 5)).isZero();
    List<Line> lines = Stream.of(line, own + "new")
        .map(name -> new Line(name, Long.MAX_VALUE - 1, "made", Instant.EPOCH))
        .toList();

    assertThat(store.create(lines)).containsExactly(false, true);
    assertThat(store.lines(own))
        .extracting(Line::next, Line::note)
        .containsExactlyInAnyOrder(tuple(5L, ""), tuple(Long.MAX_VALUE - 1, "made"));
  }

  @Test
  void claim_randomArguments_agreesWithTheModel() {
    Random random = new Random(SEED);
    long[] model = new long[5];
    for (int i = 0; i < 500; i++) {
      int index = random.nextInt(model.length);
      long floor = Math.max(
          0,
          switch (random.nextInt(4)) {
            case 0 -> random.nextLong(model[index] * 2 + 10);
            case 1 -> model[index] + random.nextInt(-1, 2);
            default -> 0;
          });
      long count = 1 + random.nextLong(1 << random.nextInt(20));
      long expected = Math.max(model[index], floor);
      assertThat(store.claim(own + index, floor, count)).as("step %s", i).isEqualTo(expected);
      model[index] = expected + count;
    }
  }

  @ParameterizedTest
  @CsvSource({"100, 1, 0", "50, 1000, 0", "50, 1000, 100000"})
  void claim_manyThreads_givesEachPositionOnce(int claims, int maxCount, int maxFloor) {
    List<List<LongRange>> ofEach = race(claims, (thread, round) -> {
      Random random = new Random(SEED + 1_000L * thread + round);
      return claimOne(1 + random.nextInt(maxCount), random.nextInt(maxFloor + 1));
    });

    assertThat(ofEach)
        .allSatisfy(mine ->
            assertThat(mine).isSortedAccordingTo(Comparator.comparingLong(LongRange::from)));
    List<LongRange> claimed = flatten(ofEach);
    assertThat(claimed).hasSize(claims * THREADS);
    assertDisjoint(claimed);
    if (maxFloor == 0) {
      assertTiling(
          claimed,
          claimed.stream().mapToLong(range -> range.to() - range.from()).sum());
    }
  }

  @ParameterizedTest
  @ValueSource(
      longs = {(1L << 53) - 1_000, 179_521_920_000_000_001L, 1L << 62, Long.MAX_VALUE - 3_000})
  void claim_greatPositions_losesNoDigit(long floor) {
    assertThat(store.claim(line, floor, 1)).isEqualTo(floor);
    for (int i = 1; i < 100; i++) {
      assertThat(store.claim(line, 0, 1)).isEqualTo(floor + i);
    }
    long odd = floor + 1_999;
    assertThat(store.compareAndSet(line, floor + 99, odd)).isFalse();
    assertThat(store.compareAndSet(line, floor + 100, odd)).isTrue();
    assertThat(store.position(line)).isEqualTo(odd);
    assertThat(store.claim(line, odd - 1, 1_000)).isEqualTo(odd);
    assertThat(store.lines(line)).extracting(Line::next).containsExactly(odd + 1_000);
  }

  @Test
  void claim_pastTheEnd_isExhaustedAndChangesNothing() {
    assertThat(store.claim(line, Long.MAX_VALUE - 10, 5)).isEqualTo(Long.MAX_VALUE - 10);

    assertExhausted(0, 6);
    assertExhausted(Long.MAX_VALUE - 3, 4);
    assertExhausted(Long.MAX_VALUE, 1);
    assertExhausted(1, Long.MAX_VALUE);
    assertThat(store.position(line)).isEqualTo(Long.MAX_VALUE - 5);
    assertThat(store.claim(line, 0, 5)).isEqualTo(Long.MAX_VALUE - 5);
    assertExhausted(0, 1);
    assertThat(store.position(line)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void claim_restOfALine_endsIt() {
    assertExhausted(Long.MAX_VALUE, 1);
    assertThat(store.lines(own)).isEmpty();
    assertThat(store.claim(own + "whole", 0, Long.MAX_VALUE)).isZero();

    store.claim(line, 0, 7);
    assertExhausted(6, Long.MAX_VALUE - 6);
    assertThat(store.position(line)).isEqualTo(7);
    assertThat(store.claim(line, 20, Long.MAX_VALUE - 20)).isEqualTo(20);
    assertThat(store.position(line)).isEqualTo(Long.MAX_VALUE);
    assertExhausted(0, 1);
    assertExhausted(20, Long.MAX_VALUE - 20);
    assertThat(store.compareAndSet(line, 20, Long.MAX_VALUE)).isFalse();
  }

  @Test
  void claim_remainderWhileOthersClaim_isAboveOtherClaims() {
    long rest = 200;
    assertDisjoint(flatten(race(
        50,
        (thread, round) ->
            thread == 0 && round == 5 ? claimOne(Long.MAX_VALUE - rest, rest) : claimOne(1, 0))));
  }

  @Test
  void claim_manyThreadsAtTheEnd_givesEachLastPositionOnce() {
    store.claim(line, Long.MAX_VALUE - 101, 1);

    List<LongRange> claimed = flatten(race(10, (thread, round) -> claimOne(1, 0)));

    assertThat(claimed).hasSize(100);
    assertDisjoint(claimed);
  }

  @Test
  void claim_interruptedThread_keepsItsFlag() {
    Thread.currentThread().interrupt();
    try {
      store.claim(line, 0, 1);
    } catch (StoreUnavailableException e) {
      // The store may fail here. The range is then burned.
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(store.claim(line, 1, 1)).isEqualTo(1);
  }

  @Test
  void compareAndSet_asExpectedOrNot_movesOrLeavesTheLine() {
    assertThat(store.compareAndSet(line, 1, 2)).isFalse();
    assertThat(store.lines(own)).isEmpty();
    assertThat(store.compareAndSet(line, 0, 42)).isTrue();
    assertThat(store.compareAndSet(line, 0, 42)).isFalse();
    assertThat(store.compareAndSet(line, 0, 43)).isFalse();
    assertThat(store.compareAndSet(line, 41, 43)).isFalse();
    assertThat(store.position(line)).isEqualTo(42);
    assertThat(store.claim(line, 0, 1)).isEqualTo(42);
    assertThat(store.compareAndSet(line, 43, Long.MAX_VALUE)).isTrue();
    assertExhausted(0, 1);
  }

  @Test
  void lower_asExpectedOrNot_movesOrLeavesTheLine() {
    assumeFalse(plain, "only Mintmark's own stores can lower a line");
    long high = Long.MAX_VALUE - 5;
    assertThat(store.claim(line, high - 3, 3)).isEqualTo(high - 3);
    store.annotate(line, "kept");

    assertThat(store.lower(line, high - 1, 7)).isFalse();
    assertThat(store.position(line)).isEqualTo(high);
    assertThat(store.lower(line, high, 7)).isTrue();
    assertThat(store.lower(line, high, 7)).isFalse();
    assertThat(store.position(line)).isEqualTo(7);
    assertThat(store.line(line).map(Line::note)).contains("kept");
    assertThat(store.claim(line, 0, 2)).isEqualTo(7);
    assertThat(store.compareAndSet(line, 9, 10)).isTrue();
    assertAllThrow(
        IllegalArgumentException.class,
        () -> store.lower(line, 10, 10),
        () -> store.lower(line, 10, 11),
        () -> store.lower(line, 10, 0),
        () -> store.lower(line, 10, -1),
        () -> store.lower("mintmark/gate", 10, 1));
  }

  @Test
  void positions_presentAndAbsentLines_equalSingleReads() {
    store.claim(own + "small", 0, 3);
    store.claim(own + "great", Long.MAX_VALUE - 5, 5);

    LinePositions read =
        store.positions(List.of(own + "great", own + "none", own + "small", own + "great"));

    assertThat(read.next()).containsExactly(Long.MAX_VALUE, 0L, 3L, Long.MAX_VALUE);
    assertThat(read.now().isPresent()).isEqualTo(store.now().isPresent());
    assertThat(read.now().orElseGet(Instant::now))
        .isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
    assertThat(store.positions(List.of()).next()).isEmpty();
    assertThat(store.lines(own + "none")).isEmpty();
  }

  @Test
  void positions_ofManyLines_isAllOfThem() {
    for (int i = 0; i < 300; i += 3) {
      store.claim(own + i, 0, i + 1);
    }
    List<String> names = IntStream.range(0, 300).mapToObj(i -> own + i).toList();
    List<Long> wanted =
        IntStream.range(0, 300).mapToObj(i -> i % 3 == 0 ? i + 1L : 0L).toList();

    assertThat(store.positions(names).next()).isEqualTo(wanted);
  }

  @Test
  void positions_manyThreads_areNoOlderThanTheirCalls() {
    List<List<Long>> seen = race(20, (thread, round) -> {
      store.claim(own + thread, 0, 1);
      List<Long> next = store.positions(List.of(own + thread, line)).next();
      assertThat(next).hasSize(2).last().isEqualTo(0L);
      return next.get(0);
    });

    assertThat(seen).containsOnly(LongStream.rangeClosed(1, 20).boxed().toList());
  }

  @Test
  void compareAndSet_manyThreads_hasOneWinnerEachRound() {
    List<List<Boolean>> won =
        race(20, (thread, round) -> store.compareAndSet(own + round, 0, 1 + thread));

    for (int round = 0; round < 20; round++) {
      int each = round;
      List<Integer> winners = IntStream.range(0, THREADS)
          .filter(index -> won.get(index).get(each))
          .boxed()
          .toList();
      assertThat(winners).as("round %s", round).hasSize(1);
      assertThat(store.position(own + round)).isEqualTo(1 + winners.get(0));
    }
  }

  @Test
  void compareAndSet_againstClaims_neverOverlaps() {
    List<Optional<LongRange>> claimed = flatten(race(50, (thread, round) -> {
      if (thread % 2 == 0) {
        return Optional.of(claimOne(7, 0));
      }
      long seen = store.position(line);
      long end = seen + 1 + (thread + 7 * round) % 100;
      return Optional.of(new LongRange(seen, end))
          .filter(range -> store.compareAndSet(line, seen, end));
    }));

    assertTiling(claimed.stream().flatMap(Optional::stream).toList(), store.position(line));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "a b", "a\tb", "a%b", "a*b", "a\\b", "naïve", "名", "a\u0000", "/a", "a/", "a//b",
        ".", "..", "a/./b", "a/../b", "a,b", "a@b", "a[b", "a`b", "a{b"
      })
  void everyCall_invalidName_throws(String name) {
    assertRefusedName(name);
  }

  @Test
  void everyCall_longName_isAcceptedOrThrows() {
    String longest = own + "x".repeat(LineName.MAX_LENGTH - own.length());
    assertThat(store.claim(longest, 0, 1)).isZero();
    assertThat(store.lines(longest)).extracting(Line::name).containsExactly(longest);
    assertRefusedName(longest + "x");
  }

  @Test
  void everyCall_invalidNumber_throws() {
    assertAllThrow(
        IllegalArgumentException.class,
        () -> store.claim(line, -1, 1),
        () -> store.claim(line, Long.MIN_VALUE, 1),
        () -> store.claim(line, 0, 0),
        () -> store.claim(line, 0, -1),
        () -> store.claim(line, 0, Long.MIN_VALUE),
        () -> store.compareAndSet(line, -1, 1),
        () -> store.compareAndSet(line, 0, 0),
        () -> store.compareAndSet(line, 5, 4),
        () -> store.compareAndSet(line, 0, -1));
    assertThat(store.lines(own)).isEmpty();
  }

  @Test
  void lines_unusualNames_differAndAreInByteOrder() {
    List<String> names = Stream.of(
            "-", "...", "..a", "0", ":", "A", "Aa", "_", "a", "aA", "aB", "ab")
        .map(name -> own + name)
        .toList();
    for (int i = 0; i < names.size(); i++) {
      assertThat(store.claim(names.get(i), 0, i + 1)).as(names.get(i)).isZero();
    }

    assertThat(store.lines(own)).extracting(Line::name).containsExactlyElementsOf(names);
    for (int i = 0; i < names.size(); i++) {
      assertThat(store.position(names.get(i))).as(names.get(i)).isEqualTo(i + 1);
    }
  }

  @Test
  void lines_prefix_isLiteralAndCaseSensitive() {
    for (String name : List.of("a_b", "axb", "A_b", "a_", "a", "b")) {
      store.claim(own + name, 0, 1);
    }

    assertThat(store.lines(own + "a_"))
        .extracting(Line::name)
        .containsExactly(own + "a_", own + "a_b");
    assertThat(store.lines(own + "a_b")).hasSize(1);
    assertThat(store.lines(own + "a_bc")).isEmpty();
    assertThat(store.lines("")).extracting(Line::name).contains(own + "b");
    assertThat(store.line(own + "a").map(Line::name)).contains(own + "a");
    assertThat(store.line(own + "ax")).isEmpty();
    assertAllThrow(
        IllegalArgumentException.class,
        () -> store.line(""),
        () -> store.line("a%"),
        () -> store.lines("a%"),
        () -> store.lines("a".repeat(LineName.MAX_LENGTH + 1)));
  }

  /** A page begins after a name, which need not exist. */
  @Test
  void lines_page_hasTheFirstNamesAfterAnother() {
    List<String> names = Stream.of("a", "a-", "a-b", "a/b", "a/b/c", "a0", "b", "b/a")
        .map(name -> own + name)
        .toList();
    names.forEach(name -> store.claim(name, 0, 1));
    List<String> afters = new ArrayList<>(names);
    Stream.of("a/b/b", "a/z", "b/", "zz").map(name -> own + name).forEach(afters::add);
    afters.add("");

    for (String prefix : List.of(own, own + "a/", own + "b")) {
      for (String after : afters) {
        List<String> all = names.stream()
            .filter(name -> name.startsWith(prefix) && name.compareTo(after) > 0)
            .toList();
        for (int limit : new int[] {1, 2, names.size() + 1}) {
          assertThat(page(prefix, after, limit))
              .as("prefix=%s, after=%s, limit=%s", prefix, after, limit)
              .containsExactlyElementsOf(all.subList(0, Math.min(all.size(), limit)));
        }
      }
    }
    assertThat(page("", own + "a/z", 2)).containsExactly(own + "a0", own + "b");
  }

  private List<String> page(String prefix, String after, int limit) {
    return store.lines(new LinePage(prefix, after, limit)).stream()
        .map(Line::name)
        .toList();
  }

  @Test
  void lines_movedLine_showsTheTimeAndNoNote() {
    store.claim(line, 0, 1);

    Instant now = store.now().orElseGet(Instant::now);
    assertThat(now).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
    Line found = store.line(line).orElseThrow();
    assertThat(found.note()).isEmpty();
    assertThat(found.updated()).isCloseTo(now, within(1, ChronoUnit.MINUTES));
  }

  @Test
  void annotate_line_replacesItsNoteAndTouchesNothingElse() {
    store.claim(line, 0, 7);
    Instant moved = store.line(line).orElseThrow().updated();
    String longest = "é".repeat(ClaimArguments.MAX_NOTE_LENGTH);
    for (String note : List.of("host-1 pid 42", "it's \"100%_\" \\ 朝 \uD83E\uDE99", longest, "")) {
      store.annotate(line, note);
      assertThat(store.lines(line)).containsExactly(new Line(line, 7, note, moved));
    }
    store.annotate(line, "kept");
    store.claim(line, 0, 1);
    store.compareAndSet(line, 8, 10);
    assertThat(store.lines(line)).extracting(Line::note).containsExactly("kept");
  }

  @Test
  void annotate_absentLineOrInvalidNote_hasNoEffect() {
    store.annotate(line, "nobody");
    assertThat(store.lines(own)).isEmpty();
    store.claim(line, 0, 1);
    assertAllThrow(
        IllegalArgumentException.class,
        () -> store.annotate(line, "a\nb"),
        () -> store.annotate(line, "\u0000"),
        () -> store.annotate(line, "x".repeat(ClaimArguments.MAX_NOTE_LENGTH + 1)));
    assertThat(store.lines(line)).extracting(Line::note).containsExactly("");
  }

  /** An engine that can lose writes passes this test too, because it loses none during the test. */
  @Test
  void life_engineThatStaysUp_isTheSame() {
    Optional<EngineLife> before = store.life(List.of(line));
    assertThat(store.claim(line, 0, 1)).isZero();
    Optional<EngineLife> after = store.life(List.of(line));

    assertThat(before.isPresent()).isEqualTo(store.canLoseAcknowledgedWrites());
    assertThat(after.map(EngineLife::id)).isEqualTo(before.map(EngineLife::id));
    assertThat(after.map(EngineLife::began)).isEqualTo(before.map(EngineLife::began));
  }

  @Test
  void everyCall_afterClose_isRefused() {
    store.close();
    store.close();

    assertAllThrow(
        ClosedException.class,
        () -> store.claim(line, 0, 1),
        store.beginClaim(line, 0, 1)::getAsLong,
        store.beginCompareAndSet(line, 0, 1)::getAsBoolean,
        () -> store.compareAndSet(line, 0, 1),
        () -> store.position(line),
        () -> store.positions(List.of(line)),
        () -> store.lines(""),
        () -> store.annotate(line, ""),
        () -> store.now());
  }

  @Test
  void close_whileOthersClaim_answersOrRefusesEach() {
    CountDownLatch underWay = new CountDownLatch(THREADS);
    List<LongRange> claimed = flatten(Race.run(THREADS + 1, index -> {
      List<LongRange> mine = new ArrayList<>();
      if (index == THREADS) {
        underWay.await();
        store.close();
        return mine;
      }
      try {
        while (true) {
          mine.add(claimOne(1, 0));
          underWay.countDown();
        }
      } catch (ClosedException | StoreUnavailableException e) {
        return mine;
      }
    }));

    assertDisjoint(claimed);
    if (keepsDataWhenReopened()) {
      store = LineStore.of(open());
      long end = claimed.stream().mapToLong(LongRange::to).max().orElseThrow();
      assertThat(store.position(line)).isGreaterThanOrEqualTo(end);
    }
  }

  @Test
  void open_afterClose_keepsPositionsOrIsEmpty() {
    store.claim(line, 179_521_920_000_000_001L, 9);
    store.compareAndSet(own + "worker", 0, 77);
    store.annotate(line, "note");
    List<Line> before = store.lines(own);
    store.close();

    store = LineStore.of(open());

    if (!keepsDataWhenReopened()) {
      assertThat(store.lines(own)).isEmpty();
      return;
    }
    assertThat(store.lines(own)).isEqualTo(before).hasSize(2);
    assertThat(store.claim(line, 0, 1)).isEqualTo(179_521_920_000_000_010L);
    assertThat(store.compareAndSet(own + "worker", 0, 77)).isFalse();
    assertThat(store.compareAndSet(own + "worker", 77, 78)).isTrue();
  }

  private LongRange claimOne(long count, long floor) {
    long start = store.claim(line, floor, count);
    assertThat(start).isGreaterThanOrEqualTo(floor);
    return new LongRange(start, start + count);
  }

  /** One round of a thread in a race. */
  private interface Round<T> {
    T run(int thread, int round);
  }

  /**
   * Runs the rounds in many threads, and returns the results of each thread in the order of its
   * rounds. An exhausted line ends the thread that finds it.
   */
  private static <T> List<List<T>> race(int rounds, Round<T> round) {
    return Race.run(THREADS, thread -> {
      List<T> results = new ArrayList<>();
      try {
        for (int i = 0; i < rounds; i++) {
          results.add(round.run(thread, i));
        }
      } catch (ExhaustedException e) {
        assertThat(e).hasMessageContaining("/line");
      }
      return results;
    });
  }

  private void assertExhausted(long floor, long count) {
    assertThatThrownBy(() -> store.claim(line, floor, count))
        .isInstanceOf(ExhaustedException.class)
        .hasMessageContaining(line);
  }

  private void assertRefusedName(String name) {
    assertAllThrow(
        IllegalArgumentException.class,
        () -> store.claim(name, 0, 1),
        () -> store.compareAndSet(name, 0, 1),
        () -> store.position(name),
        () -> store.positions(List.of(line, name)),
        () -> store.annotate(name, ""));
  }

  private static void assertAllThrow(
      Class<? extends RuntimeException> type, ThrowingCallable... calls) {
    for (int i = 0; i < calls.length; i++) {
      assertThatThrownBy(calls[i]).as("call %s", i).isInstanceOf(type);
    }
  }

  private static <T> List<T> flatten(List<List<T>> lists) {
    return lists.stream().flatMap(Collection::stream).toList();
  }
}
