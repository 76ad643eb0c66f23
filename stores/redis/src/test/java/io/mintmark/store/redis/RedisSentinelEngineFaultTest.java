package io.mintmark.store.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import io.mintmark.rigs.EngineFaultContract;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A server without a replica, whose address a Sentinel provides. */
@Tag("long")
class RedisSentinelEngineFaultTest extends EngineFaultContract {

  private static final String DOWN_AFTER_MS = "500";

  @TempDir
  static Path directory;

  private @Nullable EngineProcess sentinel;

  @Override
  protected EngineProcess startEngine() throws IOException {
    Path place = directory.resolve("sentinel");
    int port = EngineProcess.freePort();
    Path program = RedisServers.program(place);
    Files.write(place.resolve("sentinel.conf"), List.of("port " + port, "bind 127.0.0.1"));
    sentinel = EngineProcess.start(
        place, port, List.of(program.toString(), "sentinel.conf", "--sentinel"));
    return RedisServers.startDurable(directory.resolve("server"));
  }

  @AfterAll
  void endSentinel() {
    if (sentinel != null) {
      sentinel.close();
    }
  }

  /**
   * A client connects to the address that the Sentinel provides. So the Sentinel monitors a server
   * at each given port, under its own name.
   */
  @Override
  protected String url(int port) {
    String name = "at-" + port;
    int at = Objects.requireNonNull(sentinel).port();
    RedisURI uri = RedisURI.create("127.0.0.1", at);
    try (RedisClient client = RedisClient.create();
        StatefulRedisSentinelConnection<String, String> connection = client.connectSentinel(uri)) {
      if (connection.sync().masters().stream().noneMatch(each -> name.equals(each.get("name")))) {
        connection.sync().monitor(name, "127.0.0.1", port, 1);
        connection.sync().set(name, "down-after-milliseconds", DOWN_AFTER_MS);
      }
    }
    return "redis://127.0.0.1:" + at + "?sentinel=" + name;
  }
}
