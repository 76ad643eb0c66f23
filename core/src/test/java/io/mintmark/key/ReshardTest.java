package io.mintmark.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.objectid.ObjectId;
import io.mintmark.rigs.LongRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A database that grows from 4 x 2 to 8 x 4 tables. The tables are maps of rows. */
@Tag("sized")
class ReshardTest {

  private static final String TAIL =
      "{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}";
  private static final int CHAINS = LongRun.size(2_000, 10_000);
  private static final int ROWS = LongRun.size(1_000, 4_000);

  /** The rows of each table: the key, and the route id from which the key was made. */
  private final Map<Route, Map<String, String>> grid = new HashMap<>();

  private void insert(KeyGenerator keys, String routeId) {
    String key = keys.nextFor(routeId);
    grid.computeIfAbsent(keys.route(key), table -> new HashMap<>()).put(key, routeId);
  }

  private boolean isFoundByKey(KeyGenerator keys, String key) {
    return grid.getOrDefault(keys.route(key), Map.of()).containsKey(key);
  }

  private Set<String> foundByRouteId(KeyGenerator keys, String routeId) {
    Set<String> found = new HashSet<>();
    for (Route route : keys.routesFor(routeId).values()) {
      grid.getOrDefault(route, Map.of()).forEach((key, id) -> {
        if (id.equals(routeId)) {
          found.add(key);
        }
      });
    }
    return found;
  }

  private static KeyGenerator before(Mintmark mint, Routing routing) {
    return mint.keys(
        "orders", k -> k.format("OD" + TAIL).shards(new Shards(4, 2, routing)).version(1));
  }

  private static KeyGenerator after(Mintmark mint, Routing routing) {
    return mint.keys(
        "orders",
        k -> k.format("OD" + TAIL)
            .shards(new Shards(8, 4, routing))
            .version(2)
            .earlierShards(1, new Shards(4, 2, routing)));
  }

  @ParameterizedTest
  @EnumSource(
      value = Routing.class,
      names = {"HASH", "DECIMAL", "SUM"})
  void route_afterAReshard_findsOldAndNewRowsByKeyAndByRouteId(Routing routing) {
    MemoryStore store = new MemoryStore();
    try (Mintmark mint = Mintmark.open(store)) {
      KeyGenerator old = before(mint, routing);
      for (int i = 0; i < ROWS; i++) {
        insert(old, "user-" + i);
      }
    }
    assertThat(grid).hasSize(8);
    try (Mintmark mint = Mintmark.open(store)) {
      KeyGenerator now = after(mint, routing);
      for (int i = ROWS / 2; i < ROWS * 3 / 2; i++) {
        insert(now, "user-" + i);
      }
      assertThat(grid).hasSize(32);
      for (int i = 0; i < ROWS * 3 / 2; i++) {
        int rows = i < ROWS / 2 || i >= ROWS ? 1 : 2;
        Set<String> found = foundByRouteId(now, "user-" + i);
        assertThat(found).as("user-%d", i).hasSize(rows);
        assertThat(found).allMatch(key -> isFoundByKey(now, key));
      }
    }
  }

  @Test
  void route_keyOfUnknownVersion_throws() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      KeyGenerator old = before(mint, Routing.HASH);
      String key = old.nextFor("user");
      String other = key.substring(0, 8) + "02" + key.substring(10);
      assertThatThrownBy(() -> old.route(other))
          .isInstanceOf(InvalidIdException.class)
          .hasMessage("no shard layout is known for the key's version: version=2, known=[1]");
    }
  }

  @Test
  void route_chainAcrossAReshard_staysInTheUsersDatabase() {
    MemoryStore store = new MemoryStore();
    List<String> users = new ArrayList<>();
    try (Mintmark mint = Mintmark.open(store)) {
      KeyGenerator orders = orders(mint, users(mint, 1));
      for (int i = 0; i < ROWS; i++) {
        users.add(mint.keys("users").nextFor("outside-" + i));
        insert(orders, users.get(i));
      }
    }
    try (Mintmark mint = Mintmark.open(store)) {
      KeyGenerator from = users(mint, 2);
      KeyGenerator orders = mint.keys(
          "orders",
          k -> k.format("OD" + TAIL)
              .shards(Shards.of(8, 4))
              .version(2)
              .earlierShards(1, Shards.of(4, 2))
              .routeFrom(from));
      for (int i = 0; i < ROWS; i++) {
        users.add(from.nextFor("outside-new-" + i));
      }
      for (String user : users) {
        insert(orders, user);
      }
      for (int i = 0; i < users.size(); i++) {
        Set<String> found = foundByRouteId(orders, users.get(i));
        assertThat(found).as(users.get(i)).hasSize(i < ROWS ? 2 : 1);
        assertThat(found)
            .allMatch(key -> isFoundByKey(orders, key))
            .extracting(key -> orders.route(key).database())
            .containsOnly(from.route(users.get(i)).database());
      }
    }
  }

  private static KeyGenerator users(Mintmark mint, int version) {
    return mint.keys("users", k -> {
      k.format("UD" + TAIL).version(version).shards(Shards.of(version == 1 ? 4 : 8, 4));
      if (version == 2) {
        k.earlierShards(1, Shards.of(4, 4));
      }
    });
  }

  private static KeyGenerator orders(Mintmark mint, KeyGenerator users) {
    return mint.keys(
        "orders", k -> k.format("OD" + TAIL).shards(Shards.of(4, 2)).version(1).routeFrom(users));
  }

  @Test
  void routesFor_keyOfALaterDatabase_omitsTheEarlierLayout() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      KeyGenerator users = users(mint, 2);
      KeyGenerator orders = mint.keys(
          "orders",
          k -> k.format("OD" + TAIL)
              .shards(Shards.of(8, 4))
              .version(2)
              .earlierShards(1, Shards.of(4, 2))
              .routeFrom(users));
      Set<Set<Integer>> versions = new HashSet<>();
      for (int i = 0; i < 100; i++) {
        String user = users.nextFor("outside-" + i);
        int database = users.route(user).database();
        assertThat(orders.routesFor(user).keySet())
            .isEqualTo(database < 4 ? Set.of(1, 2) : Set.of(2));
        versions.add(orders.routesFor(user).keySet());
      }
      assertThat(versions).hasSize(2);
    }
  }

  @Test
  void route_userKeyOfUnknownLayout_throwsAndIsNotHashed() {
    MemoryStore store = new MemoryStore();
    try (Mintmark newer = Mintmark.open(store);
        Mintmark old = Mintmark.open(store)) {
      String user = users(newer, 2).nextFor("outside");
      KeyGenerator orders = orders(old, users(old, 1));
      assertThatThrownBy(() -> orders.nextFor(user))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the route id is a key of a shard layout that is not known here: version=2,"
              + " routeFrom=users; no id issued");
    }
  }

  @Test
  void route_userKeyOfUnknownDatabase_throws() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      KeyGenerator users = users(mint, 2);
      KeyGenerator orders = orders(mint, users);
      int refused = 0;
      for (int i = 0; i < 100; i++) {
        String user = users.nextFor("outside-" + i);
        int database = users.route(user).database();
        if (database >= 4) {
          refused++;
          assertThatThrownBy(() -> orders.nextFor(user))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessage(
                  "the route id is a key of routeFrom's generator, and its database does not"
                      + " exist here: database="
                      + database + ", databases=4, routeFrom=users; no id issued");
        }
      }
      assertThat(refused).isPositive();
    }
  }

  @Test
  void route_chainFromAnOutsideId_staysInOneDatabase() {
    List<IntFunction<String>> shapes = List.of(
        i -> "outside-" + i,
        i -> new UUID(i * 0x9E3779B97F4A7C15L, ~i).toString(),
        i -> ObjectId.of(1_700_000_000L + i, 0x2cdcd20936L, i & 0xFFFFFF).toString(),
        i -> "снег-雪-🌨-" + i);
    try (Mintmark mint = Mintmark.open("memory:")) {
      KeyGenerator users = users(mint, 1);
      KeyGenerator orders = orders(mint, users);
      KeyGenerator accounts = mint.keys(
          "accounts",
          k -> k.format("AC{db:1}{time:yyMMddHHmmss}{worker:2}{seq:6}{check:iso7064-37-36}")
              .shards(Shards.of(4, 1))
              .routeFrom(users));
      Set<Integer> databases = new HashSet<>();
      for (int i = 0; i < CHAINS; i++) {
        String outside = shapes.get(i % shapes.size()).apply(i);
        String user = users.nextFor(outside);
        int database = users.route(user).database();
        databases.add(database);
        assertThat(orders.route(orders.nextFor(user)).database()).isEqualTo(database);
        assertThat(accounts.route(accounts.nextFor(user)).database()).isEqualTo(database);
        // For keys of each generator, a foreign id leads to the same database, without the user's
        // key.
        assertThat(orders.route(orders.nextFor(outside)).database()).isEqualTo(database);
        assertThat(accounts.route(accounts.nextFor(outside)).database()).isEqualTo(database);
      }
      assertThat(databases).hasSize(4);
    }
  }
}
