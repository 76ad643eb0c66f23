package io.mintmark.store.jdbc;

import static java.util.Objects.requireNonNull;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.Durability;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import io.mintmark.store.LinePositions;
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
 * The SQL of one engine. Every statement is a transaction of its own, committed when its method
 * returns; a sum past 2^63 - 1 makes the engine refuse the whole statement, in every SQL mode it
 * has.
 */
abstract sealed class Dialect permits PostgreSql, MySql {

  /** What this engine's statements are made of. */
  final Words words;

  /** The table, as the settings name it or, after {@link #use}, with its schema. */
  TableName name;

  /** The table, as statements name it. */
  String table;

  private final char quote;

  /** The schema to which this connection was switched, or empty; set by {@link #resolve}. */
  private String switched = "";

  /**
   * The pieces in which the engines' statements differ.
   *
   * @param now the engine's clock
   * @param micros a column of its kind in microseconds since 1970 in UTC
   * @param byteOrder makes the order and comparison of names one of bytes, if the table's is not
   * @param insertAbsent begins a statement that makes a line if there is none
   * @param orNothing ends it
   * @param orUpdate stands between a row and what to do where its line exists
   * @param columns the table's columns, as it is made with them, and what follows
   * @param shapeOf reads what {@link #shape} is; each takes what finds the table
   * @param shape what it is of a table that was made so
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
   * Makes one.
   *
   * @param quote stands around names
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

  /** Sets a new connection up, and refuses a server that is not to be written to. */
  abstract void enter(Session session, Duration timeout) throws SQLException;

  /**
   * Finds the schema of a table that is named without one. Ignores temporary tables.
   *
   * @return the name with its schema, or as given if the connection is in no schema
   */
  final TableName resolve(Session session, TableName given) throws SQLException {
    List<String> schemas = schemas(session, given);
    if (!schemas.get(0).equalsIgnoreCase(schemas.get(1)) && !schemas.get(1).isEmpty()) {
      switched = "schema=" + schemas.get(0) + ", began in " + schemas.get(1);
    }
    return new TableName(schemas.get(0), given.name());
  }

  /**
   * Returns the schema that a table without one is in, or would be made in, and the schema that the
   * connection began in. Each is empty if there is none, or if it is not known.
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

  /** Undoes on a caller's connection what {@link #enter} set there. */
  abstract void leave(Session session) throws SQLException;

  /** The statement that makes the table. */
  String ddl() {
    return "CREATE TABLE " + table + words.columns;
  }

  /** The statement that makes the table's schema. */
  final String schemaDdl() {
    return "CREATE SCHEMA " + quote + name.schema() + quote;
  }

  /** Fails if the table's schema does not exist, where making a table may fail earlier. */
  void checkSchema(Session session) throws SQLException {}

  /** What rights are needed beyond the table's own, to be shown. */
  final String grants() {
    return "GRANT SELECT, INSERT, UPDATE ON " + table;
  }

  /** What finds the table in the engine's own tables. */
  abstract Object[] place();

  /** The table's columns and what matters about it, one a line; empty if there is none. */
  final List<String> shape(Session session) throws SQLException {
    List<String> shape = new ArrayList<>();
    for (String sql : words.shapeOf) {
      rows(session, sql, place())
          .forEach(row -> shape.add(String.join(" ", row).replaceAll(" +", " ").strip()));
    }
    return shape;
  }

  /** Reads what the engine's settings say about keeping what it acknowledged. */
  abstract Durability durability(Session session) throws SQLException;

  /** Names the engine's process, or its process for this connection, for as long as it runs. */
  abstract String process(Session session) throws SQLException;

  /** Since when the engine is known to have lost nothing; {@code now} if it does not say. */
  Instant remembersSince(Session session, Instant now) throws SQLException {
    return now;
  }

  /** Claims, and answers where the line stands then. */
  long claim(Session session, Write.Claim claim) throws SQLException {
    String sql = "INSERT INTO " + table + newRow() + words.orUpdate + " next = GREATEST(" + table
        + ".next, ?) + ?, updated_at = " + words.now + " RETURNING next";
    long floor = claim.atLeast();
    List<List<String>> answer = write(
            session, sql, claim.line(), floor + claim.count(), floor, claim.count())
        .rows();
    return Long.parseLong(answered(answer, "line=" + claim.line()).get(0));
  }

  /** Returns the first row, or throws if the engine answered none. */
  static List<String> answered(List<List<String>> rows, String what) {
    if (rows.isEmpty()) {
      throw noRow(what);
    }
    return rows.get(0);
  }

  /** Returns a line's position after its claim, or throws if the engine did not answer it. */
  static long answered(@Nullable Long next, String line) {
    if (next == null) {
      throw noRow("line=" + line);
    }
    return next;
  }

  private static StoreUnavailableException noRow(String what) {
    return new StoreUnavailableException(Message.of(
        "the engine answered no row: {}; a trigger, a rule or a policy of the table suppresses it,"
            + " or a setting of the session; what was asked for is burned",
        what));
  }

  /**
   * Does several claims in one round trip and one transaction, or none of them.
   *
   * @param claims in the order of their lines' names, which is the order in which all processes
   *     lock them
   * @return where each line stands then
   */
  abstract Map<String, Long> claimAll(Session session, List<Write.Claim> claims)
      throws SQLException;

  /** Runs a statement, and reads what it answered. */
  abstract Answer run(Session session, String sql, Object... values) throws SQLException;

  /** Runs one of the statements that change lines, as often as claims come. */
  Answer write(Session session, String sql, Object... values) throws SQLException {
    return run(session, sql, values);
  }

  /** Runs a statement that answers rows, and reads them as text, with empty for NULL. */
  final List<List<String>> rows(Session session, String sql, Object... values) throws SQLException {
    return run(session, sql, values).rows();
  }

  /** Runs a statement that answers one row. */
  final List<String> row(Session session, String sql, Object... values) throws SQLException {
    return answered(rows(session, sql, values), "statement=" + sql);
  }

  /** Runs a statement that answers one value. */
  final String value(Session session, String sql, Object... values) throws SQLException {
    return row(session, sql, values).get(0);
  }

  /** Runs a statement that answers no rows, and returns how many it changed. */
  final int change(Session session, String sql, Object... values) throws SQLException {
    return run(session, sql, values).changed();
  }

  /** A new line's row; takes its name and position. */
  final String newRow() {
    return " (name, next, note, updated_at) VALUES (?, ?, '', " + words.now + ")";
  }

  final boolean compareAndSet(Session session, Write.CompareAndSet write) throws SQLException {
    // A line that exists stands above 0, as it was made by a claim or by a move from 0.
    if (write.expected() == 0) {
      String sql = words.insertAbsent + table + newRow() + words.orNothing;
      return write(session, sql, write.line(), write.next()).changed() == 1;
    }
    String sql = "UPDATE " + table + " SET next = ?, updated_at = " + words.now
        + " WHERE name = ? AND next = ?";
    return write(session, sql, write.next(), write.line(), write.expected()).changed() == 1;
  }

  final void annotate(Session session, Write.Note note) throws SQLException {
    Answer unused = write(
        session, "UPDATE " + table + " SET note = ? WHERE name = ?", note.text(), note.line());
  }

  final long next(Session session, String line) throws SQLException {
    List<List<String>> found = rows(session, "SELECT next FROM " + table + " WHERE name = ?", line);
    return found.isEmpty() ? 0 : Long.parseLong(found.get(0).get(0));
  }

  /** Reads where lines stand, and the engine's clock in a row without a name. */
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
   * Runs two statements that change nothing, to check the rights that they need. The second is
   * committed like a claim, and fails where a claim would not be committed.
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
    return new ConfigurationException("JDBC store", Message.of(text, values));
  }

  /** Reads all rows of a result as text, with empty for NULL. */
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
   * @param rows as text, empty for a statement that answers none
   * @param changed how many rows it changed; -1 for a statement that answers rows
   */
  record Answer(List<List<String>> rows, int changed) {}

  /** Reads what all statements answered, to the last, so that an answer means a commit. */
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

  /** Takes rows for names and positions. */
  static Map<String, Long> positions(List<List<String>> rows) {
    Map<String, Long> positions = new HashMap<>();
    rows.forEach(row -> positions.put(row.get(0), Long.parseLong(row.get(1))));
    return positions;
  }

  /** Reads microseconds since 1970. */
  static Instant instant(String micros) {
    return Instant.EPOCH.plus(Long.parseLong(micros), ChronoUnit.MICROS);
  }
}
