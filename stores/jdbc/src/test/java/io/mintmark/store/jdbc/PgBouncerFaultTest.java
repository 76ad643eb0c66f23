package io.mintmark.store.jdbc;

import io.mintmark.rigs.EngineFaultContract;
import io.mintmark.rigs.EngineProcess;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** PgBouncer killed, paused and cut off, in front of a PostgreSQL that works. */
@Tag("long")
final class PgBouncerFaultTest extends EngineFaultContract {

  @TempDir
  static Path folder;

  private @Nullable EngineProcess postgres;

  @Override
  protected EngineProcess startEngine() throws Exception {
    EngineProcess behind = Engines.postgres(folder.resolve("postgres"));
    postgres = behind;
    return PgBouncer.start(folder.resolve("pooler"), behind.port(), "transaction");
  }

  @AfterAll
  void endPostgres() {
    if (postgres != null) {
      postgres.close();
    }
  }

  @Override
  protected String url(int port) {
    return Engines.postgresUrl(port);
  }
}
