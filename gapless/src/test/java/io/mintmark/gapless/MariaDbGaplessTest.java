package io.mintmark.gapless;

import io.mintmark.store.jdbc.Engines;
import io.mintmark.testkit.EngineProcess;
import java.nio.file.Path;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.mariadb.jdbc.MariaDbDataSource;

class MariaDbGaplessTest extends ServerGaplessContract {

  private static EngineProcess engine;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    engine = Engines.mariadb(folder);
  }

  @AfterAll
  static void stop() throws Exception {
    engine.close();
  }

  @Override
  DataSource database() {
    try {
      return new MariaDbDataSource(Engines.mariadbUrl(engine.port()));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  String killOthers() {
    return "SELECT CONCAT('KILL ', id) FROM information_schema.processlist"
        + " WHERE id <> CONNECTION_ID() AND command IN ('Query', 'Sleep') AND user = 'root'";
  }
}
