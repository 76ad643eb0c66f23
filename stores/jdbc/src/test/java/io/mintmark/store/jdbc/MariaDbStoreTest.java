package io.mintmark.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.MysqlDataSource;
import io.mintmark.error.ConfigurationException;
import io.mintmark.generator.LongRange;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.testkit.Race;
import java.nio.file.Path;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mariadb.jdbc.MariaDbDataSource;
import org.mariadb.jdbc.MariaDbPoolDataSource;

@Tag("long")
final class MariaDbStoreTest extends JdbcStoreContract {

  @TempDir
  static Path folder;

  @Override
  EngineProcess start() throws Exception {
    return Engines.mariadb(folder, "--log-bin=binlog", "--server-id=1", "--sync-binlog=1");
  }

  @Override
  String url(int port) {
    return Engines.mariadbUrl(port);
  }

  @Override
  DataSource dataSource() throws SQLException {
    return new MariaDbDataSource(url());
  }

  @Override
  void makeGuardedUser() throws SQLException {
    run(
        "CREATE USER guarded@'127.0.0.1' IDENTIFIED BY 'right'",
        "CREATE DATABASE elsewhere",
        "CREATE TABLE shop.hello (a INT)",
        "GRANT SELECT ON shop.hello TO guarded@'127.0.0.1'");
  }

  @Override
  String bareUrl() {
    return "jdbc:mariadb://127.0.0.1:" + engine.port() + "/shop?sslMode=disable";
  }

  @Override
  String otherSchema() {
    return "elsewhere";
  }

  @Override
  String guarded() {
    return " TO guarded@'127.0.0.1'";
  }

  @Override
  void endIdleConnections() throws SQLException {
    HostileMariaDb.endConnections(url());
  }

  @Test
  void open_engineThatMayLoseClaims_warnsOrRefuses() throws Exception {
    run("SET GLOBAL innodb_flush_log_at_trx_commit = 2", "SET GLOBAL sync_binlog = 0");
    try {
      try (JdbcStore store = open(url())) {
        assertThat(store.canLoseAcknowledgedWrites()).isTrue();
        assertThat(store.durability().risks())
            .contains("innodb_flush_log_at_trx_commit=2: the last second", "sync_binlog=0");
      }
      assertThatThrownBy(() -> open(with(url(), "strict=true")))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("innodb_flush_log_at_trx_commit=2");
    } finally {
      run("SET GLOBAL innodb_flush_log_at_trx_commit = 1", "SET GLOBAL sync_binlog = 1");
    }
  }

  @Test
  void open_readOnlyServer_isRefused() throws Exception {
    run("SET GLOBAL read_only = 1");
    try {
      assertThatThrownBy(() -> open(url()))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("the server accepts no writes: read_only=");
    } finally {
      run("SET GLOBAL read_only = 0");
    }
  }

  @Test
  void open_tableWithAnotherCollationOrEngine_isRefused() throws Exception {
    String columns = " (name VARCHAR(200) %s PRIMARY KEY, next BIGINT NOT NULL,"
        + " note VARCHAR(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,"
        + " updated_at DATETIME(6) NOT NULL) ENGINE=%s";
    run(
        "CREATE TABLE folded" + columns.formatted("CHARACTER SET ascii", "InnoDB"),
        "CREATE TABLE careless"
            + columns.formatted("CHARACTER SET ascii COLLATE ascii_bin", "MyISAM"));

    assertThatThrownBy(() -> open(with(url(), "table=folded")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("ascii_general_ci");
    assertThatThrownBy(() -> open(with(url(), "table=careless")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("engine MyISAM");
  }

  @Test
  void close_callersPool_staysOpen() throws Exception {
    try (MariaDbPoolDataSource pool =
        new MariaDbPoolDataSource(with(url(), "maxPoolSize=2&minPoolSize=0"))) {
      for (int i = 0; i < 3; i++) {
        try (JdbcStore store =
            JdbcStore.builder().dataSource(pool).table("pooled").open()) {
          assertThat(store.claim("a", 0, 1)).isEqualTo(i);
          assertThat(store.position("a")).isEqualTo(i + 1);
        }
      }
      pool.getConnection().close();
    }
  }

  /** MySQL's driver accepts several statements in one call only if it is configured to. */
  @Test
  void claim_callersMySqlDataSource_sendsStatementsOneByOne() {
    MysqlDataSource source = new MysqlDataSource();
    source.setUrl(Engines.mysqlUrl(engine.port()));
    try (JdbcStore store =
        JdbcStore.builder().dataSource(source).table("single").open()) {
      Race.run(8, index -> {
        for (int i = 0; i < 20; i++) {
          assertThat(store.claim("line/" + index, 0, 3)).isEqualTo(i * 3L);
        }
        return new LongRange(0, 60);
      });
      assertThat(store.lines("line/")).hasSize(8).allMatch(line -> line.next() == 60);
    }
  }
}
