package io.mintmark.shardingsphere;

import io.mintmark.key.Route;
import io.mintmark.key.Shards;
import java.util.Collection;

/**
 * {@code MINTMARK_KEY_DB}: finds a row's database from its key, or from its key's route id.
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
public final class KeyDatabaseShardingAlgorithm extends KeySharding {

  /** Called by ShardingSphere, which then passes the properties. */
  public KeyDatabaseShardingAlgorithm() {
    super("MINTMARK_KEY_DB");
  }

  @Override
  int index(Route route) {
    return route.database();
  }

  @Override
  int needed(Collection<Shards> layouts) {
    return layouts.stream().mapToInt(Shards::databases).max().orElse(0);
  }
}
