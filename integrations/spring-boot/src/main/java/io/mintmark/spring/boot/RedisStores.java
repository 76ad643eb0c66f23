package io.mintmark.spring.boot;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.redis.RedisStore;
import io.mintmark.store.redis.RedisStoreBuilder;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConverters;

/** Lines in the application's Redis, by the Lettuce client of its connection factory. */
final class RedisStores implements ClientStores<LettuceConnectionFactory> {

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
    AbstractRedisClient client = factory.getRequiredNativeClient();
    return client instanceof RedisClusterClient cluster
        ? builder.client(cluster).open()
        : builder.client((RedisClient) client, uri(factory)).open();
  }

  private static RedisURI uri(LettuceConnectionFactory factory) {
    RedisSentinelConfiguration sentinels = factory.getSentinelConfiguration();
    RedisURI uri = sentinels == null
        ? standalone(factory.getStandaloneConfiguration())
        : LettuceConverters.sentinelConfigurationToRedisURI(sentinels);
    uri.setDatabase(factory.getDatabase());
    uri.setSsl(factory.isUseSsl());
    uri.setVerifyPeer(factory.getClientConfiguration().getVerifyMode());
    uri.setStartTls(factory.isStartTls());
    return uri;
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
