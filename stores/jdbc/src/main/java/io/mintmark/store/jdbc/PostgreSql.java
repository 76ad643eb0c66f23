package io.mintmark.store.jdbc;

import static io.mintmark.store.engine.Failures.unavailable;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Durability;
import io.mintmark.store.engine.SettingList;
import io.mintmark.store.engine.Write;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL 9.5 or newer, directly or through a pooler that may run each transaction in a
 * different session of the engine.
 *
 * <p><b>Behind a pooler, uniqueness does not depend on the session.</b> Such a pooler (PgBouncer
 * with {@code pool_mode=transaction}) may run two statements of one connection in two sessions, and
 * may give a session that was set up here to another client. So each claim's own transaction sets
 * everything that makes the claim durable, and these settings end with the transaction.
 * {@link #run} sends {@code BEGIN}, the settings, the statement and {@code COMMIT} in one message,
 * which is one round trip. It returns only after the last of them was acknowledged. A driver may
 * send them in two messages; the settings then apply all the same. No lock is held while the engine
 * waits for this process. The settings include the search path. Otherwise a claim might run in a
 * session whose path leads to a table of the same name in another schema, and positions would be
 * claimed in both tables. Only connections from the caller's DataSource keep their search path,
 * because it may select the caller's table. The table is resolved once. Later statements name it
 * with its schema, so that no temporary table hides it.
 *
 * <p><b>Behind a pooler, statements are not prepared by name.</b> A name belongs to one session and
 * may mean another statement in the next session. The values are written into the text: numbers in
 * decimal, names of lines in quotes, and all other text in hex. {@link
 * io.mintmark.internal.store.LineName} allows no character that could end the quotes.
 *
 * <p><b>Without a pooler,</b> the session belongs to this connection alone. This path is twice as
 * fast for one thread: the settings are set once, and {@link #write} sends a prepared statement
 * that is a transaction by itself. {@link DirectBackend} explains how a pooler is detected, and why
 * uniqueness does not depend on that.
 *
 * <p><b>Why no claim repeats, in any state of the connection.</b> A claim raises the line (a row of
 * the table) in one statement. The claim is answered only if three conditions hold:
 *
 * <ul>
 *   <li>Its transaction has ended. Either the message ends with {@code COMMIT}, or the server
 *       reports after the prepared statement that no transaction is open ({@link
 *       DirectBackend#isIdle}).
 *   <li>The transaction had the settings that make a commit durable.
 *   <li>The row is in the table that the store resolved, and is the answer to this statement. Each
 *       answer contains the table's oid and the statement's number.
 * </ul>
 *
 * <p>Otherwise the claim is burned (no caller gets its positions), and the connection is closed.
 *
 * <p><b>A commit with a warning counts as lost.</b> When an administrator cancels the wait for a
 * synchronous standby, PostgreSQL acknowledges the commit and warns that standbys may lack it.
 * The settings enable warnings, so a session that was set to hide them still reports this one.
 */
final class PostgreSql extends Dialect {

  private static final String NOW = "clock_timestamp()";

  /** The timeline of a server that was never promoted. Each promotion starts another one. */
  private static final String FIRST_TIMELINE = "00000001";

  private static final String CAME_UP =
      "(extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint";

  private static final String STATE = "SELECT pg_is_in_recovery(),"
      + " current_setting('transaction_read_only'), pg_backend_pid(), (SELECT source"
      + " FROM pg_settings WHERE name = 'default_transaction_read_only')";

  /**
   * Selects the schema of the search path that contains the table. If none does, selects the first
   * schema of the path, where the table would be made.
   */
  private static final String SCHEMA = "SELECT coalesce((SELECT p.name"
      + " FROM unnest(current_schemas(false)) WITH ORDINALITY AS p (name, place)"
      + " JOIN pg_namespace n ON n.nspname = p.name"
      + " LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = ?"
      + " WHERE n.oid <> pg_my_temp_schema() ORDER BY c.oid IS NULL, p.place LIMIT 1), '')";

  private static final String MARKS = "SELECT current_database(),"
      + " n.nspname || '.' || c.relname, c.oid, row_security_active(c.oid)"
      + " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
      + " WHERE c.oid = to_regclass(?)";

  /** The SQL state of a message that is not a warning. */
  private static final String NOTICE = "00000";

  /** Text that needs no escaping between quotes, with any settings of the engine. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:/-]*");

  private static final Words WORDS = new Words(
      NOW,
      "(extract(epoch from %s) * 1000000)::bigint",
      " COLLATE \"C\"",
      "INSERT INTO ",
      " ON CONFLICT (name) DO NOTHING",
      " ON CONFLICT (name) DO UPDATE SET",
      " (name varchar(200) COLLATE \"C\" PRIMARY KEY, next bigint NOT NULL,"
          + " note varchar(1000) NOT NULL, updated_at timestamp with time zone NOT NULL)",
      List.of(
          "SELECT a.attname, format_type(a.atttypid, a.atttypmod), coalesce(c.collname, '')"
              + " FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation"
              + " WHERE a.attrelid = to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped"
              + " ORDER BY a.attnum",
          // The claim's ON CONFLICT is impossible with rules and with a deferrable key. On a
          // partitioned table, the answer to a claim would contain the oid of a partition instead
          // of the table's own. A crash of any session empties an unlogged table.
          "SELECT CASE WHEN relkind = 'r' AND NOT relhasrules AND relpersistence = 'p'"
              + " THEN 'plain table' ELSE 'partitioned, unlogged, or with rules' END"
              + " FROM pg_class WHERE oid = to_regclass(?)",
          "SELECT CASE WHEN bool_and(i.indimmediate) THEN 'primary key'"
              + " ELSE 'deferrable primary key' END, string_agg(a.attname, ',') FROM pg_index i"
              + " JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)"
              + " WHERE i.indrelid = to_regclass(?) AND i.indisprimary HAVING count(*) > 0"),
      List.of(
          "name character varying(200) C",
          "next bigint",
          "note character varying(1000) default",
          "updated_at timestamp with time zone",
          "plain table",
          "primary key name"));

  private List<String> settings = List.of();

  /** Whether an earlier user had made the session read-only. */
  private boolean readOnlyBefore;

  /** The table's own id; empty while there is no table. */
  private String tableOid = "";

  /** The number of statements that have changed lines. */
  private long written;

  /** Null if the connection uses a pooler, or may use one. */
  private @Nullable DirectBackend direct;

  PostgreSql(TableName name) {
    super(name, '"', WORDS);
  }

  @Override
  Object[] place() {
    return new Object[] {table};
  }

  @Override
  void endTransaction(Session session) throws SQLException {
    session.run("ROLLBACK");
  }

  @Override
  void enter(Session session, Duration timeout) throws SQLException {
    // The engine must time out before this process does, so that the connection survives.
    long ms = Math.max(1, timeout.toMillis() * 9 / 10);
    settings = new ArrayList<>(List.of(
        "SET LOCAL statement_timeout = " + ms,
        "SET LOCAL lock_timeout = " + ms,
        "SET LOCAL synchronous_commit = on",
        "SET LOCAL client_min_messages = warning"));
    if (session.isOwn()) {
      // Uses the search path of the session's start: another path may lead to another table.
      settings.add("SET LOCAL search_path TO DEFAULT");
    }
    List<String> row = row(session, STATE);
    String process = row.get(2);
    Optional<DirectBackend.Driver> driver =
        DirectBackend.driver(session.connection()).filter(found -> found.isProcess(process));
    if (row.get(3).equals("session") && driver.isPresent()) {
      // Undoes the setting of an earlier user of the connection. An administrator's setting stays
      // in effect.
      readOnlyBefore = row.get(1).equals("on");
      session.run("RESET default_transaction_read_only");
      row = row(session, STATE);
    }
    if (row.get(0).startsWith("t")) {
      throw unfit("the server is a standby, and a store needs the primary: pg_is_in_recovery=true");
    }
    if (row.get(1).equals("on")) {
      throw unfit("the database accepts no writes: transaction_read_only=on; check"
          + " default_transaction_read_only of the server, the database and the user");
    }
    if (driver.isPresent()) {
      direct = DirectBackend.setUp(session.connection(), driver.get(), ms);
    }
  }

  @Override
  void leave(Session session) throws SQLException {
    // All other settings have ended with their transaction.
    if (direct != null) {
      direct.leave(session.connection());
    }
    if (readOnlyBefore) {
      session.run("SET default_transaction_read_only = on");
    }
  }

  /** The default search path is the one with which the session began. */
  @Override
  List<String> schemas(Session session, TableName given) throws SQLException {
    String here = value(session, SCHEMA, given.name());
    if (session.isOwn()) {
      return List.of(here, here);
    }
    List<String> kept = settings;
    settings = new ArrayList<>(kept);
    settings.add("SET LOCAL search_path TO DEFAULT");
    try {
      return List.of(here, value(session, SCHEMA, given.name()));
    } finally {
      settings = kept;
    }
  }

  @Override
  String marks(Session session) throws SQLException {
    List<List<String>> found = rows(session, MARKS, table);
    if (found.isEmpty()) {
      return "";
    }
    List<String> row = found.get(0);
    if (row.get(3).startsWith("t")) {
      throw unfit("row-level security hides lines from this user: table={}", table);
    }
    tableOid = row.get(2);
    return "database=" + row.get(0) + ", table=" + row.get(1) + ", oid=" + tableOid
        + cluster(session);
  }

  /**
   * Returns the cluster's id, if the engine reports it. The id distinguishes clusters whose names
   * and oids are equal.
   */
  private String cluster(Session session) throws SQLException {
    try {
      return ", cluster=" + value(session, "SELECT system_identifier FROM pg_control_system()");
    } catch (SQLException e) {
      if (SqlErrors.isConfiguration(e)) {
        return "";
      }
      throw e;
    }
  }

  @Override
  Answer run(Session session, String sql, Object... values) throws SQLException {
    List<String> statements = new ArrayList<>(settings);
    statements.add(0, "BEGIN ISOLATION LEVEL READ COMMITTED");
    statements.add(bound(sql, values));
    statements.add("COMMIT");
    try (Statement statement = session.connection().createStatement()) {
      List<Answer> answers = answers(statement, statement.execute(String.join("; ", statements)));
      refuseWarnings(statement);
      if (answers.size() != statements.size()) {
        throw unavailable("the commit was not acknowledged: answers={}", answers.size());
      }
      return answers.get(answers.size() - 2);
    } catch (SQLException e) {
      // After a refused statement the engine accepts no other statement before a ROLLBACK.
      try {
        session.run("ROLLBACK");
      } catch (SQLException | StoreUnavailableException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  @Override
  Answer write(Session session, String sql, Object... values) throws SQLException {
    String wanted = ++written + " " + tableOid;
    List<List<String>> rows;
    DirectBackend backend = direct;
    if (backend == null) {
      String answering = DirectBackend.answering(sql, written + " || ' ' || tableoid");
      rows = run(session, answering, values).rows();
    } else {
      wanted = backend.wanted + " " + wanted;
      Connection connection = session.connection();
      PreparedStatement statement = backend.prepared(connection, sql);
      for (int i = 0; i < values.length; i++) {
        statement.setObject(
            i + 1, values[i] instanceof List<?> all ? array(connection, all) : values[i]);
      }
      statement.setLong(values.length + 1, written);
      try (ResultSet result = statement.executeQuery()) {
        rows = read(result);
      }
      refuseWarnings(statement);
      if (!backend.isIdle()) {
        throw new StoreUnavailableException("other code uses this session: the statement is part of"
            + " a transaction that it began, and is not committed");
      }
    }
    for (List<String> row : rows) {
      String witness = row.remove(row.size() - 1);
      if (!witness.equals(wanted)) {
        throw unavailable(
            "other code uses this session, or the table was created again, or this answers another"
                + " statement: found='{}', wanted='{}'",
            witness,
            wanted);
      }
    }
    return new Answer(rows, rows.size());
  }

  private static Array array(Connection connection, List<?> all) throws SQLException {
    return connection.createArrayOf(all.get(0) instanceof Long ? "int8" : "text", all.toArray());
  }

  private static void refuseWarnings(Statement statement) throws SQLException {
    for (SQLWarning each = statement.getWarnings(); each != null; each = each.getNextWarning()) {
      if (!NOTICE.equals(each.getSQLState())) {
        throw new StoreUnavailableException(
            "the commit came with a warning: " + SqlErrors.reason(each));
      }
    }
  }

  /** Replaces each question mark of a statement by a value. */
  static String bound(String sql, Object... values) {
    StringBuilder bound = new StringBuilder();
    int from = 0;
    for (Object value : values) {
      int mark = sql.indexOf('?', from);
      bound.append(sql, from, mark).append(literal(value));
      from = mark + 1;
    }
    return bound.append(sql, from, sql.length()).toString();
  }

  private static String literal(Object value) {
    if (value instanceof Number number) {
      return Long.toString(number.longValue());
    }
    if (value instanceof List<?> all) {
      return all.stream().map(PostgreSql::literal).collect(Collectors.joining(",", "ARRAY[", "]"));
    }
    String text = (String) value;
    return PLAIN.matcher(text).matches()
        ? "'" + text + "'"
        : "convert_from(decode('"
            + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8))
            + "', 'hex'), 'UTF8')";
  }

  @Override
  Durability durability(Session session) throws SQLException {
    List<String> row = row(
        session,
        "SELECT current_setting('fsync'), current_setting('synchronous_commit'),"
            + " current_setting('full_page_writes'),"
            + " current_setting('synchronous_standby_names'),"
            + " (SELECT count(*) FROM pg_stat_replication)");
    String names = row.get(3);
    String standbys = row.get(4);
    return new SettingList()
        .add("fsync", row.get(0), "on", "everything, in a power cut")
        .add("synchronous_commit", row.get(1), "on", "the last claims, in a crash")
        .add("full_page_writes", row.get(2), "on", "pages of the table, in a power cut")
        .add(
            "synchronous_standby_names",
            "'" + names + "'",
            !names.isEmpty() || standbys.equals("0"),
            "the last claims, in a failover to one of " + standbys + " standbys")
        .durability();
  }

  /** Returns the start time of the whole server. */
  @Override
  String process(Session session) throws SQLException {
    return value(session, "SELECT " + CAME_UP);
  }

  /**
   * Returns when the server came up, if it was never promoted and the table is still logged: such a
   * server can have lost claims only at its start. Otherwise returns {@code now}.
   */
  @Override
  Instant remembersSince(Session session, Instant now) throws SQLException {
    List<String> row = row(
        session,
        "SELECT " + CAME_UP + ", left(pg_walfile_name(pg_current_wal_lsn()), 8),"
            + " (SELECT relpersistence FROM pg_class WHERE oid = to_regclass(?))",
        table);
    return row.get(1).equals(FIRST_TIMELINE) && row.get(2).equals("p") ? instant(row.get(0)) : now;
  }

  @Override
  Map<String, Long> claim(Session session, List<Write.Claim> claims) throws SQLException {
    if (claims.size() == 1) {
      Write.Claim claim = claims.get(0);
      String one = "INSERT INTO " + table + newRow("''") + words.orUpdate() + " next = GREATEST("
          + table + ".next, ?) + ?, updated_at = " + NOW + " RETURNING name, next";
      long floor = claim.atLeast();
      return positions(
          write(session, one, claim.line(), floor + claim.count(), floor, claim.count())
              .rows());
    }
    // The engine locks rows in the order of the SELECT.
    String claimAll = "INSERT INTO " + table + " AS line (name, next, note, updated_at)"
        + " SELECT each.name, each.floor + each.count, '', " + NOW
        + " FROM unnest(?::text[], ?::bigint[], ?::bigint[]) AS each (name, floor, count)"
        + " ORDER BY each.name COLLATE \"C\"" + words.orUpdate()
        + " next = GREATEST(EXCLUDED.next,"
        + " line.next + (?::bigint[])[array_position(?::text[], line.name::text)]),"
        + " updated_at = " + NOW + " RETURNING line.name, line.next";
    List<String> names = claims.stream().map(Write.Claim::line).toList();
    List<Long> floors = claims.stream().map(Write.Claim::atLeast).toList();
    List<Long> counts = claims.stream().map(Write.Claim::count).toList();
    return positions(
        write(session, claimAll, names, floors, counts, counts, names).rows());
  }
}
