package io.mintmark.benchmarks;

import io.mintmark.Mintmark;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.ParsedKey;
import me.ahoo.cosid.snowflake.DefaultSnowflakeFriendlyId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import me.ahoo.cosid.snowflake.SnowflakeIdState;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Keys taken apart: ours of 32 characters, every one of them checked, and CosId's. */
@State(Scope.Benchmark)
public class ParsedKeys {

  private final Mintmark mint = Mintmark.open("memory:");
  private final KeyGenerator users = mint.keys(
      "users",
      k -> k.format(ReadableKeys.FORMAT)
          .shards(ReadableKeys.SHARDS)
          .version(1)
          .zone(ReadableKeys.ZONE));
  private final DefaultSnowflakeFriendlyId cosId =
      new DefaultSnowflakeFriendlyId(new MillisecondSnowflakeId(0, 41, 2, 20, 1));

  // Not final, so that they are read each time.
  private String key = users.next("user-42");
  private String friendly = cosId.friendlyId().getFriendlyId();

  @TearDown
  public void close() {
    mint.close();
  }

  @Benchmark
  public ParsedKey mintmark() {
    return users.parse(key);
  }

  @Benchmark
  public SnowflakeIdState cosIdFriendly() {
    return cosId.ofFriendlyId(friendly);
  }
}
