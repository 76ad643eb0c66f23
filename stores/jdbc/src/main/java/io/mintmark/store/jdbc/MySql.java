package io.mintmark.store.jdbc;

import static io.mintmark.store.engine.Failures.unavailable;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Durability;
import io.mintmark.store.engine.SettingList;
import io.mintmark.store.engine.Write;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * MariaDB and MySQL.
 *
 * <p><b>Why no claim repeats, in any state of the connection.</b> Every write is a transaction of
 * its own, and is answered only after the server has committed it in the session that this class
 * set up. Each answer contains the random number in a variable of that session. The number is
 * missing after a driver has reconnected by itself, or has switched to another server. Then the
 * claim is burned, and the connection is closed.
 *
 * <p>The commit is proven in one of two ways. Both are independent of the state that the driver has
 * recorded.
 *
 * <ul>
 *   <li>MariaDB answers a claim with {@code RETURNING}. The answer depends on the server's own
 *       {@code autocommit} and {@code in_transaction}. If they are 1 and 0, the statement is a
 *       transaction of its own: the server commits it before it sends the end of the rows, or sends
 *       an error instead. With other values, the claim is burned, and the connection is closed.
 *   <li>Statements begin and commit all other writes ({@link #commit}), so auto-commit does not
 *       matter. Beginning a transaction ends an earlier one that is still open.
 * </ul>
 *
 * <p>A write is one round trip: one statement or a compound statement on MariaDB, several
 * statements in one message on MySQL. MySQL's driver sends such a message only with {@code
 * allowMultiQueries=true}. Without it, the statements are sent one at a time. {@code ROW_COUNT()}
 * then shows that the previous statement was the write, and a last query shows that the session is
 * still the same.
 *
 * <p>Statements name the table with its database. A temporary table of the same name would hide the
 * table nevertheless, so a connection with such a table is refused.
 */
final class MySql extends Dialect {

  private static final String NOW = "UTC_TIMESTAMP(6)";
  private static final String MARIADB = "MariaDB";

  /** Reads the settings that decide whether acknowledged writes are kept. */
  private static final String KEPT = "SHOW GLOBAL VARIABLES WHERE Variable_name IN"
      + " ('innodb_flush_log_at_trx_commit', 'innodb_doublewrite', 'log_bin', 'sync_binlog',"
      + " 'rpl_semi_sync_master_enabled', 'rpl_semi_sync_source_enabled')";

  private static final String READ_ONLY = "SHOW GLOBAL VARIABLES WHERE Variable_name IN"
      + " ('read_only', 'super_read_only', 'innodb_read_only', 'tx_read_only',"
      + " 'transaction_read_only')";

  /** Finds the database's name in a driver's URL. */
  private static final Pattern DATABASE = Pattern.compile("jdbc:[a-z:+]+//[^/]*/([^?]*).*");

  /** Finds the table's id in the table's comment, which {@link #ddl} writes. */
  private static final Pattern TABLE_ID =
      Pattern.compile("(?s).*COMMENT='(mintmark [0-9a-f-]+)'.*");

  private static final Pattern TEMPORARY = Pattern.compile("(?s)CREATE TEMPORARY TABLE.*");

  /**
   * A condition that selects the table in the catalog. Its parameters are the schema (empty for the
   * connection's own) and the table.
   */
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
          // MariaDB and older MySQL append a display width to number types, which does not affect
          // the values.
          "SELECT column_name, REPLACE(column_type, 'bigint(20)', 'bigint'),"
              + " COALESCE(collation_name, ''), column_key,"
              + " IF(COALESCE(generation_expression, '') = '', '', 'generated')"
              + " FROM information_schema.columns"
              + IN_SCHEMA + " ORDER BY ordinal_position",
          "SELECT 'engine', engine FROM information_schema.tables" + IN_SCHEMA),
      List.of(
          "name varchar(200) ascii_bin PRI",
          "next bigint",
          "note varchar(1000) utf8mb4_bin",
          "updated_at datetime(6)",
          "engine InnoDB"));

  /**
   * The SQL for the witness of an answer: the session's random number and the write's number. It is
   * text, because a prepared statement of MySQL may return the sum of the two as a double.
   */
  private static final String WITNESS = "CONCAT(@mintmark, ' ', ?)";

  /**
   * The SQL for the witness of a statement that must be a transaction of its own, on MariaDB: the
   * sum of the session's random number and the write's number. If the statement is part of another
   * transaction, the witness is the write's number alone. A sum costs the server less than a text.
   */
  private static final String WITNESS_ALONE = "(@@autocommit > @@in_transaction) * @mintmark + ?";

  /** Whether both the engine and its driver know {@code RETURNING}. */
  private final boolean returning;

  /**
   * The random number in a variable of the session, which no other session has. It is less than
   * 2^62, so that its sum with the number of writes does not overflow.
   */
  private final long witness = UUID.randomUUID().getMostSignificantBits() >>> 2;

  /** The number of writes so far. */
  private long written;

  private boolean mariadb;
  private boolean severalAtOnce;

  /** The session's variables, which are set for claims. */
  private final MySqlVariables variables = new MySqlVariables();

  /** A statement of a transaction, with its values. */
  private record Step(String sql, List<?> values) {

    Step(String sql) {
      this(sql, List.of());
    }
  }

  MySql(TableName name, boolean returning) {
    super(name, '`', WORDS);
    this.returning = returning;
  }

  @Override
  Object[] place() {
    return new Object[] {name.schema(), name.name()};
  }

  /**
   * Adds a random id as the table's comment. The id and the name of the database together identify
   * the table: a copy in another database has the same id, but a different database name.
   */
  @Override
  String ddl() {
    return super.ddl() + " COMMENT='mintmark " + UUID.randomUUID() + "'";
  }

  @Override
  void endTransaction(Session session) throws SQLException {
    variables.endTransaction(session, this);
  }

  @Override
  void enter(Session session, Duration timeout) throws SQLException {
    String version = value(session, "SELECT VERSION() LIMIT 1");
    mariadb = version.contains(MARIADB);
    if (returning && !knowsReturning(version)) {
      throw unfit(
          "the server is not MariaDB 10.5 or newer; other servers need jdbc:mysql: and MySQL's"
              + " driver: version={}",
          version);
    }
    variables.set(session, this, mariadb, timeout);
    session.run("SET @mintmark = " + witness);
    for (List<String> readOnly : rows(session, READ_ONLY)) {
      if (!readOnly.get(1).equals("OFF")) {
        throw unfit(
            "the server accepts no writes: {}={}; a store needs the primary",
            readOnly.get(0),
            readOnly.get(1));
      }
    }
    severalAtOnce = mariadb || takesSeveralStatements(session);
  }

  private static boolean knowsReturning(String version) {
    String[] numbers = version.split("[.-]", 3);
    return version.contains(MARIADB)
        && numbers.length == 3
        && Integer.parseInt(numbers[0]) * 1_000 + Integer.parseInt(numbers[1]) >= 10_005;
  }

  /** Returns whether the driver's settings allow several statements in one message. */
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
    variables.leave(session);
    session.run("SET @mintmark = NULL");
  }

  /**
   * Takes the database in which the connection began from the driver's URL. No query returns it.
   */
  @Override
  List<String> schemas(Session session, TableName given) throws SQLException {
    Matcher url =
        DATABASE.matcher(String.valueOf(session.connection().getMetaData().getURL()));
    return List.of(
        value(session, "SELECT DATABASE()"),
        url.matches() && !url.group(1).contains("%") ? url.group(1) : "");
  }

  @Override
  String marks(Session session) throws SQLException {
    String made;
    try {
      made = row(session, "SHOW CREATE TABLE " + table).get(1);
    } catch (SQLException e) {
      if (SqlErrors.isConfiguration(e)) {
        // The table does not exist, or this user may not see it.
        return "";
      }
      throw e;
    }
    if (TEMPORARY.matcher(made).matches()) {
      throw unfit(
          "a temporary table of this connection hides the table of lines: table={}; drop it, or"
              + " close the connection",
          table);
    }
    Matcher id = TABLE_ID.matcher(made);
    return "table=" + table + (id.matches() ? ", id=" + id.group(1) : "");
  }

  @Override
  Answer run(Session session, String sql, Object... values) throws SQLException {
    List<Answer> answers = answers(session, new Step(sql, List.of(values)));
    return answers.get(0);
  }

  private static List<Answer> answers(Session session, Step step) throws SQLException {
    try (PreparedStatement statement = session.connection().prepareStatement(step.sql())) {
      // With a cursor, which MySQL's driver can use for the rows of each statement, ROW_COUNT() is
      // not the count of the statement before.
      statement.setFetchSize(0);
      bind(statement, step.values());
      return answers(statement, statement.execute());
    }
  }

  private Step witnessed(String before, String after) {
    return new Step(before + WITNESS + after, List.of(written));
  }

  @Override
  Answer write(Session session, String sql, Object... values) throws SQLException {
    written++;
    List<List<String>> rows = commit(
        session,
        List.of(new Step(sql, List.of(values)), witnessed("SELECT ROW_COUNT(), ", " LIMIT 1")));
    return new Answer(
        List.of(), Integer.parseInt(answered(rows, "statement=" + sql).get(0)));
  }

  /**
   * Runs steps in a transaction of their own. Returns the rows of the first step that returns rows,
   * after the server has acknowledged the commit. The last value of each row is the session's
   * witness, which is removed.
   */
  private List<List<String>> commit(Session session, List<Step> steps) throws SQLException {
    List<Step> all = new ArrayList<>(List.of(new Step("START TRANSACTION READ WRITE")));
    all.addAll(steps);
    all.add(new Step("COMMIT"));
    List<Answer> answers = new ArrayList<>();
    try {
      if (severalAtOnce) {
        answers.addAll(answers(session, inOnePiece(all)));
      } else {
        for (Step step : all) {
          answers.addAll(answers(session, step));
        }
        answers.addAll(answers(session, witnessed("SELECT ", " LIMIT 1")));
      }
    } catch (SQLException e) {
      // The engine stopped at the failed statement, so the transaction may still be open.
      try {
        session.run("ROLLBACK");
      } catch (SQLException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
    if (severalAtOnce && answers.get(answers.size() - 1).changed() < 0) {
      throw new StoreUnavailableException("the commit was not acknowledged");
    }
    return witnessed(answers, witness + " " + written);
  }

  /**
   * Returns the rows of the first answer that has rows, without each row's last value, which must
   * be the wanted witness.
   */
  private List<List<String>> witnessed(List<Answer> answers, String wanted) {
    for (Answer answer : answers) {
      for (List<String> row : answer.rows()) {
        String found = row.remove(row.size() - 1);
        if (!found.equals(wanted)) {
          String reason = found.equals(String.valueOf(written))
              ? "other code uses this session: the claim is part of a transaction that it began,"
                  + " and is not committed"
              : "another session or statement answered, nothing was written, or other code uses"
                  + " this session";
          throw unavailable("{}: witness='{}', wanted='{}'", reason, found, wanted);
        }
      }
    }
    return answers.stream()
        .filter(answer -> answer.changed() < 0)
        .findFirst()
        .map(Answer::rows)
        .orElse(List.of());
  }

  private Step inOnePiece(List<Step> steps) {
    String sql = steps.stream().map(Step::sql).collect(Collectors.joining("; "));
    List<Object> values = new ArrayList<>();
    steps.forEach(step -> values.addAll(step.values()));
    return new Step(mariadb ? "BEGIN NOT ATOMIC " + sql + "; END" : sql, values);
  }

  private static void bind(PreparedStatement statement, List<?> values) throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      statement.setObject(i + 1, values.get(i));
    }
  }

  /**
   * Returns the id of this connection at the server. The server's start cannot be used instead,
   * because the server does not report exactly when it came up.
   */
  @Override
  String process(Session session) throws SQLException {
    return value(session, "SELECT CONNECTION_ID()");
  }

  @Override
  Durability durability(Session session) throws SQLException {
    Map<String, String> found = new HashMap<>();
    rows(session, KEPT).forEach(row -> found.put(row.get(0), row.get(1)));
    // The value 3 exists only in MariaDB. It works like 1, with one more sync.
    SettingList settings = new SettingList()
        .add(
            found,
            "innodb_flush_log_at_trx_commit",
            Set.of("1", "3")::contains,
            "the last second of claims, in a crash")
        .add(
            found,
            "innodb_doublewrite",
            value -> !value.equals("OFF"),
            "pages of the table, in a power cut")
        .add(found, "log_bin", value -> true, "");
    if ("ON".equals(found.get("log_bin"))) {
      settings.add(found, "sync_binlog", "1"::equals, "the last claims, in a crash");
      boolean semiSync = "ON".equals(found.get("rpl_semi_sync_master_enabled"))
          || "ON".equals(found.get("rpl_semi_sync_source_enabled"));
      addReplicas(session, semiSync, settings);
    }
    return settings.durability();
  }

  /**
   * Adds the number of replicas. MariaDB reports this number. In MySQL it is the number of the
   * replicas' threads, which only users with a certain right can see.
   */
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
  Map<String, Long> claim(Session session, List<Write.Claim> claims) throws SQLException {
    written++;
    boolean one = claims.size() == 1;
    String each = one ? "?" : "CASE name" + " WHEN ? THEN ?".repeat(claims.size()) + " END";
    String insert = "INSERT INTO " + table + " (name, next, note, updated_at) VALUES "
        + listed("(?, ?, '', " + NOW + ")", claims.size())
        + words.orUpdate() + " next = GREATEST(next, " + each + ") + " + each
        + ", updated_at = " + NOW;
    List<Object> values = new ArrayList<>();
    claims.forEach(claim -> values.addAll(List.of(claim.line(), claim.atLeast() + claim.count())));
    if (one) {
      values.addAll(List.of(claims.get(0).atLeast(), claims.get(0).count()));
    } else {
      claims.forEach(claim -> values.addAll(List.of(claim.line(), claim.atLeast())));
      claims.forEach(claim -> values.addAll(List.of(claim.line(), claim.count())));
    }
    if (returning) {
      values.add(written);
      // Each returned column costs a few microseconds, so one claim returns no name.
      String columns = " RETURNING " + (one ? "next, " : "name, next, ") + WITNESS_ALONE;
      List<List<String>> rows = witnessed(
          answers(session, new Step(insert + columns, values)), String.valueOf(witness + written));
      String line = claims.get(0).line();
      return one
          ? Map.of(line, Long.parseLong(answered(rows, "line=" + line).get(0)))
          : positions(rows);
    }
    String select = "SELECT name, next, IF(ROW_COUNT() > 0, " + WITNESS + ", '') FROM " + table
        + " WHERE name IN (" + listed("?", claims.size()) + ")";
    List<Object> read = new ArrayList<>(List.of(written));
    claims.forEach(claim -> read.add(claim.line()));
    return positions(commit(session, List.of(new Step(insert, values), new Step(select, read))));
  }

  private static String listed(String item, int count) {
    return String.join(", ", Collections.nCopies(count, item));
  }
}
