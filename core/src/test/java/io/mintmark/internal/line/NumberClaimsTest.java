package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class NumberClaimsTest {

  private static final long LATER = Duration.ofHours(1).toNanos();

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final ListeningStore store = new ListeningStore();
  private Runnable onMove = () -> {};
  private boolean moves = true;

  /** A store that records its calls. */
  private final class ListeningStore extends ForwardingStore {

    private final List<String> calls = new ArrayList<>();

    ListeningStore() {
      super(new MemoryStore());
    }

    LineStore behind() {
      return store();
    }

    @Override
    public long position(String line) {
      calls.add("position");
      return super.position(line);
    }

    @Override
    public boolean compareAndSet(String line, long expected, long next) {
      calls.add(expected + " to " + next);
      onMove.run();
      return moves && super.compareAndSet(line, expected, next);
    }
  }

  private NumberClaims line(long end) {
    return line(store, end);
  }

  private NumberClaims line(LineStore claimed, long end) {
    return new NumberClaims(claimed, "line", () -> 0, end, "last=1", context());
  }

  private Context context() {
    return new Context(
        time.wall(),
        time.elapsed(),
        false,
        Runnable::run,
        Duration.ofSeconds(1),
        SplittableRandom::new);
  }

  /**
   * While one claim is in flight, so many others return that it must be burned. This happens at
   * each attempt.
   */
  @Test
  void claim_otherProcessesAlwaysWin_failsAtTheDeadline() {
    AtomicReference<NumberClaims> line = new AtomicReference<>();
    AtomicBoolean isAnother = new AtomicBoolean();
    LineStore slow = new ForwardingStore(new MemoryStore()) {
      @Override
      public long claim(String name, long atLeast, long count) {
        long start = super.claim(name, atLeast, count);
        if (!isAnother.getAndSet(true)) {
          time.advance(Duration.ofMinutes(20));
          for (int i = 0; i < 100; i++) {
            assertThat(Objects.requireNonNull(line.get()).claim(1, LATER))
                .isEqualTo(super.claim(name, 0, 1) - 1);
          }
          isAnother.set(false);
        }
        return start;
      }
    };
    line.set(line(slow, Long.MAX_VALUE));

    assertThatThrownBy(() -> Objects.requireNonNull(line.get()).claim(2, LATER))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(time.elapsed().nanos()).isBetween(LATER, 2 * LATER);
  }

  @Test
  void claim_nearTheEndAgain_startsAtTheEndOfTheLast() {
    NumberClaims line = line(100);

    assertThat(line.claim(2, LATER)).isZero();
    assertThat(line.claim(3, LATER)).isEqualTo(2);

    assertThat(store.calls).containsExactly("position", "0 to 2", "2 to 5");
  }

  @Test
  void claim_moreThanTheLineHas_throwsDuringAnotherClaim() {
    NumberClaims line = line(100);
    List<Throwable> refusals = new ArrayList<>();
    onMove = () -> {
      try {
        line.claim(101, LATER);
      } catch (ExhaustedException e) {
        refusals.add(e);
      }
    };

    line.claim(1, LATER);

    assertThat(refusals).hasSize(1);
  }

  @Test
  void claim_atItsDeadline_movesNothing() {
    assertThatThrownBy(() -> line(100).claim(1, time.elapsed().nanos()))
        .isInstanceOf(StoreUnavailableException.class);

    assertThat(store.calls).doesNotContain("0 to 1");
  }

  @Test
  void claim_raceLostAtTheDeadline_doesNotRetry() {
    moves = false;
    onMove = () -> time.advance(Duration.ofSeconds(10));

    assertThatThrownBy(() -> line(100).claim(1, Duration.ofSeconds(5).toNanos()))
        .isInstanceOf(StoreUnavailableException.class);

    assertThat(store.calls).containsExactly("position", "0 to 1");
  }

  @Test
  void claim_lineUsedUpByOthers_throws() {
    long end = 1L << 50;
    assertThat(store.behind().compareAndSet("line", 0, end - 1)).isTrue();

    assertThatThrownBy(() -> line(end).claim(2, LATER)).isInstanceOf(ExhaustedException.class);
  }

  @Test
  void lastSeen_lineAtZero_readsOnce() {
    SeenLine seen = new SeenLine(store, "line", context());

    assertThat(seen.seen()).isEqualTo(-1);
    assertThat(seen.lastSeen()).isZero();
    assertThat(seen.lastSeen()).isZero();

    assertThat(store.calls).containsExactly("position");
  }

  @Test
  void seen_readAndClaimed_isTheEndOfTheClaim() {
    SeenLine seen = new SeenLine(store, "line", context());
    assertThat(store.behind().claim("line", 0, 10)).isZero();

    assertThat(seen.read()).isEqualTo(10);
    assertThat(seen.seen()).isEqualTo(10);
    assertThat(seen.claimed(12, 12, 5, 0)).isTrue();

    assertThat(seen.seen()).isEqualTo(17);
    assertThat(seen.ownedEnd()).isEqualTo(17);
  }
}
