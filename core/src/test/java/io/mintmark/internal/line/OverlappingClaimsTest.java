package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreRewoundException;
import io.mintmark.generator.LongRange;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.rigs.LongRun;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.ManualTime;
import io.mintmark.testkit.Ranges;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Overlapping claims of one process, while the store goes back. */
final class OverlappingClaimsTest {

  private static final long LATER = Duration.ofHours(1).toNanos();
  private static final long FAR_END = 1L << 60;
  private static final int SEEDS = LongRun.size(500, 20_000);
  private static final int STEPS = 12;
  private static final int MOST_UNDER_WAY = 4;

  private final FaultyStore store = new FaultyStore(MemoryStore::new);
  private final NumberClaims line = line(store);

  private static NumberClaims line(FaultyStore store) {
    return new NumberClaims(
        store, "line", () -> 0, FAR_END, "last=1", context(new ManualTime(Instant.EPOCH)));
  }

  private static Context context(ManualTime time) {
    return new Context(
        time.wall(),
        time.elapsed(),
        false,
        Runnable::run,
        Duration.ofSeconds(1),
        SplittableRandom::new);
  }

  @Test
  void claim_overlapsAClaimAnsweredEarlier_throwsFromThenOn() {
    assertThat(line.claim(5, LATER)).isZero();
    store.afterDelivery(() -> {
      store.afterDelivery(() -> {});
      store.rewind(1);
      assertThat(line.claim(3, LATER)).isEqualTo(5);
    });

    assertThatThrownBy(() -> line.claim(10, LATER))
        .isInstanceOf(StoreRewoundException.class)
        .hasMessageContaining("start=5 < ownedEnd=8");
    long calls = store.calls();
    assertThatThrownBy(() -> line.claim(1, LATER))
        .isInstanceOf(StoreRewoundException.class)
        .hasMessageContaining("start=5 < ownedEnd=8");
    assertThat(store.calls()).as("nothing is claimed any more").isEqualTo(calls);
  }

  @Test
  void claim_inFlightWhenAnotherDetectsTheRewind_throws() {
    assertThat(line.claim(5, LATER)).isZero();
    store.afterDelivery(() -> {
      store.afterDelivery(() -> {});
      store.rewind(2);
      assertThatThrownBy(() -> line.claim(1, LATER)).isInstanceOf(StoreRewoundException.class);
    });

    assertThatThrownBy(() -> line.claim(10, LATER)).isInstanceOf(StoreRewoundException.class);
  }

  @Test
  void claim_answeredAfterManyHigherClaims_isUsed() {
    store.afterDelivery(() -> {
      store.afterDelivery(() -> {});
      claimByTurnsWithOthers(line, 2, 64);
    });

    assertThat(line.claim(2, LATER)).isZero();
  }

  /**
   * The line remembers a limited number of overlapping claims. With one more, it has forgotten the
   * first of them, and the range could belong to any of the processes.
   */
  @Test
  void claim_answeredAfterMoreThanTheHistory_isBurnedAndRetried() {
    store.afterDelivery(() -> {
      store.afterDelivery(() -> {});
      claimByTurnsWithOthers(line, 2, 65);
    });

    assertThat(line.claim(2, LATER)).isEqualTo(132);
    assertThat(line.claim(1, LATER)).isEqualTo(134);
  }

  /** A separate class claims positions in time. It must burn such a claim too. */
  @Test
  void claim_timedAndAnsweredAfterTheHistory_isBurnedAndRetried() {
    ManualTime time = new ManualTime(Instant.EPOCH.plusSeconds(1));
    Context context = context(time);
    TickRules rules =
        new TickRules(TickScale.of(0, 1_000), 1_000, 1L << 40, 1_000, 60_000, OnClockBehind.REFUSE);
    ClockAheadRules skew = new ClockAheadRules(5_000, true, UnaryOperator.identity());
    TimedClaims timed =
        new TimedClaims(store, "line", rules, skew, time.wall(), time.wall(), context);
    assertThat(timed.claim(1, LATER)).isEqualTo(1_000);
    store.afterDelivery(() -> {
      store.afterDelivery(() -> {});
      claimByTurnsWithOthers(timed, 1_003, 66);
    });

    assertThat(timed.claim(2, LATER)).isEqualTo(1_135);
    assertThat(timed.claim(1, LATER)).isEqualTo(1_137);
  }

  /** Makes claims in turn with another process, so that the ranges of each are not adjacent. */
  private void claimByTurnsWithOthers(LineClaims own, long from, int times) {
    for (int i = 0; i < times; i++) {
      assertThat(store.claim("line", 0, 1)).isEqualTo(from + 2L * i);
      assertThat(own.claim(1, LATER)).isEqualTo(from + 2L * i + 1);
    }
  }

  @Test
  void claimed_separateRanges_areComparedWithTheWholeHistory() {
    SeenLine seen = new SeenLine(store, "line", context(new ManualTime(Instant.EPOCH)));
    for (long i = 0; i < 64; i++) {
      assertThat(seen.claimed(2 * i, 2 * i, 1, 0)).isTrue();
    }

    assertThat(seen.claimed(1, 1, 1, 0)).isTrue();
    assertThatThrownBy(() -> seen.claimed(0, 0, 1, 0)).isInstanceOf(StoreRewoundException.class);
  }

  @Test
  void claimed_belowAnEvictedRange_false() {
    SeenLine seen = new SeenLine(store, "line", context(new ManualTime(Instant.EPOCH)));
    for (long i = 0; i < 65; i++) {
      assertThat(seen.claimed(2 * i, 2 * i, 1, 0)).isTrue();
    }

    assertThat(seen.claimed(0, 0, 1, 0)).isFalse();
    assertThat(seen.claimed(1, 1, 1, 0)).isTrue();
  }

  @Test
  void claimed_adjacentRanges_areMerged() {
    SeenLine seen = new SeenLine(store, "line", context(new ManualTime(Instant.EPOCH)));
    assertThat(seen.claimed(0, 0, 1, 0)).isTrue();
    for (long i = 100; i > 0; i--) {
      assertThat(seen.claimed(i, i, 1, 0)).isTrue();
    }

    assertThatThrownBy(() -> seen.claimed(0, 0, 1, 0)).isInstanceOf(StoreRewoundException.class);
  }

  /**
   * Between any two steps of a claim, the store may go back, and other claims may begin and end.
   */
  @Test
  @Tag("sized")
  void claim_storeRewoundAtAnyMoment_noPositionUsedTwice() {
    int rewound = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Schedule schedule = new Schedule(seed, true);
      schedule.run();
      for (Member member : schedule.members) {
        try {
          Ranges.assertDisjoint(member.owned);
        } catch (AssertionError e) {
          throw new AssertionError("seed=" + seed, e);
        }
        rewound += member.rewound ? 1 : 0;
      }
    }
    assertThat(rewound).isGreaterThan(SEEDS / 10);
  }

  @Test
  @Tag("sized")
  void claim_storeNeverRewound_neverThrows() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Schedule schedule = new Schedule(seed, false);
      schedule.run();
      for (Member member : schedule.members) {
        assertThat(member.rewound).as("seed=" + seed).isFalse();
      }
    }
  }

  /** One process, with its line and the ranges that it owns. */
  private static final class Member {

    private final NumberClaims line;
    private final List<LongRange> owned = new ArrayList<>();
    private boolean rewound;

    Member(FaultyStore store) {
      this.line = line(store);
    }

    void claim(int count) {
      try {
        long start = line.claim(count, LATER);
        owned.add(new LongRange(start, start + count));
      } catch (StoreRewoundException e) {
        rewound = true;
      }
    }
  }

  /** Two processes on one store. */
  private static final class Schedule {

    private final Random random;
    private final boolean goesBack;
    private final FaultyStore store = new FaultyStore(MemoryStore::new);
    private final List<Member> members = List.of(new Member(store), new Member(store));
    private int underWay;
    private int writes;

    Schedule(long seed, boolean goesBack) {
      this.random = new Random(seed);
      this.goesBack = goesBack;
      store.beforeDelivery(this::interlude);
      store.afterDelivery(() -> {
        writes++;
        interlude();
      });
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        claim();
      }
    }

    private void claim() {
      underWay++;
      members.get(random.nextInt(members.size())).claim(1 + random.nextInt(3));
      underWay--;
    }

    private void interlude() {
      switch (random.nextInt(8)) {
        case 0 -> {
          if (goesBack) {
            int lost = random.nextInt(Math.min(writes, 4) + 1);
            store.rewind(lost);
            writes -= lost;
          }
        }
        case 1, 2, 3 -> {
          if (underWay < MOST_UNDER_WAY) {
            claim();
          }
        }
        default -> {
          // Continue with the next step.
        }
      }
    }
  }
}
