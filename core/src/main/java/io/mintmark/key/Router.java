package io.mintmark.key;

import io.mintmark.InvalidIdException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds where keys' rows lie: for new keys by their route id, for keys by what they show. */
final class Router {

  private final @Nullable Shards shards;
  private final @Nullable KeyGenerator lender;
  private final int version;
  private final Map<Integer, Shards> layouts;

  Router(
      @Nullable Shards shards,
      @Nullable KeyGenerator lender,
      int version,
      Map<Integer, Shards> earlier) {
    this.shards = shards;
    this.lender = lender;
    this.version = version;
    this.layouts = new TreeMap<>(earlier);
    if (shards != null) {
      layouts.put(version, shards);
    }
  }

  boolean routes() {
    return shards != null;
  }

  /** How many tables a database has now. */
  int tables() {
    return shards == null ? 1 : shards.tables();
  }

  /** By version, the current one among them. */
  Map<Integer, Shards> layouts() {
    return layouts;
  }

  int version() {
    return version;
  }

  /** Where the row of a new key lies. */
  Route route(String id) {
    return Route.of(shard(id), tables());
  }

  /** The same as one number, which makes no garbage: {@code database * tables() + table}. */
  int shard(String id) {
    Shards now = current();
    int own = now.shard(id);
    KeyGenerator from = lender;
    if (from == null) {
      return own;
    }
    Optional<ParsedKey> key = from.read(id);
    return key.isEmpty() ? own : lent(key.get(), from, now) * now.tables() + own % now.tables();
  }

  private static int lent(ParsedKey key, KeyGenerator from, Shards now) {
    int database = key.database().orElse(0);
    if (database >= now.databases()) {
      throw new IllegalArgumentException("the route id's key lies in a database that there is not"
          + " here: database=" + database + ", databases=" + now.databases() + ", routeFrom="
          + from.name() + "; no id issued");
    }
    return database;
  }

  /** Where the row of a key lies that was made under any of the layouts. */
  Route route(ParsedKey key) {
    Shards layout = layouts.get(key.version().orElse(version));
    if (layout == null) {
      throw new InvalidIdException("the key's version has a shard layout: version="
          + key.version().orElse(version) + ", known=" + layouts.keySet());
    }
    int database = key.database().orElse(0);
    int table = key.table().orElse(0);
    if (database >= layout.databases() || table >= layout.tables()) {
      throw new InvalidIdException("the key's database and table are of its layout: database="
          + database + ", table=" + table + ", layout=" + layout);
    }
    return new Route(database, table);
  }

  private Shards current() {
    Shards now = shards;
    if (now == null) {
      throw new IllegalStateException("keys without shards have no route");
    }
    return now;
  }
}
