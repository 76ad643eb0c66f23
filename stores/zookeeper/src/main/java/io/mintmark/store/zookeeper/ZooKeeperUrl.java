package io.mintmark.store.zookeeper;

import io.mintmark.store.engine.ServerUrl;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;

/**
 * The servers of a URL
 * {@code zookeeper://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]...][/NAMESPACE][?PARAMETERS]}.
 *
 * @param servers {@code host:port}, separated by commas
 * @param user the user who connects; empty to connect without a user
 * @param sessionMs the timeout of a session; a silent connection is abandoned after two thirds of
 *     this time
 */
record ZooKeeperUrl(String servers, Optional<ServerUrl.User> user, int sessionMs) {

  static final Set<String> SCHEMES = Set.of("zookeeper");
  private static final int MAX_PATH_LENGTH = 200;

  private static final String SESSION_TIMEOUT = "session-timeout-ms";
  private static final int DEFAULT_PORT = 2181;
  private static final int MIN_SESSION_MS = 1_000;
  private static final int MAX_SESSION_MS = 600_000;
  private static final String DEFAULT_SESSION_MS = "6000";
  /**
   * The most bytes in a reply. A list of 100,000 children with names of 200 characters still fits.
   */
  private static final int MAX_REPLY_BYTES = 64 << 20;

  private static final Pattern PATH = Pattern.compile("(?:/[A-Za-z0-9._:-]+)+");

  /** Starts to read the settings of a store. */
  static ServerUrl parse(String text) {
    return ServerUrl.of(text, SCHEMES, Set.of(SESSION_TIMEOUT));
  }

  /** Reads the remaining settings, and refuses the URL if it has faults. */
  static ZooKeeperUrl of(ServerUrl url) {
    int sessionMs = url.number(
        SESSION_TIMEOUT,
        url.parameter(SESSION_TIMEOUT, DEFAULT_SESSION_MS),
        MIN_SESSION_MS,
        MAX_SESSION_MS);
    String servers = url.servers(DEFAULT_PORT).stream()
        .map(ServerUrl.Server::toString)
        .collect(Collectors.joining(","));
    ZooKeeperUrl read = new ZooKeeperUrl(servers, url.user(true), sessionMs);
    url.check();
    return read;
  }

  /** Makes a client without starting it. */
  CuratorFramework client() {
    ZKClientConfig config = new ZKClientConfig();
    config.setProperty(ZKClientConfig.JUTE_MAXBUFFER, Integer.toString(MAX_REPLY_BYTES));
    CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
        .connectString(servers)
        .sessionTimeoutMs(sessionMs)
        .connectionTimeoutMs(sessionMs)
        .retryPolicy(new RetryNTimes(0, 0))
        .zkClientConfig(config)
        // The client always uses the addresses in the URL. The servers' own list may contain
        // addresses that clients cannot reach.
        .ensembleTracker(false);
    user.ifPresent(known -> builder
        .authorization(
            "digest", (known.name() + ":" + known.password()).getBytes(StandardCharsets.UTF_8))
        .aclProvider(new Everywhere(ZooDefs.Ids.CREATOR_ALL_ACL)));
    return builder.build();
  }

  /** Returns the servers' address, without secrets. */
  String address() {
    return "zookeeper://" + (user.isEmpty() ? "" : "***@") + servers;
  }

  /** Adds a fault if the path of the namespace breaks a rule. */
  static void checkNamespace(String path, ServerUrl settings) {
    if (path.length() > MAX_PATH_LENGTH) {
      settings.fault("namespace too long: length={} > {}", path.length(), MAX_PATH_LENGTH);
    } else if (!PATH.matcher(path).matches()) {
      settings.fault("namespace is no path: path='{}'; it has parts of A-Z a-z 0-9 . _ : -", path);
    } else if (List.of(path.split("/")).stream().anyMatch(Set.of(".", "..")::contains)) {
      settings.fault("namespace with a part made of dots: path='{}'", path);
    } else if ((path + "/").startsWith("/zookeeper/")) {
      settings.fault(
          "namespace below /zookeeper, which the servers keep for themselves: path='{}'", path);
    }
  }

  private record Everywhere(List<ACL> acl) implements ACLProvider {

    @Override
    public List<ACL> getDefaultAcl() {
      return acl;
    }

    @Override
    public List<ACL> getAclForPath(String path) {
      return acl;
    }
  }
}
