package io.mintmark.server;

import static io.mintmark.server.Http2Client.DATA;
import static io.mintmark.server.Http2Client.GOAWAY;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.TestAuthority;
import io.mintmark.rigs.ToolRun;
import io.mintmark.server.Http2Client.Frame;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests HTTP/2 with common clients over TLS, and frame by frame. */
class Http2Test {

  private static final int CALLS = 300;
  private static final int MOST_AT_A_TIME = 50;
  private static final String NEXT = "/v1/generators/snowflake/next";

  @TempDir
  private Path directory;

  private TestAuthority authority;
  private Server encrypted;
  private Server plain;

  @BeforeEach
  void start() throws Exception {
    authority = new TestAuthority(directory);
    authority.issue("first");
    encrypted = MemoryServer.builder()
        .set(ServerSettings.TLS_CERTIFICATE, authority.certificate())
        .set(ServerSettings.TLS_KEY, authority.key())
        .start();
    plain =
        MemoryServer.builder().set(ServerSettings.DRAIN, Duration.ofSeconds(10)).start();
  }

  @AfterEach
  void stop() {
    encrypted.close();
    plain.close();
  }

  private HttpClient client() throws Exception {
    return HttpClient.newBuilder().sslContext(authority.trusting()).build();
  }

  private HttpRequest post(String path, String body) {
    return HttpRequest.newBuilder(URI.create(encrypted.url() + path))
        .POST(body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
        .header("Accept", "text/plain")
        .build();
  }

  @Test
  @Tag("long")
  void clientOfTheJdk_overTls_getsIdsOverManyStreamsOfOneConnection() throws Exception {
    HttpClient client = client();
    List<String> ids = new ArrayList<>();
    for (int sent = 0; sent < CALLS; sent += MOST_AT_A_TIME) {
      List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
      for (int i = 0; i < MOST_AT_A_TIME; i++) {
        String name = i % 2 == 0 ? "strict" : "snowflake";
        answers.add(client.sendAsync(
            post("/v1/generators/" + name + "/next", ""), BodyHandlers.ofString()));
      }
      for (CompletableFuture<HttpResponse<String>> each : answers) {
        HttpResponse<String> answer = each.get(60, TimeUnit.SECONDS);
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        ids.add(answer.body());
      }
    }

    assertThat(ids).hasSize(CALLS).doesNotHaveDuplicates();
  }

  @Test
  @Tag("long")
  void clientOfTheJdk_overTls_getsLargeAnswersSendsBodiesAndReadsProblems() throws Exception {
    HttpClient client = client();
    String writes = "{\"writes\":[" + " ".repeat(100_000)
        + "{\"line\":\"seq/a\",\"atLeast\":\"0\",\"count\":\"5\"}]}";

    HttpResponse<String> batch =
        client.send(post(NEXT + "?count=10000", ""), BodyHandlers.ofString());
    HttpResponse<String> line = client.send(post("/v1/lines", writes), BodyHandlers.ofString());
    HttpResponse<String> problem = client.send(post(NEXT, "surplus"), BodyHandlers.ofString());

    assertThat(batch.body().lines()).hasSize(10_000).doesNotHaveDuplicates();
    assertThat(line.body()).isEqualTo("{\"answers\":[{\"start\":\"0\"}]}");
    Web.assertProblem(problem, 400, "body-not-expected");
    assertThat(problem.version()).isEqualTo(HttpClient.Version.HTTP_2);
  }

  @Test
  void curl_withAndWithoutTls_usesHttp2IfRequested() throws Exception {
    ToolRun.assumeAreThere("curl");

    assertThat(curl("--http2", encrypted)).isEqualTo("{\"status\":\"live\"} 2");
    assertThat(curl("--http1.1", encrypted)).isEqualTo("{\"status\":\"live\"} 1.1");
    assertThat(curl("--http2-prior-knowledge", plain)).isEqualTo("{\"status\":\"live\"} 2");
  }

  private String curl(String version, Server server) throws Exception {
    List<String> command = List.of(
        "curl",
        "-s",
        version,
        "--cacert",
        "ca.pem",
        "-w",
        " %{http_version}",
        server.url() + "/health/live");
    return ToolRun.in(directory, command, "").output();
  }

  @Test
  void redisPort_overTls_negotiatesNoHttpProtocol() throws Exception {
    String resp = "127.0.0.1:" + encrypted.resp().getPort();
    ToolRun client = ToolRun.in(
        directory,
        List.of("openssl", "s_client", "-alpn", "h2", "-CAfile", "ca.pem", "-connect", resp),
        "");

    assertThat(client.output()).contains("No ALPN negotiated");
  }

  @Test
  @Tag("long")
  void close_answerHalfRead_sendsGoAwayAndTheRest() throws Exception {
    try (Http2Client client = new Http2Client(plain.http())) {
      client.ask(1, "POST", NEXT + "?count=10000");
      int taken = client.read(DATA).payload().remaining();
      CompletableFuture<Void> closed = CompletableFuture.runAsync(plain::close);
      Frame goAway = client.read();
      for (; goAway.type() == DATA; goAway = client.read()) {
        taken += goAway.payload().remaining();
      }
      assertThat(goAway.type()).isEqualTo(GOAWAY);
      assertThat(goAway.firstNumber()).isEqualTo(1);
      assertThat(goAway.secondNumber()).isZero();

      client.ask(3, "POST", NEXT); // Too late: another server can answer it.
      client.letSend(1, 1_000_000);
      Frame last = client.read();
      taken += last.payload().remaining();
      while (!last.endsStream()) {
        last = client.read(DATA);
        taken += last.payload().remaining();
      }
      assertThat(last.stream()).isEqualTo(1);
      assertThat(taken).isGreaterThan(10_000 * "\"912123275558003588\",".length());
      assertThat(client.isAtEnd()).isTrue();
      closed.get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  @Tag("long")
  void close_idleConnection_sendsGoAway() throws Exception {
    try (Http2Client client = new Http2Client(plain.http())) {
      client.ask(1, "GET", "/health/live");
      assertThat(US_ASCII.decode(client.read(DATA).payload()).toString())
          .isEqualTo("{\"status\":\"live\"}");
      plain.close();

      Frame told = client.read();
      assertThat(told.type()).isEqualTo(GOAWAY);
      assertThat(told.firstNumber()).isEqualTo(1);
      assertThat(client.isAtEnd()).isTrue();
    }
  }
}
