package io.mintmark.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.Route;
import io.mintmark.key.Shards;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** Users in 4 databases x 4 tables. Their orders, and the orders' items and notes, are in 4 x 2. */
final class ShardedOrders implements AutoCloseable {

  static final String ALICE = "outside-id-0";

  private static final int MAX_USERS = 1_000;

  private static final String CONFIG = """
      store: "memory:"
      generators:
        sharding-users:
          type: key
          format: "UD{db:2}{table:4}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}"
          shards: {databases: 4, tables-per-database: 4}
        sharding-orders:
          type: key
          format: "OD{db:2}{table:4}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}"
          shards: {databases: 4, tables-per-database: 2}
          route-from: sharding-users
      """;

  private static final String RULES = """
      rules:
      - !SHARDING
        tables:
          t_user:
            actualDataNodes: ds_${0..3}.t_user_${0..3}
            databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: user_db}}
            tableStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: user_table}}
            keyGenerateStrategy: {column: user_id, keyGeneratorName: users}
          t_order: &orders
            actualDataNodes: ds_${0..3}.t_order_${0..1}
            databaseStrategy:
              complex: {shardingColumns: "order_id,user_id", shardingAlgorithmName: order_db}
            tableStrategy:
              complex: {shardingColumns: "order_id,user_id", shardingAlgorithmName: order_table}
            keyGenerateStrategy: {column: order_id, keyGeneratorName: orders}
          t_item:
            actualDataNodes: ds_${0..3}.t_item_${0..1}
            databaseStrategy:
              complex: {shardingColumns: "order_id,user_id", shardingAlgorithmName: order_db}
            tableStrategy:
              complex: {shardingColumns: "order_id,user_id", shardingAlgorithmName: order_table}
          t_note:
            actualDataNodes: ds_${0..3}.t_note_${0..1}
            databaseStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: all_db}}
            tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: all_table}}
        bindingTables: ["t_order,t_item"]
        shardingAlgorithms:
          user_db: {type: MINTMARK_KEY_DB, props: &user
            {config: "CONFIG", generator: sharding-users, key-column: user_id}}
          user_table: {type: MINTMARK_KEY_TABLE, props: *user}
          order_db: {type: MINTMARK_KEY_DB, props: &order
            {config: "CONFIG", generator: sharding-orders,
             key-column: order_id, route-column: user_id}}
          order_table: {type: MINTMARK_KEY_TABLE, props: *order}
          all_db: {type: MINTMARK_KEY_DB, props: &all
            {config: "CONFIG", generator: sharding-orders, key-column: order_id, range: broadcast}}
          all_table: {type: MINTMARK_KEY_TABLE, props: *all}
        keyGenerators:
          users: {type: MINTMARK, props: {config: "CONFIG", generator: sharding-users}}
          orders: {type: MINTMARK, props: {config: "CONFIG", generator: sharding-orders}}
      """;

  /** Computes the same routes as the algorithms, with its own store. */
  private final Mintmark mint = Mintmark.open("memory:");

  final KeyGenerator users = mint.keys(
      "users",
      k -> k.format("UD{db:2}{table:4}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}")
          .shards(Shards.of(4, 4)));
  final KeyGenerator orders = mint.keys(
      "orders",
      k -> k.format("OD{db:2}{table:4}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}")
          .shards(Shards.of(4, 2))
          .routeFrom(users));

  final Sharded db;

  /**
   * The keys of two users. Their orders are in different databases and in tables with different
   * numbers.
   */
  final String alice;

  final String bob;

  ShardedOrders(Path folder) throws SQLException, IOException {
    Path config = Files.writeString(folder.resolve("mintmark.yaml"), CONFIG);
    db = new Sharded(4, RULES.replace("CONFIG", config.toString()));
    db.run("CREATE TABLE t_user (user_id VARCHAR(40) PRIMARY KEY, outside_id VARCHAR(40))");
    db.run("CREATE TABLE t_order (order_id VARCHAR(40) PRIMARY KEY, user_id VARCHAR(40), sum INT)");
    db.run("CREATE TABLE t_item (order_id VARCHAR(40), user_id VARCHAR(40), item VARCHAR(40))");
    db.run("CREATE TABLE t_note (order_id VARCHAR(40), note VARCHAR(40))");
    alice = user(ALICE);
    bob = elsewhere(shard(alice));
  }

  private String elsewhere(Route other) throws SQLException {
    for (int i = 1; i < MAX_USERS; i++) {
      String user = user("outside-id-" + i);
      Route shard = shard(user);
      if (shard.database() != other.database() && shard.table() != other.table()) {
        return user;
      }
    }
    throw new AssertionError("all users in one row or column of the grid: users=" + MAX_USERS);
  }

  @SuppressWarnings("try") // the route is opened, not used
  private String user(String outsideId) throws SQLException {
    try (MintmarkRoute route = MintmarkRoute.forId(outsideId)) {
      db.run("INSERT INTO t_user (outside_id) VALUES (?)", outsideId);
    }
    return db.query("SELECT user_id FROM t_user WHERE outside_id = ?", outsideId)
        .get(0);
  }

  /** Inserts an order of a user and returns its key. */
  @SuppressWarnings("try") // the route is opened, not used
  String order(String user) throws SQLException {
    List<String> before = db.query("SELECT order_id FROM t_order WHERE user_id = ?", user);
    try (MintmarkRoute route = MintmarkRoute.forId(user)) {
      db.run("INSERT INTO t_order (user_id) VALUES (?)", user);
    }
    List<String> after = db.query("SELECT order_id FROM t_order WHERE user_id = ?", user);
    after.removeAll(before);
    assertThat(after).hasSize(1);
    db.touched();
    return after.get(0);
  }

  long count() throws SQLException {
    return Long.parseLong(db.query("SELECT COUNT(*) FROM t_order").get(0));
  }

  static String at(String table, Route route) {
    return "ds_" + route.database() + "." + table + "_" + route.table();
  }

  /** Returns the table of a user's orders. */
  String orders(String user) {
    return at("t_order", shard(user));
  }

  private Route shard(String user) {
    return orders.routesFor(user).values().iterator().next();
  }

  @Override
  public void close() throws SQLException {
    db.close();
    mint.close();
  }
}
