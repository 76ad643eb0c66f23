package io.mintmark.store.zookeeper;

import io.mintmark.store.engine.ServerUrl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;

/**
 * The address of an ensemble.
 *
 * @param servers {@code host:port}, separated by commas
 * @param user the user who connects; empty to connect without a user
 * @param sessionTimeout the timeout of a session; a silent connection is abandoned after two thirds
 *     of this time
 */
record EnsembleAddress(String servers, Optional<ServerUrl.User> user, Duration sessionTimeout) {

  static final String DEFAULT_SESSION_TIMEOUT_MS = "6000";

  /**
   * The most bytes in a reply. A list of 100,000 children with names of 200 characters still fits.
   */
  private static final int MAX_REPLY_BYTES = 64 << 20;

  /** Makes a client without starting it. */
  CuratorFramework client() {
    ZKClientConfig config = new ZKClientConfig();
    config.setProperty(ZKClientConfig.JUTE_MAXBUFFER, Integer.toString(MAX_REPLY_BYTES));
    CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
        .connectString(servers)
        .sessionTimeoutMs((int) sessionTimeout.toMillis())
        .connectionTimeoutMs((int) sessionTimeout.toMillis())
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

  @Override
  public String toString() {
    return "zookeeper://" + (user.isEmpty() ? "" : "***@") + servers;
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
