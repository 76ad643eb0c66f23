package io.mintmark.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.TestAuthority;
import io.mintmark.sequence.Sequence;
import io.mintmark.store.redis.RedisCluster;
import io.mintmark.store.redis.RedisServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Tests ids that are claimed on a Redis whose address is more than a host and a port. */
@Tag("long")
class OwnRedisTest {

  @TempDir
  private Path directory;

  private static ApplicationContextRunner strict(ApplicationContextRunner application) {
    return application.withPropertyValues(
        "mintmark.generators.tail.type=sequence",
        "mintmark.generators.tail.strict=true",
        "mintmark.open-timeout=20s");
  }

  /**
   * Checks that a second application, which opens the store by URL, continues after the first
   * application's number.
   */
  private static void assertClaimsThere(String url, String... properties) {
    strict(Boot.redis())
        .withPropertyValues(properties)
        .run(context ->
            assertThat(context.getBean("tail", Sequence.class).next()).isEqualTo(1));
    strict(Boot.plain())
        .withPropertyValues("mintmark.store=" + url)
        .run(context ->
            assertThat(context.getBean("tail", Sequence.class).next()).isEqualTo(2));
  }

  @Test
  void claims_applicationCluster_areInIt() {
    try (RedisCluster cluster = RedisCluster.start(directory, false)) {
      String nodes = cluster.primaries().stream()
          .map(server -> "127.0.0.1:" + server.port())
          .collect(Collectors.joining(","));
      assertClaimsThere(
          "redis://" + nodes + "?cluster=true", "spring.data.redis.cluster.nodes=" + nodes);
    }
  }

  @Test
  void claims_applicationSentinels_areOnThePrimary() throws Exception {
    try (EngineProcess primary = RedisServers.startDurable(directory.resolve("primary"));
        EngineProcess sentinel =
            RedisServers.startSentinel(directory.resolve("sentinel"), primary)) {
      assertClaimsThere(
          "redis://127.0.0.1:" + primary.port(),
          "spring.data.redis.sentinel.master=orders",
          "spring.data.redis.sentinel.nodes=127.0.0.1:" + sentinel.port(),
          "spring.data.redis.sentinel.password=watch word");
    }
  }

  @Test
  void claims_applicationTlsAndPassword_areUsed() throws Exception {
    TestAuthority authority = new TestAuthority(directory);
    authority.issue("redis");
    try (EngineProcess redis =
        RedisServers.startTls(directory, authority, "--requirepass", "open sesame")) {
      assertClaimsThere(
          "rediss://:open%20sesame@127.0.0.1:" + redis.port() + "?verify-peer=none",
          "spring.data.redis.port=" + redis.port(),
          "spring.data.redis.host=127.0.0.1",
          "spring.data.redis.password=open sesame",
          "spring.data.redis.ssl.bundle=ids",
          "spring.ssl.bundle.pem.ids.truststore.certificate=" + Files.readString(authority.root()));
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OnReplicas {

    @Bean
    LettuceConnectionFactory redis() {
      RedisStaticMasterReplicaConfiguration servers =
          new RedisStaticMasterReplicaConfiguration("127.0.0.1", 1);
      servers.addNode("127.0.0.1", 2);
      return new LettuceConnectionFactory(servers);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OnSocket {

    @Bean
    LettuceConnectionFactory redis() {
      return new LettuceConnectionFactory(new RedisSocketConfiguration("/run/redis.sock"));
    }
  }

  @Test
  void start_applicationReplicas_throws() {
    assertRefused(OnReplicas.class, "servers=[127.0.0.1:1, 127.0.0.1:2]");
  }

  @Test
  void start_applicationUnixSocket_throws() {
    assertRefused(OnSocket.class, "socket=/run/redis.sock");
  }

  private static void assertRefused(Class<?> application, String what) {
    strict(Boot.plain())
        .withUserConfiguration(application)
        .run(context -> assertThat(context)
            .getFailure()
            .rootCause()
            .hasMessageStartingWith("mintmark.store: the LettuceConnectionFactory connects to")
            .hasMessageContaining(what)
            .hasMessageContaining("mintmark.store=redis://HOST:PORT"));
  }
}
