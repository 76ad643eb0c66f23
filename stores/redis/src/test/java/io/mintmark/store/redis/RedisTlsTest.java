package io.mintmark.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.TestAuthority;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class RedisTlsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @TempDir
  static Path directory;

  private static TestAuthority authority;
  private static EngineProcess engine;

  @BeforeAll
  static void start() throws Exception {
    authority = new TestAuthority(directory);
    authority.issue("redis");
    engine = RedisServers.startTls(directory, authority);
  }

  @AfterAll
  static void end() {
    if (engine != null) {
      engine.close();
    }
  }

  @Test
  void open_verifyPeerNone_claimsOverTls() {
    try (LineStore store = RedisStore.builder().url(url("?verify-peer=none")).open()) {
      assertThat(store.claim("seq/a", 0, 1)).isZero();
    }
  }

  @Test
  void open_unknownCertificate_isRefused() {
    for (String parameters : List.of("", "?verify-peer=full", "?verify-peer=ca")) {
      assertThatThrownBy(
              () -> RedisStore.builder().url(url(parameters)).timeout(TIMEOUT).open())
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("unable to find valid certification path");
    }
  }

  @Test
  void open_ownClientThatKnowsTheCertificate_claimsOverTls() {
    RedisClient client = RedisClient.create();
    client.setOptions(ClientOptions.builder()
        .sslOptions(SslOptions.builder().trustManager(authority.root().toFile()).build())
        .build());
    RedisURI uri = RedisURI.builder()
        .withHost("127.0.0.1")
        .withPort(engine.port())
        .withSsl(true)
        .build();
    try (LineStore store = RedisStore.builder().client(client, uri).open()) {
      assertThat(store.claim("seq/b", 0, 1)).isZero();
    } finally {
      client.shutdown();
    }
  }

  @Test
  void open_withoutTls_isRefused() {
    String url = url("").replace("rediss", "redis");
    assertThatThrownBy(() -> RedisStore.builder().url(url).timeout(TIMEOUT).open())
        .isInstanceOf(StoreUnavailableException.class);
  }

  private static String url(String parameters) {
    return "rediss://127.0.0.1:" + engine.port() + parameters;
  }
}
