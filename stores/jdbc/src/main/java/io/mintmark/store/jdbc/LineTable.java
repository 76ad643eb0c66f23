package io.mintmark.store.jdbc;

import static io.mintmark.store.engine.Failures.misconfigured;

import io.mintmark.error.ConfigurationException;
import java.sql.SQLException;
import java.util.List;

/**
 * Creates the table of lines (named, durable counters), or throws an error with the statement that
 * creates it. Refuses a table with other columns or properties, because such a table might mix up
 * lines.
 */
final class LineTable {

  /**
   * The most attempts to create the table. An attempt fails if another process creates the table at
   * the same moment.
   */
  private static final int MAX_ATTEMPTS = 3;

  private LineTable() {}

  /**
   * Checks the table, and creates it if it does not exist.
   *
   * @param readOnly whether to create nothing
   * @return whether the table exists
   * @throws ConfigurationException if the table has other columns or properties, or this user may
   *     not create or use it
   */
  static boolean prepare(Session session, Place place, String subject, boolean readOnly)
      throws SQLException {
    Dialect dialect = session.dialect;
    List<String> shape = dialect.shape(session);
    if (shape.isEmpty()) {
      refuseSwitched(dialect, subject);
      if (readOnly) {
        return false;
      }
    }
    for (int i = 1; shape.isEmpty(); i++) {
      try {
        dialect.change(session, dialect.ddl());
      } catch (SQLException e) {
        if (dialect.shape(session).isEmpty()
            && (SqlErrors.isConfiguration(e) || i == MAX_ATTEMPTS)) {
          throw cannotBeMade(dialect, subject, e);
        }
      }
      shape = dialect.shape(session);
    }
    if (!shape.equals(dialect.words.shape())) {
      // Another process may have created the table between the two queries. An existing table is
      // complete.
      shape = dialect.shape(session);
    }
    if (!shape.equals(dialect.words.shape())) {
      throw new ConfigurationException(
          subject,
          "the table of lines differs from the one that Mintmark creates: " + dialect.ddl()
              + "; found=" + shape + ", wanted=" + dialect.words.shape());
    }
    try {
      dialect.checkRights(session);
    } catch (SQLException e) {
      if (!SqlErrors.isConfiguration(e)) {
        throw e;
      }
      throw misconfigured(
          subject,
          "the store may not read and write its table: reason={}; ask an administrator"
              + " to run: {} TO this user",
          SqlErrors.reason(e),
          dialect.grants());
    }
    place.enter(session);
    return true;
  }

  private static ConfigurationException cannotBeMade(
      Dialect dialect, String subject, SQLException e) {
    return misconfigured(
        subject,
        "the table of lines cannot be created: reason={}; ask an administrator to run: {}{}; {}"
            + " TO this user",
        SqlErrors.reason(e),
        SqlErrors.isNoSchema(e) ? dialect.schemaDdl() + "; " : "",
        dialect.ddl(),
        dialect.grants());
  }

  /**
   * Refuses to create the table in a schema to which the connection was switched. A later
   * connection that is not switched would not find the table there. It would make a second table,
   * whose lines start again.
   */
  private static void refuseSwitched(Dialect dialect, String subject) {
    if (!dialect.switched().isEmpty()) {
      throw misconfigured(
          subject,
          "there is no table of lines, and this connection was switched to another schema: {};"
              + " name the table's schema (SCHEMA.NAME), or create the table in the right one:"
              + " {}",
          dialect.switched(),
          dialect.ddl());
    }
  }
}
