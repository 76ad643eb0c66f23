package io.mintmark.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.sequence.Sequence;
import io.mintmark.testkit.DuplicateOracle;
import io.mintmark.testkit.Race;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A single sequence over the ticket tables of two databases. One database is stopped and started
 * again.
 */
@Tag("long")
final class InterleavedStoresTest {

  private static final int THREADS = 8;
  private static final int MAX_NUMBERS = 2_000_000;
  private static final int NUMBERS_A_PHASE = 400;
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final Duration BOUND = Duration.ofMinutes(2);

  private final AtomicIntegerArray drawn = new AtomicIntegerArray(2);
  private volatile boolean over;

  @Test
  void next_oneDatabaseStoppedUnderLoad_continuesWithoutRepeats(@TempDir Path folder)
      throws Exception {
    try (EngineProcess postgres = Engines.postgres(folder.resolve("postgres"));
        EngineProcess mariadb = Engines.mariadb(folder.resolve("mariadb"));
        Mintmark odd = open(Engines.postgresUrl(postgres.port()));
        Mintmark even = open(Engines.mariadbUrl(mariadb.port()))) {
      Sequence tickets = Sequence.interleaved(List.of(
          odd.sequence("tickets", s -> s.strict(true).step(2).offset(1)),
          even.sequence("tickets", s -> s.strict(true).step(2).offset(2))));
      DuplicateOracle oracle = new DuplicateOracle(MAX_NUMBERS);
      AtomicInteger refused = new AtomicInteger();

      Race.run(THREADS + 1, index -> {
        if (index == THREADS) {
          try {
            direct(postgres);
          } finally {
            over = true;
          }
          return 0;
        }
        while (!over) {
          try {
            long number = tickets.next();
            oracle.add(number);
            drawn.incrementAndGet((int) (1 - number % 2));
          } catch (StoreUnavailableException e) {
            refused.incrementAndGet();
          }
        }
        return 0;
      });

      assertThat(oracle.duplicate()).isEmpty();
      assertThat(refused).as("one database was always there").hasValue(0);
    }
  }

  /**
   * Waits for both kinds of numbers, then for even numbers only while the database of the odd
   * numbers is down, and then for both again.
   */
  private void direct(EngineProcess postgres) throws Exception {
    awaitDrawn(0);
    awaitDrawn(1);
    postgres.kill();
    awaitDrawn(1);
    awaitDrawn(1);
    Engines.restartPostgres(postgres);
    awaitDrawn(0);
    awaitDrawn(1);
  }

  private void awaitDrawn(int parity) {
    int wanted = drawn.get(parity) + NUMBERS_A_PHASE;
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (drawn.get(parity) < wanted) {
      assertThat(System.nanoTime()).as("drawn=%s, wanted=%s", drawn, wanted).isLessThan(deadline);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  private static Mintmark open(String url) {
    return Mintmark.builder().store(url).claimTimeout(TIMEOUT).open();
  }
}
