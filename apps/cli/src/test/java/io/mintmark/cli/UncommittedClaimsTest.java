package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.Engines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests databases whose administrator has configured sessions so that claims would not be
 * committed, or would not reach the table of lines. The checks detect this before a process starts.
 */
@Tag("long")
final class UncommittedClaimsTest {

  @TempDir
  static Path directory;

  private static EngineProcess engine;
  private static Path config;

  @BeforeAll
  static void start() throws Exception {
    engine = Engines.mariadb(directory.resolve("mariadb"));
    config =
        Files.writeString(directory.resolve("m.yaml"), "generators:\n  orders: {type: sequence}\n");
    assertThat(Run.now("next", "orders", "--store", url("root")).code()).isZero();
    // The database runs init_connect only for users without the rights of an administrator.
    run(
        "CREATE USER plain@'127.0.0.1'",
        "GRANT SELECT, INSERT, UPDATE ON shop.mintmark_line TO plain@'127.0.0.1'",
        "GRANT CREATE TEMPORARY TABLES ON shop.* TO plain@'127.0.0.1'");
  }

  @AfterAll
  static void end() {
    if (engine != null) {
      engine.close();
    }
  }

  private static String url(String user) {
    return Engines.mariadbUrl(engine.port()).replace("user=root", "user=" + user);
  }

  private static List<String> urls() {
    return List.of(
        url("plain"), Engines.mysqlUrl(engine.port()).replace("user=root", "user=plain"));
  }

  private static void run(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url("root"));
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "init_connect | 'EXECUTE IMMEDIATE CONCAT(\"XA START ''\", CONNECTION_ID(), \"''\")' |"
            + " XAER_RMFAIL",
        "init_connect | 'CREATE TEMPORARY TABLE shop.mintmark_line (a INT)' |"
            + " a temporary table of this connection hides the table of lines",
        "tx_read_only | 1 | the server accepts no writes"
      })
  void checks_claimsWouldNotBeCommitted_failWithTheReason(
      String variable, String value, String reason) throws SQLException {
    run("SET GLOBAL " + variable + " = " + value);
    try {
      for (String url : urls()) {
        assertRefused(Run.now("doctor", "--store", url, "--config", config.toString()), reason);
        assertRefused(check(url), reason);
        assertRefused(Run.now("next", "orders", "--store", url), reason);
      }
    } finally {
      run("SET GLOBAL " + variable + " = DEFAULT");
    }
  }

  private static Run check(String url) {
    return Run.now("serve", "--check", "--store", url, "--config", config.toString());
  }

  private static void assertRefused(Run run, String reason) {
    assertThat(run.out() + run.err()).contains(reason);
    assertThat(run.code()).as(run.out() + run.err()).isEqualTo(1);
  }

  @Test
  void checks_serverBeginsATransaction_succeedBecauseClaimsAreCommitted() throws SQLException {
    run("SET GLOBAL init_connect = 'START TRANSACTION'");
    try {
      for (String url : urls()) {
        Run doctor = Run.now("doctor", "--store", url, "--config", config.toString());
        assertThat(doctor.code()).as(doctor.out() + doctor.err()).isZero();
        assertThat(check(url).code()).isZero();
        long first =
            Long.parseLong(Run.now("next", "orders", "--store", url).out().strip());
        assertThat(Run.now("next", "orders", "--store", url).out()).isEqualTo(first + 1 + "\n");
      }
    } finally {
      run("SET GLOBAL init_connect = DEFAULT");
    }
  }
}
