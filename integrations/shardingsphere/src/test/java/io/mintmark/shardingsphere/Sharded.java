package io.mintmark.shardingsphere;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;
import org.apache.shardingsphere.driver.jdbc.core.datasource.ShardingSphereDataSource;

/** A ShardingSphere data source over databases in memory: {@code ds_0}, {@code ds_1} and so on. */
final class Sharded implements AutoCloseable {

  private static final AtomicInteger OPENED = new AtomicInteger();

  private final SqlLog log = new SqlLog();
  private final List<String> urls = new ArrayList<>();
  private final ShardingSphereDataSource source;

  /**
   * Opens the databases and the data source.
   *
   * @param rules the part {@code rules} of ShardingSphere's file, including the line {@code rules:}
   */
  Sharded(int databases, String rules) throws SQLException, IOException {
    int number = OPENED.incrementAndGet();
    StringBuilder yaml = new StringBuilder("databaseName: sharded_" + number + "\ndataSources:\n");
    for (int i = 0; i < databases; i++) {
      urls.add("jdbc:h2:mem:sharded_" + number + "_" + i + ";DB_CLOSE_DELAY=-1");
      yaml.append("  ds_" + i + ":\n")
          .append("    dataSourceClassName: com.zaxxer.hikari.HikariDataSource\n")
          .append("    driverClassName: org.h2.Driver\n")
          .append("    jdbcUrl: " + urls.get(i) + "\n");
    }
    yaml.append(rules).append("\nprops:\n  sql-show: true\n");
    source = open(yaml.toString());
  }

  private ShardingSphereDataSource open(String yaml) throws SQLException, IOException {
    try {
      return (ShardingSphereDataSource)
          YamlShardingSphereDataSourceFactory.createDataSource(yaml.getBytes(UTF_8));
    } catch (SQLException | RuntimeException e) {
      drop();
      throw e;
    }
  }

  DataSource source() {
    return source;
  }

  Connection connect() throws SQLException {
    return source.getConnection();
  }

  /** Runs a statement and returns the tables that it used. */
  Set<String> run(String sql, Object... parameters) throws SQLException {
    log.take();
    try (Connection connection = connect();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      statement.execute();
    }
    return log.take();
  }

  /** Returns the first column of all rows that a query finds. */
  List<String> query(String sql, Object... parameters) throws SQLException {
    List<String> found = new ArrayList<>();
    log.take();
    try (Connection connection = connect();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(rows.getString(1));
        }
      }
    }
    return found;
  }

  Set<String> touched() {
    return log.take();
  }

  @Override
  public void close() throws SQLException {
    source.close();
    drop();
  }

  private void drop() throws SQLException {
    log.close();
    for (String url : urls) {
      try (Connection last = DriverManager.getConnection(url);
          Statement statement = last.createStatement()) {
        statement.execute("SHUTDOWN");
      }
    }
  }
}
