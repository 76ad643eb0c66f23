package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.line.ClockListener;
import io.mintmark.internal.line.ParkingClock;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.store.EngineLife;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * A process with rare calls, a slow store, and a clock that steps. It compares the outcome of each
 * call with the promises of docs/clocks.md. The clock of the store's engine never steps.
 */
final class SlowCaller implements AutoCloseable {

  static final Duration TOLERANCE = Duration.ofMinutes(1);
  private static final Duration MAX_SKEW = Duration.ofSeconds(5);
  private static final Duration MAX_AHEAD = Duration.ofSeconds(1);
  private static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(5);

  /** More than the store calls of any call for an id. The first call writes the settings too. */
  private static final int MOST_STORE_CALLS = 16;

  private static final Duration LOOKS = Duration.ofMillis(50);

  /** The abilities of the store's engine. */
  enum Engine {
    LASTING,
    /** It can lose acknowledged writes, but has not lost any yet. */
    FORGETFUL
  }

  /** Makes ids, and reads the time in them. */
  interface Ids {

    String next();

    CompletableFuture<String> nextAsync();

    void nextAsyncAndCancel();

    Instant time(String id);
  }

  /** Makes a generator of one kind. */
  interface Kind {

    Ids open(Mintmark mint, OnClockBehind onBehind, int workers);

    /** The length of a tick. */
    Duration tick();
  }

  private final class Slow extends ForwardingStore {

    Slow() {
      super(new MemoryStore(SlowCaller.this::engineNow));
    }

    private void half() {
      time.advance(latency.dividedBy(2));
      if (!stepInside.isZero()) {
        time.stepWall(stepInside);
        stepInside = Duration.ZERO;
        highestHighest = later(highestHighest, time.wall().instant());
      }
    }

    @Override
    public long claim(String line, long atLeast, long count) {
      half();
      long start = super.claim(line, atLeast, count);
      half();
      return start;
    }

    @Override
    public boolean compareAndSet(String line, long expected, long next) {
      half();
      boolean moved = super.compareAndSet(line, expected, next);
      half();
      return moved;
    }

    @Override
    public long position(String line) {
      half();
      long next = super.position(line);
      half();
      return next;
    }

    @Override
    public LinePositions positions(List<String> names) {
      half();
      List<Long> next = names.stream().map(super::position).toList();
      Optional<Instant> now = now();
      half();
      return new LinePositions(next, now);
    }

    @Override
    public boolean canLoseAcknowledgedWrites() {
      return engine == Engine.FORGETFUL;
    }

    @Override
    public Optional<EngineLife> life(List<String> names) {
      half();
      List<Long> next = names.stream().map(super::position).toList();
      Instant now = engineNow();
      half();
      return Optional.of(new EngineLife("one", start.minus(Duration.ofDays(1)), now, next));
    }
  }

  private final class Parking implements ParkingClock {

    @Override
    public long nanos() {
      return time.elapsed().nanos();
    }

    @Override
    public void pause(long nanos) {
      time.elapsed().pause(nanos);
    }

    @Override
    public void callAfter(long nanos, Runnable task) {
      time.elapsed().callAfter(nanos, task);
    }

    @Override
    public void park(Object blocker, long nanos) {
      time.advance(Duration.ofMillis(1));
    }

    @Override
    public boolean add(ClockListener listener) {
      return false;
    }
  }

  private final ManualTime time;
  private final Instant start;
  private final Kind kind;
  private final OnClockBehind onBehind;
  private final int workers;
  private final Engine engine;
  private final Mintmark mint;
  private final Ids ids;
  private final Set<String> seen = new HashSet<>();
  private final List<String> log = new ArrayList<>();

  private Duration latency;
  private Duration stepInside = Duration.ZERO;

  /** The bounds of the highest clock reading at which an id was made since the last hop. */
  private Instant lowestHighest = Instant.MIN;

  private Instant highestHighest = Instant.MIN;

  private Instant previousEnd = Instant.MAX;
  private long previousEndNanos;

  SlowCaller(
      Kind kind,
      OnClockBehind onBehind,
      int workers,
      Duration latency,
      Instant start,
      Engine engine) {
    this.kind = kind;
    this.onBehind = onBehind;
    this.workers = workers;
    this.start = start;
    this.engine = engine;
    this.latency = Duration.ZERO;
    this.time = new ManualTime(start);
    Parking elapsed = new Parking();
    this.mint = Surroundings.SYSTEM
        .clocks(time.wall(), elapsed)
        .background(claim -> elapsed.callAfter(1, claim))
        .seed(7)
        .of(Mintmark.builder())
        .store(new Slow())
        .claimTimeout(CLAIM_TIMEOUT)
        .open();
    this.ids = kind.open(mint, onBehind, workers);
    this.latency = latency;
  }

  private Instant engineNow() {
    return start.plusNanos(time.elapsed().nanos());
  }

  /** Lets time pass. */
  void pass(Duration duration) {
    time.advance(duration);
    log.add("pass " + duration);
  }

  /** Steps this process's clock. */
  void step(Duration step) {
    time.stepWall(step);
    log.add("step " + step);
  }

  /** Steps this process's clock in the middle of the next call to the store. */
  void stepInside(Duration step) {
    stepInside = step;
    log.add("step within the next store call " + step);
  }

  /**
   * Sets this process's clock right, and advances the time by more than the clock may have been
   * ahead.
   */
  void setRight() {
    stepInside = Duration.ZERO;
    step(ahead().negated());
    pass(Duration.ofHours(30));
  }

  /** Adds a line to the trace. */
  void log(String line) {
    log.add(line);
  }

  String trace() {
    return String.join("\n", log);
  }

  /** How far this process's clock is ahead of the engine's. */
  Duration ahead() {
    return Duration.between(engineNow(), time.wall().instant());
  }

  /**
   * Requests an id and cancels the call. The positions claimed for it are not used by this call.
   */
  void callAndCancel() {
    log.add("cancelled call at " + time.wall().instant());
    Instant now = time.wall().instant();
    previousEnd = earliestAsked(now, time.elapsed().nanos());
    previousEndNanos = time.elapsed().nanos();
    ids.nextAsyncAndCancel();
    // The generator may hop to an earlier time or keep the current one. This call does not show
    // which.
    lowestHighest = isBehind(highestHighest, now) ? earlier(lowestHighest, now) : lowestHighest;
    highestHighest = later(highestHighest, now);
  }

  /** Makes an id if the clock allows it, and compares the outcome with the promises. */
  boolean call() {
    return call(ids::next);
  }

  /** Like {@link #call()}, but without a waiting thread. */
  boolean callAsync() {
    return call(() -> {
      CompletableFuture<String> future = ids.nextAsync();
      while (!future.isDone()) {
        time.advance(Duration.ofMillis(1));
      }
      try {
        return future.join();
      } catch (CompletionException e) {
        assertThat(e).hasCauseInstanceOf(MintmarkException.class);
        throw (MintmarkException) e.getCause();
      }
    });
  }

  private boolean call(Supplier<String> next) {
    Instant before = time.wall().instant();
    Duration aheadBefore = ahead();
    long beganNanos = time.elapsed().nanos();
    String made = "";
    MintmarkException refused = null;
    try {
      made = next.get();
    } catch (MintmarkException e) {
      refused = e;
    }
    Duration took = Duration.ofNanos(time.elapsed().nanos() - beganNanos);
    Instant after = time.wall().instant();
    log.add("call at " + before + " took " + took + ": "
        + (refused == null ? made + " of " + ids.time(made) : refused));
    String trace = trace();
    Instant low = before.isBefore(after) ? before : after;
    Instant high = before.isBefore(after) ? after : before;
    boolean mayBeBehind = isBehind(highestHighest, low);
    boolean mustBeBehind = isBehind(lowestHighest, high);
    boolean stepped = !after.equals(before.plus(took));
    if (refused != null) {
      assertRefusal(refused, took, stepped || mayBeBehind, aheadBefore, trace);
      // A claim may have succeeded with the reading before the step.
      highestHighest = stepped ? later(highestHighest, high) : highestHighest;
      return false;
    }
    assertThat(seen.add(made)).as("the id is new%n%s", trace).isTrue();
    Instant shown = ids.time(made);
    boolean waits = onBehind == OnClockBehind.WAIT && (stepped || mayBeBehind);
    if (mustBeBehind) {
      assertThat((onBehind == OnClockBehind.HOP && workers > 1) || waits)
          .as("an id although the clock is behind%n%s", trace)
          .isTrue();
    }
    Instant highest = mustBeBehind && !waits ? high : later(highestHighest, high);
    assertThat(shown)
        .as("not ahead of the highest reading by more than maxAhead%n%s", trace)
        .isBeforeOrEqualTo(highest.plus(MAX_AHEAD));
    assertThat(shown)
        .as("as fresh as the clock%n%s", trace)
        .isAfter(earliestAsked(low, beganNanos).minus(storeCalls()).minus(kind.tick()));
    if (!waits) {
      assertThat(took).as("no wait but for the store%n%s", trace).isLessThanOrEqualTo(storeCalls());
    }
    Instant asked = earliestAsked(low, beganNanos);
    boolean hopped = mustBeBehind && !waits;
    lowestHighest =
        hopped ? low : stepped ? earlier(lowestHighest, low) : later(lowestHighest, asked);
    highestHighest = hopped ? high : later(highestHighest, high);
    previousEnd = earliestAsked(after, time.elapsed().nanos());
    previousEndNanos = time.elapsed().nanos();
    return true;
  }

  /** A claim of the previous call may still be in flight, and may serve this call. */
  private Instant earliestAsked(Instant low, long beganNanos) {
    boolean mayServe = beganNanos - previousEndNanos < storeCalls().toNanos();
    return mayServe ? earlier(low, previousEnd) : low;
  }

  private Duration storeCalls() {
    return latency.multipliedBy(MOST_STORE_CALLS).plus(LOOKS);
  }

  private void assertRefusal(
      MintmarkException refused,
      Duration took,
      boolean mayBeBehind,
      Duration aheadBefore,
      String trace) {
    if (refused instanceof ClockAheadException) {
      assertThat(longer(aheadBefore, ahead()))
          .as("refused as ahead%n%s", trace)
          .isGreaterThan(MAX_SKEW);
      return;
    }
    if (onBehind == OnClockBehind.WAIT && mayBeBehind) {
      // The clock may catch up so late that no time is left for a claim.
      assertThat(refused)
          .as("refused%n%s", trace)
          .isNotInstanceOfAny(ExhaustedException.class, TickExhaustedException.class);
      return;
    }
    assertThat(refused).as("refused%n%s", trace).isInstanceOf(ClockBehindException.class);
    assertThat(mayBeBehind).as("refused as behind%n%s", trace).isTrue();
    assertThat(onBehind == OnClockBehind.HOP && workers > 1 && took.compareTo(CLAIM_TIMEOUT) < 0)
        .as("refused where it can hop%n%s", trace)
        .isFalse();
  }

  private boolean isBehind(Instant highest, Instant now) {
    if (highest.equals(Instant.MIN) || Duration.between(now, highest).compareTo(TOLERANCE) <= 0) {
      return false;
    }
    long tickMs = kind.tick().toMillis();
    return now.toEpochMilli() / tickMs < highest.toEpochMilli() / tickMs;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  @Override
  public void close() {
    mint.close();
  }
}
