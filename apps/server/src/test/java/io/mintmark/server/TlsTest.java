package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.mintmark.config.Config;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.rigs.CapturedLog;
import io.mintmark.rigs.TestAuthority;
import io.mintmark.rigs.ToolRun;
import io.mintmark.server.net.ConnectionLimit;
import io.mintmark.store.remote.RemoteStore;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TlsTest {

  private static final Duration RELOADED_WITHIN = Duration.ofMinutes(2);
  private static final int LONG_DAYS = 1_000;
  private static final Pattern CERTIFICATE_ENDS =
      Pattern.compile("(?m)^mintmark_certificate_remaining_seconds ([0-9.E]+)$");

  @TempDir
  private Path directory;

  private TestAuthority authority;
  private Server server;

  @BeforeEach
  void start() throws Exception {
    authority = new TestAuthority(directory);
    authority.issue("first");
    server = builder().start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private ServerBuilder builder() throws IOException {
    Path config =
        Files.writeString(directory.resolve("m.yaml"), "auto-create: {\"orders*\": {}}\n");
    return MemoryServer.builder()
        .config(Config.load(config))
        .set(ServerSettings.TLS_CERTIFICATE, authority.certificate())
        .set(ServerSettings.TLS_KEY, authority.key())
        .set(
            ServerSettings.TOKENS,
            new TokensFixture(directory.resolve("tokens.yaml"))
                .with("shop", "scopes: [next, read]")
                .with("store", "scopes: [claim]")
                .write());
  }

  @Test
  void http_clientTrustsTheCertificate_isAnswered() throws Exception {
    HttpClient client = HttpClient.newBuilder().sslContext(authority.trusting()).build();

    HttpResponse<String> response = client.send(
        HttpRequest.newBuilder(URI.create(server.url() + "/v1/generators/orders/next"))
            .POST(HttpRequest.BodyPublishers.noBody())
            .header("Authorization", "Bearer " + TokensFixture.text("shop"))
            .build(),
        HttpResponse.BodyHandlers.ofString());

    assertThat(response.headers().firstValue("strict-transport-security"))
        .contains("max-age=31536000");
    assertThat(server.url()).startsWith("https://");
    assertThat(response.body()).isEqualTo("{\"ids\":[\"1\"]}");
  }

  /** A handshake costs the server a hundred times as much as the client. */
  @Test
  void renegotiation_onAnOpenConnection_closesOnlyThatConnection() throws Exception {
    for (boolean data : new boolean[] {true, false}) {
      try (SSLSocket socket = (SSLSocket) authority
          .trusting()
          .getSocketFactory()
          .createSocket(server.resp().getAddress(), server.resp().getPort())) {
        socket.setSoTimeout(30_000);
        socket.setEnabledProtocols(new String[] {"TLSv1.2"});
        socket.startHandshake();
        if (data) {
          socket.getOutputStream().write(RespClient.command("PING"));
          int last = 0;
          while (last != '\n') {
            last = socket.getInputStream().read();
            assertThat(last).isNotNegative();
          }
        }
        assertThatThrownBy(() -> {
              socket.startHandshake();
              socket.getOutputStream().write(RespClient.command("PING"));
              throw new IOException("at its end: " + (socket.getInputStream().read() < 0));
            })
            .isInstanceOf(IOException.class)
            .hasMessageNotContaining("false");
      }
    }
    lettuce_overTlsWithAToken_counts();
  }

  @Test
  void failedHandshakes_areCountedAndLoggedOnceWithoutTheirData() throws Exception {
    try (CapturedLog log = new CapturedLog(ConnectionLimit.class)) {
      for (int port : new int[] {server.http().getPort(), server.resp().getPort()}) {
        try (Socket plain = new Socket(server.http().getAddress(), port)) {
          plain.getOutputStream().write(RespClient.command("AUTH", TokensFixture.text("shop")));
          plain.getInputStream().readAllBytes();
        }
      }
      HttpClient stranger = HttpClient.newHttpClient();
      assertThatThrownBy(() -> stranger.send(
              HttpRequest.newBuilder(URI.create(server.url() + "/health/live")).build(),
              HttpResponse.BodyHandlers.ofString()))
          .isInstanceOf(IOException.class);

      String metrics = "";
      for (long end = System.nanoTime() + RELOADED_WITHIN.toNanos();
          !metrics.contains("mintmark_connections_refused_total{reason=\"tls\"} 3.0"); ) {
        assertThat(System.nanoTime() - end).as(metrics).isNegative();
        metrics = metrics();
      }
      assertThat(log.messages()).hasSize(1);
      assertThat(log.messages().get(0))
          .contains("reason=TLS", "from=127.0.0.1:", "cause=the client sent no TLS")
          .doesNotContain(HexFormat.of().formatHex("shop".getBytes(StandardCharsets.US_ASCII)));
    }
  }

  @Test
  @Tag("long")
  void lettuce_overTlsWithAToken_counts() {
    RedisURI uri = RedisURI.Builder.redis("127.0.0.1", server.resp().getPort())
        .withSsl(true)
        .withPassword(TokensFixture.text("shop").toCharArray())
        .build();
    try (RedisClient client = RedisClient.create(uri)) {
      client.setOptions(ClientOptions.builder()
          .sslOptions(SslOptions.builder()
              .jdkSslProvider()
              .trustManager(authority.root().toFile())
              .build())
          .build());
      try (StatefulRedisConnection<String, String> connection = client.connect()) {
        assertThat(connection.sync().incr("orders")).isEqualTo(1);
        assertThat(connection.sync().get("orders")).isEqualTo("1");
      }
    }
  }

  @Test
  void remoteStore_overTlsWithAToken_claims() throws Exception {
    Path token = Files.writeString(directory.resolve("token"), TokensFixture.text("store") + "\n");
    String url = "mintmark://127.0.0.1:" + server.http().getPort() + "?tls=true";
    HttpClient client = HttpClient.newBuilder().sslContext(authority.trusting()).build();

    try (RemoteStore store =
        RemoteStore.builder().url(url + "&token-file=" + token).client(client).open()) {
      assertThat(store.claim("seq/a", 0, 5)).isZero();
      assertThat(store.position("seq/a")).isEqualTo(5);
    }
    assertThatThrownBy(() -> RemoteStore.builder().url(url).client(client).open())
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("a token is needed here");
  }

  @Test
  void remoteStore_authorityInItsUrl_claims() throws Exception {
    try (RemoteStore store = RemoteStore.builder().url(remoteUrl()).open()) {
      assertThat(store.claim("seq/a", 0, 5)).isZero();
    }
    HttpClient client = HttpClient.newHttpClient();
    assertThatThrownBy(
            () -> RemoteStore.builder().url(remoteUrl()).client(client).open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("ca or certificate cannot be set with a client");
  }

  private String remoteUrl() throws IOException {
    Path token = Files.writeString(directory.resolve("token"), TokensFixture.text("store") + "\n");
    return "mintmark://127.0.0.1:" + server.http().getPort() + "?tls=true&ca=" + authority.root()
        + "&token-file=" + token;
  }

  @Test
  void remoteStore_wrongPortOrProtocol_failsWithTheReason() throws Exception {
    String url = remoteUrl();
    assertRefused(url.replaceAll("&ca=[^&]*", ""), "signed by no authority that is trusted here");
    assertRefused(
        url.replaceAll("tls=true&ca=[^&]*&", ""),
        "status=400, answer='this port speaks TLS: use https://'");
    String resp = url.replaceAll(":\\d+", ":" + server.resp().getPort());
    assertRefused(resp.replaceAll("tls=true&ca=[^&]*&", ""), "the answer is not HTTP");
    assertRefused(resp, "is it the port for HTTP");
    try (Server plain = Server.builder()
        .store("memory:")
        .http("127.0.0.1:0")
        .resp("127.0.0.1:0")
        .start()) {
      assertRefused(
          url.replaceAll(":\\d+", ":" + plain.http().getPort()), "TLS could not be set up");
    }
    server.close();
    assertRefused(url, "no server listens there");
  }

  @Test
  @Tag("long")
  void remoteStore_certificateOfAnotherHostOrExpired_failsWithTheReason() throws Exception {
    server.close();
    authority.issue("elsewhere", "DNS:ids.example.com", 2);
    server = builder().start();
    assertRefused(remoteUrl(), "the server's certificate is not this host's");

    server.close();
    authority.issue("old", "IP:127.0.0.1", -1);
    server = builder().start();
    assertRefused(remoteUrl(), "the server's certificate has expired");
  }

  private static void assertRefused(String url, String reason) {
    assertThatThrownBy(() -> RemoteStore.builder().url(url).open())
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining(reason)
        .hasMessageNotContaining(TokensFixture.text("store"));
  }

  @Test
  @Tag("long")
  void newCertificate_isUsedForNewConnectionsAndOpenOnesContinue() throws Exception {
    try (SSLSocket open = connect()) {
      assertThat(subject(open)).isEqualTo("CN=first");

      authority.issue("second");
      awaitSubject("CN=second");

      open.getOutputStream().write(RespClient.command("QUIT"));
      assertThat(open.getInputStream().readNBytes(5))
          .isEqualTo("+OK\r\n".getBytes(StandardCharsets.US_ASCII));
    }
  }

  @Test
  @Tag("long")
  void metrics_ofACertificate_showTheExpiryOfTheNewest() throws Exception {
    assertThat(wholeDaysOfTheCertificate()).isEqualTo(1);

    authority.issue("longer", "IP:127.0.0.1", LONG_DAYS);
    awaitSubject("CN=longer");

    assertThat(wholeDaysOfTheCertificate()).isEqualTo(LONG_DAYS - 1);
  }

  private long wholeDaysOfTheCertificate() throws Exception {
    String metrics = metrics();
    Matcher ends = CERTIFICATE_ENDS.matcher(metrics);
    assertThat(ends.find()).as(metrics).isTrue();
    return Duration.ofSeconds((long) Double.parseDouble(ends.group(1))).toDays();
  }

  private String metrics() throws Exception {
    HttpClient client = HttpClient.newBuilder().sslContext(authority.trusting()).build();
    return client
        .send(
            HttpRequest.newBuilder(URI.create(server.url() + "/metrics"))
                .header("Authorization", "Bearer " + TokensFixture.text("shop"))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @ParameterizedTest
  @CsvSource({
    "'', there is no key with the line BEGIN PRIVATE KEY",
    "'-----BEGIN PRIVATE KEY-----=A-----END PRIVATE KEY-----', it is not a certificate and its key",
    "'-----BEGIN PRIVATE KEY-----AAAA-----END PRIVATE KEY-----', the key has an unknown algorithm"
  })
  void keyFile_withoutAKey_isRefused(String text, String reason) throws Exception {
    Files.writeString(authority.key(), text);
    assertThatThrownBy(() -> builder().start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void keyFile_tooLong_isRefusedWithoutReadingIt() throws Exception {
    Files.write(authority.key(), new byte[(1 << 20) + 1]);
    assertThatThrownBy(() -> builder().start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("the key's file has more than 1048576 bytes");
  }

  @Test
  @Tag("long")
  void newCertificate_withoutItsKey_isNotUsedUntilBothMatch() throws Exception {
    byte[] key = Files.readAllBytes(authority.key());
    authority.issue("second");
    byte[] secondKey = Files.readAllBytes(authority.key());
    Files.write(authority.key(), key);
    authority.issue("third");
    Files.write(authority.key(), secondKey);
    assertThatThrownBy(() -> builder().start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("the private key does not belong to the first certificate");

    authority.issue("fourth");
    awaitSubject("CN=fourth");
  }

  @Test
  void lastAnswer_overTls_isFollowedByCloseNotify() throws Exception {
    String resp = "127.0.0.1:" + server.resp().getPort();
    ToolRun client = ToolRun.in(
        directory,
        List.of("openssl", "s_client", "-quiet", "-CAfile", "ca.pem", "-connect", resp),
        "*1\r\n$4\r\nQUIT\r\n");

    assertThat(client.output()).contains("+OK").doesNotContain("unexpected eof");
    assertThat(client.exitValue()).isZero();
  }

  @Test
  void publicAddress_withTokensAndTls_isServed() throws Exception {
    try (Server open = builder().http("0.0.0.0:0").start()) {
      assertThat(open.http().getAddress().isAnyLocalAddress()).isTrue();
    }
  }

  @Test
  void keyFile_inAnotherForm_isRefusedWithoutShowingIt() throws Exception {
    Files.writeString(authority.key(), "-----BEGIN RSA PRIVATE KEY-----\nc2VjcmV0\n");

    assertThatThrownBy(() -> builder().start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("openssl pkcs8 -topk8")
        .hasMessageNotContaining("c2VjcmV0");
  }

  private SSLSocket connect() throws Exception {
    SSLSocket socket = (SSLSocket) authority.trusting().getSocketFactory().createSocket();
    socket.setSoTimeout((int) RELOADED_WITHIN.toMillis());
    socket.connect(server.resp());
    socket.startHandshake();
    return socket;
  }

  private static String subject(SSLSocket socket) throws IOException {
    X509Certificate own = (X509Certificate) socket.getSession().getPeerCertificates()[0];
    return own.getSubjectX500Principal().getName();
  }

  private void awaitSubject(String wanted) throws Exception {
    Instant deadline = Instant.now().plus(RELOADED_WITHIN);
    String now = "";
    while (!now.equals(wanted)) {
      assertThat(Instant.now()).as(now).isBefore(deadline);
      try (SSLSocket socket = connect()) {
        now = subject(socket);
      }
    }
  }
}
