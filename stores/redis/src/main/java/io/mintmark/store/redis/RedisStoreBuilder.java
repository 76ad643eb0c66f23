package io.mintmark.store.redis;

import static io.mintmark.store.engine.Failures.unavailable;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.mintmark.internal.store.Durability;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.EngineBuilder;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.ServerUrl;
import io.mintmark.store.engine.StoreContext;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link RedisStore}. Not thread-safe. */
public final class RedisStoreBuilder extends EngineBuilder<RedisStoreBuilder, RedisStore> {

  private @Nullable RedisClient client;
  private @Nullable RedisURI uri;
  private @Nullable RedisClusterClient clusterClient;

  RedisStoreBuilder() {}

  /**
   * Shares a client's threads and its TLS, socket and protocol options. The store opens a
   * connection of its own, with its own rules for a broken connection. It does not close the
   * client.
   *
   * @param shared the caller's client
   * @param server one server, or Sentinels and the primary's name; with credentials if it needs
   *     them
   * @return this
   */
  public RedisStoreBuilder client(RedisClient shared, RedisURI server) {
    client = shared;
    uri = server;
    return this;
  }

  /**
   * Shares a cluster client's threads and options. Opening the store asks the client once for the
   * cluster's servers. The store opens connections of its own. It does not close the client.
   *
   * @param shared the caller's client
   * @return this
   */
  public RedisStoreBuilder client(RedisClusterClient shared) {
    clusterClient = shared;
    return this;
  }

  /**
   * Sets the prefix of all keys, so that several systems can share a server.
   *
   * @param keyPrefix 1 to 100 characters of {@code A-Z a-z 0-9 . _ : / -}; default {@code mintmark}
   * @return this
   */
  public RedisStoreBuilder prefix(String keyPrefix) {
    return set(ServerUrl.PREFIX, keyPrefix);
  }

  /**
   * Sets how many replicas must acknowledge a claim before it succeeds.
   *
   * @param count 0 to 999,999; default 0
   * @return this
   */
  public RedisStoreBuilder waitReplicas(int count) {
    return set(RedisUrl.WAIT, Integer.toString(count));
  }

  @Override
  protected RedisStore openNow() {
    int clients = (client == null ? 0 : 1) + (clusterClient == null ? 0 : 1);
    ServerUrl read = read(RedisUrl.parse(url().orElse("redis://client")), "client", clients);
    Keys keys = new Keys(read.prefix(Keys.DEFAULT_PREFIX, Keys.MAX_PREFIX_LENGTH));
    int replicas = RedisUrl.replicas(read);
    if (clusterClient != null) {
      read.check();
      List<RedisURI> seeds = seeds(clusterClient);
      String name = "redis cluster of " + Clients.name(seeds.get(0));
      return open(
          settings(name, read), Clients.sharing(clusterClient, seeds, true), keys, replicas);
    }
    if (client != null && uri != null) {
      read.check();
      List<RedisURI> servers = Clients.within(timeout(), List.of(uri));
      String name = "redis " + Clients.name(uri);
      return open(settings(name, read), Clients.sharing(client, servers, false), keys, replicas);
    }
    RedisUrl url = RedisUrl.of(read);
    Clients own = Clients.own(Clients.within(timeout(), url.uris()), url.cluster());
    return open(settings(read.toString(), read), own, keys, replicas);
  }

  private List<RedisURI> seeds(RedisClusterClient shared) {
    try {
      StoreContext.system()
          .in(timeout())
          .await(shared.refreshPartitionsAsync().toCompletableFuture());
    } catch (ExecutionException | TimeoutException | CancellationException e) {
      throw unavailable(
          e,
          "the cluster client knows no server that answers: timeoutMs={}, {}",
          timeout().toMillis(),
          Refusal.root(e));
    }
    return Clients.within(
        timeout(), shared.getPartitions().stream().map(RedisClusterNode::getUri).toList());
  }

  private RedisStore open(OpenSettings settings, Clients clients, Keys keys, int replicas) {
    Servers servers = new Servers(clients, keys.rights(), settings.context());
    RedisEngine engine = new RedisEngine(servers, keys, replicas);
    return opened(settings.subject(), engine::close, () -> {
      Deadline deadline = settings.openingDeadline();
      Durability durability = new DurabilityCheck(clients.isSentinel(), replicas)
          .of(servers.primaries(deadline), clients.cluster(), deadline);
      return new RedisStore(settings, engine, durability);
    });
  }
}
