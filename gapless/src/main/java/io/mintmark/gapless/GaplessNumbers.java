package io.mintmark.gapless;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.LocalDate;
import java.util.OptionalLong;
import java.util.Set;
import javax.sql.DataSource;

/**
 * Numbers 1, 2, 3 and so on without a gap, for each tenant and each year or month that the format
 * shows. A number is taken in the caller's own transaction: it is final when that is committed, and
 * given back when that is rolled back or its connection is lost.
 *
 * <p><b>The price</b>: one transaction at a time has a counter. From {@link #next} until its end
 * all others that want a number of the same counter wait. So take the number last, and commit.
 * {@link io.mintmark.sequence.Sequence} has numbers without that price, and with gaps.
 *
 * <p>Numbers are in the order of the commits. They are unique by their text for one name in one
 * database. Thread-safe; a connection is its thread's own.
 */
public final class GaplessNumbers {

  private static final int MAX_REASON = 500;

  /** Cancelled by its timeout, no lock, serialization failure, deadlock (PostgreSQL). */
  private static final Set<String> CONFLICT_STATES = Set.of("57014", "55P03", "40001", "40P01");

  /**
   * Changed since this transaction's snapshot, lock timeout, deadlock, interrupted, and out of time
   * by either (MySQL, MariaDB).
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
   * Begins to describe numbers.
   *
   * @param name what they are called in the database: 1 to 64 of {@code A-Za-z0-9_.-}
   * @return their settings
   */
  public static GaplessBuilder builder(String name) {
    return new GaplessBuilder(name);
  }

  /**
   * Takes the next number, of a format without a tenant.
   *
   * @param transaction as {@link #next(Connection, String, LocalDate)}
   * @param day as there
   * @return as there
   */
  public GaplessNumber next(Connection transaction, LocalDate day) {
    return next(transaction, "", day);
  }

  /**
   * Takes the next number. Waits for transactions that have taken one of the same counter, at most
   * for the timeout.
   *
   * @param transaction the connection on which the document is written too; it must not commit by
   *     itself
   * @param tenant whose number it is: 1 to 64 of {@code A-Za-z0-9_.-}; empty if the format has none
   * @param day the document's day, which decides the year and month
   * @return the number, which is the transaction's own
   * @throws IllegalArgumentException if the connection commits by itself, or the tenant or the day
   *     does not fit the format; nothing was done
   * @throws GaplessConflictException if another transaction stood in the way; roll back and repeat
   * @throws ConfigurationException if the DataSource that {@link GaplessBuilder#open} was given
   *     hands out the transaction's own connection, and another one is needed; nothing was taken
   * @throws ExhaustedException if the format has no digits left; nothing was taken
   * @throws StoreUnavailableException if the database fails; roll back
   */
  public GaplessNumber next(Connection transaction, String tenant, LocalDate day) {
    format.checkTenant(tenant);
    String period = format.period(day);
    try {
      requireTransaction(transaction);
      OptionalLong raised =
          tables.raise(transaction, timeoutSeconds, name, tenant, period, format.highest());
      long number = raised.orElseThrow(() -> new ExhaustedException(Message.of(
          "the counter has used up its digits: last={}, {}; no number was given",
          format.highest(),
          counter(tenant, period))));
      return new GaplessNumber(format.text(tenant, period, number), tenant, period, number);
    } catch (SQLException e) {
      throw failure(e, counter(tenant, period));
    }
  }

  /**
   * Writes down that a number was given and its document is void, such as an invoice that was
   * cancelled. The number stays given: it comes never again, and {@link #check} counts it as used.
   *
   * @param transaction a connection that does not commit by itself
   * @param text the number as people see it
   * @param reason why, 1 to 500 characters on one line
   * @throws InvalidIdException if it is no number of this format, or was never given
   * @throws IllegalArgumentException if the connection commits by itself, the reason is empty, too
   *     long or has a control character, or the number is void already
   * @throws GaplessConflictException if another transaction stood in the way; roll back and repeat
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
    GaplessFormat.Numbered number = reader
        .read(text)
        .orElseThrow(() -> new InvalidIdException(Message.of(
            "not a number of this format: number='{}', format='{}', gapless={}",
            text,
            format.template(),
            name)));
    String counter = counter(number.tenant(), number.period());
    try {
      requireTransaction(transaction);
      long last = tables
          .last(transaction, timeoutSeconds, name, number.tenant(), number.period())
          .orElse(0);
      if (number.number() > last) {
        throw new InvalidIdException(
            Message.of("the number was never given: number={}, last={}, {}", text, last, counter));
      }
      if (!tables.voidNumber(transaction, timeoutSeconds, name, number, reason)) {
        throw new IllegalArgumentException(
            Message.of("the number is void already: number={}, {}", text, counter));
      }
    } catch (SQLException e) {
      throw failure(e, counter);
    }
  }

  /**
   * Returns whether a transaction still owns a number that it has taken: a rollback would give the
   * number back, and a commit would keep it. There are two cases in which it does not.
   *
   * <ul>
   *   <li>The number was committed already. On MariaDB and MySQL, {@code TRUNCATE} and every
   *       statement that changes a table's definition commit the open transaction. A rollback now
   *       leaves a gap.
   *   <li>The number was given back. A savepoint from before it was rolled back, or the database
   *       ended the transaction. The next transaction gets the same number, so do not write it.
   * </ul>
   *
   * <p>Takes one more connection for a moment. Call it before the commit or the rollback.
   *
   * @param transaction the connection on which the number was taken
   * @param number the number
   * @return whether it is the transaction's own
   * @throws IllegalArgumentException if the connection commits by itself
   * @throws ConfigurationException if the DataSource hands out the transaction's own connection
   * @throws StoreUnavailableException if the database fails; roll back
   */
  public boolean isHeld(Connection transaction, GaplessNumber number) {
    String counter = counter(number.tenant(), number.period());
    try {
      requireTransaction(transaction);
      long own = tables
          .last(transaction, timeoutSeconds, name, number.tenant(), number.period())
          .orElse(0);
      long committed = tables
          .committed(transaction, timeoutSeconds, name, number.tenant(), number.period())
          .orElse(0);
      return committed < number.number() && own >= number.number();
    } catch (SQLException e) {
      throw failure(e, counter);
    }
  }

  /**
   * Compares the counters with the numbers that documents have: which are missing, and which are
   * there twice. Reads both as they stood at one moment, and writes nothing. What is in memory
   * grows with the number of gaps, not of documents, if the query reads them nearly in the order of
   * their numbers.
   *
   * @param database where counters and documents are
   * @param query a query for the numbers of all documents as people see them, in its first column
   * @return what was found
   * @throws ConfigurationException if the DataSource hands out the connection of a transaction that
   *     is open
   * @throws StoreUnavailableException if the database fails, or the query does
   */
  public GaplessReport check(DataSource database, String query) {
    try (Connection connection = database.getConnection()) {
      GaplessTables.refuseCallers(database, connection, name);
      return new GaplessCheck(name, format).run(connection, query);
    } catch (SQLException e) {
      throw GaplessTables.failed(
          "the numbers cannot be checked", Message.of("gapless={}", name), e);
    }
  }

  /**
   * Checks numbers as {@link #check} does, for somebody who audits them: the format is the one that
   * the database has written down, and nothing is made or changed there.
   *
   * @param connection one that is used for nothing else; it is in no transaction before and after
   * @param name what the numbers are called in the database
   * @param query as there
   * @return what was found
   * @throws ConfigurationException if the database has no numbers of this name, or what it has
   *     written down of them is no format
   * @throws StoreUnavailableException if the database fails, or the query does
   */
  public static GaplessReport audit(Connection connection, String name, String query) {
    try {
      GaplessFormat format = GaplessTables.format(connection, name)
          .orElseThrow(() -> new ConfigurationException(
              "gapless '" + name + "'", "the database has no numbers of this name"));
      return new GaplessCheck(name, format).run(connection, query);
    } catch (SQLException e) {
      throw GaplessTables.failed(
          "the numbers cannot be checked", Message.of("gapless={}", name), e);
    }
  }

  /** Checks both the driver's memory and the server, as a raw statement changes only the server. */
  private void requireTransaction(Connection transaction) throws SQLException {
    if (transaction.getAutoCommit() || tables.commitsByItself(transaction, timeoutSeconds)) {
      throw new IllegalArgumentException(Message.of(
          "the connection commits each statement by itself: gapless={}; no number was given, as a"
              + " rollback could not give it back; begin a transaction, by setAutoCommit(false) or"
              + " @Transactional",
          name));
    }
  }

  private String counter(String tenant, String period) {
    return Message.of("gapless={}, tenant='{}', period='{}'", name, tenant, period);
  }

  private MintmarkException failure(SQLException e, String counter) {
    boolean conflict = e instanceof SQLTimeoutException
        || CONFLICT_STATES.contains(String.valueOf(e.getSQLState()))
        || CONFLICT_CODES.contains(e.getErrorCode());
    return conflict
        ? new GaplessConflictException(
            Message.of(
                "another transaction stood in the way: reason={}, sqlState={}, timeoutS={}, {}; no"
                    + " number was given: roll back, and repeat the transaction",
                String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
                e.getSQLState(),
                timeoutSeconds,
                counter),
            e)
        : GaplessTables.failed("no number was given", counter, e);
  }
}
