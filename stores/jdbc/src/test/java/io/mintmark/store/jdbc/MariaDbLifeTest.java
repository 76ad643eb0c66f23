package io.mintmark.store.jdbc;

import io.mintmark.rigs.EngineProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** MariaDB that syncs its log once a second. */
@Tag("long")
final class MariaDbLifeTest extends LifeContract {

  @Override
  EngineProcess startUnsafe(Path folder) throws Exception {
    return Engines.mariadb(folder, "--innodb-flush-log-at-trx-commit=2");
  }

  @Override
  void restart(EngineProcess killed) {
    Engines.restartMariadb(killed);
  }

  @Override
  String url(int port) {
    return Engines.mariadbUrl(port);
  }
}
