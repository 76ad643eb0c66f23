package io.mintmark.store.redis;

import static io.mintmark.store.redis.RedisServers.ask;
import static io.mintmark.store.redis.RedisServers.says;

import io.lettuce.core.cluster.SlotHash;
import io.mintmark.rigs.EngineProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A cluster of three primaries, of which the first may have a replica. Other modules use it too.
 */
public final class RedisCluster implements AutoCloseable {

  private static final int PRIMARIES = 3;

  /** The distance between a server's port for clients and its port for other servers. */
  private static final int BUS = 10_000;

  private final List<EngineProcess> primaries = new ArrayList<>();
  private final List<EngineProcess> replicas = new ArrayList<>();

  private RedisCluster() {}

  /** Starts a cluster, and waits until all servers know each other. */
  public static RedisCluster start(Path directory, boolean withReplica) {
    RedisCluster cluster = new RedisCluster();
    boolean started = false;
    try {
      Path program = RedisServers.program(directory);
      for (int i = 0; i < PRIMARIES; i++) {
        cluster.primaries.add(server(program, directory.resolve("primary" + i)));
      }
      if (withReplica) {
        cluster.replicas.add(server(program, directory.resolve("replica")));
      }
      cluster.join();
      started = true;
      return cluster;
    } finally {
      if (!started) {
        cluster.close();
      }
    }
  }

  public List<EngineProcess> primaries() {
    return primaries;
  }

  /** Returns the replica of the first primary. */
  EngineProcess replica() {
    return replicas.get(0);
  }

  String url() {
    EngineProcess first = primaries.get(0);
    EngineProcess last = primaries.get(PRIMARIES - 1);
    return "redis://127.0.0.1:" + first.port() + ",127.0.0.1:" + last.port() + "?cluster=true";
  }

  /** Returns the number of the primary that had a key's slot at first. */
  int firstOwner(String key) {
    return SlotHash.getSlot(key) * PRIMARIES / SlotHash.SLOT_COUNT;
  }

  @Override
  public void close() {
    primaries.forEach(EngineProcess::close);
    replicas.forEach(EngineProcess::close);
  }

  static EngineProcess server(Path program, Path directory) {
    List<String> options = new ArrayList<>(RedisServers.DURABLE);
    options.addAll(List.of(
        "--cluster-enabled", "yes",
        "--cluster-node-timeout", "1000",
        "--cluster-require-full-coverage", "no"));
    return RedisServers.start(program, directory, freePort(), options);
  }

  private static int freePort() {
    while (true) {
      int port = EngineProcess.freePort();
      if (EngineProcess.isFree(port + BUS)) {
        return port;
      }
    }
  }

  private void join() {
    EngineProcess first = primaries.get(0);
    for (int i = 0; i < PRIMARIES; i++) {
      int index = i;
      int[] slots = IntStream.range(0, SlotHash.SLOT_COUNT)
          .filter(slot -> slot * PRIMARIES / SlotHash.SLOT_COUNT == index)
          .toArray();
      ask(primaries.get(i), commands -> commands.clusterAddSlots(slots));
    }
    List<EngineProcess> all = new ArrayList<>(primaries);
    all.addAll(replicas);
    for (EngineProcess server : all) {
      ask(server, commands -> commands.clusterMeet("127.0.0.1", first.port()));
    }
    Await.until(
        "all servers know the cluster",
        () -> all.stream().allMatch(server -> {
          String info = ask(server, commands -> commands.clusterInfo());
          return info.contains("cluster_state:ok")
              && info.contains("cluster_slots_ok:" + SlotHash.SLOT_COUNT)
              && info.contains("cluster_known_nodes:" + all.size());
        }));
    String firstId = ask(first, commands -> commands.clusterMyId());
    for (EngineProcess replica : replicas) {
      ask(replica, commands -> commands.clusterReplicate(firstId));
      Await.until("the replica is in step", () -> says(replica, "master_link_status:up"));
    }
  }
}
