package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.line.RangeSource.Owned;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * How many positions each source claims, at the bounds of a tick, a window, a segment and the whole
 * time range.
 */
final class RangeSourcesTest {

  private static final String LINE = "worker/x/0";

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final MemoryStore store = new MemoryStore();

  private static TickRules rules(long capacity, long ticks) {
    return new TickRules(TickScale.of(0, 1), capacity, ticks, 1_000, 5, OnClockBehind.REFUSE);
  }

  private static ClaimRequest request(long floor, long wanted, long wallMs, Owned held) {
    return new ClaimRequest(floor, floor, 1, wanted, wallMs, held, false, false)
        .withClockCompared();
  }

  private WorkerStore lines(LineStore any, TickRules rules) {
    return new WorkerStore(any, "worker/x/", rules, new ClockAheadRules(5_000, true, now -> now));
  }

  @Test
  void request_windowEndsAtTheFloor_hasExpired() {
    Owned held = new Owned(0, 50, 60);

    assertThat(request(59, 1, 5, held).unexpired()).isTrue();
    assertThat(request(60, 1, 6, held).unexpired()).isFalse();
  }

  @Test
  void window_extended_isRemembered() {
    assertThat(store.compareAndSet(LINE, 0, 50)).isTrue();
    WorkerStore lines = lines(store, rules(10, 1_000));

    Optional<Claimed> claimed = new PlainWindows(lines, rules(10, 1_000), 4)
        .extend(request(20, 1, 2, new Owned(0, 30, 50)));

    assertThat(claimed).contains(new Claimed(0, 50, 60, 20));
    assertThat(lines.end(0)).isEqualTo(60);
  }

  /** Ids of another number must have a later tick, so the claim starts at the next tick. */
  @Test
  void tryTake_anotherNumber_startsAtTheNextTick() {
    WorkerStore lines = lines(store, rules(10, 1_000));
    ClaimRequest request = new ClaimRequest(20, 30, 1, 1, 2, new Owned(1, 25, 25), false, true);

    assertThat(new PlainWindows(lines, rules(10, 1_000), 4).tryTake(0, 0, request))
        .contains(new Claimed(0, 30, 70, 20));
    assertThat(new PlainWindows(lines, rules(10, 1_000), 4).tryTake(1, 0, request))
        .contains(new Claimed(1, 20, 60, 20));
  }

  private SegmentSize aSecond() {
    return new SegmentSize(Duration.ofSeconds(1), 1, 1_000, time.elapsed());
  }

  @Test
  void sharedTick_usedFaster_takesLargerParts() {
    TickRules rules = rules(1_000, 10);
    SharedTicks parts = new SharedTicks(lines(store, rules), rules, aSecond());

    assertThat(parts.tryTake(0, 0, request(0, 1, 0, Owned.NOTHING)))
        .contains(new Claimed(0, 0, 1, 0));
    time.advance(Duration.ofMillis(100));
    assertThat(parts.tryTake(0, 1, request(0, 1, 0, new Owned(0, 1, 1))))
        .contains(new Claimed(0, 1, 9, 4));
    time.advance(Duration.ofMillis(100));
    assertThat(parts.tryTake(0, 9, request(0, 1, 0, new Owned(0, 5, 9))))
        .contains(new Claimed(0, 9, 49, 20));
  }

  @Test
  void sharedTick_raceAlwaysLost_throws() {
    AtomicInteger attempts = new AtomicInteger();
    LineStore contended = new ForwardingStore(store) {
      @Override
      public boolean compareAndSet(String line, long expected, long next) {
        attempts.incrementAndGet();
        return false;
      }
    };
    TickRules rules = rules(1_000, 10);
    SharedTicks parts = new SharedTicks(lines(contended, rules), rules, aSecond());

    assertThatThrownBy(() -> parts.tryTake(0, 0, request(0, 1, 0, Owned.NOTHING)))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("attempts=1000,");

    assertThat(attempts).hasValue(1_000);
  }

  private Claimed segment(long stands, long ownedEnd) {
    assertThat(store.compareAndSet("seq/a", 0, stands)).isTrue();
    SegmentSize asAsked = new SegmentSize(Duration.ZERO, 1, 1_000, time.elapsed());
    return new Segments(store, "seq/a", 100, "last=100", asAsked, new LineEnds())
        .claim(request(0, 30, 0, new Owned(0, ownedEnd, ownedEnd)));
  }

  @Test
  void segment_nearTheEnd_stopsAtTheEnd() {
    assertThat(segment(90, 90)).isEqualTo(new Claimed(0, 90, 100, -1));
    assertThat(store.position("seq/a")).isEqualTo(100);
  }

  @Test
  void segment_othersReachedNearTheEnd_isTheRest() {
    assertThat(segment(95, 90)).isEqualTo(new Claimed(0, 95, 100, -1));
  }

  @Test
  void segment_othersReachedTheEnd_throws() {
    assertThatThrownBy(() -> segment(100, 90)).isInstanceOf(ExhaustedException.class);
  }

  @Test
  void segmentSize_noDuration_isOne() {
    assertThat(new SegmentSize(Duration.ZERO, 1, 1_000, time.elapsed()).next(0)).isEqualTo(1);
  }
}
