package io.mintmark.gapless;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.gapless.GaplessFormat.CounterKey;
import io.mintmark.gapless.GaplessFormat.Numbered;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.LocalDate;
import java.util.OptionalLong;
import java.util.Set;
import javax.sql.DataSource;

/**
 * Numbers 1, 2, 3 and so on without a gap, for each tenant and each year or month that the format
 * contains. A number is taken in the caller's own transaction. It is final when the transaction is
 * committed, and given back when the transaction is rolled back or its connection is lost.
 *
 * <p><b>The price</b>: a counter serves one transaction at a time. From {@link #next} until the end
 * of that transaction, all other transactions that need a number of the same counter wait. So take
 * the number as the last step before the commit. A {@link io.mintmark.sequence.Sequence} does not
 * have this price, but its numbers have gaps.
 *
 * <p>Numbers are in the order of the commits. The texts of one name in one database are unique.
 * Thread-safe, except that each thread needs its own connection.
 */
public final class GaplessNumbers {

  private static final int MAX_REASON = 500;

  /**
   * SQL states of PostgreSQL: statement canceled by a timeout, lock timeout, serialization failure,
   * deadlock.
   */
  private static final Set<String> CONFLICT_STATES = Set.of("57014", "55P03", "40001", "40P01");

  /**
   * Error codes of MySQL and MariaDB: row changed since this transaction's snapshot, lock timeout,
   * deadlock, statement interrupted, and the statement timeouts of MariaDB and MySQL.
   */
  private static final Set<Integer> CONFLICT_CODES = Set.of(1020, 1205, 1213, 1317, 1969, 3024);

  private final String name;
  private final GaplessFormat format;
  private final GaplessFormat.Reader reader;
  private final GaplessTables tables;
  private final int timeoutSeconds;

  GaplessNumbers(String name, GaplessFormat format, GaplessTables tables, int timeoutSeconds) {
    this.name = name;
    this.format = format;
    this.reader = format.reader();
    this.tables = tables;
    this.timeoutSeconds = timeoutSeconds;
  }

  /**
   * Starts the settings of numbers.
   *
   * @param name the numbers' name in the database: 1 to 64 of {@code A-Za-z0-9_.-}
   * @return the settings
   */
  public static GaplessBuilder builder(String name) {
    return new GaplessBuilder(name);
  }

  /**
   * Takes the next number of a format without a tenant.
   *
   * @param transaction the connection on which the document is written too; see {@link
   *     #next(Connection, String, LocalDate)}
   * @param day the document's day, which decides the year and month
   * @return the number, which belongs to the transaction
   */
  public GaplessNumber next(Connection transaction, LocalDate day) {
    return next(transaction, "", day);
  }

  /**
   * Takes the next number. Waits for transactions that have taken a number of the same counter, at
   * most for the timeout.
   *
   * @param transaction the connection on which the document is written too; it must not be in
   *     autocommit mode
   * @param tenant the tenant of the number: 1 to 64 of {@code A-Za-z0-9_.-}; empty for a format
   *     without a tenant
   * @param day the document's day, which decides the year and month
   * @return the number, which belongs to the transaction
   * @throws IllegalArgumentException if the connection is in autocommit mode, or the tenant or the
   *     day does not fit the format; nothing was done
   * @throws GaplessConflictException after a conflict with another transaction; roll back and
   *     repeat
   * @throws ConfigurationException if another connection is needed, and the DataSource given to
   *     {@link GaplessBuilder#open} hands out the transaction's own connection; nothing was taken
   * @throws ExhaustedException if the format's digits are used up; nothing was taken
   * @throws StoreUnavailableException if the database fails; roll back
   */
  public GaplessNumber next(Connection transaction, String tenant, LocalDate day) {
    format.checkTenant(tenant);
    CounterKey counter = new CounterKey(tenant, format.period(day));
    try {
      OptionalLong raised = tables.raise(timed(transaction), counter, format.highest());
      long number = raised.orElseThrow(() -> new ExhaustedException(Message.of(
          "the counter has used up its digits: last={}, {}; no number was given",
          format.highest(),
          tables.text(counter))));
      return new GaplessNumber(format.text(counter, number), tenant, counter.period(), number);
    } catch (SQLException e) {
      throw failure(e, counter);
    }
  }

  /**
   * Records that the document of a number is void, for example a canceled invoice. The number is
   * never taken again, and {@link #check} does not report it as missing.
   *
   * @param transaction a connection that is not in autocommit mode
   * @param text the number in its format
   * @param reason the reason, 1 to 500 characters on one line
   * @throws InvalidIdException if the text is not a number of this format, or the number was never
   *     given
   * @throws IllegalArgumentException if the connection is in autocommit mode, if the reason is
   *     empty, is too long or contains a control character, or if the number is void already
   * @throws GaplessConflictException after a conflict with another transaction; roll back and
   *     repeat
   * @throws StoreUnavailableException if the database fails; roll back
   */
  public void voidNumber(Connection transaction, String text, String reason) {
    if (reason.isBlank()
        || reason.length() > MAX_REASON
        || reason.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(Message.of(
          "not a reason of 1 to {} characters on one line: characters={}, number={}",
          MAX_REASON,
          reason.length(),
          text));
    }
    Numbered number = reader
        .read(text)
        .orElseThrow(() -> new InvalidIdException(Message.of(
            "not a number of this format: number='{}', format='{}', gapless={}",
            text,
            format.template(),
            name)));
    CounterKey counter = number.counter();
    try {
      TimedConnection timed = timed(transaction);
      long last = tables.last(timed, counter).orElse(0);
      if (number.number() > last) {
        throw new InvalidIdException(Message.of(
            "the number was never given: number={}, last={}, {}",
            text,
            last,
            tables.text(counter)));
      }
      if (!tables.voidNumber(timed, number, reason)) {
        throw new IllegalArgumentException(
            Message.of("the number is void already: number={}, {}", text, tables.text(counter)));
      }
    } catch (SQLException e) {
      throw failure(e, counter);
    }
  }

  /**
   * Returns whether a transaction still owns a number that it has taken, so that a rollback would
   * give the number back, and a commit would make it final. The transaction has lost the number in
   * two cases.
   *
   * <ul>
   *   <li>The number was committed already. On MariaDB and MySQL, {@code TRUNCATE} and every
   *       statement that changes a table's definition commit the open transaction. A rollback now
   *       leaves a gap.
   *   <li>The number was given back. The transaction was rolled back to an earlier savepoint, or
   *       the database ended the transaction. The next transaction gets the same number, so do not
   *       write it.
   * </ul>
   *
   * <p>Briefly needs one more connection. Call this method before the commit or the rollback.
   *
   * @param transaction the connection on which the number was taken
   * @param number the number
   * @return whether the transaction still owns the number
   * @throws IllegalArgumentException if the connection is in autocommit mode
   * @throws ConfigurationException if the DataSource hands out the transaction's own connection
   * @throws StoreUnavailableException if the database fails; roll back
   */
  public boolean isHeld(Connection transaction, GaplessNumber number) {
    CounterKey counter = new CounterKey(number.tenant(), number.period());
    try {
      TimedConnection timed = timed(transaction);
      long own = tables.last(timed, counter).orElse(0);
      long committed = tables.committed(timed, counter).orElse(0);
      return committed < number.number() && own >= number.number();
    } catch (SQLException e) {
      throw failure(e, counter);
    }
  }

  /**
   * Compares the counters with the numbers in documents, and reports missing and repeated numbers.
   * Reads both from one snapshot, with the format that is recorded in the database, and writes
   * nothing, so a user who may only read is enough. Memory use grows with the number of gaps, not
   * of documents, if the query returns the numbers nearly in their order.
   *
   * @param database contains the counters and the documents
   * @param name the numbers' name in the database
   * @param query a query that returns the formatted numbers of all documents in its first column
   * @return the result of the comparison
   * @throws ConfigurationException if the database contains no numbers of this name, if their
   *     recorded format is invalid, or if the DataSource hands out the connection of an open
   *     transaction
   * @throws StoreUnavailableException if the database or the query fails
   */
  public static GaplessReport check(DataSource database, String name, String query) {
    try (Connection connection = database.getConnection()) {
      GaplessTables.refuseCallers(database, connection, name);
      return new GaplessCheck(name, GaplessTables.format(connection, name)).run(connection, query);
    } catch (SQLException e) {
      throw GaplessTables.failed(
          "the numbers cannot be checked", Message.of("gapless={}", name), e);
    }
  }

  /**
   * Gives a transaction the timeout. Checks the autocommit mode of both the driver and the server,
   * because an SQL statement can change the server's mode without the driver.
   */
  private TimedConnection timed(Connection transaction) throws SQLException {
    TimedConnection timed = new TimedConnection(transaction, timeoutSeconds);
    if (transaction.getAutoCommit() || tables.commitsByItself(timed)) {
      throw new IllegalArgumentException(Message.of(
          "the connection commits each statement by itself: gapless={}; no number was given, as a"
              + " rollback could not give it back; begin a transaction, by setAutoCommit(false) or"
              + " @Transactional",
          name));
    }
    return timed;
  }

  private MintmarkException failure(SQLException e, CounterKey counter) {
    boolean conflict = e instanceof SQLTimeoutException
        || CONFLICT_STATES.contains(String.valueOf(e.getSQLState()))
        || CONFLICT_CODES.contains(e.getErrorCode());
    return conflict
        ? new GaplessConflictException(
            Message.of(
                "another transaction blocked this one: reason={}, sqlState={}, timeoutS={}, {}; no"
                    + " number was given: roll back, and repeat the transaction",
                String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
                e.getSQLState(),
                timeoutSeconds,
                tables.text(counter)),
            e)
        : GaplessTables.failed("no number was given", tables.text(counter), e);
  }
}
