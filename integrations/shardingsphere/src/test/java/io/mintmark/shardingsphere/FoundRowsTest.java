package io.mintmark.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.InvalidIdException;
import io.mintmark.key.Route;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which tables are queried for a condition, according to ShardingSphere's SQL log. */
@Tag("long")
final class FoundRowsTest {

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
  void equals_key_touchesOneTable() throws SQLException {
    String order = orders.order(alice);

    assertThat(db.query("SELECT order_id FROM t_order WHERE order_id = ?", order))
        .containsExactly(order);
    assertThat(db.touched()).containsExactly(orders.orders(alice));
    assertThat(db.run("UPDATE t_order SET sum = 3 WHERE order_id = ?", order))
        .containsExactly(orders.orders(alice));
    assertThat(db.run("DELETE FROM t_order WHERE order_id = ?", order))
        .containsExactly(orders.orders(alice));
    assertThat(db.query("SELECT order_id FROM t_order WHERE order_id = ?", order))
        .isEmpty();
  }

  @Test
  void equals_routeId_touchesOneTable() throws SQLException {
    String order = orders.order(bob);

    assertThat(db.query("SELECT order_id FROM t_order WHERE user_id = ?", bob)).contains(order);
    assertThat(db.touched()).containsExactly(orders.orders(bob));
  }

  @Test
  void equals_keyAndRouteId_touchesOneTable() throws SQLException {
    String order = orders.order(bob);

    assertThat(
            db.query("SELECT order_id FROM t_order WHERE order_id = ? AND user_id = ?", order, bob))
        .containsExactly(order);
    assertThat(db.touched()).containsExactly(orders.orders(bob));
  }

  @Test
  void equals_keyAndAnothersRouteId_findsNothing() throws SQLException {
    String order = orders.order(bob);

    assertThat(db.query(
            "SELECT order_id FROM t_order WHERE order_id = ? AND user_id = ?", order, alice))
        .isEmpty();
  }

  @Test
  void in_keysOfOneUser_touchesOneTable() throws SQLException {
    String one = orders.order(alice);
    String two = orders.order(alice);

    assertThat(db.query("SELECT order_id FROM t_order WHERE order_id IN (?, ?)", one, two))
        .containsExactlyInAnyOrder(one, two);
    assertThat(db.touched()).containsExactly(orders.orders(alice));
  }

  @Test
  void in_keysOfTwoUsers_touchesTheirTablesInTheirDatabases() throws SQLException {
    String one = orders.order(alice);
    String two = orders.order(bob);
    Set<String> expected = new TreeSet<>();
    for (Route database : List.of(orders.orders.route(one), orders.orders.route(two))) {
      for (Route table : List.of(orders.orders.route(one), orders.orders.route(two))) {
        expected.add(ShardedOrders.at("t_order", new Route(database.database(), table.table())));
      }
    }

    assertThat(db.query("SELECT order_id FROM t_order WHERE order_id IN (?, ?)", one, two))
        .containsExactlyInAnyOrder(one, two);
    assertThat(db.touched()).isEqualTo(expected);
  }

  @Test
  void in_keysWithTheRouteIdOfOne_touchesItsTableOnly() throws SQLException {
    String one = orders.order(alice);
    String two = orders.order(bob);

    assertThat(db.query(
            "SELECT order_id FROM t_order WHERE order_id IN (?, ?) AND user_id = ?",
            one,
            two,
            alice))
        .containsExactly(one);
    assertThat(db.touched()).containsExactly(orders.orders(alice));
  }

  @Test
  void or_keyOrRouteId_touchesBoth() throws SQLException {
    String order = orders.order(alice);

    assertThat(
            db.query("SELECT order_id FROM t_order WHERE order_id = ? OR user_id = ?", order, bob))
        .contains(order);
    assertThat(db.touched()).containsExactlyInAnyOrder(orders.orders(alice), orders.orders(bob));
  }

  @Test
  void between_keys_isRefused() throws SQLException {
    String order = orders.order(alice);

    assertThatThrownBy(() ->
            db.query("SELECT order_id FROM t_order WHERE order_id BETWEEN ? AND ?", order, order))
        .hasRootCauseInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "rows in a range, or without a value, are in every shard: ranges={order_id=["
                + order + ".." + order + "]}, values={}; property range=broadcast queries them all;"
                + " not routed");
    assertThat(db.touched()).isEmpty();
  }

  @Test
  void between_keysOfOneUser_touchesOneTable() throws SQLException {
    String order = orders.order(alice);

    assertThat(db.query(
            "SELECT order_id FROM t_order WHERE user_id = ? AND order_id >= ?", alice, order))
        .contains(order);
    assertThat(db.touched()).containsExactly(orders.orders(alice));
  }

  @Test
  void between_keysWithBroadcast_touchesAllTables() throws SQLException {
    String order = orders.order(alice);
    db.run("INSERT INTO t_note (order_id, note) VALUES (?, 'between')", order);

    assertThat(db.query("SELECT note FROM t_note WHERE order_id BETWEEN ? AND ?", order, order))
        .containsExactly("between");
    assertThat(db.touched()).hasSize(8);
    assertThat(db.query("SELECT note FROM t_note WHERE order_id = ?", order))
        .containsExactly("between");
    assertThat(db.touched())
        .containsExactly(ShardedOrders.at("t_note", orders.orders.route(order)));
  }

  @Test
  void malformedKey_equalsAndIn_isRefused() throws SQLException {
    String order = orders.order(alice);

    assertThatThrownBy(() -> db.query("SELECT order_id FROM t_order WHERE order_id = ?", "OD07"))
        .hasRootCauseInstanceOf(InvalidIdException.class)
        .hasMessageContaining("the key column has a value that is not a key of its generator:"
            + " column=order_id; the key does not have this format's 30 characters: length=4");
    String nowhere = "OD04" + order.substring(4);
    assertThatThrownBy(
            () -> db.query("SELECT order_id FROM t_order WHERE order_id IN (?, ?)", order, nowhere))
        .hasRootCauseInstanceOf(InvalidIdException.class)
        .hasMessageContaining("database=4, table=");
    assertThatThrownBy(() -> db.query("SELECT order_id FROM t_order WHERE order_id IS NULL"))
        .hasRootCauseInstanceOf(InvalidIdException.class)
        .hasMessageContaining("the key is null: column=order_id; not routed");
    assertThat(db.touched()).isEmpty();
  }

  @Test
  void routeIdNull_query_throwsAsForARange() {
    assertThatThrownBy(() -> db.query("SELECT order_id FROM t_order WHERE user_id IS NULL"))
        .hasMessageContaining("rows in a range, or without a value, are in every shard: ranges={},"
            + " values={user_id=[null]}");
  }

  @Test
  void join_bindingTablesByKey_staysInOneShard() throws SQLException {
    String order = orders.order(alice);
    String items = orders.orders(alice).replace("t_order", "t_item");
    assertThat(db.run(
            "INSERT INTO t_item (order_id, user_id, item) VALUES (?, ?, 'pen')", order, alice))
        .containsExactly(items);

    assertThat(db.query(
            "SELECT i.item FROM t_order o JOIN t_item i ON o.order_id = i.order_id"
                + " AND o.user_id = i.user_id WHERE o.order_id = ?",
            order))
        .containsExactly("pen");
    assertThat(db.touched()).containsExactlyInAnyOrder(orders.orders(alice), items);
  }

  @Test
  void join_usersAndOrdersByUserKey_staysInTheUsersDatabase() throws SQLException {
    String order = orders.order(bob);

    assertThat(db.query(
            "SELECT o.order_id FROM t_user u JOIN t_order o ON u.user_id = o.user_id"
                + " WHERE u.user_id = ? AND o.user_id = ?",
            bob,
            bob))
        .contains(order);
    assertThat(db.touched())
        .containsExactlyInAnyOrder(
            ShardedOrders.at("t_user", orders.users.route(bob)), orders.orders(bob));
  }

  @Test
  void orders_ofManyUsers_areFoundByTheirKeysInOneTableEach() throws SQLException {
    List<String> made = new ArrayList<>();
    Set<String> tables = new TreeSet<>();
    for (int i = 0; i < 40; i++) {
      made.add(orders.order("somebody-" + i));
    }
    for (String order : made) {
      assertThat(db.query("SELECT order_id FROM t_order WHERE order_id = ?", order))
          .containsExactly(order);
      Set<String> touched = db.touched();
      assertThat(touched).containsExactly(ShardedOrders.at("t_order", orders.orders.route(order)));
      tables.addAll(touched);
    }
    assertThat(tables).as("40 users fill every table").hasSize(8);
  }
}
