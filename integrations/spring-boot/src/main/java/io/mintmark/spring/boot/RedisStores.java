package io.mintmark.spring.boot;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.redis.RedisStore;
import io.mintmark.store.redis.RedisStoreBuilder;
import java.util.stream.Stream;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.data.redis.connection.RedisConfiguration.StaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConverters;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;

/**
 * Opens stores that keep their lines (named counters) in the application's Redis, with the Lettuce
 * client of its connection factory.
 */
final class RedisStores implements ClientStores<LettuceConnectionFactory> {

  /**
   * The factory's field with its configuration. No method of the factory returns every kind of
   * configuration.
   */
  static final String CONFIGURATION = "configuration";

  @Override
  public Class<LettuceConnectionFactory> type() {
    return LettuceConnectionFactory.class;
  }

  @Override
  public boolean fits(LettuceConnectionFactory factory) {
    return true;
  }

  @Override
  public ClaimStore open(LettuceConnectionFactory factory, MintmarkProperties properties) {
    RedisStoreBuilder builder = RedisStore.builder()
        .timeout(properties.claimTimeout())
        .openTimeout(properties.openTimeout());
    requireClaims(factory);
    AbstractRedisClient client = factory.getRequiredNativeClient();
    return client instanceof RedisClusterClient cluster
        ? builder.client(cluster).open()
        : builder.client((RedisClient) client, uri(factory)).open();
  }

  /**
   * Refuses a factory that is configured with a socket or with a static list of replicas. Such a
   * factory exposes only its default server, which may belong to another application.
   */
  private static void requireClaims(LettuceConnectionFactory factory) {
    if (factory.getSocketConfiguration() != null) {
      throw refused("socket=" + factory.getSocketConfiguration().getSocket());
    }
    if (new DirectFieldAccessor(factory).getPropertyValue(CONFIGURATION)
        instanceof StaticMasterReplicaConfiguration replicated) {
      throw refused("servers="
          + replicated.getNodes().stream()
              .map(node -> node.getHostName() + ":" + node.getPort())
              .toList());
    }
  }

  private static ConfigurationException refused(String what) {
    return new ConfigurationException(
        "mintmark.store",
        Message.of(
            "the LettuceConnectionFactory connects to a socket or to a list of primaries and"
                + " replicas, where no store can be opened: {}; name the server itself with"
                + " mintmark.store=redis://HOST:PORT",
            what));
  }

  /** Makes the URI in the same way as the factory does for its own connections. */
  private static RedisURI uri(LettuceConnectionFactory factory) {
    RedisSentinelConfiguration sentinels = factory.getSentinelConfiguration();
    RedisURI uri = sentinels == null
        ? standalone(factory.getStandaloneConfiguration())
        : LettuceConverters.sentinelConfigurationToRedisURI(sentinels);
    factory
        .getClientConfiguration()
        .getRedisCredentialsProviderFactory()
        .ifPresent(credentials -> show(credentials, factory, uri));
    uri.setDatabase(factory.getDatabase());
    Stream.concat(Stream.of(uri), uri.getSentinels().stream()).forEach(server -> {
      server.setSsl(factory.isUseSsl());
      server.setVerifyPeer(factory.getClientConfiguration().getVerifyMode());
      server.setStartTls(factory.isStartTls());
    });
    return uri;
  }

  private static void show(
      RedisCredentialsProviderFactory credentials, LettuceConnectionFactory factory, RedisURI uri) {
    RedisSentinelConfiguration sentinels = factory.getSentinelConfiguration();
    uri.setCredentialsProvider(credentials.createCredentialsProvider(
        sentinels == null ? factory.getStandaloneConfiguration() : sentinels));
    if (sentinels != null) {
      uri.getSentinels()
          .forEach(server -> server.setCredentialsProvider(
              credentials.createSentinelCredentialsProvider(sentinels)));
    }
  }

  private static RedisURI standalone(RedisStandaloneConfiguration server) {
    RedisURI uri = RedisURI.create(server.getHostName(), server.getPort());
    server
        .getPassword()
        .toOptional()
        .ifPresent(password -> uri.setCredentialsProvider(RedisCredentialsProvider.from(
            () -> RedisCredentials.just(server.getUsername(), password))));
    return uri;
  }
}
