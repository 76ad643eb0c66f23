package io.mintmark.store.jdbc;

import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

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
}
