package io.mintmark.gapless;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreUnavailableException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Month;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/**
 * The tables, and the statements on them in one engine's SQL.
 *
 * <p><b>Why no number is given twice, and none is left out.</b> A counter is a row. One statement
 * raises it by 1 and locks it until its transaction ends. A second transaction waits in that
 * statement. It then sees the row as the first transaction left it. The row is raised if the first
 * transaction was committed. It is unchanged if that transaction was rolled back, or its process or
 * connection was lost. So every committed value is the previous one plus 1, and belongs to the one
 * transaction that wrote it. A statement that did not raise exactly one row gives no number.
 *
 * <p>PostgreSQL creates the row in the same statement. MySQL and MariaDB lock the gap in which a
 * row would be inserted, so two transactions that create a row may deadlock. On these engines, and
 * on H2, a row with the value 0 is created first, on a connection of its own, and committed at
 * once. Several processes may try to create the row, which does no harm. On these engines the
 * statement that raises the row does not return the value, so a second statement reads it. No other
 * transaction can have changed the value, because this transaction has written the row and keeps it
 * locked.
 *
 * <p>The schema of the tables is resolved once, at opening, and each statement that gives a number
 * names it. So a connection that was switched to another schema or database cannot give numbers of
 * other tables of the same name.
 */
final class GaplessTables {

  static final String COUNTERS = "mintmark_gapless";
  static final String SPECS = "mintmark_gapless_spec";
  static final String VOIDS = "mintmark_gapless_void";
  private static final String COUNTER =
      " (name, tenant, period, last_number, updated_at) VALUES (?, ?, ?, %d, CURRENT_TIMESTAMP)";
  private static final String KEY = " WHERE name = ? AND tenant = ? AND period = ?";

  /** The SQL state of a duplicate key. */
  private static final String UNIQUE_VIOLATION = "23505";

  /** The SQL states of an absent table (the first is PostgreSQL's, the last two are H2's). */
  private static final Set<String> NO_TABLE = Set.of("42P01", "42S02", "42S03", "42S04");

  /** The maximum size of {@link #known}, which is cleared when it is full. */
  private static final int MAX_KNOWN = 100_000;

  private final DataSource database;
  private final Dialect dialect;
  private final String counters;
  private final String voids;

  /** Counters known to have a row. Rows are never deleted. */
  private final Set<List<String>> known = ConcurrentHashMap.newKeySet();

  private GaplessTables(DataSource database, Dialect dialect, String schema) {
    this.database = database;
    this.dialect = dialect;
    this.counters = schema + "." + COUNTERS;
    this.voids = schema + "." + VOIDS;
  }

  /** Detects the engine, and creates absent tables. */
  static GaplessTables prepare(DataSource database, String name) {
    try (Connection connection = database.getConnection()) {
      Dialect dialect = Dialect.of(connection, name);
      refuseCallers(database, connection, name);
      beginAnew(connection);
      new GaplessDdl(dialect).make(connection);
      try (PreparedStatement select = prepared(connection, 0, dialect.schemaOf());
          ResultSet row = select.executeQuery()) {
        String schema = row.next() ? row.getString(1) : null;
        if (schema == null) {
          throw new ConfigurationException(
              "gapless '" + name + "'",
              "the connection has no schema or database for the tables, or a temporary table of"
                  + " this connection hides the table " + COUNTERS);
        }
        return new GaplessTables(database, dialect, schema);
      }
    } catch (SQLException e) {
      throw failed("the tables cannot be made", Message.of("gapless={}", name), e);
    }
  }

  /**
   * Refuses a DataSource that hands out the caller's own connection while a transaction is open, as
   * Spring's TransactionAwareDataSourceProxy does. The transactions of this class would end the
   * caller's transaction. Then the numbers would be committed without the caller's later changes.
   */
  static void refuseCallers(DataSource database, Connection own, String name) throws SQLException {
    if (!own.getAutoCommit()) {
      try (Connection another = database.getConnection()) {
        refuseOneSession(Dialect.of(own, name), own, another, 0, name);
      }
    }
  }

  private static void refuseOneSession(
      Dialect dialect, Connection own, Connection other, int seconds, String name)
      throws SQLException {
    OptionalLong session = number(own, seconds, dialect.session());
    if (session.equals(number(other, seconds, dialect.session()))) {
      throw new ConfigurationException(
          "gapless '" + name + "'",
          "the DataSource hands out the connection of the caller's transaction, as Spring's"
              + " TransactionAwareDataSourceProxy does, so that the transaction would end here;"
              + " nothing was done: give the DataSource behind it");
    }
  }

  /**
   * Puts a connection into autocommit mode, from any state in which a pool may return it. Rolls
   * back an open transaction with an SQL statement, because the driver may not know of the
   * transaction. For the same reason a {@code COMMIT} follows each write.
   */
  private static void beginAnew(Connection connection) throws SQLException {
    execute(connection, "ROLLBACK");
    connection.setAutoCommit(true);
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /**
   * Queries whether the server commits each statement of the session (autocommit), because the
   * driver may not know the mode.
   */
  boolean commitsByItself(Connection transaction, int seconds) throws SQLException {
    return !dialect.commitsByItself().isEmpty()
        && number(transaction, seconds, dialect.commitsByItself()).orElse(0) == 1;
  }

  /** Records the format of a name's numbers, or compares it with the recorded format. */
  void claimSpec(String name, GaplessFormat format) {
    try (Connection connection = database.getConnection()) {
      beginAnew(connection);
      String columns =
          SPECS + " (name, format, first_month, made_at) VALUES (?, ?, ?, CURRENT_TIMESTAMP)";
      int month = format.firstMonth().getValue();
      boolean unused = insertNew(connection, 0, columns, name, format.template(), (long) month);
      execute(connection, "COMMIT");
      String found = "SELECT format, first_month FROM " + SPECS + " WHERE name = ? LIMIT 1";
      try (PreparedStatement select = prepared(connection, 0, found, name);
          ResultSet row = select.executeQuery()) {
        if (!row.next()) {
          throw new StoreUnavailableException(Message.of(
              "the format was written and cannot be read back: gapless={}, table={}; the connection"
                  + " does not see what it writes",
              name,
              SPECS));
        }
        if (!row.getString(1).equals(format.template()) || row.getInt(2) != month) {
          throw new SettingsMismatchException(Message.of(
              "the name has numbers of another format: gapless={}, format='{}', firstMonth={},"
                  + " found='{}', foundFirstMonth={}; take another name for a new format",
              name,
              format.template(),
              month,
              row.getString(1),
              row.getInt(2)));
        }
      }
    } catch (SQLException e) {
      throw failed("the format cannot be written", Message.of("gapless={}", name), e);
    }
  }

  /**
   * Raises a counter by 1, and keeps it locked until the transaction ends.
   *
   * @return the raised number; empty if the counter was at {@code highest}, and is not raised
   */
  OptionalLong raise(
      Connection transaction, int seconds, String name, String tenant, String period, long highest)
      throws SQLException {
    if (dialect == Dialect.POSTGRESQL) {
      String sql = "INSERT INTO " + counters + COUNTER.formatted(1)
          + " ON CONFLICT (name, tenant, period) DO UPDATE SET last_number = "
          + COUNTERS + ".last_number + 1, updated_at = CURRENT_TIMESTAMP WHERE " + COUNTERS
          + ".last_number < ? RETURNING last_number";
      OptionalLong raised = number(transaction, seconds, sql, name, tenant, period, highest);
      if (raised.isEmpty()
          && last(transaction, seconds, name, tenant, period).orElse(0) < highest) {
        requireOne(0, name, tenant, period);
      }
      return raised;
    }
    if (!known.contains(List.of(name, tenant, period))) {
      makeRow(transaction, seconds, name, tenant, period);
    }
    if (dialect == Dialect.H2) {
      long before = number(transaction, 0, "CALL LOCK_TIMEOUT()").orElseThrow();
      setLockTimeout(transaction, seconds * 1000L);
      try {
        return raiseRow(transaction, 0, name, tenant, period, highest);
      } finally {
        setLockTimeout(transaction, before);
      }
    }
    return raiseRow(transaction, seconds, name, tenant, period, highest);
  }

  /** Sets the session's lock timeout, because H2 does not apply a statement's timeout to locks. */
  private static void setLockTimeout(Connection transaction, long millis) throws SQLException {
    int unused = change(transaction, 0, "SET LOCK_TIMEOUT " + millis);
  }

  private OptionalLong raiseRow(
      Connection transaction, int seconds, String name, String tenant, String period, long highest)
      throws SQLException {
    String sql = "UPDATE " + counters
        + " SET last_number = last_number + 1, updated_at = CURRENT_TIMESTAMP" + KEY;
    int rows = change(transaction, seconds, sql, name, tenant, period);
    OptionalLong raised = last(transaction, seconds, name, tenant, period);
    if (raised.isEmpty()) {
      boolean unusedKnown = known.remove(List.of(name, tenant, period));
      throw new StoreUnavailableException(Message.of(
          "the transaction does not see its counter: gapless={}, tenant='{}', period='{}'; no"
              + " number was given: the connection is to another database, or the row was deleted;"
              + " roll back",
          name,
          tenant,
          period));
    }
    // If rows is 0, another transaction changed the row meanwhile, and the number belongs to that
    // transaction.
    requireOne(rows, name, tenant, period);
    if (raised.getAsLong() > highest) {
      // No other transaction has seen the raised number, because the row is locked.
      String back = "UPDATE " + counters + " SET last_number = last_number - 1" + KEY;
      requireOne(change(transaction, seconds, back, name, tenant, period), name, tenant, period);
      return OptionalLong.empty();
    }
    return raised;
  }

  private static void requireOne(int rows, String name, String tenant, String period) {
    if (rows != 1) {
      throw new GaplessConflictException(Message.of(
          "the counter was not raised: rows={}, gapless={}, tenant='{}', period='{}'; another"
              + " transaction changed it at the same moment, or a trigger suppressed it; no number"
              + " was given: roll back, and repeat the transaction",
          rows,
          name,
          tenant,
          period));
    }
  }

  /** Returns a counter's committed number, even if the pool's connections read uncommitted rows. */
  OptionalLong committed(
      Connection transaction, int seconds, String name, String tenant, String period)
      throws SQLException {
    try (Connection connection = database.getConnection()) {
      refuseOneSession(dialect, connection, transaction, seconds, name);
      int isolation = connection.getTransactionIsolation();
      beginAnew(connection);
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      try {
        return last(connection, seconds, name, tenant, period);
      } finally {
        connection.setTransactionIsolation(isolation);
      }
    }
  }

  /** Creates a row. Reads first: an INSERT would wait for a transaction that has the row locked. */
  private void makeRow(
      Connection transaction, int seconds, String name, String tenant, String period)
      throws SQLException {
    try (Connection connection = database.getConnection()) {
      refuseOneSession(dialect, connection, transaction, seconds, name);
      beginAnew(connection);
      if (last(connection, seconds, name, tenant, period).isEmpty()) {
        boolean unused =
            insertNew(connection, seconds, counters + COUNTER.formatted(0), name, tenant, period);
        execute(connection, "COMMIT");
      }
    }
    if (known.size() >= MAX_KNOWN) {
      known.clear();
    }
    boolean unused = known.add(List.of(name, tenant, period));
  }

  /** Returns a counter's last number; empty if the counter has no row. */
  OptionalLong last(Connection connection, int seconds, String name, String tenant, String period)
      throws SQLException {
    String sql = "SELECT last_number FROM " + counters + KEY + " LIMIT 1";
    return number(connection, seconds, sql, name, tenant, period);
  }

  /**
   * Records that a number that was given is void. Returns false if it was recorded as void already.
   */
  boolean voidNumber(
      Connection transaction,
      int seconds,
      String name,
      GaplessFormat.Numbered number,
      String reason)
      throws SQLException {
    String columns = voids + " (name, tenant, period, number, reason, voided_at)"
        + " VALUES (?, ?, ?, ?, ?, CURRENT_TIMESTAMP)";
    if (voided(transaction, seconds, name, number).isPresent()) {
      return false;
    }
    return insertNew(
        transaction,
        seconds,
        columns,
        name,
        number.tenant(),
        number.period(),
        number.number(),
        reason);
  }

  private OptionalLong voided(
      Connection connection, int seconds, String name, GaplessFormat.Numbered number)
      throws SQLException {
    return number(
        connection,
        seconds,
        "SELECT number FROM " + voids + KEY + " AND number = ? LIMIT 1",
        name,
        number.tenant(),
        number.period(),
        number.number());
  }

  /** Selects tenant, period and last number of each counter of a name. */
  static PreparedStatement counters(Connection connection, String name) throws SQLException {
    return prepared(
        connection,
        0,
        "SELECT tenant, period, last_number FROM " + COUNTERS + " WHERE name = ?",
        name);
  }

  /** Selects tenant, period, number, reason and time in seconds of each void number of a name. */
  static PreparedStatement voids(Connection connection, String name) throws SQLException {
    String sql = "SELECT tenant, period, number, reason, "
        + Dialect.of(connection, name).seconds("voided_at") + " FROM " + VOIDS
        + " WHERE name = ? ORDER BY tenant, period, number";
    return prepared(connection, 0, sql, name);
  }

  /**
   * Returns the recorded format of a name; empty if no format is recorded, or if the table does not
   * exist.
   */
  static Optional<GaplessFormat> format(Connection connection, String name) throws SQLException {
    String sql = "SELECT format, first_month FROM " + SPECS + " WHERE name = ? LIMIT 1";
    try (PreparedStatement select = prepared(connection, 0, sql, name);
        ResultSet row = select.executeQuery()) {
      return row.next()
          ? Optional.of(written(name, row.getString(1), row.getInt(2)))
          : Optional.empty();
    } catch (SQLException e) {
      if (NO_TABLE.contains(String.valueOf(e.getSQLState()))) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static GaplessFormat written(String name, String template, int firstMonth) {
    boolean month = firstMonth >= 1 && firstMonth <= 12;
    GaplessFormat format =
        new GaplessFormat(template, month ? Month.of(firstMonth) : Month.JANUARY);
    if (!month || !format.faults().isEmpty()) {
      throw new ConfigurationException(
          "gapless '" + name + "'",
          Message.of(
              "the row with the format of the numbers was changed: table={}, format='{}',"
                  + " firstMonth={}",
              SPECS,
              template,
              firstMonth));
    }
    return format;
  }

  private static OptionalLong number(
      Connection connection, int seconds, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = prepared(connection, seconds, sql, values);
        ResultSet row = statement.executeQuery()) {
      return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
    }
  }

  private static int change(Connection connection, int seconds, String sql, Object... values)
      throws SQLException {
    try (PreparedStatement statement = prepared(connection, seconds, sql, values)) {
      return statement.executeUpdate();
    }
  }

  /** Inserts a row unless its key exists. Returns whether the row was inserted. */
  private boolean insertNew(
      Connection connection, int seconds, String tableAndValues, Object... values)
      throws SQLException {
    try {
      return change(connection, seconds, dialect.insertNew(tableAndValues), values) == 1;
    } catch (SQLException e) {
      if (dialect == Dialect.H2 && UNIQUE_VIOLATION.equals(e.getSQLState())) {
        return false;
      }
      throw e;
    }
  }

  /** Prepares a statement. A timeout of 0 seconds means no timeout. */
  private static PreparedStatement prepared(
      Connection connection, int seconds, String sql, Object... values) throws SQLException {
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

  /** Makes the exception for a failure, with the driver's message on one line. */
  static StoreUnavailableException failed(String what, String whose, SQLException e) {
    return new StoreUnavailableException(
        Message.of(
            "{}: {}, reason={}, sqlState={}",
            what,
            whose,
            Optional.ofNullable(e.getMessage()).orElse("").lines().findFirst().orElse(""),
            e.getSQLState()),
        e);
  }
}
