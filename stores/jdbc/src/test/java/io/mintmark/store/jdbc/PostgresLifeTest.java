package io.mintmark.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** PostgreSQL without full page writes in its log. */
@Tag("long")
final class PostgresLifeTest extends LifeContract {

  @Override
  EngineProcess startUnsafe(Path folder) throws Exception {
    EngineProcess engine = Engines.postgres(folder);
    Engines.run(
        url(engine.port()), "ALTER SYSTEM SET full_page_writes = off", "SELECT pg_reload_conf()");
    return engine;
  }

  @Override
  void restart(EngineProcess killed) throws IOException {
    Engines.restartPostgres(killed);
  }

  @Override
  String url(int port) {
    return Engines.postgresUrl(port);
  }

  /** A crash of any session empties such a table, although the server does not restart. */
  @Test
  void life_tableMadeUnloggedWhileOpen_beginsNow() throws Exception {
    try (JdbcStore declaring = open();
        JdbcStore logged = open();
        JdbcStore unlogged = open()) {
      declaring.declareNew();
      Instant before = unlogged.now().orElseThrow();
      assertThat(life(logged).began()).isBefore(before);
      run("ALTER TABLE mintmark_line SET UNLOGGED");
      assertThat(life(unlogged).began()).isAfter(before);
    }
  }
}
