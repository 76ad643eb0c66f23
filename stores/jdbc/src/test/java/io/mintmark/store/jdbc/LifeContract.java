package io.mintmark.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.store.EngineLife;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine that can lose acknowledged writes, and the table of lines on it. */
abstract class LifeContract {

  private static final Duration JUST_NOW = Duration.ofSeconds(10);

  /** The longest window plus the margin of the clocks. */
  private static final Duration WAIT = Duration.ofSeconds(15);

  /** Long enough for a busy machine. */
  private static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(30);

  private static final long BOUND_SECONDS = 120;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  @TempDir
  private Path folder;

  private EngineProcess engine;

  /** Starts a server whose settings allow it to lose acknowledged writes. */
  abstract EngineProcess startUnsafe(Path folder) throws Exception;

  abstract void restart(EngineProcess killed) throws Exception;

  abstract String url(int port);

  @BeforeEach
  void start() throws Exception {
    engine = startUnsafe(folder.resolve("engine"));
  }

  @AfterEach
  void stop() {
    if (engine != null) {
      engine.close();
    }
  }

  final void run(String... statements) throws Exception {
    Engines.run(url(engine.port()), statements);
  }

  final JdbcStore open() {
    JdbcStore store = JdbcStore.builder().url(url(engine.port())).open();
    assertThat(store.canLoseAcknowledgedWrites()).isTrue();
    return store;
  }

  static EngineLife life(JdbcStore store) {
    return store.life(List.of("worker/users/0")).orElseThrow();
  }

  /**
   * A process that finds no table creates one, even if other processes have just used a table that
   * was dropped.
   */
  @Test
  void life_tableDroppedAndRecreated_isNewAndBeginsNow() throws Exception {
    try (JdbcStore store = open()) {
      EngineLife first = life(store);
      assertThat(Duration.between(first.began(), first.now())).isLessThan(JUST_NOW);
      assertThat(life(store).id()).isEqualTo(first.id());
      run("DROP TABLE mintmark_line");
      try (JdbcStore other = open()) {
        assertAnotherLife(first, other, store);
      }
    }
  }

  @Test
  void life_rowsDeleted_isNewAndBeginsNow() throws Exception {
    try (JdbcStore store = open();
        JdbcStore other = open()) {
      EngineLife first = life(store);
      run("TRUNCATE TABLE mintmark_line");
      assertAnotherLife(first, other, store);
    }
  }

  private static void assertAnotherLife(EngineLife first, JdbcStore other, JdbcStore store) {
    EngineLife made = life(other);
    assertThat(made.began()).isAfter(first.began());
    assertThat(Duration.between(made.began(), made.now())).isLessThan(JUST_NOW);
    EngineLife seen = life(store);
    assertThat(seen.began()).isEqualTo(made.began());
    assertThat(seen.id()).isNotEqualTo(first.id());
  }

  @Test
  void life_serverKilledAndRestarted_isNewAndBeginsLater() throws Exception {
    try (JdbcStore store = open()) {
      EngineLife first = life(store);
      engine.kill();
      restart(engine);
      EngineLife later = lifeWithinBound(store);
      assertThat(later.id()).isNotEqualTo(first.id());
      assertThat(later.began()).isAfter(first.now());
    }
  }

  /** The first calls may fail because the connection is broken. */
  private static EngineLife lifeWithinBound(JdbcStore store) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND_SECONDS);
    while (true) {
      try {
        return life(store);
      } catch (StoreUnavailableException e) {
        assertThat(System.nanoTime()).as(e.getMessage()).isLessThan(deadline);
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }

  /**
   * Both tables lose their lines at the same time, because after the loss each process waits 15 s
   * to take a number.
   */
  @Test
  void next_linesLostUnderAHolder_anotherProcessWaits() throws Exception {
    List<Mintmark> mints = new ArrayList<>();
    try {
      List<SnowflakeGenerator> holders = Stream.of("dropped", "emptied")
          .map(table -> users(table + "&new=true", mints))
          .toList();
      holders.forEach(SnowflakeGenerator::next);
      run("DROP TABLE dropped", "DELETE FROM emptied");
      Instant lost = Instant.now();
      // The holders continue to use windows that the engine has forgotten.
      holders.forEach(SnowflakeGenerator::next);
      List<CompletableFuture<Long>> waiting = Stream.of("dropped", "emptied")
          .map(table -> users(table, mints).nextAsync())
          .toList();

      for (CompletableFuture<Long> next : waiting) {
        long id = next.get(BOUND_SECONDS, TimeUnit.SECONDS);
        assertThat(holders.get(0).decode(id).time()).isAfterOrEqualTo(lost.plus(WAIT));
      }
    } finally {
      mints.forEach(Mintmark::close);
    }
  }

  /** Opens the generator of one process. */
  private SnowflakeGenerator users(String table, List<Mintmark> mints) {
    Mintmark mint = Mintmark.builder()
        .store(JdbcStoreContract.with(url(engine.port()), "table=" + table))
        .claimTimeout(CLAIM_TIMEOUT)
        .open();
    mints.add(mint);
    return mint.snowflake("users");
  }

  @Test
  void declareNew_emptyTable_hasBegunLongAgo() {
    try (JdbcStore store = open();
        JdbcStore other = open()) {
      store.declareNew();
      other.declareNew();
      assertThat(life(store).began()).isEqualTo(Instant.EPOCH);
    }
  }

  @Test
  void declareNew_tableWithLines_isRefused() {
    try (JdbcStore store = open()) {
      store.claim("a", 0, 1);
      assertThatThrownBy(store::declareNew)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("remove new=true");
      EngineLife life = life(store);
      assertThat(Duration.between(life.began(), life.now())).isLessThan(JUST_NOW);
    }
  }
}
