package io.mintmark.server.metrics;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.internal.store.LineStore;
import io.mintmark.store.engine.RecentLines;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Wraps a store and measures how long claims and reads of positions take, how many of them fail,
 * and how far the store's clock differs from the clock of this process. Closes the store when it is
 * closed.
 *
 * <p>It also records where this server's claims end on the lines (the store's counters) that it
 * used last: lines of sequences, and of keys without a worker number. Lines of worker numbers are
 * left out, because their positions are times: even after a loss, claims on them start at the
 * present time.
 */
public final class MeasuredStore extends ForwardingStore {

  private static final Duration[] BOUNDS = LongStream.of(
          1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000)
      .mapToObj(Duration::ofMillis)
      .toArray(Duration[]::new);

  /**
   * If a store was set back, every line in use has lost claims. So the ends on some of the lines
   * suffice to detect this.
   */
  private static final int MAX_LINES = 100;

  private static final List<String> OPERATIONS = List.of("claim", "compare_and_set", "next");

  private final MeterRegistry registry;
  private final Clock clock;

  /** The lines that were used last are last; guarded by itself. */
  private final Map<String, Long> ends = new RecentLines<>(MAX_LINES);

  /** How far the engine's clock is ahead of this process's clock; NaN until it was read. */
  private volatile double skewMs = Double.NaN;

  /** Measures a store, whose calls appear in a registry. */
  public MeasuredStore(LineStore store, MeterRegistry registry) {
    super(store);
    this.registry = registry;
    this.clock = registry.config().clock();
    for (String operation : OPERATIONS) {
      Timer unusedAnswered = timer(operation, "answered"); // Each series exists from the start.
      Timer unusedFailed = timer(operation, "failed");
    }
    Gauge.builder("mintmark.store.clock.skew.seconds", () -> skewMs / 1e3)
        .description("How far the engine's clock is ahead of this host's; NaN without one")
        .register(registry);
  }

  private Timer timer(String operation, String outcome) {
    return Timer.builder("mintmark.store.calls")
        .description("How long calls to the store take")
        .tag("operation", operation)
        .tag("outcome", outcome)
        .serviceLevelObjectives(BOUNDS)
        .register(registry);
  }

  private <T> T measured(String operation, long start, Supplier<T> call) {
    String outcome = "failed";
    try {
      T answer = call.get();
      outcome = "answered";
      return answer;
    } finally {
      timer(operation, outcome).record(clock.monotonicTime() - start, TimeUnit.NANOSECONDS);
    }
  }

  /** Continues with the ends of a server that used this store before. */
  public void resume(Map<String, Long> earlier) {
    synchronized (ends) {
      earlier.forEach(ends::putIfAbsent);
    }
  }

  /** Copies the ends of the lines used last, by line. */
  public Map<String, Long> ends() {
    synchronized (ends) {
      return new LinkedHashMap<>(ends);
    }
  }

  private void note(String line, BinaryOperator<Long> merge, long end) {
    if (line.startsWith("seq/") || line.startsWith("key/")) {
      synchronized (ends) {
        ends.merge(line, end, merge);
      }
    }
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    return beginClaim(line, atLeast, count).getAsLong();
  }

  /** Measured from the start to the reply. */
  @Override
  public LongSupplier beginClaim(String line, long atLeast, long count) {
    long start = clock.monotonicTime();
    LongSupplier begun = store().beginClaim(line, atLeast, count);
    return () -> {
      long first = measured("claim", start, begun::getAsLong);
      note(line, Math::max, first + count);
      return first;
    };
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    return beginCompareAndSet(line, expected, next).getAsBoolean();
  }

  /** Measured from the start to the reply. */
  @Override
  public BooleanSupplier beginCompareAndSet(String line, long expected, long next) {
    long start = clock.monotonicTime();
    BooleanSupplier begun = store().beginCompareAndSet(line, expected, next);
    return () -> {
      boolean moved = measured("compare_and_set", start, begun::getAsBoolean);
      if (moved) {
        note(line, Math::max, next);
      }
      return moved;
    };
  }

  /**
   * If an administrator has lowered a line for a repair, the next start must not report the
   * difference as a loss.
   */
  @Override
  public boolean lower(String line, long expected, long next) {
    boolean lowered = super.lower(line, expected, next);
    if (lowered) {
      note(line, (before, now) -> now, next);
    }
    return lowered;
  }

  @Override
  public long position(String line) {
    return measured("next", clock.monotonicTime(), () -> super.position(line));
  }

  /**
   * Compares the clock with the middle of the call. The error is at most half the call's duration.
   */
  @Override
  public Optional<Instant> now() {
    long before = clock.wallTime();
    Optional<Instant> now = super.now();
    compare(now, before);
    return now;
  }

  /** Measured as one read of positions. */
  @Override
  public LinePositions positions(List<String> lines) {
    long before = clock.wallTime();
    LinePositions read = measured("next", clock.monotonicTime(), () -> store().positions(lines));
    compare(read.now(), before);
    return read;
  }

  private void compare(Optional<Instant> now, long before) {
    double middle = (before + clock.wallTime()) / 2.0;
    now.ifPresent(time -> skewMs = time.toEpochMilli() - middle);
  }
}
