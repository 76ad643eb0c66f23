package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.GeneratorObserver;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.KeyRequest;
import io.mintmark.objectid.ObjectId;
import io.mintmark.sequence.Sequence;
import io.mintmark.testkit.ManualTime;
import io.mintmark.uuid.UuidFields;
import io.mintmark.uuid.UuidGenerator;
import io.mintmark.uuid.Uuids;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots of the process, each of which may be restored as several copies. */
@Isolated("suspends every generator of the JVM")
class SnapshotTest {

  private static final Instant START = Instant.parse("2026-11-22T08:00:00Z");
  private static final String KEYS = "key/keys";
  private static final long KEYS_A_MS = 100_000;

  private final ManualTime time = new ManualTime(START);
  private final MemoryStore store = new MemoryStore(time.wall());
  private final Mintmark mint = Surroundings.SYSTEM
      .clocks(time.wall(), time.elapsed())
      .background(Runnable::run)
      .of(Mintmark.builder())
      .store(store)
      .claimTimeout(Duration.ofMillis(100))
      .open();

  @AfterEach
  void close() {
    Mintmark.afterRestore();
    mint.close();
  }

  private void makeEveryKind() {
    mint.snowflake("snowflake");
    mint.sequence("segmented");
    mint.sequence("strict", s -> s.strict(true));
    mint.keys("local", k -> k.format("{time:yyMMddHHmmssSSS}{worker:2}{seq:5}"));
    mint.keys("claimed", k -> k.format("{time:yyMMddHHmmssSSS}{seq:5}"));
    mint.objectIds("objectid");
    mint.uuids("typeid");
    mint.snowflake("prefixed");
    for (int version : List.of(1, 4, 6, 7)) {
      mint.uuids("v" + version, uuid -> uuid.version(version));
    }
  }

  @Test
  void beforeSnapshot_everyKind_makesNothingUntilAfterRestore() {
    makeEveryKind();
    List<Generator> generators = mint.generators();
    List<String> ids = new ArrayList<>();
    generators.forEach(each -> each.nextTextBatch(3).forEach(id -> ids.add(each.name() + id)));

    Mintmark.beforeSnapshot();
    assertThat(generators)
        .hasSize(12)
        .allSatisfy(each -> assertThatThrownBy(() -> each.nextTextBatch(1))
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("suspended for a checkpoint"));
    Mintmark.afterRestore();

    generators.forEach(each -> each.nextTextBatch(3).forEach(id -> ids.add(each.name() + id)));
    assertThat(ids).doesNotHaveDuplicates().hasSize(72);
  }

  /** Anything that a generator claims during the snapshot would be in every copy. */
  @Test
  void beforeSnapshot_generatorsMadeLater_waitForAfterRestore() {
    Mintmark.beforeSnapshot();
    makeEveryKind();
    try (Mintmark opened = Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .background(Runnable::run)
        .of(Mintmark.builder())
        .store(store)
        .claimTimeout(Duration.ofMillis(100))
        .open()) {
      List<Generator> generators = new ArrayList<>(mint.generators());
      generators.add(opened.sequence("late"));

      assertThat(generators)
          .hasSize(13)
          .allSatisfy(each -> assertThatThrownBy(() -> each.nextTextBatch(1))
              .isInstanceOf(StoreUnavailableException.class)
              .hasMessageContaining("suspended for a checkpoint"));
      Mintmark.afterRestore();
      assertThat(generators)
          .allSatisfy(each -> assertThat(each.nextTextBatch(1)).hasSize(1));
    }
  }

  /** Positions claimed before the snapshot are in every copy, so no copy may use them. */
  @Test
  void afterRestore_segmentHeldBefore_isBurned() {
    long before = mint.sequence("numbers", s -> s.segment(100, 100)).next();
    Mintmark.beforeSnapshot();
    Mintmark.afterRestore();
    assertThat(mint.sequence("numbers").next()).isEqualTo(before + 100);
  }

  /**
   * The batch had received some of its ids before the snapshot. If it kept them, every copy would
   * return the same ids.
   */
  @Test
  void afterRestore_batchPartlyFilled_containsOnlyNewIds() {
    Queue<Runnable> claims = new ArrayDeque<>();
    try (Mintmark opened = opened(store, claims::add)) {
      Sequence numbers = opened.sequence("numbers", s -> s.segment(100, 100));
      CompletableFuture<long[]> first = numbers.nextBatchAsync(1);
      runAll(claims);
      CompletableFuture<long[]> batch = numbers.nextBatchAsync(150);
      assertThat(first).isCompleted();
      assertThat(batch).isNotDone();
      long before = store.position("seq/numbers");

      Mintmark.beforeSnapshot();
      Mintmark.afterRestore();
      for (int i = 0; i < 10 && !batch.isDone(); i++) {
        runAll(claims);
        time.advance(Duration.ofMillis(5));
      }

      assertThat(batch.join()).hasSize(150).isSorted();
      assertThat(batch.join()[0]).isGreaterThan(before);
      assertThat(numbers.made()).isEqualTo(1 + 150);
    }
  }

  /**
   * The claim ahead starts after the batch has taken its positions, but before the batch returns
   * them.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void afterRestore_batchJustFilled_containsOnlyNewIds(boolean async) {
    AtomicLong before = new AtomicLong();
    GeneratorObserver snapshot = new GeneratorObserver() {
      @Override
      public void claimed(Claim claim) {
        if (store.position("seq/numbers") == 160) {
          before.set(160);
          Mintmark.beforeSnapshot();
          Mintmark.afterRestore();
        }
      }
    };
    try (Mintmark opened = Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .background(Runnable::run)
        .of(Mintmark.builder())
        .store(store)
        .observer(snapshot)
        .open()) {
      Sequence numbers = opened.sequence("numbers", s -> s.segment(100, 100));
      long[] batch = async ? numbers.nextBatchAsync(60).join() : numbers.nextBatch(60);

      assertThat(batch).hasSize(60).isSorted();
      assertThat(before).hasValue(160);
      assertThat(batch[0]).isGreaterThan(before.get());
      assertThat(numbers.made()).isEqualTo(60);
    }
  }

  /** Every copy would receive the reply of a claim that was in flight. */
  @Test
  void afterRestore_claimInFlight_isBurned() {
    AtomicBoolean snapshot = new AtomicBoolean(true);
    LineStore interrupted = new ForwardingStore(store) {
      @Override
      public long claim(String line, long atLeast, long count) {
        long start = super.claim(line, atLeast, count);
        if (snapshot.getAndSet(false)) {
          Mintmark.beforeSnapshot();
          Mintmark.afterRestore();
        }
        return start;
      }
    };
    try (Mintmark opened = opened(interrupted, Runnable::run)) {
      Sequence strict = opened.sequence("strict", s -> s.strict(true));
      assertThat(strict.nextBatchAsync(3).join()).containsExactly(4, 5, 6);
      snapshot.set(true);
      assertThat(strict.next()).isEqualTo(8);
    }
  }

  /**
   * The Mintmark no longer lists this generator, but every copy would still receive the reply of
   * its claim.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void afterRestore_claimOfForgottenGenerator_isBurned(boolean strict) {
    AtomicReference<Runnable> forgets = new AtomicReference<>(() -> {});
    LineStore interrupted = new ForwardingStore(store) {
      @Override
      public long claim(String line, long atLeast, long count) {
        long start = super.claim(line, atLeast, count);
        Objects.requireNonNull(forgets.get()).run();
        Mintmark.beforeSnapshot();
        Mintmark.afterRestore();
        return start;
      }
    };
    try (Mintmark opened = opened(interrupted, Runnable::run)) {
      Sequence numbers = opened.sequence("numbers", s -> {
        if (strict) {
          s.strict(true);
        }
      });
      forgets.set(() -> opened.forget(numbers));
      assertThatThrownBy(numbers::next).isInstanceOf(ClosedException.class);
    }
  }

  /** An application may keep only the generator, and let its Mintmark be garbage-collected. */
  @Test
  void beforeSnapshot_generatorOfCollectedMintmark_isSuspended() {
    Orphan orphan = orphan();
    assertThat(orphan.numbers.next()).isEqualTo(1);
    for (int i = 0; i < 100 && orphan.maker.get() != null; i++) {
      System.gc();
    }
    assertThat(orphan.maker.get()).isNull();

    Mintmark.beforeSnapshot();
    Mintmark.afterRestore();
    assertThat(orphan.numbers.next()).isEqualTo(101);
  }

  private record Orphan(Sequence numbers, WeakReference<Mintmark> maker) {}

  private Orphan orphan() {
    Mintmark opened = opened(store, Runnable::run);
    return new Orphan(
        opened.sequence("numbers", s -> s.segment(100, 100)), new WeakReference<>(opened));
  }

  /** A call whose deadline has passed does not call the store again. */
  @Test
  void afterRestore_slowClaimInFlight_callEndsAtItsDeadline() {
    AtomicInteger claims = new AtomicInteger();
    LineStore slow = new ForwardingStore(store) {
      @Override
      public long claim(String line, long atLeast, long count) {
        long start = super.claim(line, atLeast, count);
        if (line.startsWith("seq/")) {
          claims.incrementAndGet();
          Mintmark.beforeSnapshot();
          Mintmark.afterRestore();
          time.advance(Duration.ofMillis(200));
        }
        return start;
      }
    };
    try (Mintmark opened = opened(slow, Runnable::run)) {
      Sequence strict = opened.sequence("strict", s -> s.strict(true));
      assertThatThrownBy(strict::next)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("no claim succeeded in time");
      assertThat(claims).hasValue(1);
    }
  }

  /**
   * A call waits with claimed positions until its clock reaches them. These positions are in every
   * copy.
   */
  @Test
  void afterRestore_keyWaitingForTheClock_usesANewClaim() {
    try (Mintmark opened = opened(store, Runnable::run)) {
      KeyGenerator keys = opened.keys(
          "keys",
          k -> k.format("{time:yyMMddHHmmssSSS}{seq:5}")
              .maxAhead(Duration.ofMillis(10))
              .clockTolerance(Duration.ZERO));
      String unused = keys.next();
      long unusedOthers = store.claim(KEYS, store.position(KEYS) + 50 * KEYS_A_MS, 1);
      CompletableFuture<List<String>> waiting = keys.nextBatchForAsync(KeyRequest.PLAIN, 1);
      assertThat(waiting).isNotDone();
      long before = store.position(KEYS);

      Mintmark.beforeSnapshot();
      Mintmark.afterRestore();
      for (int i = 0; i < 90 && !waiting.isDone(); i++) {
        time.advance(Duration.ofMillis(1));
      }

      assertThat(waiting).isCompleted();
      assertThat(store.position(KEYS)).isGreaterThan(before);
      assertThat(waiting.join().get(0))
          .endsWith(Long.toString((store.position(KEYS) - 1) % KEYS_A_MS));
    }
  }

  private Mintmark opened(LineStore lines, Executor background) {
    return Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .background(background)
        .of(Mintmark.builder())
        .store(lines)
        .claimTimeout(Duration.ofMillis(100))
        .open();
  }

  private static void runAll(Queue<Runnable> claims) {
    for (Runnable claim = claims.poll(); claim != null; claim = claims.poll()) {
      claim.run();
    }
  }

  /** Each pair of clocks has its own random node, and a snapshot suspends all of them. */
  @ParameterizedTest
  @ValueSource(ints = {1, 6})
  void afterRestore_nodeOfInjectedClocks_changes(int version) {
    UuidGenerator uuids = mint.uuids("uuids", u -> u.version(version));
    UUID before = uuids.next();
    assertThat(UuidFields.of(uuids.next()).node())
        .isEqualTo(UuidFields.of(before).node());
    Mintmark.beforeSnapshot();
    Mintmark.afterRestore();

    assertThat(UuidFields.of(uuids.next()).node())
        .isNotEqualTo(UuidFields.of(before).node());
  }

  @Test
  void afterRestore_idsWithoutStore_haveNewNodeAndRandom() {
    UUID uuid = Uuids.v1();
    ObjectId objectId = ObjectId.next();
    Mintmark.beforeSnapshot();
    Mintmark.afterRestore();
    assertThat(UuidFields.of(Uuids.v1()).node())
        .isNotEqualTo(UuidFields.of(uuid).node());
    assertThat(ObjectId.next().random()).isNotEqualTo(objectId.random());
    assertThat(List.of(Uuids.v4().version(), Uuids.v6().version(), Uuids.v7().version()))
        .containsExactly(4, 6, 7);
  }
}
