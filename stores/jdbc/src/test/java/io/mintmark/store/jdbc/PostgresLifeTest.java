package io.mintmark.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.EngineLife;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A PostgreSQL that can lose what it acknowledged, and its table. */
@Tag("long")
class PostgresLifeTest {

  private static final Duration JUST_NOW = Duration.ofSeconds(10);

  @TempDir
  private Path folder;

  private EngineProcess engine;

  @BeforeEach
  void start() throws Exception {
    engine = Engines.postgres(folder.resolve("postgres"));
    run("ALTER SYSTEM SET full_page_writes = off", "SELECT pg_reload_conf()");
  }

  @AfterEach
  void stop() {
    engine.close();
  }

  private void run(String... statements) throws Exception {
    Engines.run(Engines.postgresUrl(engine.port()), statements);
  }

  private JdbcStore open() {
    JdbcStore store =
        JdbcStore.builder().url(Engines.postgresUrl(engine.port())).open();
    assertThat(store.canLoseAcknowledgedWrites()).isTrue();
    return store;
  }

  private static EngineLife life(JdbcStore store) {
    return store.life(List.of("worker/users/0")).orElseThrow();
  }

  /** Whoever finds no table makes one, also where others have just used one that is gone. */
  @Test
  void life_tableDroppedAndMadeAgain_isAnotherThatBeginsNow() throws Exception {
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
  void life_rowsDeleted_isAnotherThatBeginsNow() throws Exception {
    try (JdbcStore store = open();
        JdbcStore other = open()) {
      EngineLife first = life(store);
      run("TRUNCATE mintmark_line");
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
  void declareNew_emptyTable_beganLongAgoForAll() {
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
