package io.mintmark.store.jdbc;

import static io.mintmark.store.engine.Failures.misconfigured;

import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.PublishedCounter;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.List;

/** Reads the number that an engine's counter would hand out next. */
record Counters(Session session, CounterName name, String subject) {

  private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

  /**
   * MySQL 8 caches the value of a table's counter for up to a day, unless this setting is 0. Older
   * servers and MariaDB do not have the setting, and ignore the comment.
   */
  private static final String READ_ANEW =
      "SET @mintmark_counter = 0 /*!80000 , SESSION information_schema_stats_expiry = 0 */";

  PublishedCounter read() throws SQLException {
    if (!name.column().isEmpty()) {
      return ticket();
    }
    return isPostgresql() ? sequence() : table(autoIncrementColumn());
  }

  /** Reads a sequence. The sequence's last value includes the numbers that sessions have cached. */
  private PublishedCounter sequence() throws SQLException {
    String quoted = name.place().quoted('"');
    List<List<String>> found = rows(
        "SELECT seqincrement, seqmax, seqcycle FROM pg_sequence"
            + " WHERE seqrelid = to_regclass(?)",
        quoted);
    if (found.isEmpty()) {
      throw refused("there is no such sequence: sequence={}", name.place());
    }
    List<String> settings = found.get(0);
    long step = Long.parseLong(settings.get(0));
    long max = Long.parseLong(settings.get(1));
    if (step < 1) {
      throw refused("the sequence does not count up: increment={}", step);
    }
    if (settings.get(2).startsWith("t")) {
      throw refused(
          "the sequence cycles, so its numbers repeat: maximum={}; set the cycle of the new"
              + " sequence in its settings instead",
          max);
    }
    List<String> state = rows("SELECT last_value, is_called FROM " + quoted).get(0);
    BigInteger last = new BigInteger(state.get(0));
    BigInteger next = state.get(1).startsWith("t") ? last.add(BigInteger.valueOf(step)) : last;
    if (next.compareTo(BigInteger.valueOf(max)) > 0) {
      throw refused("the sequence has no numbers left: next={}, maximum={}", next, max);
    }
    return counter("sequence " + name.place(), next, step);
  }

  private boolean isPostgresql() {
    return session.dialect instanceof PostgreSql;
  }

  private List<List<String>> rows(String sql, Object... values) throws SQLException {
    return session.dialect.rows(session, sql, values);
  }

  private String value(String sql, Object... values) throws SQLException {
    return session.dialect.value(session, sql, values);
  }

  private PublishedCounter counter(String what, BigInteger next, long step) {
    if (next.signum() < 0 || next.compareTo(MAX) > 0) {
      throw refused("the number is not 0 to 2^63 - 1: next={}", next);
    }
    return new PublishedCounter(what + " at " + subject, next.longValueExact(), step);
  }

  private String autoIncrementColumn() throws SQLException {
    List<List<String>> found = rows(
        "SELECT column_name FROM information_schema.columns" + MySql.IN_SCHEMA
            + " AND extra LIKE '%auto_increment%'",
        name.place().schema(),
        name.place().name());
    return found.isEmpty() ? "" : found.get(0).get(0);
  }

  /**
   * Reads the engine's counter. If a row was inserted with a higher number, returns one above the
   * column's maximum.
   */
  private PublishedCounter table(String column) throws SQLException {
    if (column.isEmpty()) {
      throw refused("there is no such table with an AUTO_INCREMENT column: table={}", name.place());
    }
    session.run(READ_ANEW);
    String counted = value(
        "SELECT auto_increment FROM information_schema.tables" + MySql.IN_SCHEMA,
        name.place().schema(),
        name.place().name());
    String greatest =
        value("SELECT COALESCE(MAX(`" + column + "`), 0) FROM " + name.place().quoted('`'));
    List<String> step =
        rows("SELECT @@global.auto_increment_increment, @@global.auto_increment_offset")
            .get(0);
    BigInteger least = new BigInteger(greatest).add(BigInteger.ONE);
    BigInteger next = counted.isEmpty() ? least : least.max(new BigInteger(counted));
    BigInteger by = new BigInteger(step.get(0));
    // Several masters may interleave their numbers. Then this engine hands out the next number
    // whose remainder is its own offset.
    BigInteger aligned = next.add(new BigInteger(step.get(1)).subtract(next).mod(by));
    return counter("table " + name.place(), aligned, by.longValueExact());
  }

  /**
   * Reads a ticket table. There are two kinds. In the first kind, REPLACE deletes the row and
   * inserts it again, so that AUTO_INCREMENT counts. The second kind contains a plain number that
   * applications raise. Only the applications know whether this is the last used number or the
   * first free number. This method therefore returns the number plus one, which is unused in both
   * cases.
   */
  private PublishedCounter ticket() throws SQLException {
    boolean postgresql = isPostgresql();
    if (!postgresql && name.column().equals(autoIncrementColumn())) {
      return table(name.column());
    }
    char quote = postgresql ? '"' : '`';
    String sql =
        "SELECT " + quote + name.column() + quote + " FROM " + name.place().quoted(quote);
    List<List<String>> rows = name.whereColumn().isEmpty()
        ? rows(sql)
        : rows(
            sql + " WHERE CAST(" + quote + name.whereColumn() + quote
                + (postgresql ? " AS TEXT) = ?" : " AS CHAR) = ?"),
            name.whereValue());
    if (rows.size() != 1) {
      throw refused(
          "the ticket table has not exactly one row, or where= finds not exactly one: rows={},"
              + " table={}",
          rows.size(),
          name.place());
    }
    String number = rows.get(0).get(0);
    if (!number.matches("[0-9]{1,20}")) {
      throw refused("the ticket is not a whole number: {}='{}'", name.column(), number);
    }
    return counter("ticket table " + name.place(), new BigInteger(number).add(BigInteger.ONE), 1);
  }

  private ConfigurationException refused(String text, Object... values) {
    return misconfigured(subject, text, values);
  }
}
