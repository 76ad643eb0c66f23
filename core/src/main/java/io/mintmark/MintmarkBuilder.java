package io.mintmark;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.GeneratorObserver;
import io.mintmark.internal.kind.Faults;
import io.mintmark.internal.line.ClaimThreads;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.HarmlessObserver;
import io.mintmark.internal.line.LineEnds;
import io.mintmark.internal.store.Adapters;
import io.mintmark.store.ClaimStore;
import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link Mintmark}. Not thread-safe. */
public final class MintmarkBuilder {

  private static final Duration MAX_TIMEOUT = Duration.ofHours(1);

  private @Nullable String url;
  private @Nullable ClaimStore store;
  private Duration claimTimeout = Duration.ofSeconds(5);
  private Duration openTimeout = Adapters.OPENING;
  private InstantSource wall = InstantSource.system();
  private ElapsedClock elapsed = ElapsedClock.system();
  private boolean systemClocks = true;
  private boolean oneShot;
  private boolean storeMayBeAway;
  private @Nullable Executor background;
  private @Nullable Long seed;
  private @Nullable GeneratorObserver observer;

  MintmarkBuilder() {}

  /**
   * Opens a store by its URL; it is closed with the Mintmark.
   *
   * @param storeUrl for example {@code file:/var/lib/mintmark}
   * @return this
   */
  public MintmarkBuilder store(String storeUrl) {
    url = Objects.requireNonNull(storeUrl, "storeUrl");
    store = null;
    return this;
  }

  /**
   * Uses a store that the caller opened and closes.
   *
   * @param opened a store
   * @return this
   */
  public MintmarkBuilder store(ClaimStore opened) {
    store = Objects.requireNonNull(opened, "opened");
    url = null;
    return this;
  }

  /**
   * Sets how long a call for an id may wait, and how long a call to a store that is opened by its
   * URL may take. A store that was given open keeps its own timeout.
   *
   * @param timeout above 0, at most an hour; default 5 s
   * @return this
   */
  public MintmarkBuilder claimTimeout(Duration timeout) {
    claimTimeout = Objects.requireNonNull(timeout, "timeout");
    return this;
  }

  /**
   * Sets how long opening the store may take, unless its URL says so. A server that refuses ends it
   * at once; one that does not answer is tried again until then.
   *
   * @param timeout above 0, at most an hour; default 2 minutes, as a process that has just started
   *     on a busy host has all classes still to load
   * @return this
   */
  public MintmarkBuilder openTimeout(Duration timeout) {
    openTimeout = Objects.requireNonNull(timeout, "timeout");
    return this;
  }

  /**
   * Replaces the clocks, for tests and simulations.
   *
   * @param wallClock the time of day, which may step
   * @param elapsedClock time that passes
   * @return this
   */
  public MintmarkBuilder clocks(InstantSource wallClock, ElapsedClock elapsedClock) {
    wall = Objects.requireNonNull(wallClock, "wallClock");
    elapsed = Objects.requireNonNull(elapsedClock, "elapsedClock");
    systemClocks = false;
    return this;
  }

  /**
   * Replaces the threads in which claims run, for tests and simulations.
   *
   * @param executor runs a claim at once or later; not ended by the Mintmark
   * @return this
   */
  public MintmarkBuilder background(Executor executor) {
    background = Objects.requireNonNull(executor, "executor");
    return this;
  }

  /**
   * Fixes the random numbers that worker numbers are probed by, for tests. No uniqueness rests on
   * them.
   *
   * @param value any number
   * @return this
   */
  public MintmarkBuilder seed(long value) {
    seed = value;
    return this;
  }

  /**
   * Sets an observer, which hears what generators do, for metrics.
   *
   * @param hearing replaces one given before
   * @return this
   */
  public MintmarkBuilder observer(GeneratorObserver hearing) {
    observer = Objects.requireNonNull(hearing, "hearing");
    return this;
  }

  /**
   * Claims no more than callers ask for: for a program that makes a few ids and ends.
   *
   * @param only whether to
   * @return this
   */
  public MintmarkBuilder oneShot(boolean only) {
    oneShot = only;
    return this;
  }

  /**
   * Makes generators although the store does not answer: for an application that has to start
   * before its store. Their settings are then compared with those that the store knows before their
   * first claim, so that a difference is told of by a call for an id; until the store answers these
   * calls fail.
   *
   * @param may whether it may be away; default false: a generator that cannot be compared is not
   *     made
   * @return this
   */
  public MintmarkBuilder storeMayBeAway(boolean may) {
    storeMayBeAway = may;
    return this;
  }

  /**
   * Opens the store, unless it was given open.
   *
   * @return a Mintmark, which the caller closes
   * @throws ConfigurationException with every fault in the settings
   * @throws StoreUnavailableException if the store cannot be reached or is in use
   */
  public Mintmark open() {
    Faults faults = new Faults();
    faults.addIf(url == null && store == null, "no store is given: store=none");
    check("claimTimeout", claimTimeout, faults);
    check("openTimeout", openTimeout, faults);
    faults.check("mintmark");
    ClaimStore opened =
        store != null ? store : Adapters.open(url == null ? "" : url, openTimeout, claimTimeout);
    ClaimThreads threads = new ClaimThreads();
    Executor claims = background == null ? threads : background;
    Context context = new Context(
        wall,
        elapsed,
        systemClocks,
        claims,
        claimTimeout,
        randoms(),
        oneShot,
        "pid=" + ProcessHandle.current().pid(),
        observer == null ? HarmlessObserver.NONE : new HarmlessObserver(observer),
        new LineEnds());
    return new Mintmark(opened, store == null, storeMayBeAway, context, threads);
  }

  private static void check(String name, Duration timeout, Faults faults) {
    faults.addIf(
        timeout.isNegative() || timeout.isZero() || timeout.compareTo(MAX_TIMEOUT) > 0,
        "the timeout is not above 0 and at most {}: {}={}",
        MAX_TIMEOUT,
        name,
        timeout);
  }

  private Supplier<RandomGenerator> randoms() {
    SplittableRandom root = seed == null ? new SplittableRandom() : new SplittableRandom(seed);
    return () -> {
      synchronized (root) {
        return root.split();
      }
    };
  }
}
