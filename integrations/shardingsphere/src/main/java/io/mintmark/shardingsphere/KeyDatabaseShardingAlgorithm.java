package io.mintmark.shardingsphere;

import io.mintmark.key.Route;
import io.mintmark.key.Shards;
import java.util.Collection;

/**
 * {@code MINTMARK_KEY_DB}: finds a row's database by its key, or by what its key was made for.
 *
 * <p>Properties: {@code key-column} and {@code route-column}, the columns of the strategy that hold
 * a key and a route id; {@code config} and {@code generator} as {@link
 * MintmarkKeyGenerateAlgorithm} has them, or the settings of a key, of which {@code format}, {@code
 * shards}, {@code version} and {@code earlier-shards} matter here; {@code range}, {@code refuse} or
 * {@code broadcast}.
 */
public final class KeyDatabaseShardingAlgorithm extends KeySharding {

  /** Made by ShardingSphere, which then gives it its properties. */
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
