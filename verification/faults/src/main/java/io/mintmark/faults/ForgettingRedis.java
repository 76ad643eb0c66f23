package io.mintmark.faults;

import io.mintmark.faults.Site.Fault;
import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.redis.RedisServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Redis that keeps nothing on a disk, with a replica. It forgets all when it is killed, and its
 * last writes when the replica is promoted, which did not have them yet. Their clocks differ by
 * almost as much as windows are kept apart for, so that each failover steps the engine's clock.
 */
final class ForgettingRedis implements SiteEngine {

  private static final long DOWN_MS = 3_000;
  private static final Duration BEHIND = Duration.ofSeconds(-4);

  private EngineProcess primary;
  private EngineProcess replica;
  private final BreakableNetwork replication;

  ForgettingRedis(Path folder) {
    primary = start(folder.resolve("first"), Duration.ZERO);
    replica = start(folder.resolve("second"), BEHIND);
    replication = BreakableNetwork.to(primary.port());
    follow();
  }

  private static EngineProcess start(Path folder, Duration fromRight) {
    EngineProcess server = RedisServers.start(folder, "--appendonly", "no");
    SiteClock clock = new SiteClock(folder.resolve("clock"));
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
  public String url(String host, int port) {
    return "redis://" + host + ":" + port;
  }

  @Override
  public boolean canForget() {
    return true;
  }

  @Override
  public Set<Kind> kinds() {
    return EnumSet.allOf(Kind.class).stream()
        .filter(Kind::survivesForgetting)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Kind.class)));
  }

  @Override
  public List<Fault> faults(BreakableNetwork address) {
    return List.of(
        new Fault(
            "engine killed and empty again",
            () -> primary.kill(),
            () -> primary.restart(),
            DOWN_MS),
        Fault.failover(
            "replica falls behind and is promoted",
            replication::cut,
            () -> failOver(address),
            DOWN_MS),
        Fault.stopped("engine", () -> primary.pause(), () -> primary.resume()));
  }

  /**
   * The old primary is dead before the replica is one: where two answer at the same time nothing is
   * promised.
   */
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
        "the replica is in step", () -> RedisServers.says(replica, "master_link_status:up"));
  }

  @Override
  public void close() {
    replication.close();
    replica.close();
    primary.close();
  }
}
