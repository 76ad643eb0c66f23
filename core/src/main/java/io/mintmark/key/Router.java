package io.mintmark.key;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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

  boolean knowsLayoutOf(ParsedKey key) {
    return layouts.containsKey(key.version().orElse(version));
  }

  /** Where the row of a new key lies. */
  Route route(String id) {
    return Route.of(shard(id), tables());
  }

  /** The same as one number, which makes no garbage: {@code database * tables() + table}. */
  int shard(String id) {
    Shards now = current();
    OptionalInt lent = lent(id);
    if (lent.isPresent() && lent.getAsInt() >= now.databases()) {
      throw new IllegalArgumentException("the route id's key lies in a database that there is not"
          + " here: database=" + lent.getAsInt() + ", databases=" + now.databases()
          + ", routeFrom=" + lenderName() + "; no id issued");
    }
    return shard(id, now, lent);
  }

  private String lenderName() {
    return lender == null ? "none" : lender.name();
  }

  /** Where rows for an id lie, by version: not where its database had none of them yet. */
  Map<Integer, Route> routes(String id) {
    OptionalInt lent = lent(id);
    Map<Integer, Route> routes = new TreeMap<>();
    layouts.forEach((number, each) -> {
      if (lent.isEmpty() || lent.getAsInt() < each.databases()) {
        routes.put(number, Route.of(shard(id, each, lent), each.tables()));
      }
    });
    return routes;
  }

  private static int shard(String id, Shards shards, OptionalInt lent) {
    int own = shards.shard(id);
    return lent.isPresent() ? lent.getAsInt() * shards.tables() + own % shards.tables() : own;
  }

  /**
   * The database of the row that an id is the key of, if it is one of the lender's.
   *
   * @throws IllegalArgumentException if it is one of a shard layout that is not known here: its
   *     rows would be parted from it without a word
   */
  private OptionalInt lent(String id) {
    KeyGenerator from = lender;
    if (from == null) {
      return OptionalInt.empty();
    }
    Optional<ParsedKey> key = from.format().find(id);
    if (key.isPresent() && !from.knowsLayoutOf(key.get())) {
      throw new IllegalArgumentException("the route id is a key of a shard layout that is not known"
          + " here: version=" + key.get().version().orElse(0) + ", routeFrom=" + from.name()
          + "; no id issued");
    }
    return key.isPresent() && from.isKey(key.get()) ? key.get().database() : OptionalInt.empty();
  }

  /** Whether the row of a key has a place. */
  boolean hasPlace(ParsedKey key) {
    Shards layout = layouts.get(key.version().orElse(version));
    return layout != null && layout.has(key.database().orElse(0), key.table().orElse(0));
  }

  /** Where the row of a key lies that was made under any of the layouts. */
  Route route(ParsedKey key) {
    return key.route(layouts);
  }

  private Shards current() {
    Shards now = shards;
    if (now == null) {
      throw new IllegalStateException("keys without shards have no route");
    }
    return now;
  }
}
