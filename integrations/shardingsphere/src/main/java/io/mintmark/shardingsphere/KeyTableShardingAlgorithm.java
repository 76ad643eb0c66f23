package io.mintmark.shardingsphere;

import io.mintmark.key.Route;
import io.mintmark.key.Shards;
import java.util.Collection;

/**
 * {@code MINTMARK_KEY_TABLE}: finds a row's table by its key, or by what its key was made for.
 *
 * <p>Properties: {@code key-column} and {@code route-column}, the columns of the strategy that hold
 * a key and a route id; {@code config} and {@code generator} as {@link
 * MintmarkKeyGenerateAlgorithm} has them, or the settings of a key, of which {@code format}, {@code
 * shards}, {@code version} and {@code earlier-shards} matter here; {@code range}, {@code refuse} or
 * {@code broadcast}.
 */
public final class KeyTableShardingAlgorithm extends KeySharding {

  /** Made by ShardingSphere, which then gives it its properties. */
  public KeyTableShardingAlgorithm() {
    super("MINTMARK_KEY_TABLE");
  }

  @Override
  int index(Route route) {
    return route.table();
  }

  @Override
  int needed(Collection<Shards> layouts) {
    // A database that came with a later layout has no more tables than that layout's.
    return layouts.stream().mapToInt(Shards::tables).min().orElse(0);
  }
}
