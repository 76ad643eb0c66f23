package io.mintmark.store.jdbc;

import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The table that a store uses. The first connection finds out the table's schema, and the marks
 * that distinguish the table from every other table. A later connection that leads to another table
 * is refused. The store therefore never claims on two tables, even if a connection was switched to
 * another schema, or if the DataSource leads to several databases. Thread-safe.
 */
final class Place {

  private final AtomicReference<TableName> name;

  /** The table's marks; empty until a connection has found the table. */
  private final AtomicReference<String> marks = new AtomicReference<>("");

  /**
   * Makes an instance whose table is not resolved yet.
   *
   * @param given the table's name in the settings
   */
  Place(TableName given) {
    name = new AtomicReference<>(given);
  }

  TableName name() {
    return Objects.requireNonNull(name.get());
  }

  /**
   * Resolves the table, or compares it with the table that was resolved before.
   *
   * @throws io.mintmark.error.ConfigurationException if the connection leads to another table
   */
  void enter(Session session) throws SQLException {
    Dialect dialect = session.dialect;
    TableName given = name();
    if (given.schema().isEmpty()) {
      boolean unused = name.compareAndSet(given, dialect.resolve(session, given));
    }
    dialect.use(name());
    String found = dialect.marks(session);
    if (!found.isEmpty() && marks.compareAndSet("", found)) {
      return;
    }
    if (!found.equals(marks.get())) {
      throw Dialect.unfit(
          "the connection uses a table that the store has not used before: used='{}', found='{}';"
              + " nothing was claimed there: give the store a DataSource for one database, or"
              + " restart the process if the table was moved or created again",
          String.valueOf(marks.get()),
          found);
    }
  }
}
