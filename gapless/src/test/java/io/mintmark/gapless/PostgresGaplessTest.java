package io.mintmark.gapless;

import io.mintmark.store.jdbc.Engines;
import io.mintmark.testkit.EngineProcess;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

class PostgresGaplessTest extends ServerGaplessContract {

  private static EngineProcess engine;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    engine = Engines.postgres(folder);
  }

  @AfterAll
  static void stop() throws Exception {
    engine.close();
  }

  @Override
  DataSource database() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    // By default it looks for deadlocks once a second.
    source.setUrl(Engines.postgresUrl(engine.port()) + "&options=-c%20deadlock_timeout=20ms");
    return source;
  }

  @Override
  String killOthers() {
    return "SELECT 'SELECT pg_terminate_backend(' || pid || ')' FROM pg_stat_activity"
        + " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";
  }
}
