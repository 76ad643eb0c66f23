/**
 * A store in a table of PostgreSQL, MariaDB or MySQL. Its URL is the driver's,
 * {@code jdbc:postgresql://...}. To share an existing pool, use the builder. Add the JDBC driver to
 * the application's dependencies.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.store.jdbc.JdbcStore;
 * import javax.sql.DataSource;
 *
 * final class Ids {
 *   static Mintmark open(DataSource pool) {
 *     return Mintmark.open(JdbcStore.builder().dataSource(pool).open());
 *   }
 * }
 * }</pre>
 *
 * <p>A claim has a connection and a transaction of its own, so a rollback in your transaction never
 * undoes it.
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.store.jdbc;

import org.jspecify.annotations.NullMarked;
