package io.mintmark.store.jdbc;

import io.mintmark.rigs.EngineProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** A real MySQL that syncs its log once a second. */
@Tag("long")
final class MySql9LifeTest extends LifeContract {

  @Override
  EngineProcess startUnsafe(Path folder) throws Exception {
    return Engines.mysql(folder, "--innodb-flush-log-at-trx-commit=2");
  }

  @Override
  void restart(EngineProcess killed) {
    Engines.restartMysql(killed);
  }

  @Override
  String url(int port) {
    return Engines.mysqlUrl(port);
  }
}
