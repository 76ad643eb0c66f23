package io.mintmark.store.jdbc;

import static io.mintmark.store.engine.Failures.misconfigured;

import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.store.engine.Causes;
import java.sql.SQLException;
import java.util.Set;

/** Classifies an engine's errors and turns them into exceptions whose messages hide secrets. */
final class SqlErrors {

  private static final int MAX_REASON = 500;

  /** The SQL state of a number out of its range. */
  private static final String OVERFLOW = "22003";

  /**
   * The error code for a number out of its range in MySQL, whose driver reports another SQL state.
   */
  private static final int MYSQL_OVERFLOW = 1690;

  /** PostgreSQL's SQL state for an absent schema. MySQL reports an error code instead. */
  private static final String NO_SCHEMA = "3F000";

  private static final int MYSQL_NO_DATABASE = 1049;

  /** Serialization failure and deadlock (PostgreSQL). The engine undid the whole transaction. */
  private static final Set<String> CONTENTION = Set.of("40001", "40P01");

  /**
   * Classes of SQL states for faults that an administrator must fix: no right, or an absent or
   * wrong name.
   */
  private static final Set<String> CONFIGURATION = Set.of("28", "3D", "3F", "42", "0A");

  private SqlErrors() {}

  /** Returns whether a sum exceeded 2^63 - 1. The statement then changed nothing. */
  static boolean isOverflow(SQLException e) {
    return OVERFLOW.equals(e.getSQLState()) || e.getErrorCode() == MYSQL_OVERFLOW;
  }

  /**
   * Returns whether two transactions were in conflict. The failed transaction then changed nothing.
   */
  static boolean isContention(SQLException e) {
    return e.getSQLState() != null && CONTENTION.contains(e.getSQLState());
  }

  /** Returns whether an administrator must fix rights, names or settings. */
  static boolean isConfiguration(SQLException e) {
    String state = e.getSQLState();
    return state != null && state.length() == 5 && CONFIGURATION.contains(state.substring(0, 2));
  }

  /** Returns whether the schema (in MySQL: the database) does not exist. */
  static boolean isNoSchema(SQLException e) {
    return NO_SCHEMA.equals(e.getSQLState()) || e.getErrorCode() == MYSQL_NO_DATABASE;
  }

  /** Returns the engine's message in one line, without secrets. */
  static String reason(Throwable e) {
    String message = e.getMessage() == null ? e.getClass().getName() : e.getMessage();
    String line = StoreUrl.mask(message.lines().findFirst().orElse("").strip());
    String shown = line.length() > MAX_REASON ? line.substring(0, MAX_REASON) + "..." : line;
    return e instanceof SQLException sql && sql.getSQLState() != null
        ? shown + ", sqlState=" + sql.getSQLState()
        : shown;
  }

  /**
   * Wraps a failure with the engine's message, without the driver's exception if its text contains
   * a secret. The caller adds the call and the store.
   */
  static StoreUnavailableException told(Exception e) {
    boolean secret =
        Causes.messages(e).stream().anyMatch(message -> !StoreUrl.mask(message).equals(message));
    return secret
        ? new StoreUnavailableException(reason(e))
        : new StoreUnavailableException(reason(e), e);
  }

  /** Returns the exception that opening throws. */
  static MintmarkException opening(String subject, Exception e) {
    if (e instanceof MintmarkException known && !(e instanceof StoreUnavailableException)) {
      return known;
    }
    if (e instanceof SQLException sql && isConfiguration(sql)) {
      return misconfigured(
          subject, "the engine refused the store or has no such database: reason={}", reason(e));
    }
    return told(e);
  }
}
