package io.mintmark.gapless;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.Engines;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a real MySQL 9. */
@Tag("long")
class MySql9GaplessTest extends MySqlGaplessContract {

  private static EngineProcess engine;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    engine = Engines.mysql(folder);
  }

  @AfterAll
  static void stop() {
    if (engine != null) {
      engine.close();
    }
  }

  @Override
  DataSource database() {
    return BillingProcess.database(url());
  }

  @Override
  EngineProcess engine() {
    return engine;
  }

  @Override
  String url() {
    return mysqlUrl();
  }

  @Override
  String mysqlUrl() {
    return Engines.mysqlUrl(engine.port());
  }

  @Override
  void restart() {
    Engines.restartMysql(engine);
  }
}
