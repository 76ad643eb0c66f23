package io.mintmark.store.jdbc;

import static java.util.Objects.requireNonNull;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
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

/**
 * The SQL of one engine. Every statement is a transaction of its own, committed when its method
 * returns; a sum past 2^63 - 1 makes the engine refuse the whole statement, in every SQL mode it
 * has.
 */
abstract sealed class Dialect permits PostgreSql, MySql {

  /** The table, as statements name it. */
  final String table;

  /** What this engine's statements are made of. */
  final Words words;

  private final Object[] place;

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
   * @param table as statements name it
   * @param place what finds the table in the engine's own tables
   */
  Dialect(String table, Words words, Object... place) {
    this.table = table;
    this.words = words;
    this.place = place;
  }

  /** Sets a new connection up, and refuses a server that is not to be written to. */
  abstract void enter(Session session, Duration timeout) throws SQLException;

  /** Undoes on a caller's connection what {@link #enter} set there. */
  abstract void leave(Session session) throws SQLException;

  /** The statement that makes the table. */
  final String ddl() {
    return "CREATE TABLE " + table + words.columns;
  }

  /** What rights are needed beyond the table's own, to be shown. */
  final String grants() {
    return "GRANT SELECT, INSERT, UPDATE ON " + table;
  }

  /** The table's columns and what matters about it, one a line; empty if there is none. */
  final List<String> shape(Session session) throws SQLException {
    List<String> shape = new ArrayList<>();
    for (String sql : words.shapeOf) {
      rows(session, sql, place)
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
    return Long.parseLong(answer.get(0).get(0));
  }

  /** Whether {@link #claimAll} can be used. */
  boolean claimsAllAtOnce() {
    return true;
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
    return rows(session, sql, values).get(0);
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

  /** Does two statements that do nothing, for the rights that they need. */
  final void checkRights(Session session) throws SQLException {
    String columns = "name, next, note, updated_at";
    change(
        session,
        "INSERT INTO " + table + " (" + columns + ") SELECT " + columns + " FROM " + table
            + " WHERE 1 = 0");
    change(
        session,
        "UPDATE " + table + " SET next = next, note = note, updated_at = updated_at"
            + " WHERE 1 = 0");
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
   * @param changed how many rows it changed
   */
  record Answer(List<List<String>> rows, int changed) {}

  /** Reads what all statements answered, to the last, so that an answer means a commit. */
  static List<Answer> answers(Statement statement, boolean first) throws SQLException {
    List<Answer> answers = new ArrayList<>();
    boolean rows = first;
    while (rows || statement.getUpdateCount() >= 0) {
      if (rows) {
        try (ResultSet result = statement.getResultSet()) {
          answers.add(new Answer(read(result), 0));
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
