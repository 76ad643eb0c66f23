package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Owned;
import io.mintmark.internal.line.WindowRules.Ticks;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.store.EngineLife;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A store that opens between any two calls to it. Only then does it report that it can lose writes.
 * Its worker numbers must still be taken by {@link LossyWindows}.
 */
final class LateLossyStoreTest {

  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
  private static final TickRules RULES = new TickRules(
      TickScale.of(START.minusSeconds(60).toEpochMilli(), 1),
      4,
      1L << 40,
      1_000,
      60_000,
      OnClockBehind.HOP);

  private final ManualTime time = new ManualTime(START);

  /** Fails each call until it is open. Its engine started just before the test. */
  private final class Late extends ForwardingStore {

    private final int closedCalls;
    private int calls;

    Late(int closedCalls) {
      super(new MemoryStore(time.wall()));
      this.closedCalls = closedCalls;
    }

    private boolean isOpen() {
      return ++calls > closedCalls;
    }

    private void open() {
      if (!isOpen()) {
        throw new StoreUnavailableException("not open");
      }
    }

    @Override
    public boolean canLoseAcknowledgedWrites() {
      return isOpen();
    }

    @Override
    public Optional<Instant> now() {
      open();
      return super.now();
    }

    @Override
    public Optional<EngineLife> life(List<String> lines) {
      open();
      return Optional.of(new EngineLife("one", START, time.wall().instant(), List.of()));
    }

    @Override
    public long position(String line) {
      open();
      return super.position(line);
    }

    @Override
    public boolean compareAndSet(String line, long expected, long next) {
      open();
      return super.compareAndSet(line, expected, next);
    }
  }

  private RangeSource source(Late store) {
    WindowRules windows = new WindowRules(
        0,
        1,
        OptionalLong.empty(),
        new Ticks(10_000),
        new ClockAheadRules(5_000, false, UnaryOperator.identity()),
        UnaryOperator.identity());
    return WorkerSources.of(
        store, "worker/g/", RULES, windows, time.elapsed(), new SplittableRandom(1), "");
  }

  private ClaimRequest request() {
    long nowMs = time.wall().millis();
    return new ClaimRequest(
        RULES.floor(nowMs), RULES.floor(nowMs), 1, 1, nowMs, Owned.NOTHING, false, false);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
  void claim_lossyStoreOpensLate_waitsForTheYoungEngine(int closedCalls) {
    Late store = new Late(closedCalls);
    RangeSource source = source(store);

    assertThatThrownBy(() -> source.claim(request())).isInstanceOf(StoreUnavailableException.class);
    store.calls = closedCalls;
    assertThat(store.position("worker/g/0")).isZero();

    time.advance(Duration.ofSeconds(16));
    assertThat(source.claim(request()).worker()).isZero();
  }
}
