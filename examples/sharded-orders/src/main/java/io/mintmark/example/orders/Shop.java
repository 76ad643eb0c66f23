package io.mintmark.example.orders;

import io.mintmark.shardingsphere.MintmarkRoute;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The application. It uses plain JDBC, as if there were one database with the tables {@code t_user}
 * and {@code t_order}. The file {@code sharding.yaml} configures the shards of the rows, and how
 * their keys are made.
 */
@SuppressWarnings("try") // A route only needs to be open; its variable is not used.
final class Shop implements AutoCloseable {

  /** A row of the table of orders. */
  record Order(String orderId, String userId, int cents) {}

  private final Connection connection;

  Shop() throws SQLException {
    connection = DriverManager.getConnection("jdbc:shardingsphere:absolutepath:"
        + Path.of("sharding.yaml").toAbsolutePath() + "?placeholder-type=system_props");
  }

  /**
   * Inserts a user into the shard that the outside id determines, and returns the generated key.
   */
  String addUser(String outsideId) throws SQLException {
    try (MintmarkRoute route = MintmarkRoute.forId(outsideId);
        PreparedStatement insert = connection.prepareStatement(
            "INSERT INTO t_user (outside_id) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
      insert.setString(1, outsideId);
      insert.executeUpdate();
      return generatedKeys(insert).get(0);
    }
  }

  /** Inserts orders into the user's database, and returns the generated keys. */
  List<String> addOrders(String userId, int count) throws SQLException {
    try (MintmarkRoute route = MintmarkRoute.forId(userId);
        PreparedStatement insert = connection.prepareStatement(
            "INSERT INTO t_order (user_id, cents) VALUES (?, ?)",
            Statement.RETURN_GENERATED_KEYS)) {
      for (int i = 0; i < count; i++) {
        insert.setString(1, userId);
        insert.setInt(2, 100 * (i + 1));
        insert.addBatch();
      }
      insert.executeBatch();
      return generatedKeys(insert);
    }
  }

  private static List<String> generatedKeys(PreparedStatement insert) throws SQLException {
    try (ResultSet keys = insert.getGeneratedKeys()) {
      return firstColumn(keys);
    }
  }

  /** Finds an order by its key alone. */
  Optional<Order> order(String orderId) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(
        "SELECT order_id, user_id, cents FROM t_order WHERE order_id = ?")) {
      query.setString(1, orderId);
      try (ResultSet rows = query.executeQuery()) {
        return rows.next()
            ? Optional.of(new Order(rows.getString(1), rows.getString(2), rows.getInt(3)))
            : Optional.empty();
      }
    }
  }

  /** Returns the keys of a user's orders, by the user's outside id. */
  List<String> ordersOf(String outsideId) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(
        "SELECT o.order_id FROM t_user u JOIN t_order o ON o.user_id = u.user_id"
            + " WHERE u.outside_id = ?")) {
      query.setString(1, outsideId);
      try (ResultSet rows = query.executeQuery()) {
        return firstColumn(rows);
      }
    }
  }

  /**
   * Counts the orders that a join finds. ShardingSphere runs the join in each database separately.
   */
  long ordersBesideTheirUsers() throws SQLException {
    try (Statement query = connection.createStatement();
        ResultSet rows = query.executeQuery(
            "SELECT COUNT(*) FROM t_user u JOIN t_order o ON o.user_id = u.user_id")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static List<String> firstColumn(ResultSet rows) throws SQLException {
    List<String> values = new ArrayList<>();
    while (rows.next()) {
      values.add(rows.getString(1));
    }
    return values;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
