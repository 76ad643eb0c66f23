package io.mintmark.shardingsphere;

import io.mintmark.key.Route;
import io.mintmark.key.Shards;
import java.util.Collection;

/**
 * {@code MINTMARK_KEY_TABLE}: finds a row's table from its key, or from its key's route id.
 *
 * <p>Properties:
 *
 * <ul>
 *   <li>{@code key-column} and {@code route-column}: the columns of the strategy that contain a key
 *       and a route id
 *   <li>{@code config} and {@code generator} as in {@link MintmarkKeyGenerateAlgorithm}, or the
 *       settings of a key, of which {@code format}, {@code shards}, {@code version} and
 *       {@code earlier-shards} matter here
 *   <li>{@code range}: {@code refuse} or {@code broadcast}
 * </ul>
 */
public final class KeyTableShardingAlgorithm extends KeySharding {

  /** Called by ShardingSphere, which then passes the properties. */
  public KeyTableShardingAlgorithm() {
    super("MINTMARK_KEY_TABLE");
  }

  @Override
  int index(Route route) {
    return route.table();
  }

  @Override
  int needed(Collection<Shards> layouts) {
    // A database that a later layout added may have only that layout's tables.
    return layouts.stream().mapToInt(Shards::tables).min().orElse(0);
  }
}
