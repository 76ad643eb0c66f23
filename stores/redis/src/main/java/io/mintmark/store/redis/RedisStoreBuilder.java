package io.mintmark.store.redis;

import static io.mintmark.store.engine.Failures.unavailable;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.mintmark.error.Message;
import io.mintmark.internal.store.Durability;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.EngineBuilder;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreContext;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link RedisStore}. Not thread-safe. */
public final class RedisStoreBuilder extends EngineBuilder<RedisStoreBuilder, RedisStore> {

  private @Nullable RedisClient client;
  private @Nullable RedisURI uri;
  private @Nullable RedisClusterClient clusterClient;
  private @Nullable String prefix;
  private @Nullable Integer replicas;

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
    prefix = keyPrefix;
    return this;
  }

  /**
   * Sets how many replicas must acknowledge a claim before it succeeds.
   *
   * @param count 0 or more; default 0
   * @return this
   */
  public RedisStoreBuilder waitReplicas(int count) {
    replicas = count;
    return this;
  }

  @Override
  protected RedisStore openNow() {
    List<String> faults =
        faults("client", (client == null ? 0 : 1) + (clusterClient == null ? 0 : 1));
    if (replicas != null && replicas < 0) {
      faults.add(Message.of("no such number of replicas: waitReplicas={}", replicas));
    }
    if (prefix != null) {
      checkPrefix(prefix, Keys.MAX_PREFIX_LENGTH, faults);
    }
    refuse("redis store", faults);
    if (clusterClient != null) {
      List<RedisURI> seeds = seeds(clusterClient);
      return open(
          settings("redis cluster of " + Clients.name(seeds.get(0)), false),
          Clients.sharing(clusterClient, seeds, true),
          Keys.DEFAULT_PREFIX,
          0);
    }
    if (client != null && uri != null) {
      List<RedisURI> servers = Clients.within(timeout(), List.of(uri));
      return open(
          settings("redis " + Clients.name(uri), false),
          Clients.sharing(client, servers, false),
          Keys.DEFAULT_PREFIX,
          0);
    }
    RedisUrl url = RedisUrl.ofStore(url().orElseThrow());
    return open(
        settings(url.masked(), url.strict()),
        Clients.own(Clients.within(timeout(), url.uris()), url.cluster()),
        url.prefix(),
        url.replicas());
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

  /** Opens the store. The builder's prefix and replicas override the given ones. */
  private RedisStore open(
      OpenSettings settings, Clients clients, String otherPrefix, int otherReplicas) {
    Keys keys = new Keys(Objects.requireNonNullElse(prefix, otherPrefix));
    int waits = Objects.requireNonNullElse(replicas, otherReplicas);
    Servers servers = new Servers(clients, keys.rights(), settings.context());
    RedisEngine engine = new RedisEngine(servers, keys, waits);
    return opened(settings.subject(), engine::close, () -> {
      Deadline deadline = settings.openingDeadline();
      Durability durability = new DurabilityCheck(clients.isSentinel(), waits)
          .of(servers.primaries(deadline), clients.cluster(), deadline);
      return new RedisStore(settings, engine, durability);
    });
  }
}
