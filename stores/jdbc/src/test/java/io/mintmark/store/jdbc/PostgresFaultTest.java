package io.mintmark.store.jdbc;

import io.mintmark.rigs.EngineFaultContract;
import io.mintmark.rigs.EngineProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** PostgreSQL killed, paused and cut off. */
@Tag("long")
final class PostgresFaultTest extends EngineFaultContract {

  @TempDir
  static Path folder;

  @Override
  protected EngineProcess startEngine() throws Exception {
    return Engines.postgres(folder);
  }

  @Override
  protected String url(int port) {
    return Engines.postgresUrl(port);
  }

  @Override
  protected void restart(EngineProcess killed) throws Exception {
    Engines.restartPostgres(killed);
  }
}
