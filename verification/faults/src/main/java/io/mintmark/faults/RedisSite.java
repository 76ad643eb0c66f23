package io.mintmark.faults;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.mintmark.testkit.BreakableNetwork;
import io.mintmark.testkit.EngineProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Redis that keeps each write before it answers, or one that forgets all when it is killed. */
final class RedisSite implements Site {

  private final Path folder;
  private final boolean forgetting;
  private final EngineProcess engine;
  private final BreakableNetwork network;
  private final EngineProcess server;

  RedisSite(Path folder, boolean forgetting) {
    this.folder = folder;
    this.forgetting = forgetting;
    int port = EngineProcess.freePort();
    create(folder.resolve("engine"));
    this.engine = EngineProcess.start(
        folder.resolve("engine"),
        port,
        List.of(
            EngineProcess.find("redis-server").orElseThrow().toString(),
            "--port",
            Integer.toString(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            forgetting ? "no" : "yes",
            "--appendfsync",
            "always"));
    this.network = BreakableNetwork.to(port);
    this.server = ServerProcess.start(
        folder.resolve("server"), List.of("--store=" + url(), "--data=state", "--init"), Map.of());
  }

  private static void create(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String name() {
    return forgetting ? "forgetting-redis" : "redis";
  }

  @Override
  public String url(String host, int port) {
    return "redis://" + host + ":" + port;
  }

  @Override
  public BreakableNetwork network() {
    return network;
  }

  @Override
  public String server() {
    return "http://127.0.0.1:" + server.port();
  }

  @Override
  public Set<Kind> kinds() {
    return EnumSet.allOf(Kind.class).stream()
        .filter(kind -> !forgetting || kind.survivesForgetting())
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Kind.class)));
  }

  @Override
  public List<Fault> faults() {
    Fault killed = new Fault(
        forgetting ? "engine killed, and empty again" : "engine killed",
        engine::kill,
        engine::restart,
        3_000);
    if (forgetting) {
      return List.of(killed);
    }
    return List.of(
        new Fault("no writes taken", () -> replicas("1"), () -> replicas("0"), 12_000),
        killed,
        new Fault("engine stopped in its tracks", engine::pause, engine::resume, 6_000),
        new Fault("network cut", network::cut, network::mend, 6_000),
        new Fault("server killed", server::kill, server::restart, 2_000),
        new Fault("server stopped in its tracks", server::pause, server::resume, 6_000));
  }

  /** Writes wait for replicas that are not there. */
  private void replicas(String least) {
    try (RedisClient client = RedisClient.create(RedisURI.create("127.0.0.1", engine.port()));
        StatefulRedisConnection<String, String> connection = client.connect()) {
      connection.sync().configSet("min-replicas-to-write", least);
    }
  }

  @Override
  public Path files() {
    return folder;
  }

  @Override
  public void close() {
    server.close();
    network.close();
    engine.close();
  }
}
