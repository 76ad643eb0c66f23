package io.mintmark.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.MysqlDataSource;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.HostileSource.State;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mariadb.jdbc.MariaDbDataSource;

/** MariaDB, through both drivers, with HikariCP and with the drivers' own DataSources. */
@Tag("long")
final class HostileMariaDbTest extends HostileSessionsContract {

  private static EngineProcess engine;
  private static EngineProcess second;
  private static List<DataSource> pools;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    engine = Engines.mariadb(folder.resolve("first"));
    second = Engines.mariadb(folder.resolve("second"));
    String mariadb = Engines.mariadbUrl(engine.port());
    String mysql = Engines.mysqlUrl(engine.port());
    MysqlDataSource direct = new MysqlDataSource();
    direct.setUrl(mysql + "&useLocalSessionState=true&useServerPrepStmts=true"
        + "&useCursorFetch=true&defaultFetchSize=1");
    pools = List.of(
        pool(mariadb, true),
        pool(mysql + "&allowMultiQueries=true&useLocalSessionState=true", true),
        pool(mariadb + "&allowMultiQueries=true&sessionVariables=autocommit=0", true),
        direct,
        pool(mysql + "&useLocalTransactionState=true&elideSetAutoCommits=true", false),
        new MariaDbDataSource(mariadb + "&useServerPrepStmts=true&defaultFetchSize=1"),
        pool(mysql + "&sessionVariables=autocommit=0&cacheServerConfiguration=true", true));
    JdbcStore.builder().url(mariadb).open().close();
    Engines.run(mariadb, "CREATE DATABASE elsewhere");
  }

  @AfterAll
  static void end() {
    if (engine != null) {
      engine.close();
    }
    if (second != null) {
      second.close();
    }
  }

  /** The server's settings make every session begin a transaction, or not commit automatically. */
  @Test
  void claim_serverBeginsTransactions_neverRepeats() throws Exception {
    run(
        "CREATE USER plain@'127.0.0.1'",
        "GRANT SELECT, INSERT, UPDATE ON shop.mintmark_line TO plain@'127.0.0.1'");
    int number = 0;
    for (String setting : List.of(
        "init_connect = 'START TRANSACTION'",
        "init_connect = 'SET autocommit = 0'",
        "autocommit = 0",
        "completion_type = 'CHAIN'",
        "sql_mode = 'ORACLE'",
        "sql_select_limit = 0")) {
      String name = setting.split(" ", 2)[0];
      run("SET @@global." + setting);
      try {
        for (String url : List.of(url(), Engines.mysqlUrl(engine.port()))) {
          String line = "server/" + number++;
          for (long start = 0; start < 3; start++) {
            try (LineStore store =
                JdbcStore.builder().url(url.replace("user=root", "user=plain")).open()) {
              assertThat(store.claim(line, 0, 1)).as("%s, %s", setting, url).isEqualTo(start);
            }
          }
        }
      } finally {
        run("SET @@global." + name + " = DEFAULT");
      }
    }
  }

  /** The driver cannot even connect. Its own message is shown. */
  @Test
  void open_serverTakesEmptyTextForNull_isRefused() throws Exception {
    try (Connection kept = DriverManager.getConnection(url());
        Statement statement = kept.createStatement()) {
      statement.execute("SET GLOBAL sql_mode = 'EMPTY_STRING_IS_NULL'");
      try {
        assertThatThrownBy(() -> JdbcStore.builder().url(url()).open())
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("can't be set to the value of 'NULL'");
        String mysql = Engines.mysqlUrl(engine.port());
        try (LineStore store =
            JdbcStore.builder().url(mysql).table("empty_is_null").open()) {
          assertThat(store.claim("a", 0, 1)).isZero();
        }
      } finally {
        statement.execute("SET GLOBAL sql_mode = DEFAULT");
      }
    }
  }

  @Test
  void open_sessionDoesNotWriteToTheBinaryLog_isRefused() throws Exception {
    DataSource source = new HostileSource(
            List.of(fresh()), List.of(State.after("SET SESSION sql_log_bin = 0")))
        .source();
    assertThatThrownBy(() -> JdbcStore.builder().dataSource(source).open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("replicas would not have its claims: sql_log_bin=0");
  }

  /** The temporary table hides the table even if the statement names the database. */
  @Test
  void open_temporaryTableHidesTheTable_throws() throws Exception {
    DataSource source = new HostileSource(
            List.of(fresh()),
            List.of(State.after("CREATE TEMPORARY TABLE shop.mintmark_line (a INT)")))
        .source();
    assertThatThrownBy(() -> JdbcStore.builder().dataSource(source).open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("a temporary table of this connection hides the table of lines:"
            + " table=`shop`.`mintmark_line`");
  }

  @Override
  String url() {
    return Engines.mariadbUrl(engine.port());
  }

  @Override
  List<DataSource> pools() {
    return pools;
  }

  @Override
  List<State> states() {
    return HostileMariaDb.mariadbStates();
  }

  @Override
  DataSource fresh() throws SQLException {
    return new MariaDbDataSource(url());
  }

  @Override
  List<String> beginnings() {
    return List.of("START TRANSACTION", "XA START 'other'", "SET autocommit = 0");
  }

  @Override
  String table() {
    return "shop.mintmark_line";
  }

  @Override
  State switched() {
    return HostileMariaDb.switched();
  }

  @Override
  DataSource otherDatabase() throws SQLException {
    return new MariaDbDataSource(Engines.mariadbUrl(second.port()));
  }

  @Override
  void endConnections() throws SQLException {
    HostileMariaDb.endConnections(url());
  }
}
