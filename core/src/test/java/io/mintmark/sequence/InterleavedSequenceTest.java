package io.mintmark.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Description;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.testkit.DuplicateOracle;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.ManualTime;
import io.mintmark.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class InterleavedSequenceTest {

  private static final int THREADS = 8;
  private static final int DRAWS = 400;

  private final ManualTime time = new ManualTime(Instant.parse("2026-03-01T00:00:00Z"));
  private final List<FaultyStore> stores =
      List.of(new FaultyStore(), new FaultyStore(), new FaultyStore());
  private final List<Mintmark> mints =
      stores.stream().map(InterleavedSequenceTest::mint).toList();

  private static Mintmark mint(FaultyStore store) {
    return mint(store, Duration.ofMillis(20));
  }

  private static Mintmark mint(FaultyStore store, Duration timeout) {
    return Surroundings.SYSTEM
        .background(Runnable::run)
        .of(Mintmark.builder())
        .store(store)
        .claimTimeout(timeout)
        .open();
  }

  /** Like {@link #interleaved}, but with a claim timeout that is long enough for a slow machine. */
  private Sequence patient(Consumer<SequenceBuilder> settings) {
    List<Sequence> sequences = new ArrayList<>();
    for (FaultyStore store : stores) {
      int offset = sequences.size() + 1;
      sequences.add(mint(store, Duration.ofMinutes(1)).sequence("tickets", s -> {
        s.step(3).offset(offset);
        settings.accept(s);
      }));
    }
    return InterleavedSequence.of(sequences, time.elapsed());
  }

  @AfterEach
  void close() {
    mints.forEach(Mintmark::close);
  }

  /** One sequence for each store, with offsets 1, 2, 3. */
  private List<Sequence> three(Consumer<SequenceBuilder> settings) {
    List<Sequence> sequences = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int offset = i + 1;
      sequences.add(mints.get(i).sequence("tickets", s -> {
        s.step(3).offset(offset);
        settings.accept(s);
      }));
    }
    return sequences;
  }

  private Sequence interleaved(Consumer<SequenceBuilder> settings) {
    return InterleavedSequence.of(three(settings), time.elapsed());
  }

  @Test
  void next_allStoresUp_alternatesBetweenThem() {
    Sequence sequence = interleaved(s -> s.strict(true));

    for (long i = 1; i <= 30; i++) {
      assertThat(sequence.next()).isEqualTo(i);
    }
    assertThat(sequence.nextBatch(3)).containsExactly(31, 34, 37);
    assertThat(sequence.nextTextBatch(2)).containsExactly("32", "35");
    assertThat(sequence.name()).isEqualTo("tickets");
    assertThat(sequence.kind()).isEqualTo("sequence");
    assertThat(sequence.isStrict()).isTrue();
    assertThat(interleavedSegmented().isStrict()).isFalse();
  }

  private Sequence interleavedSegmented() {
    return Sequence.interleaved(List.of(
        mints.get(0).sequence("segmented", s -> s.step(2).offset(1)),
        mints.get(1).sequence("segmented", s -> s.step(2).offset(2))));
  }

  @Test
  void next_oneStoreDown_skipsItAndRetriesAfterARest() {
    Sequence sequence = interleaved(s -> s.strict(true));
    sequence.nextBatch(1);
    stores.get(1).setDown(true);

    for (int i = 0; i < 10; i++) {
      assertThat(sequence.next() % 3).isNotEqualTo(2);
    }
    long asked = stores.get(1).calls();
    assertThat(sequence.next() % 3).isNotEqualTo(2);
    assertThat(stores.get(1).calls()).as("not asked while it rests").isEqualTo(asked);

    for (int i = 0; i < 3; i++) {
      time.advance(Duration.ofMillis(999));
      drawAll(sequence);
      assertThat(stores.get(1).calls()).as("while it rests").isEqualTo(asked);
      time.advance(Duration.ofMillis(1));
      drawAll(sequence);
      assertThat(stores.get(1).calls()).as("after its rest").isGreaterThan(asked);
      asked = stores.get(1).calls();
    }

    stores.get(1).setDown(false);
    time.advance(Duration.ofSeconds(1));
    List<Long> back = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      back.add(sequence.next());
    }
    assertThat(back).contains(2L);
    assertThat(sequence.describe().warnings()).isEmpty();
  }

  private static void drawAll(Sequence sequence) {
    for (int i = 0; i < 6; i++) {
      sequence.next();
    }
  }

  @Test
  void next_allStoresDown_throwsAndRecovers() {
    Sequence sequence = interleaved(s -> s.strict(true));
    drawAll(sequence);
    stores.forEach(store -> store.setDown(true));

    assertThatThrownBy(sequence::next)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("line=seq/tickets");
    assertThatThrownBy(() -> sequence.nextBatch(2)).isInstanceOf(StoreUnavailableException.class);

    stores.get(2).setDown(false);
    assertThat(sequence.next()).as("it rests, but no other is left").isEqualTo(9);
    assertThat(sequence.next()).isEqualTo(12);
  }

  @Test
  void next_storeHangs_isRetriedByOneCallerOnly() throws Exception {
    Sequence sequence = interleaved(s -> s.strict(true));
    drawAll(sequence);
    stores.get(0).setDown(true);
    drawAll(sequence);
    time.advance(Duration.ofSeconds(1));
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger askers = new AtomicInteger();
    stores.get(0).beforeDelivery(() -> {
      askers.incrementAndGet();
      asked.countDown();
      awaitQuietly(release);
    });

    Race.run(3, index -> {
      if (index == 0) {
        asked.await();
        for (int i = 0; i < 30; i++) {
          assertThat(sequence.next() % 3).isNotEqualTo(1);
        }
        release.countDown();
        return 0;
      }
      while (asked.getCount() > 0) {
        sequence.next();
      }
      return 0;
    });

    assertThat(askers).hasValue(1);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  @Tag("long")
  void next_manyThreadsWithFaults_neverRepeats() {
    Sequence sequence = Sequence.interleaved(three(s -> s.strict(false).segment(1, 7)));
    for (int i = 0; i < stores.size(); i++) {
      stores.get(i).randomFaults(20_261_121 + i, 30);
    }
    DuplicateOracle oracle = new DuplicateOracle(THREADS * DRAWS);

    Race.run(THREADS, index -> {
      for (int i = 0; i < DRAWS; i++) {
        if (index == 0 && i % 100 == 0) {
          stores.get(i / 100 % 3).setDown(i / 100 % 2 == 0);
        }
        try {
          oracle.add(sequence.next());
        } catch (StoreUnavailableException e) {
          // All stores failed at the same time.
        }
      }
      return 0;
    });

    assertThat(oracle.duplicate()).isEmpty();
    assertThat(oracle.count()).isGreaterThan(THREADS * DRAWS / 2);
  }

  @Test
  void next_oneExhausted_skipsIt() {
    Sequence sequence = Sequence.interleaved(List.of(
        mints.get(0).sequence("a", s -> s.step(2).offset(1).maximum(5).strict(true)),
        mints.get(1).sequence("b", s -> s.step(2).offset(2).maximum(8).strict(true))));
    assertThat(sequence.name()).isEqualTo("a+b");

    assertThat(Stream.generate(sequence::next).limit(7))
        .containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L, 8L);
    assertThat(sequence.describe().facts())
        .containsEntry("sequence-1", "exhausted")
        .containsEntry("sequence-2", "answers");
    assertThatThrownBy(sequence::next)
        .isInstanceOf(ExhaustedException.class)
        .hasMessageContaining("last=");
  }

  @Test
  void next_batchLongerThanTheRest_throwsAndLeavesTheRest() {
    Sequence sequence = Sequence.interleaved(List.of(
        mints.get(0).sequence("a", s -> s.step(2).offset(1).maximum(5).strict(true)),
        mints.get(1).sequence("b", s -> s.step(2).offset(2).maximum(8).strict(true))));

    assertThat(sequence.nextBatch(4)).as("only the second has so many").containsExactly(2, 4, 6, 8);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> sequence.nextBatch(4))
          .isInstanceOf(ExhaustedException.class)
          .hasMessageContaining("last=");
    }
    assertThat(Stream.generate(sequence::next).limit(3)).containsExactly(1L, 3L, 5L);
    assertThatThrownBy(sequence::next).isInstanceOf(ExhaustedException.class);
  }

  @Test
  void next_errorWhenAStoreIsRetried_retriesLater() {
    AtomicReference<Throwable> fault = new AtomicReference<>(new StoreUnavailableException("down"));
    LineStore faulty = new ForwardingStore(new MemoryStore()) {
      @Override
      public long claim(String line, long atLeast, long count) {
        if (fault.get() instanceof Error error) {
          throw error;
        }
        if (fault.get() instanceof StoreUnavailableException down) {
          throw down;
        }
        return super.claim(line, atLeast, count);
      }
    };
    try (Mintmark mint = Mintmark.builder().store(faulty).open()) {
      Sequence sequence = InterleavedSequence.of(
          List.of(
              mint.sequence("a", s -> s.step(2).offset(1).strict(true)),
              mints.get(1).sequence("b", s -> s.step(2).offset(2).strict(true))),
          time.elapsed());
      assertThat(sequence.next()).isEqualTo(2);
      fault.set(new StackOverflowError());
      time.advance(Duration.ofSeconds(1));
      assertThatThrownBy(() -> {
            for (int i = 0; i < 2; i++) {
              sequence.next();
            }
          })
          .isInstanceOf(StackOverflowError.class);
      fault.set(new Throwable("nothing is wrong"));
      time.advance(Duration.ofSeconds(1));

      assertThat(List.of(sequence.next(), sequence.next())).contains(1L);
    }
  }

  @Test
  void next_oneClosed_throwsOnce() {
    Sequence sequence = interleaved(s -> s.strict(true));
    mints.get(0).close();

    assertThatThrownBy(sequence::next).isInstanceOf(ClosedException.class);
    assertThat(sequence.next()).isEqualTo(2);
  }

  @Test
  void reserve_throws() {
    assertThatThrownBy(() -> interleaved(s -> s.strict(true)).reserve(2))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("step=3");
  }

  @Test
  void describe_oneStoreDown_warns() {
    Sequence sequence = interleaved(s -> s.strict(true));
    stores.get(0).setDown(true);
    sequence.next();

    Description description = sequence.describe();
    assertThat(description.facts())
        .containsEntry("step", "3")
        .containsEntry("sequence-1", "store-unavailable")
        .containsEntry("sequence-2", "answers");
    assertThat(description.warnings())
        .singleElement()
        .asString()
        .contains("sequence-1=store-unavailable");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void next_oneStoreRewound_skipsItAndWarns(boolean strict) {
    Sequence sequence = patient(s -> {
      if (strict) {
        s.strict(true);
      } else {
        s.segment(1, 1);
      }
    });
    for (int i = 0; i < 9; i++) {
      long unused = sequence.next();
    }
    stores.get(1).rewind(2);
    Set<Long> made = new HashSet<>();

    for (int i = 0; i < 30; i++) {
      assertThat(made.add(sequence.next())).isTrue();
      assertThat(sequence.nextBatchAsync(1).join()).hasSize(1);
      time.advance(Duration.ofMillis(300));
    }
    assertThat(made).noneMatch(number -> number % 3 == 2);
    assertThat(sequence.describe().facts()).containsEntry("sequence-2", "store-rewound");
    assertThat(sequence.describe().warnings()).hasSize(1);
  }

  @Test
  void next_linesOfOneStoreMoved_skipsIt() {
    Sequence sequence = patient(s -> s.strict(true));
    stores.get(1).beforeDelivery(() -> {
      throw new LineMovedException("the lines were moved", "memory:other");
    });

    for (int i = 0; i < 9; i++) {
      assertThat(sequence.next() % 3).isNotEqualTo(2);
    }
    assertThat(sequence.describe().facts()).containsEntry("sequence-2", "line-moved");
  }

  @Test
  void next_allStoresRewound_throwsStoreRewound() {
    Sequence sequence = patient(s -> s.strict(true));
    for (int i = 0; i < 9; i++) {
      long unused = sequence.next();
    }
    stores.forEach(store -> store.rewind(2));

    assertThatThrownBy(sequence::next).isInstanceOf(StoreRewoundException.class);
    assertThatThrownBy(() -> sequence.nextBatchAsync(1).join())
        .hasCauseInstanceOf(StoreRewoundException.class);
  }

  @Test
  void interleaved_settingsThatCouldRepeat_areRefusedWithAllFaults() {
    Mintmark mint = mints.get(0);
    Sequence one = mint.sequence("one", s -> s.step(2).offset(1));
    Sequence same = mint.sequence("same", s -> s.step(2).start(101));
    Sequence wider = mint.sequence("wider", s -> s.step(3).offset(2));
    Sequence cycle = mint.sequence("cycle", s -> s.cycle(1, 9));
    Sequence nested =
        Sequence.interleaved(List.of(one, mint.sequence("two", s -> s.step(2).offset(2))));

    assertThatThrownBy(() -> Sequence.interleaved(List.of(one, same, wider, cycle, nested)))
        .isInstanceOfSatisfying(
            ConfigurationException.class,
            e -> assertThat(e.faults())
                .hasSize(4)
                .allMatch(fault -> fault.contains("all need the same step"))
                .satisfiesExactly(
                    fault -> assertThat(fault).contains("sequence='same', {first=101, step=2"),
                    fault -> assertThat(fault).contains("sequence='wider', {first=2, step=3"),
                    fault -> assertThat(fault).contains("sequence='cycle', {cycle=1..9"),
                    fault -> assertThat(fault).contains("sequence='one+two'")));
    assertThatThrownBy(() -> Sequence.interleaved(List.of(one)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("sequences=1");
    assertThatThrownBy(() -> Sequence.interleaved(List.of(one, one)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("a different remainder after division by it");
  }
}
