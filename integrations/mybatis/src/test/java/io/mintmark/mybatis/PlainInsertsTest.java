package io.mintmark.mybatis;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.Engines;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests inserts in an application with the starter of plain MyBatis. Runs with each major version
 * of Spring Boot.
 */
class PlainInsertsTest {

  @Test
  void rows_onH2_haveIds() {
    PlainInserts.check("jdbc:h2:mem:plain;DB_CLOSE_DELAY=-1", "memory:");
  }

  @Test
  @Tag("long")
  void rows_onPostgres_haveIdsClaimedThere(@TempDir Path folder) throws Exception {
    try (EngineProcess engine = Engines.postgres(folder)) {
      String url = Engines.postgresUrl(engine.port());
      PlainInserts.check(url, url);
    }
  }

  @Test
  @Tag("long")
  void rows_onMariadb_haveIdsClaimedThere(@TempDir Path folder) throws Exception {
    try (EngineProcess engine = Engines.mariadb(folder)) {
      String url = Engines.mariadbUrl(engine.port());
      PlainInserts.check(url, url);
    }
  }
}
