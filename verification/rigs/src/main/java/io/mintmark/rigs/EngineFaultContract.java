package io.mintmark.rigs;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.LineStore;
import io.mintmark.sequence.Sequence;
import io.mintmark.testkit.Race;
import io.mintmark.testkit.Ranges;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.function.Executable;

/**
 * The promises that every adapter must keep while its engine's server is killed, paused or cut off,
 * while four threads in each of two processes claim (in a short run, in one process). No position
 * is claimed twice. Claims succeed again soon, without intervention. Meanwhile generators make ids
 * from positions that they had claimed before. A store also opens where the host is busy or the
 * engine is slow to answer.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("fault")
public abstract class EngineFaultContract {

  private static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration START_BOUND = Duration.ofSeconds(60);
  private static final Duration RESUME_BOUND = Duration.ofMinutes(2);
  private static final Duration SHORT = Duration.ofMillis(500);

  /** Added to a short deadline, so that a busy machine has time to run the awaited work. */
  private static final Duration SLACK = Duration.ofSeconds(5);

  private static final int INTERRUPTED = 2;
  private static final int OTHERS = 2;
  private static final int INTERRUPTS = 300;
  private static final Duration OPEN_BOUND = Duration.ofMinutes(3);
  private static final int PROCESSES = Integer.getInteger("mintmark.crowd", 4);
  private static final Duration WINDOW = Duration.ofMinutes(5);
  private static final long SEGMENT = 1_000_000;
  private static final int CLAIMS = 200;

  /** How many processes claim in addition to this one while the engine is away. */
  private static final int CLAIMANTS = LongRun.size(1, 2);

  private static final long PACE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private EngineProcess engine;

  /** For subclasses. */
  protected EngineFaultContract() {}

  /**
   * Starts a separate server of an engine, with settings that keep acknowledged writes.
   *
   * @return the running server
   * @throws Exception if it does not start
   */
  protected abstract EngineProcess startEngine() throws Exception;

  /**
   * Returns the URL of the store.
   *
   * @param port the port to connect to, on the loopback address: the engine's own port or another
   *     port that leads to it
   * @return the URL of a store on this engine
   */
  protected abstract String url(int port);

  /**
   * Starts the killed server again.
   *
   * @param killed the server
   * @throws Exception if it does not start
   */
  protected void restart(EngineProcess killed) throws Exception {
    killed.restart();
  }

  @BeforeAll
  final void start() throws Exception {
    engine = startEngine();
  }

  @AfterAll
  final void end() {
    if (engine != null) {
      engine.close();
    }
  }

  @Test
  @Tag("sized")
  void claim_engineKilledAndRestarted_neverRepeatsAndRecovers() throws Throwable {
    survive(engine.port(), engine::kill, () -> restart(engine));
  }

  @Test
  @Tag("long")
  void claim_enginePausedPastTheDeadline_neverRepeatsAndRecovers() throws Throwable {
    survive(engine.port(), engine::pause, engine::resume);
  }

  @Test
  @Tag("long")
  void claim_networkCut_neverRepeatsAndRecovers() throws Throwable {
    try (BreakableNetwork network = BreakableNetwork.to(engine.port())) {
      survive(network.port(), network::cut, network::mend);
    }
  }

  /**
   * Slow, because each process must load all its classes first, and all processes share the
   * processors.
   */
  @Test
  @Tag("long")
  void open_manyProcessesTogether_allOpen() {
    String own = "crowd/" + UUID.randomUUID() + "/";
    List<ClaimingProcess> crowd = new ArrayList<>();
    try {
      for (int i = 0; i < PROCESSES; i++) {
        crowd.add(ClaimingProcess.start(url(engine.port()), CLAIM_TIMEOUT, own));
      }
      crowd.forEach(each -> each.awaitAnswers(1, OPEN_BOUND));
    } finally {
      crowd.forEach(ClaimingProcess::close);
    }
  }

  @Test
  @Tag("long")
  void open_engineSilentBeyondTheCallTimeout_opensWhenItAnswers() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (BreakableNetwork network = BreakableNetwork.to(engine.port())) {
      network.cut();
      Future<Mintmark> opening = thread.submit(() -> open(url(network.port()), SHORT));
      long silentUntil = System.nanoTime() + CLAIM_TIMEOUT.plus(CLAIM_TIMEOUT).toNanos();
      while (System.nanoTime() < silentUntil) {
        assertThat(opening).as("open while nothing answered").isNotDone();
        LockSupport.parkNanos(PACE_NANOS);
      }
      network.mend();
      try (Mintmark mint = opening.get(OPEN_BOUND.toSeconds(), TimeUnit.SECONDS)) {
        assertThat(firstOfNew(mint, "silent/" + UUID.randomUUID())).isPositive();
      }
    } finally {
      thread.shutdownNow();
    }
  }

  @Test
  void everyCall_engineSilentThenSlow_endsInTimeAndRecovers() {
    String line = "calls/" + UUID.randomUUID();
    try (BreakableNetwork network = BreakableNetwork.to(engine.port());
        LineStore store = Adapters.open(url(network.port()), SHORT)) {
      eventually(() -> store.claim(line, 0, 1));
      network.cut();
      allEndInTime(store, line);
      network.mend();
      eventually(() -> store.claim(line, 0, 1));
      eventually(() -> store.position(line));

      // Slower than a call may take, so that each answer arrives after its caller has given up.
      network.slowAnswersBy(SHORT.multipliedBy(2));
      allEndInTime(store, line);
      network.slowAnswersBy(Duration.ZERO);
      long end = eventually(() -> store.claim(line, 0, 1)) + 1;
      assertThat(eventually(() -> store.position(line))).isGreaterThanOrEqualTo(end);
    }
  }

  @Test
  @Tag("long")
  void everyCall_repliesCutOrConnectionsRefused_endsInTimeAndRecovers() {
    String line = "torn/" + UUID.randomUUID();
    try (BreakableNetwork network = BreakableNetwork.to(engine.port());
        LineStore store = Adapters.open(url(network.port()), SHORT)) {
      long end = eventually(() -> store.claim(line, 0, 1)) + 1;
      for (Runnable fault : List.<Runnable>of(network::tear, network::refuse)) {
        fault.run();
        allEndInTime(store, line);
        allEndInTime(store, line);
        network.mend();
        long start = eventually(() -> store.claim(line, 0, 1));
        assertThat(start).isGreaterThanOrEqualTo(end);
        end = start + 1;
        long expected = end;
        assertThat(eventually(() -> store.position(line))).isGreaterThanOrEqualTo(expected);
      }
    }
  }

  /** Runs all calls at once, because a call that hangs may block another. */
  private static void allEndInTime(LineStore store, String line) {
    List<Consumer<LineStore>> calls = List.of(
        each -> each.claim(line, 0, 1),
        each -> each.claim(line + "/other", 0, 1),
        each -> each.compareAndSet(line + "/third", 0, 1),
        each -> each.annotate(line, "note"),
        each -> each.position(line),
        each -> each.lines(line),
        LineStore::now);
    Race.run(calls.size(), index -> {
      assertEndsInTime("call " + index, () -> calls.get(index).accept(store));
      return 0;
    });
  }

  /** Checks only the duration: a call may fail, and closing continues in the background. */
  private static void assertEndsInTime(String name, Runnable call) {
    long start = System.nanoTime();
    try {
      call.run();
    } catch (StoreUnavailableException e) {
      // Allowed.
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).as(name).isLessThan(SHORT.plus(SLACK));
  }

  @Test
  void close_engineSilent_endsInTime() {
    try (BreakableNetwork network = BreakableNetwork.to(engine.port())) {
      LineStore store = Adapters.open(url(network.port()), SHORT);
      eventually(() -> store.claim("closing/" + UUID.randomUUID(), 0, 1));
      network.cut();
      assertEndsInTime("close", store::close);
    }
  }

  /**
   * In drivers that use the JDK's channels, an interrupt closes the channel that the thread is
   * using. So an adapter must protect connections that callers share from the interrupt of one
   * caller.
   */
  @Test
  void claim_callersInterruptedAtRandom_affectsNoOtherCaller() {
    long seed = System.nanoTime();
    String own = "interrupted/" + UUID.randomUUID() + "/";
    AtomicBoolean over = new AtomicBoolean();
    List<Queue<LongRange>> claimed =
        List.of(new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());
    AtomicReferenceArray<Thread> callers = new AtomicReferenceArray<>(INTERRUPTED + OTHERS);
    try (LineStore store = Adapters.open(url(engine.port()), RESUME_BOUND)) {
      Race.run(callers.length() + 1, index -> {
        if (index == callers.length()) {
          try {
            interrupt(callers, new Random(seed));
          } finally {
            over.set(true);
          }
          return 0;
        }
        callers.set(index, Thread.currentThread());
        while (!over.get()) {
          try {
            long start = store.claim(own + index % 2, 0, 2);
            claimed.get(index % 2).add(new LongRange(start, start + 2));
            store.position(own + index % 2);
          } catch (StoreUnavailableException e) {
            assertThat(index).as("seed=%s, refused: %s", seed, e).isLessThan(INTERRUPTED);
          }
          if (index < INTERRUPTED) {
            Thread.interrupted();
          }
        }
        Thread.interrupted();
        return 0;
      });
    }
    claimed.forEach(Ranges::assertDisjoint);
  }

  private static void interrupt(AtomicReferenceArray<Thread> callers, Random random) {
    for (int i = 0; i < INTERRUPTS; i++) {
      LockSupport.parkNanos(random.nextInt((int) (4 * PACE_NANOS)));
      Thread caller = callers.get(random.nextInt(INTERRUPTED));
      if (caller != null) {
        caller.interrupt();
      }
    }
  }

  private static long eventually(LongSupplier call) {
    long deadline = System.nanoTime() + RESUME_BOUND.toNanos();
    while (true) {
      try {
        return call.getAsLong();
      } catch (StoreUnavailableException e) {
        assertThat(System.nanoTime()).as(e.getMessage()).isLessThan(deadline);
      }
    }
  }

  private static Mintmark open(String url, Duration claimTimeout) {
    return Mintmark.builder().store(url).claimTimeout(claimTimeout).open();
  }

  private void survive(int port, Executable strike, Executable mend) throws Throwable {
    String own = "fault/" + UUID.randomUUID() + "/";
    String url = url(port);
    Map<String, List<LongRange>> claimed = new HashMap<>();
    List<ClaimingProcess> claimants = new ArrayList<>();
    try (Mintmark mint = open(url, CLAIM_TIMEOUT)) {
      // Before the processes start, because their start delays a small machine for longer than a
      // claim may take.
      Runnable generators = generators(mint, own);
      generators.run();
      for (int i = 0; i < CLAIMANTS; i++) {
        claimants.add(ClaimingProcess.start(url, CLAIM_TIMEOUT, own));
      }
      claimants.forEach(each -> each.awaitAnswers(CLAIMS, START_BOUND));

      strike.execute();
      List<Long> refused = claimants.stream().map(ClaimingProcess::refusals).toList();
      long deadline = System.nanoTime() + START_BOUND.toNanos();
      while (IntStream.range(0, CLAIMANTS)
          .anyMatch(i -> claimants.get(i).refusals() == refused.get(i))) {
        generators.run();
        assertThat(System.nanoTime()).as("claims are refused in time").isLessThan(deadline);
        LockSupport.parkNanos(PACE_NANOS);
      }
      long before = claimants.stream().mapToLong(ClaimingProcess::answers).max().orElseThrow();
      mend.execute();

      claimants.forEach(each -> each.awaitAnswers(before + CLAIMS, RESUME_BOUND));
      generators.run();
      assertThat(firstOfNew(mint, own + "after")).isPositive();
      for (ClaimingProcess claimant : claimants) {
        claimant
            .end()
            .forEach((line, ranges) ->
                claimed.computeIfAbsent(line, name -> new ArrayList<>()).addAll(ranges));
      }
      assertThat(claimed).hasSize(1 + CLAIMANTS * ClaimingProcess.THREADS);
      claimed.forEach((line, ranges) -> {
        Ranges.assertDisjoint(ranges);
        long end = ranges.stream().mapToLong(LongRange::to).max().orElseThrow();
        assertThat(MintmarkAccess.storeOf(mint).claim(line, 0, 1))
            .as(line)
            .isGreaterThanOrEqualTo(end);
      });
    } finally {
      claimants.forEach(ClaimingProcess::close);
    }
  }

  /**
   * Returns the first number of a new sequence. The first calls may fail, because a connection
   * broke during the fault.
   */
  private static long firstOfNew(Mintmark mint, String name) {
    return eventually(() -> mint.sequence(name).next());
  }

  /** Draws one id of each kind, from ranges that were claimed before the fault and outlast it. */
  private static Runnable generators(Mintmark mint, String own) {
    Sequence sequence =
        mint.sequence(own + "sequence", s -> s.strict(false).segment(SEGMENT, SEGMENT));
    List<LongSupplier> all = new ArrayList<>(List.of(sequence::next));
    // On an engine that can forget, no window may be as long as this, and no process may take a
    // worker number so soon after the engine's start.
    if (!MintmarkAccess.storeOf(mint).canLoseAcknowledgedWrites()) {
      all.add(mint.snowflake(own + "snowflake", s -> s.window(WINDOW))::next);
    }
    Set<String> made = new HashSet<>();
    return () -> {
      for (int kind = 0; kind < all.size(); kind++) {
        assertThat(made.add(kind + ":" + all.get(kind).getAsLong())).isTrue();
      }
    };
  }
}
