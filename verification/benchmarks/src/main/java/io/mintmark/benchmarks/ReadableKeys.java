package io.mintmark.benchmarks;

import io.mintmark.Mintmark;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.Route;
import io.mintmark.key.Shards;
import java.util.Locale;
import me.ahoo.cosid.converter.Radix62IdConverter;
import me.ahoo.cosid.snowflake.DefaultSnowflakeFriendlyId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Keys as text. Ours is the published key of 32 characters; next to it the same with an INCR on a
 * Redis server each, the same width formatted from a Snowflake, and the texts that CosId makes of
 * its Snowflake: one that a person can read, and the shortest.
 */
@State(Scope.Benchmark)
public class ReadableKeys {

  static final String FORMAT =
      "UD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}";
  static final Shards SHARDS = Shards.of(4, 4);
  static final String ZONE = "Asia/Shanghai";

  /** Not final: its hash is for each key to find. */
  private String routeId = "user-42";

  private final Mintmark mint = Mintmark.open("memory:");
  private final KeyGenerator users =
      mint.keys("users", k -> k.format(FORMAT).shards(SHARDS).version(1).zone(ZONE));
  private final MillisecondSnowflakeId cosId = new MillisecondSnowflakeId(0, 41, 2, 20, 1);
  private final DefaultSnowflakeFriendlyId friendly = new DefaultSnowflakeFriendlyId(cosId);

  @TearDown
  public void close() {
    mint.close();
  }

  @Benchmark
  public String mintmark() {
    return users.next(routeId);
  }

  @Benchmark
  public String redisIncr(RedisKeys keys) {
    return keys.next(routeId);
  }

  @Benchmark
  public String formattedSnowflake() {
    Route route = SHARDS.route(routeId);
    return String.format(
        Locale.ROOT, "UD%02d%04d01%022d", route.database(), route.table(), cosId.generate());
  }

  @Benchmark
  public String cosIdFriendly() {
    return friendly.friendlyId().getFriendlyId();
  }

  @Benchmark
  public String cosIdRadix62() {
    return Radix62IdConverter.PAD_START.asString(cosId.generate());
  }
}
