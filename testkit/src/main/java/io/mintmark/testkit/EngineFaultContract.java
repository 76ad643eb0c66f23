package io.mintmark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.LongRange;
import io.mintmark.Mintmark;
import io.mintmark.StoreUnavailableException;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What every adapter keeps while its engine's server is killed, paused or cut off, under eight
 * claiming threads in two processes: no position is claimed twice, claiming goes on by itself soon
 * after, and generators make ids meanwhile from what they had claimed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("fault")
public abstract class EngineFaultContract {

  private static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration START_BOUND = Duration.ofSeconds(60);
  private static final Duration RESUME_BOUND = Duration.ofSeconds(30);
  private static final Duration WINDOW = Duration.ofMinutes(5);
  private static final long SEGMENT = 1_000_000;
  private static final int CLAIMS = 200;
  private static final long PACE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private EngineProcess engine;

  /** For subclasses. */
  protected EngineFaultContract() {}

  /**
   * Starts an engine's server of its own, set up so that it keeps what it acknowledges.
   *
   * @return the running server
   * @throws Exception if it does not start
   */
  protected abstract EngineProcess startEngine() throws Exception;

  /**
   * Names the store.
   *
   * @param port where to connect to, on the loopback address: the engine's own port or another
   *     that leads there
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
  void claim_engineKilledAndRestarted_neverTwiceAndGoesOn() throws Exception {
    survive(engine.port(), engine::kill, () -> restart(engine));
  }

  @Test
  void claim_enginePausedPastTheDeadline_neverTwiceAndGoesOn() throws Exception {
    survive(engine.port(), engine::pause, engine::resume);
  }

  @Test
  void claim_networkCut_neverTwiceAndGoesOn() throws Exception {
    try (Cable cable = Cable.to(engine.port())) {
      survive(cable.port(), cable::cut, cable::mend);
    }
  }

  @FunctionalInterface
  private interface Step {
    void run() throws Exception;
  }

  private void survive(int port, Step strike, Step mend) throws Exception {
    String own = "fault/" + UUID.randomUUID() + "/";
    String url = url(port);
    Map<String, List<LongRange>> claimed = new HashMap<>();
    try (ClaimingProcess one = ClaimingProcess.start(url, CLAIM_TIMEOUT, own);
        ClaimingProcess two = ClaimingProcess.start(url, CLAIM_TIMEOUT, own);
        Mintmark mint = ClaimingProcess.open(url, CLAIM_TIMEOUT)) {
      Generators generators = new Generators(mint, own);
      one.awaitAnswers(CLAIMS, START_BOUND);
      two.awaitAnswers(CLAIMS, START_BOUND);
      generators.draw();

      strike.run();
      long refusedOne = one.refusals();
      long refusedTwo = two.refusals();
      long deadline = System.nanoTime() + START_BOUND.toNanos();
      while (one.refusals() == refusedOne || two.refusals() == refusedTwo) {
        generators.draw();
        assertThat(System.nanoTime()).as("claims are refused in time").isLessThan(deadline);
        LockSupport.parkNanos(PACE_NANOS);
      }
      long before = Math.max(one.answers(), two.answers());
      mend.run();

      one.awaitAnswers(before + CLAIMS, RESUME_BOUND);
      two.awaitAnswers(before + CLAIMS, RESUME_BOUND);
      generators.draw();
      assertThat(firstOfNew(mint, own + "after")).isPositive();
      for (ClaimingProcess process : List.of(one, two)) {
        process
            .end()
            .forEach((line, ranges) ->
                claimed.computeIfAbsent(line, name -> new ArrayList<>()).addAll(ranges));
      }
      assertThat(claimed).hasSize(1 + 2 * ClaimingProcess.THREADS);
      claimed.forEach((line, ranges) -> {
        Ranges.assertDisjoint(ranges);
        long end = ranges.stream().mapToLong(LongRange::to).max().orElseThrow();
        assertThat(mint.store().claim(line, 0, 1)).as(line).isGreaterThanOrEqualTo(end);
      });
    }
  }

  /** Opens a new name; the first calls may still meet a connection that broke in the fault. */
  private static long firstOfNew(Mintmark mint, String name) {
    long deadline = System.nanoTime() + RESUME_BOUND.toNanos();
    while (true) {
      try {
        return mint.sequence(name).next();
      } catch (StoreUnavailableException e) {
        assertThat(System.nanoTime()).as(e.getMessage()).isLessThan(deadline);
      }
    }
  }

  /** Ids from what was claimed before the fault; more than the fault lasts. */
  private static final class Generators {

    private final SnowflakeGenerator snowflake;
    private final Sequence sequence;
    private final Set<Long> snowflakes = new HashSet<>();
    private final Set<Long> numbers = new HashSet<>();

    Generators(Mintmark mint, String own) {
      snowflake = mint.snowflake(own + "snowflake", s -> s.window(WINDOW));
      sequence = mint.sequence(own + "sequence", s -> s.segmented().segment(SEGMENT, SEGMENT));
    }

    void draw() {
      assertThat(snowflakes.add(snowflake.next())).isTrue();
      assertThat(numbers.add(sequence.next())).isTrue();
    }
  }
}
