package io.mintmark.store.jdbc;

import static io.mintmark.store.engine.Failures.misconfigured;
import static io.mintmark.store.engine.Failures.unavailable;
import static java.util.Objects.requireNonNull;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.store.Line;
import io.mintmark.store.engine.Write;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of one engine for lines (counters, each a row of a table). Every statement is a
 * transaction of its own, which is committed when its method returns. If a sum exceeds 2^63 - 1,
 * the engine refuses the whole statement, in every SQL mode.
 */
abstract sealed class Dialect permits PostgreSql, MySql {

  /** The parts of this engine's statements. */
  final Words words;

  /** The table's name as in the settings. After {@link #use}, the name includes the schema. */
  TableName name;

  /** The table's quoted name for statements. */
  String table;

  private final char quote;

  /** The schema to which this connection was switched, or empty; set by {@link #resolve}. */
  private String switched = "";

  /**
   * The parts in which the engines' statements differ.
   *
   * @param now the expression for the engine's clock
   * @param micros the expression that converts a time to microseconds since 1970 in UTC
   * @param byteOrder the SQL that makes names compare by their bytes; empty if the table's column
   *     does so by itself
   * @param insertAbsent the start of a statement that creates a line if it does not exist
   * @param orNothing the end of the statement that starts with {@code insertAbsent}
   * @param orUpdate the words between a new row and the change to make if its line exists
   * @param columns the columns in the statement that creates the table, and the rest of it
   * @param shapeOf the queries for {@link Dialect#shape}; {@link Dialect#place} returns the
   *     parameters of each query
   * @param shape the result of {@link Dialect#shape} for a table that was created with these
   *     columns
   */
  record Words(
      String now,
      String micros,
      String byteOrder,
      String insertAbsent,
      String orNothing,
      String orUpdate,
      String columns,
      List<String> shapeOf,
      List<String> shape) {}

  /**
   * Makes a dialect for a table.
   *
   * @param quote the character around names
   */
  Dialect(TableName name, char quote, Words words) {
    this.words = words;
    this.quote = quote;
    this.name = name;
    this.table = name.quoted(quote);
  }

  /** Names the table with its schema from now on. */
  final void use(TableName resolved) {
    name = resolved;
    table = resolved.quoted(quote);
  }

  /** Rolls back a transaction that an earlier user left open on the connection. */
  abstract void endTransaction(Session session) throws SQLException;

  /** Sets up a new connection, and refuses a server that must not be written to. */
  abstract void enter(Session session, Duration timeout) throws SQLException;

  /**
   * Finds the schema of a table that is named without a schema. Ignores temporary tables.
   *
   * @return the name with its schema, or unchanged if the connection is in no schema
   */
  final TableName resolve(Session session, TableName given) throws SQLException {
    List<String> schemas = schemas(session, given);
    if (!schemas.get(0).equalsIgnoreCase(schemas.get(1)) && !schemas.get(1).isEmpty()) {
      switched = "schema=" + schemas.get(0) + ", began in " + schemas.get(1);
    }
    return new TableName(schemas.get(0), given.name());
  }

  /**
   * Returns two schemas: the schema that contains a table named without a schema, or in which such
   * a table would be created; and the schema in which the connection started. A schema that does
   * not exist or is unknown is an empty text.
   */
  abstract List<String> schemas(Session session, TableName given) throws SQLException;

  /** Returns the schema to which an earlier user switched the connection, or empty. */
  final String switched() {
    return switched;
  }

  /**
   * Reads the marks that distinguish the table from every other one.
   *
   * @return empty if there is no table
   * @throws ConfigurationException if the session hides the table or its rows
   */
  abstract String marks(Session session) throws SQLException;

  /** Restores the settings of a caller's connection that {@link #enter} changed. */
  abstract void leave(Session session) throws SQLException;

  /** Returns the statement that creates the table. */
  String ddl() {
    return "CREATE TABLE " + table + words.columns;
  }

  /** Returns the statement that creates the table's schema. */
  final String schemaDdl() {
    return "CREATE SCHEMA " + quote + name.schema() + quote;
  }

  /** Returns the GRANT statement, without the user, for the rights that the store needs. */
  final String grants() {
    return "GRANT SELECT, INSERT, UPDATE ON " + table;
  }

  /** Returns the values that identify the table in queries of the engine's catalog. */
  abstract Object[] place();

  /** Returns the table's columns and other properties, one per entry. Empty without a table. */
  final List<String> shape(Session session) throws SQLException {
    List<String> shape = new ArrayList<>();
    for (String sql : words.shapeOf) {
      rows(session, sql, place())
          .forEach(row -> shape.add(String.join(" ", row).replaceAll(" +", " ").strip()));
    }
    return shape;
  }

  /** Reads the engine's settings for keeping acknowledged writes. */
  abstract Durability durability(Session session) throws SQLException;

  /**
   * Returns a text that identifies the engine's process, or the engine's process for this
   * connection. The text stays the same as long as that process runs.
   */
  abstract String process(Session session) throws SQLException;

  /**
   * Returns the time since which the engine has lost nothing; {@code now} if that time is unknown.
   */
  Instant remembersSince(Session session, Instant now) throws SQLException {
    return now;
  }

  /** Returns the first row, or throws if the engine returned none. */
  static List<String> answered(List<List<String>> rows, String what) {
    if (rows.isEmpty()) {
      throw noRow(what);
    }
    return rows.get(0);
  }

  /** Returns a line's position after its claim, or throws if the engine did not return it. */
  static long answered(@Nullable Long next, String line) {
    if (next == null) {
      throw noRow("line=" + line);
    }
    return next;
  }

  private static StoreUnavailableException noRow(String what) {
    return unavailable(
        "the engine answered no row: {}; a trigger, a rule or a policy of the table suppresses it,"
            + " or a setting of the session; the requested positions are burned",
        what);
  }

  /**
   * Makes claims in one round trip and one transaction, or none of them.
   *
   * @param claims in the order of their lines' names, which is the order in which all processes
   *     lock the lines
   * @return each line's position after its claim
   */
  abstract Map<String, Long> claim(Session session, List<Write.Claim> claims) throws SQLException;

  /** Runs a statement and reads its answer. */
  abstract Answer run(Session session, String sql, Object... values) throws SQLException;

  /** Runs a statement that changes lines, and proves that it is committed. */
  abstract Answer write(Session session, String sql, Object... values) throws SQLException;

  /** Runs a statement that returns rows, and reads them as text, with empty text for NULL. */
  final List<List<String>> rows(Session session, String sql, Object... values) throws SQLException {
    return run(session, sql, values).rows();
  }

  /** Runs a statement that returns one row. */
  final List<String> row(Session session, String sql, Object... values) throws SQLException {
    return answered(rows(session, sql, values), "statement=" + sql);
  }

  /** Runs a statement that returns one value. */
  final String value(Session session, String sql, Object... values) throws SQLException {
    return row(session, sql, values).get(0);
  }

  /** Runs a statement that returns no rows, and returns the number of rows that it changed. */
  final int change(Session session, String sql, Object... values) throws SQLException {
    return run(session, sql, values).changed();
  }

  /** Returns the SQL of a new line's row, with placeholders for the line's name and position. */
  final String newRow(String note) {
    return " (name, next, note, updated_at) VALUES (?, ?, " + note + ", " + words.now + ")";
  }

  /** Moves a line, or writes a note. Returns whether a row was changed. */
  final boolean change(Session session, Write write) throws SQLException {
    Answer answer;
    String update = "UPDATE " + table + " SET ";
    if (write instanceof Write.Note note) {
      answer = write(session, update + "note = ? WHERE name = ?", note.text(), note.line());
    } else if (write instanceof Write.CompareAndSet move && move.expected() > 0) {
      String sql = update + "next = ?, updated_at = " + words.now + " WHERE name = ? AND next = ?";
      answer = write(session, sql, move.next(), move.line(), move.expected());
    } else {
      // An existing line is above 0, because a claim or a move from 0 made it.
      Write.CompareAndSet move = (Write.CompareAndSet) write;
      String sql = words.insertAbsent + table + newRow("?") + words.orNothing;
      answer = write(session, sql, move.line(), move.next(), move.note(""));
    }
    return answer.changed == 1;
  }

  final long next(Session session, String line) throws SQLException {
    List<List<String>> found = rows(session, "SELECT next FROM " + table + " WHERE name = ?", line);
    return found.isEmpty() ? 0 : Long.parseLong(found.get(0).get(0));
  }

  /**
   * Reads the positions of lines and the engine's clock with one query. The row with the clock has
   * an empty name.
   */
  final LinePositions positions(Session session, List<String> lines) throws SQLException {
    String sql = "SELECT '', " + words.micros.formatted(words.now) + " UNION ALL SELECT name, next"
        + " FROM " + table + " WHERE name IN ("
        + String.join(", ", Collections.nCopies(lines.size(), "?")) + ")";
    Map<String, Long> found = positions(rows(session, sql, lines.toArray()));
    Long now = requireNonNull(found.get(""), "no time");
    return new LinePositions(
        lines.stream().map(line -> found.getOrDefault(line, 0L)).toList(),
        Optional.of(instant(Long.toString(now))));
  }

  final List<Line> lines(Session session, LinePage page) throws SQLException {
    String name = "name" + words.byteOrder;
    String sql = "SELECT name, next, note, " + words.micros.formatted("updated_at") + " FROM "
        + table + " WHERE " + name + " >= ? AND " + name + " < ? ORDER BY " + name + " LIMIT ?";
    return rows(session, sql, page.from(), page.to(), page.limit()).stream()
        .map(row ->
            new Line(row.get(0), Long.parseLong(row.get(1)), row.get(2), instant(row.get(3))))
        .toList();
  }

  final Instant now(Session session) throws SQLException {
    return instant(value(session, "SELECT " + words.micros.formatted(words.now)));
  }

  /**
   * Runs two statements that change nothing, to check the user's rights. The second is committed
   * like a claim, and fails where a claim would not be committed.
   */
  final void checkRights(Session session) throws SQLException {
    String columns = "name, next, note, updated_at";
    change(
        session,
        "INSERT INTO " + table + " (" + columns + ") SELECT " + columns + " FROM " + table
            + " WHERE 1 = 0");
    Answer unused = write(
        session,
        "UPDATE " + table + " SET next = next, note = note, updated_at = updated_at"
            + " WHERE name = ''");
  }

  static ConfigurationException unfit(String text, Object... values) {
    return misconfigured("JDBC store", text, values);
  }

  /** Reads all rows of a result as text, with empty text for NULL. */
  static List<List<String>> read(ResultSet result) throws SQLException {
    int columns = result.getMetaData().getColumnCount();
    List<List<String>> rows = new ArrayList<>();
    while (result.next()) {
      List<String> row = new ArrayList<>();
      for (int i = 1; i <= columns; i++) {
        row.add(Optional.ofNullable(result.getString(i)).orElse(""));
      }
      rows.add(row);
    }
    return rows;
  }

  /**
   * The answer to one of several statements.
   *
   * @param rows the rows as text; empty for a statement that returns no rows
   * @param changed the number of rows that the statement changed; -1 for a statement that returns
   *     rows
   */
  record Answer(List<List<String>> rows, int changed) {}

  /** Reads the answers to all statements. The last answer proves the commit. */
  static List<Answer> answers(Statement statement, boolean first) throws SQLException {
    List<Answer> answers = new ArrayList<>();
    boolean rows = first;
    while (rows || statement.getUpdateCount() >= 0) {
      if (rows) {
        try (ResultSet result = statement.getResultSet()) {
          answers.add(new Answer(read(result), -1));
        }
      } else {
        answers.add(new Answer(List.of(), statement.getUpdateCount()));
      }
      rows = statement.getMoreResults();
    }
    return answers;
  }

  /** Converts rows of names and positions to a map. */
  static Map<String, Long> positions(List<List<String>> rows) {
    Map<String, Long> positions = new HashMap<>();
    for (List<String> row : rows) {
      positions.put(row.get(0), Long.parseLong(row.get(1)));
    }
    return positions;
  }

  /** Converts microseconds since 1970. */
  static Instant instant(String micros) {
    return Instant.EPOCH.plus(Long.parseLong(micros), ChronoUnit.MICROS);
  }
}
