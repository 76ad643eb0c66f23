package io.mintmark.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.key.Shards;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests into which tables rows are inserted, according to ShardingSphere's SQL log. */
@SuppressWarnings("try") // a MintmarkRoute is opened, not used
@Tag("long")
final class InsertedRowsTest {

  private static ShardedOrders orders;
  private static Sharded db;
  private static String alice;
  private static String bob;

  @BeforeAll
  static void open(@TempDir Path folder) throws SQLException, IOException {
    orders = new ShardedOrders(folder);
    db = orders.db;
    alice = orders.alice;
    bob = orders.bob;
  }

  @AfterAll
  static void close() throws SQLException {
    orders.close();
  }

  @Test
  void insert_keyMadeForARouteId_goesToItsShard() throws SQLException {
    try (MintmarkRoute route = MintmarkRoute.forId(ShardedOrders.ALICE)) {
      assertThat(db.run("INSERT INTO t_user (outside_id) VALUES (?)", "again"))
          .containsExactly(ShardedOrders.at("t_user", Shards.of(4, 4).route(ShardedOrders.ALICE)));
    }
    try (MintmarkRoute route = MintmarkRoute.forId(alice)) {
      assertThat(db.run("INSERT INTO t_order (user_id) VALUES (?)", alice))
          .containsExactly(orders.orders(alice));
    }
    assertThat(orders.orders(alice))
        .startsWith("ds_" + orders.users.route(alice).database());
  }

  @Test
  void insert_literalsAndSeveralRows_goToOneShard() throws SQLException {
    try (MintmarkRoute route = MintmarkRoute.forId(bob)) {
      assertThat(db.run(
              "INSERT INTO t_order (user_id, sum) VALUES ('" + bob + "', 1), ('" + bob + "', 2)"))
          .containsExactly(orders.orders(bob));
    }
  }

  @Test
  void insert_withoutARoute_isRefused() {
    assertThatThrownBy(() -> db.run("INSERT INTO t_order (user_id) VALUES (?)", alice))
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no route id is given, and a key with shards needs one:"
            + " generator=sharding-orders, table=t_order, column=ORDER_ID; insert within try"
            + " (MintmarkRoute route = MintmarkRoute.forId(...)); no id issued");
  }

  @Test
  void insert_keyMadeForAnotherRouteId_throws() throws SQLException {
    long before = orders.count();
    try (MintmarkRoute route = MintmarkRoute.forId(alice)) {
      assertThatThrownBy(() -> db.run("INSERT INTO t_order (user_id) VALUES (?)", bob))
          .hasMessageContaining("routing to multiple data nodes");
    }
    assertThat(orders.count()).isEqualTo(before);
  }

  @Test
  void insert_routeColumnNull_isRoutedByTheKey() throws SQLException {
    try (MintmarkRoute route = MintmarkRoute.forId(alice)) {
      assertThat(db.run("INSERT INTO t_order (sum) VALUES (7)"))
          .containsExactly(orders.orders(alice));
    }
  }

  @Test
  void batch_rowsOfSeveralUsers_goToTheirShards() throws SQLException {
    db.touched();
    try (Connection connection = db.connect();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO t_order (user_id) VALUES (?)")) {
      for (String user : List.of(alice, bob, alice)) {
        try (MintmarkRoute route = MintmarkRoute.forId(user)) {
          insert.setString(1, user);
          insert.addBatch();
        }
      }
      assertThat(insert.executeBatch()).containsExactly(1, 1, 1);
    }
    assertThat(db.touched()).containsExactlyInAnyOrder(orders.orders(alice), orders.orders(bob));
  }
}
