package io.mintmark.store.jdbc;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.store.engine.Causes;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns an engine's errors into exceptions, without its secrets in their messages. */
final class SqlErrors {

  private static final int MAX_REASON = 500;

  /** MariaDB's driver sets a variable to the empty text while it connects. */
  private static final String EMPTY_IS_NULL =
      "Variable 'session_track_system_variables' can't be set to the value of 'NULL'";

  private static final String EMPTY_IS_NULL_REMEDY =
      "; the server's sql_mode has EMPTY_STRING_IS_NULL, with which MariaDB's driver cannot"
          + " connect: remove it from the global sql_mode, and set it in the sessions that need"
          + " it";

  /** A number is out of its range. */
  private static final String OVERFLOW = "22003";

  /** The same from MySQL's driver, which gives it another state. */
  private static final int MYSQL_OVERFLOW = 1690;

  /** PostgreSQL's; MySQL has an error of its own. */
  private static final String NO_SCHEMA = "3F000";

  private static final int MYSQL_NO_DATABASE = 1049;

  /** A column has the name of another one (PostgreSQL, MySQL). */
  private static final Set<String> COLUMN_TWICE = Set.of("42701", "42S21");

  /** Serialization failure, deadlock (PostgreSQL): the engine undid it all. */
  private static final Set<String> CONTENTION = Set.of("40001", "40P01");

  /** No right, no such thing, or a wrong one: a person has to act. */
  private static final Set<String> CONFIGURATION = Set.of("28", "3D", "3F", "42", "0A");

  private SqlErrors() {}

  /** Whether a sum passed 2^63 - 1; the statement did nothing. */
  static boolean isOverflow(SQLException e) {
    return OVERFLOW.equals(e.getSQLState()) || e.getErrorCode() == MYSQL_OVERFLOW;
  }

  /** Whether two transactions stood in each other's way; this one did nothing. */
  static boolean isContention(SQLException e) {
    return e.getSQLState() != null && CONTENTION.contains(e.getSQLState());
  }

  /** Whether a person has to act: rights, names, settings. */
  static boolean isConfiguration(SQLException e) {
    String state = e.getSQLState();
    return state != null && state.length() == 5 && CONFIGURATION.contains(state.substring(0, 2));
  }

  /** Whether a table was to get two columns of one name. */
  static boolean isColumnTwice(SQLException e) {
    return e.getSQLState() != null && COLUMN_TWICE.contains(e.getSQLState());
  }

  /** Whether the schema, or MySQL's database, does not exist. */
  static boolean isNoSchema(SQLException e) {
    return NO_SCHEMA.equals(e.getSQLState()) || e.getErrorCode() == MYSQL_NO_DATABASE;
  }

  /** The engine's words in one line, without secrets. */
  static String reason(Throwable e) {
    String message = e.getMessage() == null ? e.getClass().getName() : e.getMessage();
    String line = StoreUrl.mask(message.lines().findFirst().orElse("").strip());
    String shown = line.length() > MAX_REASON ? line.substring(0, MAX_REASON) + "..." : line;
    String reason = line.contains(EMPTY_IS_NULL) ? shown + EMPTY_IS_NULL_REMEDY : shown;
    return e instanceof SQLException sql && sql.getSQLState() != null
        ? reason + ", sqlState=" + sql.getSQLState()
        : reason;
  }

  /** A failure in the engine's words, for a message that names the call and the store. */
  static StoreUnavailableException told(Exception e) {
    Throwable cause = cause(e);
    return cause == null
        ? new StoreUnavailableException(reason(e))
        : new StoreUnavailableException(reason(e), cause);
  }

  /** What opening throws. */
  static MintmarkException opening(String subject, Exception e) {
    if (e instanceof MintmarkException known && !(e instanceof StoreUnavailableException)) {
      return known;
    }
    if (e instanceof SQLException sql && isConfiguration(sql)) {
      return new ConfigurationException(
          subject,
          Message.of("the engine refused the store or has no such database: reason={}", reason(e)));
    }
    return told(e);
  }

  /** The driver's exception, unless its text has a secret in it. */
  private static @Nullable Throwable cause(Exception e) {
    boolean secret =
        Causes.messages(e).stream().anyMatch(message -> !StoreUrl.mask(message).equals(message));
    return secret ? null : e;
  }
}
