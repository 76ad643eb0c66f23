package io.mintmark.enginespeed;

import io.lettuce.core.LettuceVersion;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.redis.RedisServers;
import java.nio.file.Path;
import java.util.List;

/** Redis that syncs its log before it answers. */
final class RedisEngine implements Engine {

  private static final String KEY = "plain";

  private final EngineProcess process;
  private final RedisClient client;
  private final StatefulRedisConnection<String, String> shared;

  RedisEngine(Path folder) {
    process = RedisServers.startDurable(folder);
    client = RedisClient.create(RedisURI.create("127.0.0.1", process.port()));
    shared = client.connect();
  }

  @Override
  public String version() {
    String version = shared
        .sync()
        .info("server")
        .lines()
        .filter(line -> line.startsWith("redis_version:"))
        .findFirst()
        .orElseThrow();
    return "Redis %s, `appendfsync always`, Lettuce %s"
        .formatted(version.substring(version.indexOf(':') + 1), LettuceVersion.getVersion());
  }

  @Override
  public String url() {
    return "redis://127.0.0.1:" + process.port();
  }

  @Override
  public List<Contender> plain() {
    return List.of(
        new Contender("`INCR`", () -> new Increment(client.connect())),
        new Contender("`INCR`, all on one connection", () -> () -> shared.sync().incr(KEY)));
  }

  @Override
  public void close() {
    client.shutdown();
    process.close();
  }

  private record Increment(StatefulRedisConnection<String, String> connection) implements Drawing {

    @Override
    public long next() {
      return connection.sync().incr(KEY);
    }

    @Override
    public void close() {
      connection.close();
    }
  }
}
