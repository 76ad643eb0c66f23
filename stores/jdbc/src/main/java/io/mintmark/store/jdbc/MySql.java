package io.mintmark.store.jdbc;

import io.mintmark.store.Durability;
import io.mintmark.store.engine.SettingList;
import io.mintmark.store.engine.SettingRow;
import io.mintmark.store.engine.Write;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * MariaDB and MySQL. MariaDB answers a claim with {@code RETURNING}, which MySQL does not have:
 * there {@code LAST_INSERT_ID(expression)} comes with the acknowledgement, and several claims are a
 * transaction sent in one piece, so that no lock is held while this side is waited for.
 */
final class MySql extends Dialect {

  private static final String NOW = "UTC_TIMESTAMP(6)";
  private static final String MARIADB = "MariaDB";

  private static final List<SettingRow> KEPT = List.of(
      // 3 is MariaDB's: like 1, with one more sync.
      SettingRow.of(
          "innodb_flush_log_at_trx_commit",
          Set.of("1", "3"),
          "the last second of claims, in a crash"),
      SettingRow.except("innodb_doublewrite", "OFF", "pages of the table, in a power cut"),
      new SettingRow("log_bin", value -> true, value -> ""));

  private static final List<SettingRow> KEPT_IN_BINLOG =
      List.of(SettingRow.of("sync_binlog", Set.of("1"), "the last claims, in a crash"));

  private static final Set<String> SEMI_SYNC =
      Set.of("rpl_semi_sync_master_enabled", "rpl_semi_sync_source_enabled");

  private static final String READ_ONLY = "SHOW VARIABLES WHERE Variable_name IN ('read_only',"
      + " 'super_read_only', 'innodb_read_only', 'tx_read_only', 'transaction_read_only')";

  /** Takes the schema, empty for the connection's own, and the table. */
  static final String IN_SCHEMA =
      " WHERE table_schema = COALESCE(NULLIF(?, ''), DATABASE()) AND table_name = ?";

  private static final Words WORDS = new Words(
      NOW,
      "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', %s)",
      "",
      "INSERT IGNORE INTO ",
      "",
      " ON DUPLICATE KEY UPDATE",
      " (name VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,"
          + " next BIGINT NOT NULL,"
          + " note VARCHAR(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,"
          + " updated_at DATETIME(6) NOT NULL) ENGINE=InnoDB",
      List.of(
          // MariaDB and older MySQL show a width of numbers, which means nothing.
          "SELECT column_name, REPLACE(column_type, 'bigint(20)', 'bigint'),"
              + " COALESCE(collation_name, ''), column_key FROM information_schema.columns"
              + IN_SCHEMA + " ORDER BY ordinal_position",
          "SELECT 'engine', engine FROM information_schema.tables" + IN_SCHEMA),
      List.of(
          "name varchar(200) ascii_bin PRI",
          "next bigint",
          "note varchar(1000) utf8mb4_bin",
          "updated_at datetime(6)",
          "engine InnoDB"));

  private final boolean returning;
  private boolean mariadb;
  private boolean severalAtOnce;

  /**
   * Makes one.
   *
   * @param returning whether both the engine and its driver know {@code RETURNING}
   */
  MySql(TableName name, boolean returning) {
    super(name.quoted('`'), WORDS, name.schema(), name.name());
    this.returning = returning;
  }

  @Override
  void enter(Session session, Duration timeout) throws SQLException {
    String version = value(session, "SELECT VERSION()");
    mariadb = version.contains(MARIADB);
    for (List<String> readOnly : rows(session, READ_ONLY)) {
      if (!readOnly.get(1).equals("OFF")) {
        throw unfit(
            "the server takes no writes: {}={}; a store needs the primary",
            readOnly.get(0),
            readOnly.get(1));
      }
    }
    if (returning && !knowsReturning(version)) {
      throw unfit(
          "the server is not MariaDB 10.5 or newer; others take jdbc:mysql: and MySQL's driver:"
              + " version={}",
          version);
    }
    // The engine gives up before this side does, so that the connection lives on; InnoDB counts
    // whole seconds.
    long seconds = Math.max(1, timeout.toMillis() * 9 / 10 / 1_000);
    session.run("SET SESSION innodb_lock_wait_timeout = " + seconds
        + ", SESSION lock_wait_timeout = " + seconds
        + (mariadb ? ", SESSION max_statement_time = " + timeout.toMillis() * 0.9 / 1_000 : ""));
    severalAtOnce = returning || takesSeveralStatements(session);
  }

  private static boolean knowsReturning(String version) {
    String[] numbers = version.split("[.-]", 3);
    return version.contains(MARIADB)
        && numbers.length == 3
        && Integer.parseInt(numbers[0]) * 1_000 + Integer.parseInt(numbers[1]) >= 10_005;
  }

  /** The driver lets them through only if it was told to. */
  private static boolean takesSeveralStatements(Session session) throws SQLException {
    try {
      session.run("DO 0; DO 0");
      return true;
    } catch (SQLException e) {
      if (SqlErrors.isConfiguration(e)) {
        return false;
      }
      throw e;
    }
  }

  @Override
  void leave(Session session) throws SQLException {
    session.run(
        "SET SESSION innodb_lock_wait_timeout = DEFAULT, SESSION lock_wait_timeout = DEFAULT"
            + (mariadb ? ", SESSION max_statement_time = DEFAULT" : ""));
  }

  @Override
  Answer run(Session session, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = session.connection().prepareStatement(sql)) {
      bind(statement, values);
      List<Answer> answers = answers(statement, statement.execute());
      return answers.stream()
          .filter(answer -> !answer.rows().isEmpty())
          .findFirst()
          .orElse(answers.get(0));
    }
  }

  private static void bind(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
  }

  /** The process for this connection, as the server does not say exactly when it came up. */
  @Override
  String process(Session session) throws SQLException {
    return value(session, "SELECT CONNECTION_ID()");
  }

  @Override
  Durability durability(Session session) throws SQLException {
    String names = Stream.concat(
            Stream.of(KEPT, KEPT_IN_BINLOG).flatMap(List::stream).map(SettingRow::name),
            SEMI_SYNC.stream())
        .collect(Collectors.joining("', '", "'", "'"));
    Map<String, String> found = new HashMap<>();
    rows(session, "SHOW GLOBAL VARIABLES WHERE Variable_name IN (" + names + ")")
        .forEach(row -> found.put(row.get(0), row.get(1)));
    SettingList settings = new SettingList().addAll(KEPT, found);
    if ("ON".equals(found.get("log_bin"))) {
      settings.addAll(KEPT_IN_BINLOG, found);
      addReplicas(
          session, SEMI_SYNC.stream().anyMatch(name -> "ON".equals(found.get(name))), settings);
    }
    return settings.durability();
  }

  /** MariaDB counts them; MySQL shows their threads to who may see those of others. */
  private void addReplicas(Session session, boolean semiSync, SettingList settings)
      throws SQLException {
    List<List<String>> counted = rows(session, "SHOW GLOBAL STATUS LIKE 'Slaves_connected'");
    String replicas = counted.isEmpty()
        ? value(
            session,
            "SELECT COUNT(*) FROM information_schema.processlist"
                + " WHERE command LIKE 'Binlog Dump%'")
        : counted.get(0).get(1);
    settings.add(
        "replicas connected",
        replicas + (semiSync ? ", semi-synchronous" : ""),
        replicas.equals("0") || semiSync,
        "the last claims, in a failover to one of them");
  }

  @Override
  long claim(Session session, Write.Claim claim) throws SQLException {
    if (returning) {
      return super.claim(session, claim);
    }
    String sql = "INSERT INTO " + table + " (name, next, note, updated_at)"
        + " VALUES (?, LAST_INSERT_ID(?), '', " + NOW + ")" + words.orUpdate()
        + " next = LAST_INSERT_ID(GREATEST(next, ?) + ?), updated_at = " + NOW;
    long floor = claim.atLeast();
    try (PreparedStatement statement =
        session.connection().prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
      bind(statement, claim.line(), floor + claim.count(), floor, claim.count());
      statement.executeUpdate();
      try (ResultSet result = statement.getGeneratedKeys()) {
        result.next();
        return result.getLong(1);
      }
    }
  }

  @Override
  boolean claimsAllAtOnce() {
    return severalAtOnce;
  }

  @Override
  Map<String, Long> claimAll(Session session, List<Write.Claim> claims) throws SQLException {
    String each = "CASE name" + " WHEN ? THEN ?".repeat(claims.size()) + " END";
    String insert = "INSERT INTO " + table + " (name, next, note, updated_at) VALUES "
        + listed("(?, ?, '', " + NOW + ")", claims.size())
        + words.orUpdate() + " next = GREATEST(next, " + each + ") + " + each
        + ", updated_at = " + NOW;
    List<Object> values = new ArrayList<>();
    claims.forEach(claim -> values.addAll(List.of(claim.line(), claim.atLeast() + claim.count())));
    claims.forEach(claim -> values.addAll(List.of(claim.line(), claim.atLeast())));
    claims.forEach(claim -> values.addAll(List.of(claim.line(), claim.count())));
    if (returning) {
      return positions(rows(session, insert + " RETURNING name, next", values.toArray()));
    }
    claims.forEach(claim -> values.add(claim.line()));
    String sql = "START TRANSACTION; " + insert + "; SELECT name, next FROM " + table
        + " WHERE name IN (" + listed("?", claims.size()) + "); COMMIT";
    try {
      return positions(rows(session, sql, values.toArray()));
    } catch (SQLException e) {
      // The engine stopped at the statement that failed.
      try {
        session.run("ROLLBACK");
      } catch (SQLException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  private static String listed(String item, int count) {
    return String.join(", ", Collections.nCopies(count, item));
  }
}
