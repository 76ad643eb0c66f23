package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisDataException;

/** Tests Java's Redis clients with their default settings, and in each version of the protocol. */
@Tag("long")
class JavaClientsTest {

  private static final int PIPELINED = 10_000;

  @RegisterExtension
  private final MemoryServer server = MemoryServer.standard();

  private RedisURI uri() {
    return RedisURI.create("127.0.0.1", server.get().resp().getPort());
  }

  @Test
  void lettuce_withDefaults_countsInOrderInAPipeline() {
    try (RedisClient client = RedisClient.create(uri());
        StatefulRedisConnection<String, String> connection = client.connect()) {
      List<RedisFuture<Long>> replies = new ArrayList<>();
      for (int i = 0; i < PIPELINED; i++) {
        replies.add(connection.async().incr("a"));
      }

      assertThat(replies.stream().map(reply -> reply.toCompletableFuture().join()))
          .containsExactlyElementsOf(
              LongStream.rangeClosed(1, PIPELINED).boxed().toList());
    }
  }

  @ParameterizedTest
  @EnumSource(ProtocolVersion.class)
  void lettuce_inEitherVersion_readsEveryReply(ProtocolVersion version) {
    RedisURI named = RedisURI.builder(uri()).withClientName("lettuce").build();
    try (RedisClient client = RedisClient.create(named)) {
      client.setOptions(ClientOptions.builder().protocolVersion(version).build());
      try (StatefulRedisConnection<String, String> connection = client.connect()) {
        RedisCommands<String, String> redis = connection.sync();
        assertThat(redis.clientInfo())
            .contains("name=lettuce", version.name().replace("RESP", "resp="));
        assertThat(redis.incr("a")).isEqualTo(1);
        assertThat(redis.incrby("a", 5)).isEqualTo(6);
        assertThat(redis.get("none")).isNull();
        assertThat(redis.mget("a", "none").get(0).getValue()).isEqualTo("6");
        assertThat(redis.mget("a", "none").get(1).hasValue()).isFalse();
        assertThat(redis.configGet("appendonly")).containsEntry("appendonly", "yes");
        assertThatThrownBy(redis::commandCount).hasMessageContaining("use DOCS or INFO");
        assertThat(redis.commandInfo("incr")).hasSize(1);
        assertThat(redis.info("replication")).contains("role:master");
        assertThatThrownBy(() -> redis.set("a", "0")).hasMessageContaining("numbers would repeat");
        assertThat(redis.ping()).isEqualTo("PONG");
      }
    }
  }

  @Test
  void lettucesPubSub_isRefusedAndTheConnectionContinues() {
    try (RedisClient client = RedisClient.create(uri());
        StatefulRedisPubSubConnection<String, String> connection = client.connectPubSub()) {
      assertThatThrownBy(() -> connection.sync().subscribe("news"))
          .isInstanceOf(RedisException.class)
          .hasMessageContaining("unknown command 'SUBSCRIBE'");
      assertThat(connection.sync().incr("a")).isEqualTo(1);
    }
  }

  @Test
  void lettucesClusterClient_failsAsClusterIsDisabled() {
    try (RedisClusterClient client = RedisClusterClient.create(uri())) {
      assertThatThrownBy(client::connect)
          .isInstanceOf(RedisException.class)
          .rootCause()
          .hasMessageContaining("cluster support disabled");
    }
  }

  @Test
  void jedis_withDefaults_countsInOrderInAPipeline() {
    try (redis.clients.jedis.RedisClient client =
        redis.clients.jedis.RedisClient.create("127.0.0.1", server.get().resp().getPort())) {
      List<Response<Long>> replies = new ArrayList<>();
      try (Pipeline pipeline = client.pipelined()) {
        for (int i = 0; i < PIPELINED; i++) {
          replies.add(pipeline.incr("a"));
        }
        pipeline.sync();
      }

      assertThat(replies.stream().map(Response::get))
          .containsExactlyElementsOf(
              LongStream.rangeClosed(1, PIPELINED).boxed().toList());
    }
  }

  @ParameterizedTest
  @EnumSource(RedisProtocol.class)
  void jedis_inEitherVersion_readsEveryReply(RedisProtocol version) {
    try (redis.clients.jedis.RedisClient client = redis.clients.jedis.RedisClient.builder()
        .hostAndPort("127.0.0.1", server.get().resp().getPort())
        .clientConfig(DefaultJedisClientConfig.builder()
            .protocol(version)
            .clientName("jedis")
            .build())
        .build()) {
      assertThat(client.incr("a")).isEqualTo(1);
      assertThat(client.incrBy("a", 5)).isEqualTo(6);
      assertThat(client.get("none")).isNull();
      assertThat(client.mget("a", "none")).containsExactly("6", null);
      assertThat(client.exists("a")).isTrue();
      assertThat(client.ttl("a")).isEqualTo(-1);
      assertThatThrownBy(() -> client.del("a"))
          .isInstanceOf(JedisDataException.class)
          .hasMessageContaining("numbers would repeat");
      assertThat(client.ping()).isEqualTo("PONG");
    }
  }
}
