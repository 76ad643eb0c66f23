package io.mintmark.key;

import io.mintmark.error.Message;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Finds the database and table of rows. For a new key, the database and table are derived from the
 * route id, the id that the caller gives for this purpose. An existing key contains them in its
 * fields.
 *
 * @param shards the current layout
 * @param lender the generator that was set with {@link KeyBuilder#routeFrom(KeyGenerator)}
 * @param version the version of the current layout
 * @param layouts all layouts by version, including the current one
 */
record Router(
    Shards shards, Optional<FormattedKeys> lender, int version, Map<Integer, Shards> layouts) {

  /**
   * Returns the database and table of a new key's row as one number, {@code database *
   * shards.tables() + table}.
   */
  int shard(String id) {
    if (lender.isEmpty()) {
      return shards.shard(id);
    }
    Origin origin = origin(id);
    if (!origin.isIn(shards)) {
      throw new IllegalArgumentException(Message.of(
          "the route id is a key of routeFrom's generator, and its database does not exist here:"
              + " database={}, databases={}, routeFrom={}; no id issued",
          origin.database.orElse(0),
          shards.databases(),
          lender.get()));
    }
    return origin.shard(shards);
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
    if (lender.isEmpty()) {
      return new Origin(id, OptionalInt.empty());
    }
    FormattedKeys from = lender.get();
    KeyFormat format = from.format();
    String restored = format.restored(id);
    Optional<ParsedKey> key = format.find(restored);
    if (key.isPresent() && from.router().orElseThrow().layoutOf(key.get()).isEmpty()) {
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

  /** Returns the layout under which a key was made, if it is known here. */
  Optional<Shards> layoutOf(ParsedKey key) {
    return Optional.ofNullable(layouts.get(key.version().orElse(version)));
  }

  /** Returns whether the database and table of a key exist in its layout. */
  boolean hasPlace(ParsedKey key) {
    return layoutOf(key).filter(key::isIn).isPresent();
  }
}
