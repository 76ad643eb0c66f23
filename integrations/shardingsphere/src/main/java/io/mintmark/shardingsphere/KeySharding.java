package io.mintmark.shardingsphere;

import static java.util.stream.Collectors.joining;

import io.mintmark.Mintmark;
import io.mintmark.config.SettingReader;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.Route;
import io.mintmark.key.Shards;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.shardingsphere.sharding.api.sharding.complex.ComplexKeysShardingAlgorithm;
import org.apache.shardingsphere.sharding.api.sharding.complex.ComplexKeysShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.PreciseShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.RangeShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.StandardShardingAlgorithm;
import org.jspecify.annotations.Nullable;

/**
 * Finds the targets of rows, which are databases or tables, from the rows' keys and route ids.
 * Supports strategies with a key column, a route column, or both. Immutable after {@link #init}.
 */
abstract sealed class KeySharding
    implements StandardShardingAlgorithm<Comparable<?>>, ComplexKeysShardingAlgorithm<Comparable<?>>
    permits KeyDatabaseShardingAlgorithm, KeyTableShardingAlgorithm {

  private final String type;
  private @Nullable KeyRoutes routes;
  private boolean broadcast;
  private int needed;

  KeySharding(String type) {
    this.type = type;
  }

  /** Returns the part of a route that is the target's index: the database or the table. */
  abstract int index(Route route);

  /** Returns the minimum number of targets. All indexes below it must exist. */
  abstract int needed(Collection<Shards> layouts);

  @Override
  public final String getType() {
    return type;
  }

  @Override
  public final void init(Properties properties) {
    SettingReader reader = ChosenGenerator.reader(properties);
    Optional<String> keyColumn = reader.read("key-column", text -> text);
    Optional<String> routeColumn = reader.read("route-column", text -> text);
    if (keyColumn.isEmpty() && routeColumn.isEmpty()) {
      reader.fault("key-column", "neither key-column nor route-column is given");
    }
    broadcast = reader.read("range", KeySharding::isBroadcast).orElse(false);
    ChosenGenerator chosen = ChosenGenerator.isConfigured(reader)
        ? ChosenGenerator.ofFile(type, reader)
        : ChosenGenerator.ofProperties(type, "key", type, reader);
    if (chosen.shards().isEmpty()) {
      throw new ConfigurationException(
          type,
          Message.of(
              "these keys have no shards, so they do not route rows: generator={}", chosen.name()));
    }
    needed = needed(chosen.shards().values());
    // Routing reads keys but makes none. So it needs no real store, which might be unreachable.
    Mintmark reading = Mintmark.open(GeneratorAlgorithm.NO_STORE);
    routes = new KeyRoutes((KeyGenerator) chosen.opening().apply(reading), keyColumn, routeColumn);
  }

  private static boolean isBroadcast(String range) {
    return switch (range) {
      case "refuse" -> false;
      case "broadcast" -> true;
      default -> throw new IllegalArgumentException("neither refuse nor broadcast");
    };
  }

  /**
   * Finds the single target for a value.
   *
   * @throws IllegalStateException if ShardingSphere's configuration does not contain the target, or
   *     if the value matches several targets
   */
  @Override
  public final String doSharding(
      Collection<String> available, PreciseShardingValue<Comparable<?>> value) {
    String column = value.getColumnName();
    List<Comparable<?>> values = Collections.singletonList(value.getValue());
    Collection<String> found =
        targets(value.getLogicTableName(), available, Map.of(column, values), Map.of());
    if (found.size() > 1) {
      throw new IllegalStateException(Message.of(
          "the rows are in several targets, and a standard strategy returns one: column={},"
              + " targets={}; use a complex strategy; not routed",
          column,
          found));
    }
    return found.iterator().next();
  }

  @Override
  public final Collection<String> doSharding(
      Collection<String> available, RangeShardingValue<Comparable<?>> value) {
    return targets(
        value.getLogicTableName(),
        available,
        Map.of(),
        Map.of(value.getColumnName(), value.getValueRange()));
  }

  @Override
  public final Collection<String> doSharding(
      Collection<String> available, ComplexKeysShardingValue<Comparable<?>> value) {
    return targets(
        value.getLogicTableName(),
        available,
        value.getColumnNameAndShardingValuesMap(),
        value.getColumnNameAndRangeValuesMap());
  }

  /**
   * Finds the targets of rows. For a range of keys or of route ids, and for a missing route id,
   * rows may be in any shard. If a later layout has added a database, this database may lack the
   * tables of some routes. Routes without a table are skipped, and an error is thrown if no table
   * is left.
   */
  private Collection<String> targets(
      String table,
      Collection<String> available,
      Map<String, ? extends Collection<?>> values,
      Map<String, ?> ranges) {
    Set<Route> found = routes().of(values);
    if (!found.isEmpty()) {
      Targets targets = new Targets(table, available, needed);
      Set<String> names = new LinkedHashSet<>();
      found.forEach(route -> targets.find(index(route)).ifPresent(names::add));
      if (names.isEmpty()) {
        throw targets.missing(
            found.stream().map(this::index).sorted().map(String::valueOf).collect(joining(", ")));
      }
      return names;
    }
    if (!broadcast) {
      throw new IllegalArgumentException(Message.of(
          "rows in a range, or without a value, are in every shard: ranges={}, values={}; property"
              + " range=broadcast queries them all; not routed",
          ranges,
          values));
    }
    return available;
  }

  private KeyRoutes routes() {
    return Objects.requireNonNull(routes, "init must be called first");
  }
}
