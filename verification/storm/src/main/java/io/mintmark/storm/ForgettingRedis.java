package io.mintmark.storm;

import io.lettuce.core.RestoreArgs;
import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.redis.RedisServers;
import io.mintmark.storm.Fault.Trait;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Redis without a disk, with a replica. If it is killed, it forgets everything. If the replica is
 * promoted without the last writes, these are lost. The two servers' clocks differ by 4 s, so each
 * failover steps the engine's clock by almost as much as Mintmark allows ({@link EngineClock}).
 */
class ForgettingRedis implements Engine {

  private static final long DOWN_MS = 3_000;
  private static final Duration BEHIND = Duration.ofSeconds(-4);

  private static final String MAX_MEMORY = "4mb";
  private static final int CACHED = 4_000;
  private static final String CACHE_TEXT = "x".repeat(2_000);

  private final Map<String, byte[]> dumped = new HashMap<>();
  private EngineProcess primary;
  private EngineProcess replica;
  private final BreakableNetwork replication;

  ForgettingRedis(Path folder, Resources resources) {
    primary = resources.add(start(folder.resolve("first"), Duration.ZERO));
    replica = resources.add(start(folder.resolve("second"), BEHIND));
    replication = resources.add(BreakableNetwork.to(primary.port()));
    follow();
  }

  private static EngineProcess start(Path folder, Duration fromRight) {
    EngineProcess server = RedisServers.start(folder, "--appendonly", "no");
    EngineClock clock = new EngineClock(folder.resolve("clock"));
    clock.set(fromRight);
    server.kill();
    server.startedBy(Programs.with(clock::preload));
    server.restart();
    return server;
  }

  @Override
  public int port() {
    return primary.port();
  }

  @Override
  public String url(int port) {
    return "redis://127.0.0.1:" + port;
  }

  @Override
  public boolean canForget() {
    return true;
  }

  @Override
  public Set<Kind> kinds() {
    return EnumSet.of(Kind.SNOWFLAKE, Kind.OPAQUE, Kind.WORKER_KEY);
  }

  @Override
  public List<Fault> faults(BreakableNetwork address) {
    return List.of(
        new Fault(
            "engine killed and empty again",
            () -> primary.kill(),
            () -> primary.restart(),
            DOWN_MS),
        new Fault(
            "replica falls behind and is promoted",
            replication::cut,
            () -> failOver(address),
            DOWN_MS,
            Trait.ALWAYS),
        Fault.paused("engine", () -> primary.pause(), () -> primary.resume()),
        new Fault("lines emptied and restored", this::dump, this::restore, DOWN_MS, Trait.ALWAYS),
        new Fault(
            "fingerprints deleted", this::deleteFingerprints, () -> {}, DOWN_MS, Trait.ALWAYS),
        new Fault("keys evicted", this::evict, this::endEviction, DOWN_MS, Trait.ALWAYS));
  }

  private void dump() {
    dumped.clear();
    RedisServers.ask(primary, commands -> {
      commands.keys("*").forEach(key -> dumped.put(key, commands.dump(key)));
      return dumped;
    });
  }

  private void restore() {
    RedisServers.ask(primary, commands -> {
      String emptied = commands.flushall();
      dumped.forEach((key, value) ->
          commands.restore(key, value, RestoreArgs.Builder.ttl(0).replace()));
      return emptied;
    });
  }

  private void deleteFingerprints() {
    RedisServers.ask(primary, commands -> {
      List<String> keys = commands.keys("*{spec/*");
      return keys.isEmpty() ? 0L : commands.del(keys.toArray(String[]::new));
    });
  }

  /** Fills the allowed memory, as a cache on the same server does. */
  private void evict() {
    RedisServers.ask(primary, commands -> {
      commands.configSet("maxmemory-policy", "allkeys-lru");
      commands.configSet("maxmemory", MAX_MEMORY);
      for (int i = 0; i < CACHED; i++) {
        commands.set("cache-" + i, CACHE_TEXT);
      }
      return CACHED;
    });
  }

  private void endEviction() {
    RedisServers.ask(primary, commands -> {
      commands.configSet("maxmemory", "0");
      return commands.del(commands.keys("cache-*").toArray(String[]::new));
    });
  }

  /** Kills the old primary first: nothing is promised while two primaries answer. */
  private void failOver(BreakableNetwork address) {
    primary.kill();
    RedisServers.ask(replica, commands -> commands.replicaofNoOne());
    address.leadTo(replica.port());
    EngineProcess killed = primary;
    primary = replica;
    replica = killed;
    replica.restart();
    replication.mend();
    replication.leadTo(primary.port());
    follow();
  }

  private void follow() {
    RedisServers.ask(replica, commands -> commands.replicaof("127.0.0.1", replication.port()));
    Waiting.until(
        "the replica has caught up", () -> RedisServers.says(replica, "master_link_status:up"));
  }
}
