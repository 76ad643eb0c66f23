package io.mintmark.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.mintmark.StoreUnavailableException;
import io.mintmark.store.ClaimStore;
import io.mintmark.testkit.EngineProcess;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisTlsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final String SECRET = "changeit";

  @TempDir
  static Path directory;

  private static EngineProcess engine;

  @BeforeAll
  static void start() throws Exception {
    makeCertificate();
    int port = EngineProcess.freePort();
    engine = EngineProcess.start(
        directory,
        port,
        List.of(
            RedisServers.program(directory).toString(),
            "--port",
            "0",
            "--tls-port",
            Integer.toString(port),
            "--bind",
            "127.0.0.1",
            "--tls-cert-file",
            "certificate.pem",
            "--tls-key-file",
            "key.pem",
            "--tls-ca-cert-file",
            "certificate.pem",
            "--tls-auth-clients",
            "no"));
  }

  @AfterAll
  static void end() {
    if (engine != null) {
      engine.close();
    }
  }

  @Test
  void open_verifyPeerNone_claimsOverTls() {
    try (ClaimStore store = RedisStore.builder().url(url("?verifyPeer=none")).open()) {
      assertThat(store.claim("seq/a", 0, 1)).isZero();
    }
  }

  @Test
  void open_unknownCertificate_isRefused() {
    for (String parameters : List.of("", "?verifyPeer=full", "?verifyPeer=ca")) {
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
        .sslOptions(SslOptions.builder()
            .trustManager(directory.resolve("certificate.pem").toFile())
            .build())
        .build());
    RedisURI uri = RedisURI.builder()
        .withHost("127.0.0.1")
        .withPort(engine.port())
        .withSsl(true)
        .build();
    try (ClaimStore store = RedisStore.builder().client(client, uri).open()) {
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

  /** Has the JDK's own tool make a key and its certificate, and writes both as text. */
  private static void makeCertificate() throws Exception {
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    Path store = directory.resolve("keys.p12");
    int exit = new ProcessBuilder(
            keytool.toString(),
            "-genkeypair",
            "-alias",
            "redis",
            "-keyalg",
            "EC",
            "-dname",
            "CN=127.0.0.1",
            "-ext",
            "san=ip:127.0.0.1",
            "-validity",
            "30",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            SECRET)
        .inheritIO()
        .start()
        .waitFor();
    assertThat(exit).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream content = Files.newInputStream(store)) {
      keys.load(content, SECRET.toCharArray());
    }
    write("key.pem", "PRIVATE KEY", keys.getKey("redis", SECRET.toCharArray()).getEncoded());
    write("certificate.pem", "CERTIFICATE", keys.getCertificate("redis").getEncoded());
  }

  private static void write(String name, String kind, byte[] content) throws Exception {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    Files.writeString(
        directory.resolve(name),
        "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n",
        StandardCharsets.US_ASCII);
  }
}
