package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.TestAuthority;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests clients without TLS on TLS ports. */
class NoTlsTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir
  private Path directory;

  private TestAuthority authority;
  private Server server;

  @BeforeEach
  void start() throws Exception {
    authority = new TestAuthority(directory);
    authority.issue("first");
    server = MemoryServer.builder()
        .set(ServerSettings.TLS_CERTIFICATE, authority.certificate())
        .set(ServerSettings.TLS_KEY, authority.key())
        .start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void noTls_httpOnATlsPort_isRefusedWithAHintToHttps() throws Exception {
    String request = "GET /v1/generators HTTP/1.1\r\nHost: a\r\nX-Long: " + "x".repeat(6_000);
    for (String sent : List.of("GET / HTTP/1.0\r\n\r\n", request, request + "\r\n\r\n")) {
      assertThat(plainAnswer(server.http().getPort(), sent)).isEqualTo("""
          HTTP/1.1 400 Bad Request\r
          content-type: text/plain; charset=utf-8\r
          content-length: 35\r
          connection: close\r
          \r
          this port speaks TLS: use https://
          """);
    }
    HttpClient client = HttpClient.newBuilder().sslContext(authority.trusting()).build();
    HttpRequest alive =
        HttpRequest.newBuilder(URI.create(server.url() + "/health/live")).build();
    assertThat(client.send(alive, HttpResponse.BodyHandlers.ofString()).statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\n\r\n\r\n", "\t\t\t\t\t\t"})
  void noTls_noTextOnATlsPort_isNotAnswered(String sent) throws Exception {
    assertThat(plainAnswer(server.http().getPort(), sent)).doesNotContain("HTTP/1", "-ERR");
    assertThat(plainAnswer(server.resp().getPort(), sent)).doesNotContain("HTTP/1", "-ERR");
  }

  @Test
  void noTls_commandOnATlsPortOfResp_isAnError() throws Exception {
    int port = server.resp().getPort();
    for (String sent : List.of("*1\r\n$4\r\nPING\r\n", "PING\r\n", "INCR orders\n")) {
      assertThat(plainAnswer(port, sent)).isEqualTo("-ERR this port speaks TLS\r\n");
    }
  }

  /** Sends data without TLS; returns all that the server sends before it closes. */
  private String plainAnswer(int port, String sent) throws IOException {
    try (Socket plain = new Socket(server.http().getAddress(), port)) {
      plain.setSoTimeout((int) PATIENCE.toMillis());
      plain.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
      try (InputStream in = plain.getInputStream()) {
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      }
    }
  }
}
