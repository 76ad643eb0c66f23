package io.mintmark.server.metrics;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.internal.store.LineStore;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Wraps a store and measures how long each call takes, how many calls fail, and how far the store's
 * clock differs from the clock of this process. Closes the store when it is closed.
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

  private enum Operation {
    CLAIM,
    COMPARE_AND_SET,
    NEXT,
    LINES,
    ANNOTATE,
    NOW,
    LIFE
  }

  /** The durations of the calls of one operation. */
  private record Timers(Timer answered, Timer failed) {}

  private final Clock clock;
  private final Map<Operation, Timers> timers = new EnumMap<>(Operation.class);

  /** The lines that were used last are last; guarded by itself. */
  private final Map<String, Long> ends = new LinkedHashMap<>(16, 0.75f, true) {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
      return size() > MAX_LINES;
    }
  };

  /** How far the engine's clock is ahead of this process's clock; NaN until it was read. */
  private volatile double skewMs = Double.NaN;

  MeasuredStore(LineStore store, MeterRegistry registry) {
    super(store);
    this.clock = registry.config().clock();
    for (Operation operation : Operation.values()) {
      timers.put(
          operation,
          new Timers(timer(operation, "answered", registry), timer(operation, "failed", registry)));
    }
    TimeGauge.builder(
            "mintmark.store.clock.skew", this, TimeUnit.MILLISECONDS, measured -> measured.skewMs)
        .description("How far the engine's clock is ahead of this host's; NaN without one")
        .register(registry);
  }

  private static Timer timer(Operation operation, String outcome, MeterRegistry registry) {
    return Timer.builder("mintmark.store.calls")
        .description("How long calls to the store take")
        .tag("operation", operation.name().toLowerCase(Locale.ROOT))
        .tag("outcome", outcome)
        .serviceLevelObjectives(BOUNDS)
        .register(registry);
  }

  private <T> T measured(Operation operation, Supplier<T> call) {
    return measured(operation, clock.monotonicTime(), call);
  }

  private <T> T measured(Operation operation, long start, Supplier<T> call) {
    Timers of = Objects.requireNonNull(timers.get(operation));
    boolean answered = false;
    try {
      T answer = call.get();
      answered = true;
      return answer;
    } finally {
      (answered ? of.answered : of.failed)
          .record(clock.monotonicTime() - start, TimeUnit.NANOSECONDS);
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
    long start = clock.monotonicTime();
    return claimed(line, count, start, () -> super.claim(line, atLeast, count));
  }

  /** Measured from the start to the reply. */
  @Override
  public LongSupplier beginClaim(String line, long atLeast, long count) {
    long start = clock.monotonicTime();
    LongSupplier begun = store().beginClaim(line, atLeast, count);
    return () -> claimed(line, count, start, begun);
  }

  private long claimed(String line, long count, long start, LongSupplier call) {
    long first = measured(Operation.CLAIM, start, call::getAsLong);
    note(line, Math::max, first + count);
    return first;
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    long start = clock.monotonicTime();
    return moved(line, next, start, () -> super.compareAndSet(line, expected, next));
  }

  /** Measured from the start to the reply. */
  @Override
  public BooleanSupplier beginCompareAndSet(String line, long expected, long next) {
    long start = clock.monotonicTime();
    BooleanSupplier begun = store().beginCompareAndSet(line, expected, next);
    return () -> moved(line, next, start, begun);
  }

  private boolean moved(String line, long next, long start, BooleanSupplier call) {
    boolean moved = measured(Operation.COMPARE_AND_SET, start, call::getAsBoolean);
    if (moved) {
      note(line, Math::max, next);
    }
    return moved;
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
    return measured(Operation.NEXT, () -> super.position(line));
  }

  @Override
  public List<Line> lines(LinePage page) {
    return measured(Operation.LINES, () -> super.lines(page));
  }

  @Override
  public void annotate(String line, String note) {
    boolean unused = measured(Operation.ANNOTATE, () -> {
      super.annotate(line, note);
      return true;
    });
  }

  @Override
  public Optional<EngineLife> life(List<String> lines) {
    return measured(Operation.LIFE, () -> super.life(lines));
  }

  /**
   * Compares the clock with the middle of the call. The error is at most half the call's duration.
   */
  @Override
  public Optional<Instant> now() {
    long before = clock.wallTime();
    Optional<Instant> now = measured(Operation.NOW, super::now);
    compare(now, before);
    return now;
  }

  /** Measured as one read of positions. */
  @Override
  public LinePositions positions(List<String> lines) {
    long before = clock.wallTime();
    LinePositions read = measured(Operation.NEXT, () -> store().positions(lines));
    compare(read.now(), before);
    return read;
  }

  private void compare(Optional<Instant> now, long before) {
    double middle = (before + clock.wallTime()) / 2.0;
    now.ifPresent(time -> skewMs = time.toEpochMilli() - middle);
  }
}
