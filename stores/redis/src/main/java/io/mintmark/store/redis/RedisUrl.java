package io.mintmark.store.redis;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import io.mintmark.store.engine.ServerUrl;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A parsed URL:
 * {@code redis://[user:password@]host[:port][,host[:port]...][/database][?parameters][#counter]},
 * or {@code rediss://} for TLS.
 *
 * @param uris the server; or the Sentinels with the primary's name; or some servers of a cluster,
 *     which list the others
 * @param cluster whether the servers belong to a cluster
 */
record RedisUrl(List<RedisURI> uris, boolean cluster) {

  static final Set<String> SCHEMES = Set.of("redis", "rediss");

  static final String WAIT = "wait-replicas";
  private static final String SENTINEL = "sentinel";
  private static final String SENTINEL_PASSWORD = "sentinel-password";
  private static final String CLUSTER = "cluster";
  private static final String VERIFY_PEER = "verify-peer";
  private static final Set<String> PARAMETERS =
      Set.of(ServerUrl.PREFIX, WAIT, SENTINEL, SENTINEL_PASSWORD, CLUSTER, VERIFY_PEER);

  private static final Map<String, SslVerifyMode> VERIFY_MODES =
      Map.of("full", SslVerifyMode.FULL, "ca", SslVerifyMode.CA, "none", SslVerifyMode.NONE);

  private static final int MAX_NUMBER = 999_999;

  /** Starts to read the settings of a store or a counter. */
  static ServerUrl parse(String text) {
    return ServerUrl.of(text, SCHEMES, PARAMETERS);
  }

  /** Reads how many replicas must acknowledge a claim before it succeeds. */
  static int replicas(ServerUrl url) {
    return url.number(WAIT, url.parameter(WAIT, "0"), 0, MAX_NUMBER);
  }

  /** Reads the servers, and refuses the URL if it has faults. */
  static RedisUrl of(ServerUrl url) {
    boolean cluster = url.flag(CLUSTER);
    Optional<String> primary = url.parameter(SENTINEL);
    if (url.parameter(SENTINEL_PASSWORD).isPresent() && primary.isEmpty()) {
      url.fault("a Sentinel's password needs its name for the primary: sentinel=none");
    }
    if (cluster && primary.isPresent()) {
      url.fault("a cluster cannot have a Sentinel: cluster=true, sentinel={}", primary.get());
    }
    RedisUrl read = new RedisUrl(uris(url, cluster, primary), cluster);
    url.check();
    return read;
  }

  private static List<RedisURI> uris(ServerUrl url, boolean cluster, Optional<String> primary) {
    List<ServerUrl.Server> servers = url.servers(
        primary.isPresent() ? RedisURI.DEFAULT_SENTINEL_PORT : RedisURI.DEFAULT_REDIS_PORT);
    if (servers.size() > 1 && !cluster && primary.isEmpty()) {
      url.fault(
          "several servers need a cluster or Sentinels: servers={}; add cluster=true or"
              + " sentinel=NAME",
          servers.size());
    }
    RedisURI like = like(url, cluster);
    if (primary.isEmpty()) {
      return servers.stream()
          .map(server -> at(RedisURI.builder(like), server).build())
          .toList();
    }
    like.setSentinelMasterId(primary.get());
    for (ServerUrl.Server server : servers) {
      RedisURI sentinel = at(RedisURI.builder().withSsl(like), server).build();
      url.parameter(SENTINEL_PASSWORD)
          .ifPresent(password -> sentinel.setCredentialsProvider(credentials("", password)));
      like.getSentinels().add(sentinel);
    }
    return List.of(like);
  }

  private static RedisURI.Builder at(RedisURI.Builder builder, ServerUrl.Server server) {
    return builder.withHost(server.host().replaceAll("[\\[\\]]", "")).withPort(server.port());
  }

  /** Returns a URI without a server: the settings that all servers of the URL have in common. */
  private static RedisURI like(ServerUrl url, boolean cluster) {
    RedisURI like = new RedisURI();
    int database = url.path().isEmpty() ? 0 : url.number("database", url.path(), 0, MAX_NUMBER);
    if (cluster && database > 0) {
      url.fault("a cluster has only database 0: database={}", database);
    }
    like.setDatabase(database);
    boolean tls = url.scheme().equals("rediss");
    like.setSsl(tls);
    like.setVerifyPeer(verifyPeer(url, tls));
    url.user(false)
        .ifPresent(user -> like.setCredentialsProvider(credentials(user.name(), user.password())));
    return like;
  }

  /**
   * Makes the credentials; the name may be empty. The methods used here exist in Lettuce 6 and 7.
   * The shorter methods differ between these versions.
   */
  private static RedisCredentialsProvider credentials(String name, String password) {
    return RedisCredentialsProvider.from(
        () -> RedisCredentials.just(name.isEmpty() ? null : name, password.toCharArray()));
  }

  private static SslVerifyMode verifyPeer(ServerUrl url, boolean tls) {
    String verify = url.parameter(VERIFY_PEER, "full");
    if (url.parameter(VERIFY_PEER).isPresent() && !tls) {
      url.fault("verify-peer needs rediss://: verify-peer={}", verify);
    }
    if (!VERIFY_MODES.containsKey(verify)) {
      url.fault("neither full, ca nor none: verify-peer='{}'", verify);
    }
    return VERIFY_MODES.getOrDefault(verify, SslVerifyMode.FULL);
  }
}
