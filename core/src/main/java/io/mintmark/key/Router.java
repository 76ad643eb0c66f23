package io.mintmark.key;

import io.mintmark.error.Message;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds where keys' rows lie: for new keys by their route id, for keys by what they show. */
final class Router {

  private final @Nullable Shards shards;
  private final @Nullable FormattedKeys lender;
  private final int version;
  private final Map<Integer, Shards> layouts;

  Router(
      @Nullable Shards shards,
      @Nullable FormattedKeys lender,
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
    FormattedKeys from = lender;
    if (from == null) {
      return now.shard(id);
    }
    Origin origin = origin(id);
    if (!origin.isIn(now)) {
      throw new IllegalArgumentException(Message.of(
          "the route id's key lies in a database that there is not here: database={},"
              + " databases={}, routeFrom={}; no id issued",
          origin.database.orElse(0),
          now.databases(),
          from.name()));
    }
    return origin.shard(now);
  }

  /** Where rows for an id lie, by version: not where its database had none of them yet. */
  Map<Integer, Route> routes(String id) {
    Origin origin = origin(id);
    Map<Integer, Route> routes = new TreeMap<>();
    layouts.forEach((number, each) -> {
      if (origin.isIn(each)) {
        routes.put(number, Route.of(origin.shard(each), each.tables()));
      }
    });
    return routes;
  }

  /**
   * The id for which rows are made.
   *
   * @param id the route id; a key of the lender as the lender wrote it
   * @param database where the row of that key lies
   */
  private record Origin(String id, OptionalInt database) {

    boolean isIn(Shards shards) {
      return database.isEmpty() || database.getAsInt() < shards.databases();
    }

    int shard(Shards shards) {
      int own = shards.shard(id);
      return database.isPresent()
          ? database.getAsInt() * shards.tables() + own % shards.tables()
          : own;
    }
  }

  /**
   * Tells whether an id is a key of the lender, also as a CHAR column or another case has changed
   * it.
   *
   * @throws IllegalArgumentException if it is one of a shard layout or of a place that is not known
   *     here, or almost one: its rows would be parted from it without a word
   */
  private Origin origin(String id) {
    FormattedKeys from = lender;
    if (from == null) {
      return new Origin(id, OptionalInt.empty());
    }
    KeyFormat format = from.format();
    String restored = format.restored(id);
    Optional<ParsedKey> key = format.find(restored);
    if (key.isPresent() && !from.knowsLayoutOf(key.get())) {
      throw new IllegalArgumentException(Message.of(
          "the route id is a key of a shard layout that is not known here: version={},"
              + " routeFrom={}; no id issued",
          key.get().version().orElse(0),
          from.name()));
    }
    if (key.isPresent() && from.isKey(key.get())) {
      return new Origin(restored, key.get().database());
    }
    if (format.isAlmostKey(id)) {
      throw new IllegalArgumentException(Message.of(
          "the route id is no key of the generator that lends its database, but almost one:"
              + " routeId='{}', routeFrom={}, format='{}'; no id issued; give the key as it was"
              + " made",
          id,
          from.name(),
          format));
    }
    return new Origin(id, OptionalInt.empty());
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
