package io.mintmark.store.jdbc;

import com.mysql.cj.jdbc.MysqlDataSource;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.HostileSource.State;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.mariadb.jdbc.MariaDbDataSource;

/** A real MySQL, through HikariCP and through its driver's own DataSource. */
@Tag("long")
final class MySql9SessionsTest extends HostileSessionsContract {

  private static EngineProcess engine;
  private static EngineProcess second;
  private static List<DataSource> pools;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    engine = Engines.mysql(folder.resolve("first"));
    second = Engines.mariadb(folder.resolve("second"));
    String url = Engines.mysqlUrl(engine.port());
    pools = List.of(
        pool(url, true),
        pool(url + "&allowMultiQueries=true&useLocalSessionState=true", true),
        pool(url + "&allowMultiQueries=true&sessionVariables=autocommit=0", false),
        direct(url + "&useServerPrepStmts=true&useCursorFetch=true&defaultFetchSize=1"));
    JdbcStore.builder().url(url).open().close();
    Engines.run(url, "CREATE DATABASE elsewhere");
  }

  private static DataSource direct(String url) {
    MysqlDataSource source = new MysqlDataSource();
    source.setUrl(url);
    return source;
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

  @Override
  String url() {
    return Engines.mysqlUrl(engine.port());
  }

  @Override
  List<DataSource> pools() {
    return pools;
  }

  @Override
  List<State> states() {
    return HostileMariaDb.states();
  }

  @Override
  DataSource fresh() {
    return direct(url());
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
