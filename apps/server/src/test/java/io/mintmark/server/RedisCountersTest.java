package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.config.Config;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.redisson.Redisson;
import org.redisson.api.RAtomicLong;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.ValueOperations;

/**
 * Tests the counters that applications use on Redis: each call behaves as on Redis, or fails with
 * the reason.
 */
class RedisCountersTest {

  @RegisterExtension
  private final MemoryServer server = MemoryServer.standard();

  @Test
  @Tag("long")
  void redissonsAtomicLong_counts_andIsNotSet() {
    org.redisson.config.Config config = new org.redisson.config.Config();
    InetSocketAddress address = server.get().resp();
    config
        .useSingleServer()
        .setAddress("redis://127.0.0.1:" + address.getPort())
        .setConnectionMinimumIdleSize(1)
        .setConnectionPoolSize(4);
    RedissonClient client = Redisson.create(config);
    try {
      RAtomicLong counter = client.getAtomicLong("orders");

      assertThat(counter.incrementAndGet()).isEqualTo(1);
      assertThat(counter.addAndGet(9)).isEqualTo(10);
      assertThat(counter.getAndIncrement()).isEqualTo(10);
      assertThat(counter.get()).isEqualTo(11);
      assertThatThrownBy(() -> counter.set(5))
          .isInstanceOf(RedisException.class)
          .hasMessageContaining("numbers would repeat");
      assertThatThrownBy(counter::decrementAndGet).isInstanceOf(RedisException.class);
      assertThat(counter.incrementAndGet()).isEqualTo(12);
    } finally {
      client.shutdown();
    }
  }

  @Test
  @Tag("long")
  void springsTemplate_increments_andDoesNotSet() {
    LettuceConnectionFactory connections =
        new LettuceConnectionFactory("127.0.0.1", server.get().resp().getPort());
    connections.afterPropertiesSet();
    connections.start();
    try {
      ValueOperations<String, String> values = new StringRedisTemplate(connections).opsForValue();

      assertThat(values.increment("orders")).isEqualTo(1);
      assertThat(values.increment("orders", 9)).isEqualTo(10);
      assertThat(values.get("orders")).isEqualTo("10");
      assertThatThrownBy(() -> values.setIfAbsent("orders", "0"))
          .isInstanceOf(RedisSystemException.class)
          .rootCause()
          .hasMessageContaining("numbers would repeat");
      assertThatThrownBy(() -> values.decrement("orders")).isInstanceOf(RedisSystemException.class);
      assertThat(values.increment("orders")).isEqualTo(11);
    } finally {
      connections.destroy();
    }
  }

  /**
   * The commands of Django's own {@code RedisCache} since version 4.0: {@code incr} sends EXISTS,
   * raises an error in the client if the reply is 0, and sends INCRBY otherwise.
   */
  @Test
  void djangosOwnCache_numberIssuedByThisServer_increments(@TempDir Path directory)
      throws IOException {
    String key = ":1:visits";
    for (long made = 0; made < 4; made += 2) {
      try (Server own = Server.builder()
              .config(Config.standard())
              .dataDirectory(directory)
              .http("127.0.0.1:0")
              .resp("127.0.0.1:0")
              .set(ServerSettings.DRAIN, MemoryServer.SHORT_DRAIN)
              .start();
          RespClient django = new RespClient(own.resp())) {
        assertThat(django.call("EXISTS", key)).isEqualTo(0L);
        for (String[] setting : new String[][] {
          {"SET", key, "0", "EX", "300", "NX"}, {"SET", key, "0", "EX", "300"}, {"SET", key, "0"}
        }) {
          assertThat(django.call(setting).toString()).startsWith("-ERR SET would move a sequence");
        }
        Object first = django.call("INCR", key);
        assertThat(first).isInstanceOf(Long.class);
        assertThat((Long) first).isGreaterThan(made);
        assertThat(django.call("EXISTS", key)).isEqualTo(1L);
        assertThat(django.call("INCRBY", key, "1")).isEqualTo((Long) first + 1);
        assertThat(django.call("INCRBY", key, "-1").toString()).startsWith("-ERR");
      }
    }
  }
}
