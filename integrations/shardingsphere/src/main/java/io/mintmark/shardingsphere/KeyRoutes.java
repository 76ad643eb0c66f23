package io.mintmark.shardingsphere;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.Route;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the shards of rows from the column values of a statement. A key determines the single shard
 * of its row. A route id determines one shard in each shard layout.
 */
final class KeyRoutes {

  private final KeyGenerator keys;
  private final Optional<String> keyColumn;
  private final Optional<String> routeColumn;

  KeyRoutes(KeyGenerator keys, Optional<String> keyColumn, Optional<String> routeColumn) {
    this.keys = keys;
    this.keyColumn = keyColumn;
    this.routeColumn = routeColumn;
  }

  /**
   * Finds the shards of rows with any of the given values in a column.
   *
   * @return the shards; empty if the column is the route column and all values are null
   */
  private Set<Route> of(String column, Collection<?> values) {
    if (keyColumn.filter(column::equalsIgnoreCase).isPresent()) {
      Set<Route> routes = new LinkedHashSet<>();
      values.forEach(value -> routes.add(ofKey(column, value)));
      return routes;
    }
    if (routeColumn.filter(column::equalsIgnoreCase).isPresent()) {
      Set<Route> routes = new LinkedHashSet<>();
      values.stream()
          .filter(Objects::nonNull)
          .forEach(value -> routes.addAll(keys.routesFor(value.toString()).values()));
      return routes;
    }
    throw new IllegalArgumentException(Message.of(
        "the column is neither key-column nor route-column: column={}, key-column={},"
            + " route-column={}; not routed",
        column,
        keyColumn.orElse("none"),
        routeColumn.orElse("none")));
  }

  private Route ofKey(String column, @Nullable Object key) {
    if (key == null) {
      throw new InvalidIdException(Message.of("the key is null: column={}; not routed", column));
    }
    try {
      return keys.route(key.toString());
    } catch (InvalidIdException e) {
      throw new InvalidIdException(
          Message.of(
              "the key column has a value that is not a key of its generator: column={}; {}",
              column,
              e.getMessage()),
          e);
    }
  }

  /**
   * Finds the shards of rows that match the values of all columns. If the columns contradict each
   * other, no row can match. In this case the result contains the shards of each column. A query
   * finds no rows in these shards, and ShardingSphere refuses an insert into more than one shard.
   *
   * @param valuesByColumn the possible values of each column, by its name in any case
   * @return empty if no column determines a shard
   * @throws InvalidIdException if a value in the key column is not a key
   * @throws IllegalArgumentException if a value in the route column is blank or too long, or a
   *     column is neither the key nor the route column
   */
  Set<Route> of(Map<String, ? extends Collection<?>> valuesByColumn) {
    Set<Route> any = new LinkedHashSet<>();
    Set<Route> all = new LinkedHashSet<>();
    valuesByColumn.forEach((column, values) -> {
      Set<Route> routes = of(column, values);
      if (!routes.isEmpty()) {
        if (any.isEmpty()) {
          all.addAll(routes);
        }
        all.retainAll(routes);
        any.addAll(routes);
      }
    });
    return all.isEmpty() ? any : all;
  }
}
