package io.mintmark.key;

import io.mintmark.error.Message;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the database and table of rows. For a new key, the database and table are derived from the
 * route id, the id that the caller gives for this purpose. An existing key contains them in its
 * fields.
 *
 * @param shards the current layout; null for keys without shards
 * @param lender the generator that was set with {@link KeyBuilder#routeFrom(KeyGenerator)}; null if
 *     none was set
 * @param version the version of the current layout
 * @param layouts all layouts by version, including the current one
 */
record Router(
    @Nullable Shards shards,
    @Nullable FormattedKeys lender,
    int version,
    Map<Integer, Shards> layouts) {

  boolean routes() {
    return shards != null;
  }

  /** Returns the current number of tables in each database. */
  int tables() {
    return shards == null ? 1 : shards.tables();
  }

  boolean knowsLayoutOf(ParsedKey key) {
    return layouts.containsKey(key.version().orElse(version));
  }

  /**
   * Returns the database and table of a new key's row as one number, {@code database * tables() +
   * table}.
   */
  int shard(String id) {
    Shards now = Objects.requireNonNull(shards, "shards");
    FormattedKeys from = lender;
    if (from == null) {
      return now.shard(id);
    }
    Origin origin = origin(id);
    if (!origin.isIn(now)) {
      throw new IllegalArgumentException(Message.of(
          "the route id is a key of routeFrom's generator, and its database does not exist here:"
              + " database={}, databases={}, routeFrom={}; no id issued",
          origin.database.orElse(0),
          now.databases(),
          from.name()));
    }
    return origin.shard(now);
  }

  /**
   * Returns the databases and tables in which the rows of an id can be, by the version of the
   * layout. If the id is a key of the lender, omits each layout that lacks that key's database.
   */
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
   * The id for which rows are made. It may be a key of the lender, the generator that was set with
   * {@link KeyBuilder#routeFrom(KeyGenerator)}.
   *
   * @param id the route id; if it is a key of the lender, in the form in which the lender made it
   * @param database the database of that key's row; empty if the id is not a key of the lender
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
   * Returns the origin of a route id. Recognizes a key of the lender even if a CHAR column has
   * padded it or its case was changed.
   *
   * @throws IllegalArgumentException if the id looks like a mistyped key of the lender, or is a key
   *     of a shard layout that is not known here. Without this check, the new rows would silently
   *     be in a different database from the row of that key
   */
  private Origin origin(String id) {
    FormattedKeys from = lender;
    if (from == null) {
      return new Origin(id, OptionalInt.empty());
    }
    KeyFormat format = from.format();
    String restored = format.restored(id);
    Optional<ParsedKey> key = format.find(restored);
    if (key.isPresent() && !from.router().knowsLayoutOf(key.get())) {
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
          "the route id looks like a key of routeFrom's generator, but is not valid: routeId='{}',"
              + " routeFrom={}, format='{}'; no id issued; pass the key unchanged",
          id,
          from.name(),
          format));
    }
    return new Origin(id, OptionalInt.empty());
  }

  /** Returns whether the database and table of a key exist in its layout. */
  boolean hasPlace(ParsedKey key) {
    Shards layout = layouts.get(key.version().orElse(version));
    return layout != null && layout.has(key.database().orElse(0), key.table().orElse(0));
  }

  /**
   * Returns the database and table of the row of a key. The key may have been made under any of the
   * layouts.
   */
  Route route(ParsedKey key) {
    return key.route(layouts);
  }
}
