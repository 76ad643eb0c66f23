/**
 * Mintmark in ShardingSphere-JDBC: algorithms that make the keys of inserted rows, and algorithms
 * that find the database and the table of a row from its key. ShardingSphere's YAML refers to them
 * by their types, for example {@code MINTMARK_KEY}.
 *
 * <pre>{@code
 * import io.mintmark.shardingsphere.MintmarkRoute;
 * import java.sql.Connection;
 * import java.sql.SQLException;
 * import java.sql.Statement;
 *
 * final class Orders {
 *   static void add(Connection connection, String userId) throws SQLException {
 *     try (MintmarkRoute route = MintmarkRoute.forId(userId);
 *         Statement insert = connection.createStatement()) {
 *       insert.executeUpdate("INSERT INTO t_order (status) VALUES ('NEW')");
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>Applications call {@link MintmarkRoute}; ShardingSphere calls the other classes.
 *
 * <p>This package is experimental: a minor version may change it.
 */
@NullMarked
package io.mintmark.shardingsphere;

import org.jspecify.annotations.NullMarked;
