package io.mintmark.gapless;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.gapless.GaplessFormat.CounterKey;
import io.mintmark.gapless.GaplessFormat.Numbered;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
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
  private static final String SPEC =
      "SELECT format, first_month FROM " + SPECS + " WHERE name = ? LIMIT 1";

  /** The SQL states of an absent table (the first is PostgreSQL's, the last two are H2's). */
  private static final Set<String> NO_TABLE = Set.of("42P01", "42S02", "42S03", "42S04");

  /** The SQL state of a duplicate key. */
  private static final String UNIQUE_VIOLATION = "23505";

  /** The maximum size of {@link #known}, which is cleared when it is full. */
  private static final int MAX_KNOWN = 100_000;

  private final DataSource database;
  private final Dialect dialect;
  private final String name;
  private final String counters;
  private final String voids;

  /** Counters known to have a row. Rows are never deleted. */
  private final Set<CounterKey> known = ConcurrentHashMap.newKeySet();

  private GaplessTables(DataSource database, Dialect dialect, String name, String schema) {
    this.database = database;
    this.dialect = dialect;
    this.name = name;
    this.counters = schema + "." + COUNTERS;
    this.voids = schema + "." + VOIDS;
  }

  /**
   * Detects the engine, and creates absent tables. Records the format of the numbers, or compares
   * it with the recorded format.
   */
  static GaplessTables open(DataSource database, String name, GaplessFormat format) {
    try (Connection connection = database.getConnection()) {
      Dialect dialect = Dialect.of(connection, name);
      refuseCallers(database, connection, name);
      beginAnew(connection);
      dialect.createTables(connection);
      String schema = dialect
          .schema(connection)
          .orElseThrow(() -> new ConfigurationException(
              "gapless '" + name + "'",
              "the connection has no schema or database for the tables, or a temporary table of"
                  + " this connection hides the table " + COUNTERS));
      GaplessTables tables = new GaplessTables(database, dialect, name, schema);
      tables.claimFormat(connection, format);
      return tables;
    } catch (SQLException e) {
      throw failed("the tables or the format cannot be made", Message.of("gapless={}", name), e);
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
        refuseOneSession(Dialect.of(own, name), untimed(own), untimed(another), name);
      }
    }
  }

  private static void refuseOneSession(
      Dialect dialect, TimedConnection own, TimedConnection other, String name)
      throws SQLException {
    if (own.number(dialect.session()).equals(other.number(dialect.session()))) {
      throw new ConfigurationException(
          "gapless '" + name + "'",
          "the DataSource hands out the connection of the caller's transaction, as Spring's"
              + " TransactionAwareDataSourceProxy does, so that the transaction would end here;"
              + " nothing was done: give the DataSource behind it");
    }
  }

  static TimedConnection untimed(Connection connection) {
    return new TimedConnection(connection, 0);
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
  boolean commitsByItself(TimedConnection transaction) throws SQLException {
    return !dialect.commitsByItself().isEmpty()
        && transaction.number(dialect.commitsByItself()).orElse(0) == 1;
  }

  private void claimFormat(Connection connection, GaplessFormat own) throws SQLException {
    String columns =
        SPECS + " (name, format, first_month, made_at) VALUES (?, ?, ?, CURRENT_TIMESTAMP)";
    boolean unused =
        insertNew(untimed(connection), columns, name, own.template(), own.firstMonth());
    execute(connection, "COMMIT");
    GaplessFormat found = recorded(connection, name)
        .orElseThrow(() -> new StoreUnavailableException(Message.of(
            "the format was written and cannot be read back: gapless={}, table={}; the connection"
                + " does not see what it writes",
            name,
            SPECS)));
    if (!found.equals(own)) {
      throw new SettingsMismatchException(Message.of(
          "the name has numbers of another format: gapless={}, format='{}', firstMonth={},"
              + " found='{}', foundFirstMonth={}; take another name for a new format",
          name,
          own.template(),
          own.firstMonth(),
          found.template(),
          found.firstMonth()));
    }
  }

  /** Reads the recorded format of a name, which may have been changed by hand. */
  private static Optional<GaplessFormat> recorded(Connection connection, String name)
      throws SQLException {
    List<GaplessFormat> found = new ArrayList<>();
    untimed(connection)
        .each(SPEC, row -> found.add(new GaplessFormat(row.getString(1), row.getInt(2))), name);
    return found.stream().findFirst();
  }

  /**
   * Raises a counter by 1, and keeps it locked until the transaction ends.
   *
   * @return the raised number; empty if the counter was at {@code highest}, and is not raised
   */
  OptionalLong raise(TimedConnection transaction, CounterKey counter, long highest)
      throws SQLException {
    if (dialect.equals(Dialect.POSTGRESQL)) {
      String sql = "INSERT INTO " + counters + COUNTER.formatted(1)
          + " ON CONFLICT (name, tenant, period) DO UPDATE SET last_number = "
          + COUNTERS + ".last_number + 1, updated_at = CURRENT_TIMESTAMP WHERE " + COUNTERS
          + ".last_number < ? RETURNING last_number";
      OptionalLong raised = transaction.number(sql, values(counter, highest));
      if (raised.isEmpty() && last(transaction, counter).orElse(0) < highest) {
        requireOne(0, counter);
      }
      return raised;
    }
    if (!known.contains(counter)) {
      makeRow(transaction, counter);
    }
    return raiseRow(transaction, counter, highest);
  }

  private OptionalLong raiseRow(TimedConnection transaction, CounterKey counter, long highest)
      throws SQLException {
    String sql = "UPDATE " + counters
        + " SET last_number = last_number + 1, updated_at = CURRENT_TIMESTAMP" + KEY;
    int rows = transaction.change(sql, values(counter));
    OptionalLong raised = last(transaction, counter);
    if (raised.isEmpty()) {
      boolean unusedKnown = known.remove(counter);
      throw new StoreUnavailableException(Message.of(
          "the transaction does not see its counter: {}; no number was given: the connection is to"
              + " another database, or the row was deleted; roll back",
          text(counter)));
    }
    // If rows is 0, another transaction changed the row meanwhile, and the number belongs to that
    // transaction.
    requireOne(rows, counter);
    if (raised.getAsLong() > highest) {
      // No other transaction has seen the raised number, because the row is locked.
      String back = "UPDATE " + counters + " SET last_number = last_number - 1" + KEY;
      requireOne(transaction.change(back, values(counter)), counter);
      return OptionalLong.empty();
    }
    return raised;
  }

  private void requireOne(int rows, CounterKey counter) {
    if (rows != 1) {
      throw new GaplessConflictException(Message.of(
          "the counter was not raised: rows={}, {}; another transaction changed it at the same"
              + " moment, or a trigger suppressed it; no number was given: roll back, and repeat"
              + " the transaction",
          rows,
          text(counter)));
    }
  }

  /** Returns a counter's committed number, even if the pool's connections read uncommitted rows. */
  OptionalLong committed(TimedConnection transaction, CounterKey counter) throws SQLException {
    try (Connection connection = database.getConnection()) {
      TimedConnection own = own(connection, transaction);
      int isolation = connection.getTransactionIsolation();
      beginAnew(connection);
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      try {
        return last(own, counter);
      } finally {
        connection.setTransactionIsolation(isolation);
      }
    }
  }

  /** Creates a row. Reads first: an INSERT would wait for a transaction that has the row locked. */
  private void makeRow(TimedConnection transaction, CounterKey counter) throws SQLException {
    try (Connection connection = database.getConnection()) {
      TimedConnection own = own(connection, transaction);
      beginAnew(connection);
      if (last(own, counter).isEmpty()) {
        boolean unused = insertNew(own, counters + COUNTER.formatted(0), values(counter));
        execute(connection, "COMMIT");
      }
    }
    if (known.size() >= MAX_KNOWN) {
      known.clear();
    }
    boolean unused = known.add(counter);
  }

  /** Checks that a connection is not the transaction's, and gives it the same timeout. */
  private TimedConnection own(Connection connection, TimedConnection transaction)
      throws SQLException {
    TimedConnection own = new TimedConnection(connection, transaction.seconds());
    refuseOneSession(dialect, own, transaction, name);
    return own;
  }

  /** Returns a counter's last number; empty if the counter has no row. */
  OptionalLong last(TimedConnection connection, CounterKey counter) throws SQLException {
    String sql = "SELECT last_number FROM " + counters + KEY + " LIMIT 1";
    return connection.number(sql, values(counter));
  }

  /**
   * Records that a number that was given is void. Returns false if it was recorded as void already.
   */
  boolean voidNumber(TimedConnection transaction, Numbered number, String reason)
      throws SQLException {
    String found = "SELECT number FROM " + voids + KEY + " AND number = ? LIMIT 1";
    String columns = voids + " (name, tenant, period, number, reason, voided_at)"
        + " VALUES (?, ?, ?, ?, ?, CURRENT_TIMESTAMP)";
    CounterKey counter = number.counter();
    return transaction.number(found, values(counter, number.number())).isEmpty()
        && insertNew(transaction, columns, values(counter, number.number(), reason));
  }

  /** Returns the columns that identify a counter, and further values. */
  private Object[] values(CounterKey counter, Object... more) {
    Stream<Object> key = Stream.of(name, counter.tenant(), counter.period());
    return Stream.concat(key, Stream.of(more)).toArray();
  }

  /** Returns a counter's name for messages. */
  String text(CounterKey counter) {
    return Message.of(
        "gapless={}, tenant='{}', period='{}'", name, counter.tenant(), counter.period());
  }

  /**
   * Returns the recorded format of a name.
   *
   * @throws ConfigurationException if no format is recorded, or if its row was changed
   */
  static GaplessFormat format(Connection connection, String name) throws SQLException {
    String whose = "gapless '" + name + "'";
    Optional<GaplessFormat> recorded = Optional.empty();
    try {
      recorded = recorded(connection, name);
    } catch (SQLException e) {
      if (!NO_TABLE.contains(String.valueOf(e.getSQLState()))) {
        throw e;
      }
    }
    GaplessFormat found = recorded.orElseThrow(
        () -> new ConfigurationException(whose, "the database has no numbers of this name"));
    if (!found.faults().isEmpty()) {
      throw new ConfigurationException(
          whose,
          Message.of(
              "the row with the format of the numbers was changed: table={}, row={}",
              SPECS,
              found));
    }
    return found;
  }

  /** Inserts a row unless its key exists. Returns whether the row was inserted. */
  private boolean insertNew(TimedConnection connection, String tableAndValues, Object... values)
      throws SQLException {
    try {
      return connection.change(dialect.insert().formatted(tableAndValues), values) == 1;
    } catch (SQLIntegrityConstraintViolationException e) {
      if (!UNIQUE_VIOLATION.equals(e.getSQLState())) {
        throw e;
      }
      return false; // Only H2 reports an existing row in this way.
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
