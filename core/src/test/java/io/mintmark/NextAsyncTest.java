package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.LongGenerator;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.KeyRequest;
import io.mintmark.objectid.LegacyObjectIdGenerator;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Calls that do not wait, all on one thread. This thread makes the calls, advances the time, and
 * runs the claims. If a call blocked, the test would never end.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class NextAsyncTest {

  private static final Duration TIMEOUT = Duration.ofMillis(400);
  private static final int MANY = 20;

  private final ManualTime time = new ManualTime(Instant.parse("2026-03-01T12:00:00Z"));
  private final FaultyStore store = new FaultyStore(() -> new MemoryStore(time.wall()));
  private final Queue<Runnable> claims = new ArrayDeque<>();
  private final Mintmark mint = Surroundings.SYSTEM
      .clocks(time.wall(), time.elapsed())
      .background(claims::add)
      .seed(1)
      .of(Mintmark.builder())
      .store(store)
      .claimTimeout(TIMEOUT)
      .open();

  private enum Kind {
    STRICT(mint -> mint.sequence("g", s -> s.strict(true))),
    SEGMENTED(mint -> mint.sequence("g")),
    CYCLIC(mint -> mint.sequence("g", s -> s.cycle(1, 99))),
    FORMATTED(mint -> mint.keys("g", k -> k.format("INV{seq:6}"))),
    SNOWFLAKE(mint -> mint.snowflake("g")),
    KEYS(mint -> mint.keys("g", k -> k.format("{time:yyMMddHHmmssSSS}{worker:2}{seq:3}"))),
    CLAIMED_KEYS(mint -> mint.keys("g", k -> k.format("{time:yyMMddHHmmssSSS}{seq:3}"))),
    DAY(mint -> mint.keys("g", k -> k.format("{time:yyyyMMdd}{seq:6}").zone("UTC"))),
    SHARED_DAY(
        mint -> mint.keys("g", k -> k.format("{time:yyyyMMdd}{worker:2}{seq:6}").zone("UTC")));

    @SuppressWarnings("ImmutableEnumChecker") // Stateless lambda.
    private final Function<Mintmark, Generator> open;

    Kind(Function<Mintmark, Generator> open) {
      this.open = open;
    }
  }

  @AfterEach
  void close() {
    mint.close();
    store.close();
  }

  private static CompletableFuture<List<String>> ask(Generator generator, int count) {
    return generator instanceof KeyGenerator keys
        ? keys.nextBatchForAsync(KeyRequest.PLAIN, count)
        : ((LongGenerator) generator)
            .nextBatchAsync(count)
            .thenApply(ids -> Arrays.stream(ids).mapToObj(Long::toString).toList());
  }

  private void runClaims() {
    for (Runnable claim = claims.poll(); claim != null; claim = claims.poll()) {
      claim.run();
    }
  }

  private static void assertUnavailable(CompletableFuture<?> call) {
    assertThat(call).isCompletedExceptionally();
    assertThatThrownBy(call::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(StoreUnavailableException.class);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void nextAsync_claimArrivesLate_completesThen(Kind kind) {
    Generator generator = kind.open.apply(mint);
    List<CompletableFuture<List<String>>> calls = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      calls.add(ask(generator, MANY));
    }
    time.advance(TIMEOUT.minusMillis(1));
    assertThat(calls).noneMatch(CompletableFuture::isDone);

    runClaims();

    assertThat(calls).allMatch(CompletableFuture::isDone);
    List<String> ids = calls.stream().flatMap(call -> call.join().stream()).toList();
    assertThat(ids).hasSize(3 * MANY).doesNotHaveDuplicates();
    if (kind != Kind.CYCLIC) {
      assertThat(ids)
          .as("in the order of the calls")
          .isSortedAccordingTo(
              (a, b) -> a.length() == b.length() ? a.compareTo(b) : a.length() - b.length());
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void nextAsync_deadlinePasses_failsAndLaterCallSucceeds(Kind kind) {
    Generator generator = kind.open.apply(mint);
    CompletableFuture<List<String>> first = ask(generator, MANY);
    time.advance(TIMEOUT.minusMillis(1));
    assertThat(first).isNotDone();
    time.advance(Duration.ofMillis(1));
    assertUnavailable(first);

    CompletableFuture<List<String>> second = ask(generator, MANY);
    runClaims();
    time.advance(Duration.ofMillis(200));
    runClaims();

    assertThat(second.join()).hasSize(MANY).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void nextAsync_storeDown_failsAtTheDeadlineAndRecovers(Kind kind) {
    Generator generator = kind.open.apply(mint);
    store.setDown(true);
    CompletableFuture<List<String>> refused = ask(generator, 1);
    for (int ms = 0; ms < TIMEOUT.toMillis(); ms += 10) {
      runClaims();
      time.advance(Duration.ofMillis(10));
    }
    assertUnavailable(refused);
    store.setDown(false);
    time.advance(Duration.ofSeconds(2));

    CompletableFuture<List<String>> served = ask(generator, 1);
    runClaims();

    assertThat(served.join()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void nextAsync_cancelled_burnsItsIdsAndServesOtherCalls(Kind kind) {
    Generator generator = kind.open.apply(mint);
    CompletableFuture<List<String>> cancelled = ask(generator, 2);
    CompletableFuture<List<String>> kept = ask(generator, 2);
    assertThat(cancelled.cancel(false)).isTrue();
    runClaims();
    CompletableFuture<List<String>> later = ask(generator, 2);
    runClaims();

    Set<String> ids = new HashSet<>(kept.join());
    ids.addAll(later.join());
    assertThat(ids).hasSize(4);
    assertThat(cancelled).isCancelled();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void nextAsync_mintmarkIsClosed_failsAtOnce(Kind kind) {
    CompletableFuture<List<String>> call = ask(kind.open.apply(mint), 1);
    mint.close();
    time.advance(Duration.ofMillis(10));
    assertThatThrownBy(call::join).hasCauseInstanceOf(ClosedException.class);
  }

  @Test
  void nextAsync_enoughIsClaimed_isCompleteAtOnce() {
    Sequence sequence = mint.sequence("g", s -> s.segment(10, 10));
    CompletableFuture<long[]> first = sequence.nextBatchAsync(1);
    runClaims();
    assertThat(first.join()).containsExactly(1);

    assertThat(sequence.nextBatchAsync(2)).isCompletedWithValueMatching(ids -> ids[1] == 3);
    assertThat(sequence.reserveAsync(2)).isCompletedWithValue(new LongRange(4, 6));
  }

  @Test
  void nextAsync_moreThanSegmentHas_takesTheRestAndClaimsMore() {
    Sequence sequence = mint.sequence("g", s -> s.segment(4, 4));
    CompletableFuture<long[]> first = sequence.nextBatchAsync(3);
    runClaims();
    assertThat(first).isDone();

    CompletableFuture<long[]> second = sequence.nextBatchAsync(8);
    assertThat(second).isNotDone();
    runClaims();

    assertThat(second.join()).startsWith(4).hasSize(8).doesNotHaveDuplicates();
  }

  @Test
  void nextAsync_strict_waitingCallsShareAClaim() {
    Sequence sequence = mint.sequence("g", s -> s.strict(true));
    assertThat(sequence.next()).isEqualTo(1);
    long before = store.calls();
    List<CompletableFuture<long[]>> calls = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      calls.add(sequence.nextBatchAsync(1));
    }
    runClaims();

    for (int i = 0; i < 100; i++) {
      assertThat(calls.get(i).join()).containsExactly(i + 2);
    }
    assertThat(store.calls() - before).as("a claim, and one on the gate").isLessThan(4);
  }

  @Test
  void nextAsync_strictAndTooFewLeftForAll_servesCallsThatFit() {
    Sequence sequence = mint.sequence("g", s -> s.strict(true).maximum(5));
    CompletableFuture<long[]> three = sequence.nextBatchAsync(3);
    CompletableFuture<long[]> four = sequence.nextBatchAsync(4);
    CompletableFuture<long[]> two = sequence.nextBatchAsync(2);
    runClaims();

    assertThat(three.join()).containsExactly(1, 2, 3);
    assertThat(four).isCompletedExceptionally();
    assertThat(two.join()).containsExactly(4, 5);
  }

  @Test
  void nextAsync_aheadOfTheClock_completesWhenTheClockCatchesUp() {
    SnowflakeGenerator snowflake = mint.snowflake("g", s -> s.maxAhead(Duration.ofMillis(100)));
    CompletableFuture<long[]> first = snowflake.nextBatchAsync(1);
    runClaims();
    assertThat(first).isDone();
    int capacity = (int) snowflake.layout().capacity();

    CompletableFuture<long[]> many = snowflake.nextBatchAsync(200 * capacity);
    runClaims();
    time.advance(Duration.ofMillis(50));
    runClaims();
    assertThat(many).isNotDone();
    for (int ms = 0; ms < 100; ms += 10) {
      time.advance(Duration.ofMillis(10));
      runClaims();
    }

    assertThat(many.join()).hasSize(200 * capacity).isSorted();
  }

  @Test
  void nextAsync_timedClaimAheadOfTheClock_completesWhenTheClockCatchesUp() {
    KeyGenerator keys = mint.keys(
        "g",
        k -> k.format("{time:yyMMddHHmmssSSS}{seq:1}")
            .maxAhead(Duration.ofMillis(20))
            .clockTolerance(Duration.ofMillis(20)));
    CompletableFuture<List<String>> many = keys.nextBatchForAsync(KeyRequest.PLAIN, 1_000);
    runClaims();
    time.advance(Duration.ofMillis(50));
    assertThat(many).isNotDone();
    time.advance(Duration.ofMillis(60));

    assertThat(many.join()).hasSize(1_000).doesNotHaveDuplicates();
  }

  @Test
  void nextAsync_interleavedAndStoreDown_usesTheNextStore() {
    FaultyStore other = new FaultyStore(() -> new MemoryStore(time.wall()));
    try (Mintmark second = Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .background(claims::add)
        .of(Mintmark.builder())
        .store(other)
        .claimTimeout(TIMEOUT)
        .open()) {
      Sequence both = Sequence.interleaved(List.of(
          mint.sequence("g", s -> s.strict(true).step(2).offset(1)),
          second.sequence("g", s -> s.strict(true).step(2).offset(2))));
      store.setDown(true);
      CompletableFuture<long[]> call = both.nextBatchAsync(2);
      runClaims();

      assertThat(call.join()).containsExactly(2, 4);
      store.setDown(false);
    }
    other.close();
  }

  @Test
  void nextAsync_withoutAStore_isCompleteAtOnce() {
    assertThat(mint.objectIds("o").nextBatchAsync(MANY).join()).hasSize(MANY);
    assertThat(LegacyObjectIdGenerator.ofDriver("l", 7).nextBatchAsync(MANY).join())
        .doesNotHaveDuplicates();
  }

  @Test
  void nextAsync_countOutOfRange_isRefusedAtOnce() {
    Sequence sequence = mint.sequence("g");
    assertThatThrownBy(() -> sequence.nextBatchAsync(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> sequence.reserveAsync(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
