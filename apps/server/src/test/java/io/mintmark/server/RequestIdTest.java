package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import io.mintmark.testkit.CapturedLog;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request is found again by its id: in its answer, in the log and in the audit log. */
class RequestIdTest {

  private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  private static final String NEXT = "/v1/generators/objectid/next";

  @TempDir
  private Path directory;

  private Path audit;
  private Server server;

  @BeforeEach
  void start() throws IOException {
    audit = directory.resolve("audit.jsonl");
    Path config = Files.writeString(
        directory.resolve("m.yaml"), "server: {audit: {file: \"" + audit + "\", above: 99}}\n");
    TokensFixture tokens = new TokensFixture(directory.resolve("tokens.yaml"))
        .with("shop", "scopes: [next]")
        .with("store", "scopes: [claim]");
    server = MemoryServer.builder()
        .config(Config.load(config))
        .tokens(tokens.write())
        .start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> send(String token, String method, String path, String... headers) {
    String[] all = Stream.concat(
            Stream.of("Authorization", "Bearer " + TokensFixture.text(token)), Stream.of(headers))
        .toArray(String[]::new);
    return Web.send(server, method, path, all);
  }

  private static Optional<String> id(HttpResponse<String> response) {
    return response.headers().firstValue("x-request-id");
  }

  @Test
  void answers_toRequestsWithAnId_haveIt() {
    for (String id : new String[] {"a-1", "a-1", "b:2/3+4=@", "x".repeat(128)}) {
      assertThat(id(send("shop", "POST", NEXT, "X-Request-Id", id))).contains(id);
      assertThat(id(send("shop", "GET", "/none", "X-Request-Id", id))).contains(id);
      assertThat(id(send("shop", "GET", "/v1/lines", "X-Request-Id", id))).contains(id);
    }
  }

  @Test
  void answers_toRequestsWithoutAnId_haveOneIfTheyAreToBeFound() throws IOException {
    assertThat(id(send("shop", "POST", NEXT))).isEmpty();
    Optional<String> refused = id(send("shop", "GET", "/v1/lines"));
    assertThat(refused).hasValueSatisfying(each -> assertThat(each).matches("[0-9a-f]{24}"));
    assertThat(id(send("shop", "GET", "/v1/lines"))).isPresent().isNotEqualTo(refused);
    assertThat(id(send("shop", "GET", "/none"))).isPresent();
    Optional<String> many = id(send("shop", "POST", NEXT + "?count=100"));
    String claim = "/v1/lines/seq%2Fx/claim?at-least=0&count=5";
    Optional<String> claimed = id(send("store", "POST", claim));
    Optional<String> again = id(send("store", "POST", claim));

    assertThat(again).isPresent().isNotEqualTo(claimed);
    assertThat(Files.readAllLines(audit))
        .satisfiesExactly(
            line -> assertThat(line)
                .contains("\"refused\"", "\"request\":\"" + refused.orElseThrow() + "\"}"),
            line -> assertThat(line)
                .contains("count=100", "\"request\":\"" + many.orElseThrow() + "\"}"),
            line -> assertThat(line)
                .contains("\"claim\"", "\"request\":\"" + claimed.orElseThrow() + "\"}"),
            line -> assertThat(line)
                .contains("\"claim\"", "\"request\":\"" + again.orElseThrow() + "\"}"));
  }

  @Test
  void records_ofARequestInATrace_sayWhichTraceAndId() throws Exception {
    try (CapturedLog log = new CapturedLog(Class.forName("io.mintmark.server.access.Refusals"))) {
      HttpResponse<String> refused =
          send("shop", "GET", "/v1/lines", "X-Request-Id", "till-7", "traceparent", PARENT);
      assertThat(refused.statusCode()).isEqualTo(403);

      assertThat(log.messages())
          .singleElement()
          .asString()
          .contains("token=shop", ", request=till-7, trace=" + PARENT + ": the token lacks");
    }
    assertThat(Files.readString(audit))
        .contains("\"request\":\"till-7\",\"trace\":\"" + PARENT + "\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"two words", "{}", "<script>"})
  void idOfAnotherForm_isNotTakenOver(String id) {
    assertThat(id(send("shop", "POST", NEXT, "X-Request-Id", id, "traceparent", id)))
        .isEmpty();
    assertThat(id(send("shop", "GET", "/none", "X-Request-Id", id)))
        .hasValueSatisfying(each -> assertThat(each).matches("[0-9a-f]{24}"));
  }

  @Test
  void ready_withAnIdAndWithoutAToken_namesNothing() {
    assertThat(Web.send(server, "GET", "/health/ready", "X-Request-Id", "a-1").body())
        .isEqualTo(Web.send(server, "GET", "/health/ready").body());
  }
}
