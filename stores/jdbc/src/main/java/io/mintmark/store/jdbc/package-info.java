/**
 * A store in a table of PostgreSQL, MariaDB or MySQL. By URL it is that of the driver, {@code
 * jdbc:postgresql://...}; use the builder to share a pool that you have. Add the driver yourself.
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
 * <p>A claim has a connection and a transaction of its own, so that a roll-back of yours never
 * takes it back.
 */
@NullMarked
package io.mintmark.store.jdbc;

import org.jspecify.annotations.NullMarked;
