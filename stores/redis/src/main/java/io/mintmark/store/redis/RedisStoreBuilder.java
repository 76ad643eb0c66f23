package io.mintmark.store.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.Durability;
import io.mintmark.store.LineName;
import io.mintmark.store.StoreUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link RedisStore}. Not thread-safe. */
public final class RedisStoreBuilder {

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration MAX_TIMEOUT = Duration.ofHours(1);
  private static final int MAX_PREFIX_LENGTH = 100;

  private @Nullable String url;
  private @Nullable RedisClient client;
  private @Nullable RedisURI uri;
  private @Nullable RedisClusterClient clusterClient;
  private @Nullable String prefix;
  private @Nullable Integer replicas;
  private @Nullable Boolean strict;
  private Duration timeout = DEFAULT_TIMEOUT;
  private @Nullable Duration openTimeout;

  RedisStoreBuilder() {}

  /**
   * Sets where the servers are, by a URL as {@link RedisStoreProvider} says. What else is set here
   * goes before the URL's parameters.
   *
   * @param storeUrl a URL of the scheme {@code redis:} or {@code rediss:}
   * @return this
   */
  public RedisStoreBuilder url(String storeUrl) {
    url = storeUrl;
    return this;
  }

  /**
   * Shares a client's threads and its TLS, socket and protocol options. The connection is this
   * store's own, with the store's own rules for what happens when it breaks, and the client is left
   * open.
   *
   * @param shared a client of the caller's
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
   * Shares a cluster client's threads and options, and asks it for the cluster's servers once, at
   * opening. The connections are this store's own, and the client is left open.
   *
   * @param shared a client of the caller's
   * @return this
   */
  public RedisStoreBuilder client(RedisClusterClient shared) {
    clusterClient = shared;
    return this;
  }

  /**
   * Sets what keeps systems on one engine apart.
   *
   * @param keyPrefix 1 to 100 characters of {@code A-Z a-z 0-9 . _ : / -}; default {@code mintmark}
   * @return this
   */
  public RedisStoreBuilder prefix(String keyPrefix) {
    prefix = keyPrefix;
    return this;
  }

  /**
   * Sets how many replicas must have a claim before it is answered.
   *
   * @param count 0 or more; default 0
   * @return this
   */
  public RedisStoreBuilder waitReplicas(int count) {
    replicas = count;
    return this;
  }

  /**
   * Sets whether to refuse servers that may lose what they acknowledged.
   *
   * @param refuse whether to refuse rather than warn; default false
   * @return this
   */
  public RedisStoreBuilder strict(boolean refuse) {
    strict = refuse;
    return this;
  }

  /**
   * Sets the deadline of every call.
   *
   * @param eachCall above 0, at most an hour; default 5 s
   * @return this
   */
  public RedisStoreBuilder timeout(Duration eachCall) {
    timeout = eachCall;
    return this;
  }

  /**
   * Sets the deadline of opening, which a process that has just started may need longer for than
   * for a call.
   *
   * @param deadline above 0, at most an hour; by default the timeout of a call
   * @return this
   */
  public RedisStoreBuilder openTimeout(Duration deadline) {
    openTimeout = deadline;
    return this;
  }

  /**
   * Connects, and reads what the servers' settings say about durability.
   *
   * @return the open store, which the caller closes
   * @throws ConfigurationException with every fault in the settings; if a server is too old, or is
   *     one of a cluster and was not said to be; if it may lose claims and is to be refused for it
   * @throws StoreUnavailableException if no server answers in time, or it refuses the user
   */
  public RedisStore open() {
    List<String> faults = new ArrayList<>();
    int sources =
        (url == null ? 0 : 1) + (client == null ? 0 : 1) + (clusterClient == null ? 0 : 1);
    if (sources != 1) {
      faults.add(
          Message.of("a store has one of url, client and cluster client: given={}", sources));
    }
    for (Duration each : Set.copyOf(List.of(timeout, opening()))) {
      if (each.isZero() || each.isNegative() || each.compareTo(MAX_TIMEOUT) > 0) {
        faults.add(
            Message.of("a timeout is above 0 and at most {}: timeout={}", MAX_TIMEOUT, each));
      }
    }
    if (replicas != null && replicas < 0) {
      faults.add(Message.of("a number of replicas is 0 or more: waitReplicas={}", replicas));
    }
    if (prefix != null) {
      faults.addAll(faultsOfPrefix(prefix));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException(
          "store " + (url == null ? "redis" : StoreUrl.mask(url)), faults);
    }
    Plan plan = plan();
    return opened(plan, Deadline.in(opening()));
  }

  private Duration opening() {
    return openTimeout == null ? timeout : openTimeout;
  }

  private record Plan(
      String name,
      RedisClient client,
      List<RedisURI> uris,
      boolean cluster,
      boolean failsOver,
      Keys keys,
      int replicas,
      boolean strict) {}

  private Plan plan() {
    if (url != null) {
      RedisUrl parsed = RedisUrl.of(url);
      if (parsed.counter() != null) {
        throw new ConfigurationException(
            "store " + parsed.url(), "a store has no counter: '#' names one to adopt");
      }
      boolean refuse = parsed.url().isStrict();
      List<RedisURI> uris = Clients.within(timeout, parsed.uris());
      return new Plan(
          parsed.url().toString(),
          Clients.own(uris),
          uris,
          parsed.isCluster(),
          parsed.isSentinel(),
          new Keys(prefix == null ? parsed.prefix() : prefix),
          replicas == null ? parsed.replicas() : replicas,
          strict == null ? refuse : strict);
    }
    Keys keys = new Keys(prefix == null ? Keys.DEFAULT_PREFIX : prefix);
    int waits = replicas == null ? 0 : replicas;
    boolean refuses = strict != null && strict;
    if (clusterClient != null) {
      List<RedisURI> seeds = seeds(clusterClient);
      return new Plan(
          "redis cluster of " + Clients.name(seeds.get(0)),
          Clients.sharing(clusterClient, seeds),
          seeds,
          true,
          false,
          keys,
          waits,
          refuses);
    }
    if (client == null || uri == null) {
      throw new IllegalStateException("one source was counted");
    }
    List<RedisURI> servers = Clients.within(timeout, List.of(uri));
    boolean sentinel = !uri.getSentinels().isEmpty();
    return new Plan(
        "redis " + Clients.name(uri),
        Clients.sharing(client, servers),
        servers,
        false,
        sentinel,
        keys,
        waits,
        refuses);
  }

  private List<RedisURI> seeds(RedisClusterClient shared) {
    try {
      Deadline.in(timeout).await(shared.refreshPartitionsAsync().toCompletableFuture());
    } catch (ExecutionException | TimeoutException | CancellationException e) {
      throw new StoreUnavailableException(
          Message.of(
              "the cluster client knows no server that answers: timeoutMs={}, {}",
              timeout.toMillis(),
              Refusal.root(e)),
          e);
    }
    return Clients.within(
        timeout, shared.getPartitions().stream().map(RedisClusterNode::getUri).toList());
  }

  private RedisStore opened(Plan plan, Deadline deadline) {
    Servers servers = Clients.servers(
        plan.client, plan.uris, plan.cluster, List.of(Script.values()), plan.keys.rights());
    boolean opened = false;
    try {
      Durability durability = new DurabilityCheck(plan.failsOver, plan.replicas)
          .of(servers.primaries(deadline), plan.cluster, deadline);
      durability.admit(plan.name, plan.strict);
      RedisStore store = new RedisStore(
          plan.name, plan.client, servers, plan.keys, plan.replicas, timeout, durability);
      opened = true;
      return store;
    } catch (StoreUnavailableException e) {
      throw new StoreUnavailableException(
          Message.of("the store cannot be opened: reason={}, store={}", e.getMessage(), plan.name),
          e);
    } finally {
      if (!opened) {
        servers.close();
        Clients.shutDown(plan.client);
      }
    }
  }

  static List<String> faultsOfPrefix(String prefix) {
    if (prefix.isEmpty() || prefix.length() > MAX_PREFIX_LENGTH) {
      return List.of(Message.of(
          "a prefix has 1 to {} characters: length={}", MAX_PREFIX_LENGTH, prefix.length()));
    }
    try {
      LineName.checkPrefix(prefix);
      return List.of();
    } catch (IllegalArgumentException e) {
      return List.of(
          "a prefix is made as line names are: prefix='" + prefix + "', " + e.getMessage());
    }
  }
}
