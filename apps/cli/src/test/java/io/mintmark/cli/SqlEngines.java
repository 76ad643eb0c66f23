package io.mintmark.cli;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.Engines;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Starts PostgreSQL and MariaDB for the tests of a class. */
abstract class SqlEngines {

  @TempDir
  static Path folder;

  private static EngineProcess postgres;
  private static EngineProcess mariadb;

  @BeforeAll
  static void startEngines() throws Exception {
    postgres = Engines.postgres(folder.resolve("postgres"));
    mariadb = Engines.mariadb(folder.resolve("mariadb"));
  }

  @AfterAll
  static void stopEngines() {
    postgres.close();
    mariadb.close();
  }

  static String postgresUrl() {
    return Engines.postgresUrl(postgres.port());
  }

  static String mariadbUrl() {
    return Engines.mariadbUrl(mariadb.port());
  }

  static String mysqlUrl() {
    return Engines.mysqlUrl(mariadb.port());
  }
}
