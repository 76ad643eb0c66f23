package io.mintmark.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.key.KeyBuilder;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.Route;
import io.mintmark.key.Shards;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests orders whose shard layout was changed from 2 databases x 4 tables to 4 x 2. The first two
 * databases have four tables, and the two new databases have two.
 */
@SuppressWarnings("try") // a MintmarkRoute is opened, not used
@Tag("long")
final class ReshardTest {

  private static final int USERS = 12;

  private static final String CONFIG = """
      store: "memory:"
      generators:
        reshard-users:
          type: key
          format: "UD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}"
          version: 2
          shards: {databases: 4, tables-per-database: 2}
          earlier-shards:
            1: {databases: 2, tables-per-database: 4}
        reshard-orders:
          type: key
          format: "OD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}"
          version: 2
          shards: {databases: 4, tables-per-database: 2}
          earlier-shards:
            1: {databases: 2, tables-per-database: 4}
          route-from: reshard-users
      """;

  private static final String RULES = """
      rules:
      - !SHARDING
        tables:
          t_order:
            actualDataNodes: ds_${0..1}.t_order_${0..3},ds_${2..3}.t_order_${0..1}
            databaseStrategy:
              complex: {shardingColumns: "order_id,user_id", shardingAlgorithmName: db}
            tableStrategy:
              complex: {shardingColumns: "order_id,user_id", shardingAlgorithmName: table}
            keyGenerateStrategy: {column: order_id, keyGeneratorName: orders}
          t_visit:
            actualDataNodes: ds_${0..3}.t_visit_0
            databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: db}}
        shardingAlgorithms:
          db: {type: MINTMARK_KEY_DB, props: &orders
            {config: "CONFIG", generator: reshard-orders,
             key-column: order_id, route-column: user_id}}
          table: {type: MINTMARK_KEY_TABLE, props: *orders}
        keyGenerators:
          orders: {type: MINTMARK, props: {config: "CONFIG", generator: reshard-orders}}
      """;

  private static final Mintmark BEFORE = Mintmark.open("memory:");
  private static final KeyGenerator OLD_USERS = BEFORE.keys("reshard-users", old("UD"));
  private static final KeyGenerator OLD_ORDERS =
      BEFORE.keys("reshard-orders", old("OD").andThen(k -> k.routeFrom(OLD_USERS)));

  private static Sharded db;

  private static Consumer<KeyBuilder> old(String business) {
    return k -> k.format(
            business + "{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}")
        .version(1)
        .shards(Shards.of(2, 4));
  }

  @BeforeAll
  static void open(@TempDir Path folder) throws SQLException, IOException {
    Path config = Files.writeString(folder.resolve("mintmark.yaml"), CONFIG);
    db = new Sharded(4, RULES.replace("CONFIG", config.toString()));
    db.run("CREATE TABLE t_order (order_id VARCHAR(40) PRIMARY KEY, user_id VARCHAR(40))");
    db.run("CREATE TABLE t_visit (user_id VARCHAR(40))");
  }

  @AfterAll
  static void close() throws SQLException {
    db.close();
    BEFORE.close();
  }

  private static String at(Route route) {
    return "ds_" + route.database() + ".t_order_" + route.table();
  }

  private static String oldOrder(String user) throws SQLException {
    String order = OLD_ORDERS.nextFor(user);
    assertThat(db.run("INSERT INTO t_order (order_id, user_id) VALUES (?, ?)", order, user))
        .containsExactly(at(OLD_ORDERS.route(order)));
    return order;
  }

  private static String newOrder(String user) throws SQLException {
    List<String> before = db.query("SELECT order_id FROM t_order WHERE user_id = ?", user);
    try (MintmarkRoute route = MintmarkRoute.forId(user)) {
      db.run("INSERT INTO t_order (user_id) VALUES (?)", user);
    }
    List<String> after = db.query("SELECT order_id FROM t_order WHERE user_id = ?", user);
    after.removeAll(before);
    assertThat(after).hasSize(1);
    return after.get(0);
  }

  @Test
  void key_ofEitherLayout_touchesItsOneTable() throws SQLException {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < USERS; i++) {
      keys.add(oldOrder("user-" + i));
      keys.add(newOrder("user-" + i));
    }

    assertThat(keys.stream().map(key -> key.substring(8, 10))).contains("01", "02");
    for (String key : keys) {
      assertThat(db.query("SELECT order_id FROM t_order WHERE order_id = ?", key))
          .containsExactly(key);
      Route shown =
          new Route(Integer.parseInt(key.substring(2, 4)), Integer.parseInt(key.substring(4, 8)));
      assertThat(db.touched()).containsExactly(at(shown));
    }
  }

  @Test
  void routeId_afterAReshard_reachesTheRowsOfBothLayouts() throws SQLException {
    for (int i = 0; i < USERS; i++) {
      String user = OLD_USERS.nextFor("outside-id-" + i);
      String before = oldOrder(user);
      String after = newOrder(user);

      assertThat(db.query("SELECT order_id FROM t_order WHERE user_id = ?", user))
          .containsExactlyInAnyOrder(before, after);
      assertThat(before.substring(2, 4))
          .as("the user's database, under both layouts")
          .isEqualTo(user.substring(2, 4))
          .isEqualTo(after.substring(2, 4));
    }
  }

  @Test
  void in_keysOfBothLayouts_omitsMissingTables() throws SQLException {
    String before = oldOrder(user(order -> order.table() == 3, OLD_ORDERS));
    String after = newOrder(laterUser());

    assertThat(db.query("SELECT order_id FROM t_order WHERE order_id IN (?, ?)", before, after))
        .containsExactlyInAnyOrder(before, after);
    Set<String> touched = db.touched();
    assertThat(touched).hasSize(3).contains(at(OLD_ORDERS.route(before)));
  }

  @Test
  void standardStrategy_routeIdInSeveralShards_throws() {
    assertThatThrownBy(() -> {
          for (int i = 0; i < USERS; i++) {
            db.query("SELECT user_id FROM t_visit WHERE user_id = ?", "visitor-" + i);
          }
        })
        .hasMessageContaining("the rows are in several targets, and a standard strategy returns"
            + " one: column=user_id, targets=[ds_")
        .hasMessageContaining("; use a complex strategy; not routed");
  }

  @Test
  void key_tableMissingInTheRules_failsWithTableAndSetting(@TempDir Path folder)
      throws SQLException, IOException {
    Path config = Files.writeString(folder.resolve("mintmark.yaml"), CONFIG);
    String rules = RULES
        .replace("CONFIG", config.toString())
        .replace("ds_${0..1}.t_order_${0..3}", "ds_${0..1}.t_order_${0..2}");
    String lost = OLD_ORDERS.nextFor(user(order -> order.table() == 3, OLD_ORDERS));
    try (Sharded lacking = new Sharded(4, rules)) {
      lacking.run("CREATE TABLE t_order (order_id VARCHAR(40) PRIMARY KEY, user_id VARCHAR(40))");
      assertThatThrownBy(
              () -> lacking.query("SELECT order_id FROM t_order WHERE order_id = ?", lost))
          .hasMessageContaining("index=3")
          .hasMessageContaining("table=t_order")
          .hasMessageContaining("actualDataNodes");
    }
  }

  /** Returns a route id whose new orders are in a database that the later layout added. */
  private static String laterUser() {
    for (int i = 0; i < 100; i++) {
      if (Shards.of(4, 2).route("later-" + i).database() > 1) {
        return "later-" + i;
      }
    }
    throw new AssertionError("a hash that never reaches half of its databases");
  }

  private static String user(Predicate<Route> wanted, KeyGenerator orders) {
    for (int i = 0; i < 100; i++) {
      if (wanted.test(orders.routesFor("earlier-" + i).values().iterator().next())) {
        return "earlier-" + i;
      }
    }
    throw new AssertionError("a hash that never reaches a quarter of its tables");
  }
}
