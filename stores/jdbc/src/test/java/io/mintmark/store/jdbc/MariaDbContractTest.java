package io.mintmark.store.jdbc;

import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.testkit.ClaimStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** MariaDB, through its own driver. */
@Tag("long")
final class MariaDbContractTest extends ClaimStoreContract {

  private static EngineProcess engine;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    engine = Engines.mariadb(folder);
  }

  @AfterAll
  static void end() {
    if (engine != null) {
      engine.close();
    }
  }

  @Override
  protected LineStore open() {
    return JdbcStore.builder().url(Engines.mariadbUrl(engine.port())).open();
  }
}
