package io.mintmark.gapless;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalLong;

/**
 * Runs statements on a connection with a timeout.
 *
 * @param seconds the timeout of each statement; 0 means no timeout
 */
record TimedConnection(Connection connection, int seconds) {

  /** How many rows the driver requests at a time, if it does not read all rows at once. */
  private static final int FETCH = 1000;

  /** Reads a row. */
  @FunctionalInterface
  interface RowReader {
    void read(ResultSet row) throws SQLException;
  }

  /** Reads all rows of a query. */
  void each(String sql, RowReader reader, Object... values) throws SQLException {
    try (PreparedStatement statement = prepared(sql, values)) {
      statement.setFetchSize(FETCH);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          reader.read(row);
        }
      }
    }
  }

  /** Returns the number in the first row; empty if there is no row. */
  OptionalLong number(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = prepared(sql, values);
        ResultSet row = statement.executeQuery()) {
      return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
    }
  }

  /** Changes rows, and returns how many were changed. */
  int change(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = prepared(sql, values)) {
      return statement.executeUpdate();
    }
  }

  private PreparedStatement prepared(String sql, Object... values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      statement.setQueryTimeout(seconds);
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      return statement;
    } catch (SQLException | RuntimeException e) {
      statement.close();
      throw e;
    }
  }
}
