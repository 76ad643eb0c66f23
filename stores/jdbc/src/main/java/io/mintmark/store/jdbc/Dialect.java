package io.mintmark.store.jdbc;

import io.mintmark.store.Durability;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import io.mintmark.store.batch.Write;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How one engine is spoken to. Every statement here is a transaction of its own; a sum past 2^63 -
 * 1 makes the engine refuse the whole statement, in every SQL mode it has.
 */
abstract sealed class Dialect permits PostgreSql, MySql {

  /** The table, as statements name it. */
  final String table;

  /** The engine's clock, and the column of its kind in microseconds since 1970 in UTC. */
  private final String now;

  private final String microsFormat;

  Dialect(String table, String now, String microsFormat) {
    this.table = table;
    this.now = now;
    this.microsFormat = microsFormat;
  }

  /** Sets a new connection up, and refuses a server that is not to be written to. */
  abstract void enter(Session session, Duration timeout) throws SQLException;

  /** Undoes {@link #enter} on a caller's connection. */
  abstract String leaving();

  abstract String ddl();

  /** What rights are needed beyond the table's own, to be shown. */
  final String grants() {
    return "GRANT SELECT, INSERT, UPDATE ON " + table;
  }

  /** The table's columns and what matters about it, one a line; empty if there is none. */
  abstract List<String> shape(Session session) throws SQLException;

  /** What {@link #shape} is of a table that {@link #ddl} made. */
  abstract List<String> wantedShape();

  /** Reads what the engine's settings say about keeping what it acknowledged. */
  abstract Durability durability(Session session) throws SQLException;

  /** Claims, and answers where the line stands then. */
  abstract long claim(Session session, Write.Claim claim) throws SQLException;

  /** Whether {@link #claimAll} can be used. */
  abstract boolean claimsAllAtOnce();

  /**
   * Does several claims in one round trip and one transaction, or none of them.
   *
   * @param claims in the order of their lines' names, which is the order in which all processes
   *     lock them
   * @return where each line stands then
   */
  abstract Map<String, Long> claimAll(Session session, List<Write.Claim> claims)
      throws SQLException;

  /** The statement that makes a line if there is none; takes its name and position. */
  abstract String insertAbsent();

  /** A piece of the order and comparison of names, if the table's own need not be bytes. */
  abstract String byteOrder();

  final boolean compareAndSet(Session session, Write.CompareAndSet write) throws SQLException {
    // A line that exists stands above 0, as it was made by a claim or by a move from 0.
    String sql = write.expected() == 0
        ? insertAbsent()
        : "UPDATE " + table + " SET next = ?, updated_at = " + now + " WHERE name = ? AND next = ?";
    try (PreparedStatement statement = session.connection().prepareStatement(sql)) {
      if (write.expected() == 0) {
        statement.setString(1, write.line());
        statement.setLong(2, write.next());
      } else {
        statement.setLong(1, write.next());
        statement.setString(2, write.line());
        statement.setLong(3, write.expected());
      }
      return statement.executeUpdate() == 1;
    }
  }

  final void annotate(Session session, Write.Note note) throws SQLException {
    String sql = "UPDATE " + table + " SET note = ? WHERE name = ?";
    try (PreparedStatement statement = session.connection().prepareStatement(sql)) {
      statement.setString(1, note.text());
      statement.setString(2, note.line());
      statement.executeUpdate();
    }
  }

  final long next(Session session, String line) throws SQLException {
    String sql = "SELECT next FROM " + table + " WHERE name = ?";
    try (PreparedStatement statement = session.connection().prepareStatement(sql)) {
      statement.setString(1, line);
      try (ResultSet result = statement.executeQuery()) {
        return result.next() ? result.getLong(1) : 0;
      }
    }
  }

  final List<Line> lines(Session session, LinePage page) throws SQLException {
    String name = "name" + byteOrder();
    String sql = "SELECT name, next, note, " + microsFormat.formatted("updated_at") + " FROM "
        + table + " WHERE " + name + " >= ? AND " + name + " < ? ORDER BY " + name + " LIMIT ?";
    List<Line> lines = new ArrayList<>();
    try (PreparedStatement statement = session.connection().prepareStatement(sql)) {
      statement.setString(1, page.from());
      statement.setString(2, page.to());
      statement.setInt(3, page.limit());
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          lines.add(new Line(
              result.getString(1),
              result.getLong(2),
              result.getString(3),
              instant(result.getLong(4))));
        }
      }
    }
    return lines;
  }

  final Instant now(Session session) throws SQLException {
    return instant(Long.parseLong(
        query(session, "SELECT " + microsFormat.formatted(now)).get(0).get(0)));
  }

  /** Does two statements that do nothing, for the rights that they need. */
  final void checkRights(Session session) throws SQLException {
    String columns = "name, next, note, updated_at";
    session.run("INSERT INTO " + table + " (" + columns + ") SELECT " + columns + " FROM " + table
        + " WHERE 1 = 0");
    session.run("UPDATE " + table + " SET next = next, note = note, updated_at = updated_at"
        + " WHERE 1 = 0");
  }

  /** Reads rows as text, with empty for NULL. */
  static List<List<String>> query(Session session, String sql) throws SQLException {
    try (Statement statement = session.connection().createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      return rows(result);
    }
  }

  /** The same with parameters, all of them text. */
  static List<List<String>> query(Session session, String sql, String... parameters)
      throws SQLException {
    try (PreparedStatement statement = session.connection().prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      try (ResultSet result = statement.executeQuery()) {
        return rows(result);
      }
    }
  }

  private static List<List<String>> rows(ResultSet result) throws SQLException {
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

  /** Reads rows of a name and a position. */
  static Map<String, Long> positions(ResultSet result) throws SQLException {
    Map<String, Long> positions = new HashMap<>();
    while (result.next()) {
      positions.put(result.getString(1), result.getLong(2));
    }
    return positions;
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
