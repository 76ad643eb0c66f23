package io.mintmark.enginespeed;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.Engines;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** PostgreSQL or MariaDB, with their defaults: a commit is on the disk before it is answered. */
record JdbcEngine(EngineProcess process, String url, List<Contender> plain) implements Engine {

  private static final String COUNTER = "CREATE TABLE plain_counter (id int PRIMARY KEY, n bigint)";
  private static final String ROW = "INSERT INTO plain_counter VALUES (1, 0)";
  private static final String SEQUENCE = "CREATE SEQUENCE plain_sequence";

  static JdbcEngine postgres(Path folder) throws Exception {
    EngineProcess process = Engines.postgres(folder);
    String url = Engines.postgresUrl(process.port());
    prepare(url);
    return new JdbcEngine(
        process,
        url,
        List.of(
            new Contender(
                "`UPDATE ... RETURNING`, a row",
                () ->
                    new Query(url, "UPDATE plain_counter SET n = n + 1 WHERE id = 1 RETURNING n")),
            new Contender(
                "`SELECT nextval`", () -> new Query(url, "SELECT nextval('plain_sequence')"))));
  }

  static JdbcEngine mariadb(Path folder) throws Exception {
    EngineProcess process = Engines.mariadb(folder);
    String url = Engines.mariadbUrl(process.port());
    prepare(url);
    return new JdbcEngine(
        process,
        url,
        List.of(
            new Contender("`UPDATE`, `LAST_INSERT_ID`, a row", () -> new Update(url)),
            new Contender(
                "`SELECT NEXTVAL`", () -> new Query(url, "SELECT NEXTVAL(plain_sequence)"))));
  }

  private static void prepare(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String sql : List.of(COUNTER, ROW, SEQUENCE)) {
        statement.execute(sql);
      }
    }
  }

  @Override
  public String version() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url)) {
      DatabaseMetaData about = connection.getMetaData();
      return "%s %s, %s %s"
          .formatted(
              about.getDatabaseProductName(),
              about.getDatabaseProductVersion(),
              about.getDriverName(),
              about.getDriverVersion());
    }
  }

  @Override
  public void close() {
    process.close();
  }

  /** A statement that answers with the number. */
  private static final class Query implements Drawing {

    private final Connection connection;
    private final PreparedStatement statement;

    Query(String url, String sql) throws SQLException {
      connection = DriverManager.getConnection(url);
      statement = connection.prepareStatement(sql);
    }

    @Override
    public long next() throws SQLException {
      try (ResultSet answer = statement.executeQuery()) {
        return first(answer);
      }
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }

  /** MariaDB's UPDATE, whose number comes with its acknowledgement. */
  private static final class Update implements Drawing {

    private final Connection connection;
    private final PreparedStatement statement;

    Update(String url) throws SQLException {
      connection = DriverManager.getConnection(url);
      statement = connection.prepareStatement(
          "UPDATE plain_counter SET n = LAST_INSERT_ID(n + 1) WHERE id = 1",
          Statement.RETURN_GENERATED_KEYS);
    }

    @Override
    public long next() throws SQLException {
      int unused = statement.executeUpdate();
      try (ResultSet answer = statement.getGeneratedKeys()) {
        return first(answer);
      }
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }

  private static long first(ResultSet answer) throws SQLException {
    if (!answer.next()) {
      throw new SQLException("the statement gave no number");
    }
    return answer.getLong(1);
  }
}
