package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.CapturedLog;
import io.mintmark.server.log.JsonLines;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a request's id is in its reply, in the log and in the audit log. */
class RequestIdTest {

  private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  private static final String NEXT = "/v1/generators/objectid/next";

  @TempDir
  private Path directory;

  private AuditedServer audited;

  @BeforeEach
  void start() {
    TokensFixture tokens = new TokensFixture(directory.resolve("tokens.yaml"))
        .with("shop", "scopes: [next]")
        .with("store", "scopes: [claim]")
        .with("slow", "scopes: [next], rate: 1, burst: 1");
    audited = new AuditedServer(tokens, more -> more);
  }

  @AfterEach
  void stop() {
    audited.close();
  }

  private static Optional<String> id(HttpResponse<String> response) {
    return response.headers().firstValue("x-request-id");
  }

  @Test
  void answers_toRequestsWithAnId_returnTheId() {
    for (String id : new String[] {"a-1", "a-1", "b:2/3+4=@", "x".repeat(128)}) {
      assertThat(id(audited.send("shop", "POST", NEXT, "X-Request-Id", id))).contains(id);
      assertThat(id(audited.send("shop", "GET", "/none", "X-Request-Id", id))).contains(id);
      assertThat(id(audited.send("shop", "GET", "/v1/lines", "X-Request-Id", id)))
          .contains(id);
    }
  }

  @Test
  void answers_toRequestsWithoutAnId_haveANewIdIfLogged() throws IOException {
    assertThat(id(audited.send("shop", "POST", NEXT))).isEmpty();
    Optional<String> refused = id(audited.send("shop", "GET", "/v1/lines"));
    assertThat(refused).hasValueSatisfying(each -> assertThat(each).matches("[0-9a-f]{24}"));
    assertThat(id(audited.send("shop", "GET", "/v1/lines"))).isPresent().isNotEqualTo(refused);
    assertThat(id(audited.send("shop", "GET", "/none"))).isPresent();
    Optional<String> many = id(audited.send("shop", "POST", NEXT + "?count=100"));
    String claim = "/v1/lines/seq%2Fx/claim?at-least=0&count=5";
    Optional<String> claimed = id(audited.send("store", "POST", claim));
    Optional<String> again = id(audited.send("store", "POST", claim));

    assertThat(again).isPresent().isNotEqualTo(claimed);
    assertThat(audited.audit())
        .satisfiesExactly(
            line -> assertThat(line)
                .contains("\"refused\"", "\"request\":\"" + refused.orElseThrow() + "\"}}"),
            line -> assertThat(line)
                .contains("count=100", "\"request\":\"" + many.orElseThrow() + "\"}}"),
            line -> assertThat(line)
                .contains("\"claim\"", "\"request\":\"" + claimed.orElseThrow() + "\"}}"),
            line -> assertThat(line)
                .contains("\"claim\"", "\"request\":\"" + again.orElseThrow() + "\"}}"));
  }

  @Test
  void records_ofARequestInATrace_haveTraceAndId() throws Exception {
    try (CapturedLog log = new CapturedLog(Class.forName("io.mintmark.server.access.AuditLog"))) {
      HttpResponse<String> refused =
          audited.send("shop", "GET", "/v1/lines", "X-Request-Id", "till-7", "traceparent", PARENT);
      assertThat(refused.statusCode()).isEqualTo(403);

      assertThat(log.messages())
          .singleElement()
          .asString()
          .contains("token=shop", ", request=till-7, trace=" + PARENT + ", why=the token lacks");
    }
    assertThat(audited.audit())
        .last()
        .asString()
        .contains("\"request\":\"till-7\",\"trace\":\"" + PARENT + "\"}}");
  }

  @Test
  void refusals_inAJsonLog_haveTheRequestInTheirFields() throws Exception {
    Logger logger = Logger.getLogger("io.mintmark.server.access.AuditLog");
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    StreamHandler json = new StreamHandler(written, new JsonLines());
    logger.addHandler(json);
    try (RespClient shop = audited.client("shop")) {
      assertThat(audited
              .send("shop", "GET", "/v1/lines", "X-Request-Id", "till-7", "traceparent", PARENT)
              .statusCode())
          .isEqualTo(403);
      assertThat(shop.call("CLIENT", "SETNAME", "till-8")).isEqualTo("+OK");
      assertThat(shop.call("AUTH", "wrong").toString()).startsWith("-WRONGPASS");
    } finally {
      logger.removeHandler(json);
      json.close();
    }

    assertThat(written.toString(StandardCharsets.UTF_8).lines())
        .satisfiesExactly(
            line -> assertThat(line)
                .contains("\"fields\":{\"reason\":\"forbidden\",\"token\":\"shop\",\"from\":\"127")
                .contains("\"request\":\"till-7\",\"trace\":\"" + PARENT + "\",\"why\":"),
            line -> assertThat(line)
                .contains("\"reason\":\"unauthenticated\"")
                .contains("\"connection\":\"1\",\"client\":\"till-8\",\"why\":"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"two words", "{}", "<script>"})
  void id_ofAnotherForm_isIgnored(String id) {
    assertThat(id(audited.send("shop", "POST", NEXT, "X-Request-Id", id, "traceparent", id)))
        .isEmpty();
    assertThat(id(audited.send("shop", "GET", "/none", "X-Request-Id", id)))
        .hasValueSatisfying(each -> assertThat(each).matches("[0-9a-f]{24}"));
  }

  @Test
  void records_ofACommand_haveItsIdConnectionAndClientName() throws Exception {
    try (CapturedLog log = new CapturedLog(Class.forName("io.mintmark.server.access.AuditLog"));
        RespClient shop = audited.client("shop")) {
      assertThat(shop.call("CLIENT", "SETNAME", "till-7")).isEqualTo("+OK");
      assertThat(shop.call("MINT.NEXT", "objectid", "COUNT", "100")).isInstanceOf(List.class);
      assertThat(shop.call("GET", "a").toString()).startsWith("-NOPERM");
      assertThat(shop.call("AUTH", "wrong").toString()).startsWith("-WRONGPASS");

      assertThat(log.messages())
          .satisfiesExactly(
              line -> assertThat(line)
                  .containsPattern(
                      ", request=[0-9a-f]{24}-1-4, connection=1, client=till-7, why=the"),
              line -> assertThat(line)
                  .containsPattern(
                      ", request=[0-9a-f]{24}-1-5, connection=1, client=till-7, why=the"));
    }
    String till = "\"connection\":\"1\",\"client\":\"till-7\"}}";
    assertThat(audited.audit())
        .satisfiesExactly(
            line -> assertThat(line).contains("count=100", "-1-3\"").endsWith(till),
            line -> assertThat(line).contains("\"forbidden\"", "-1-4\"").endsWith(till),
            line -> assertThat(line).contains("\"unauthenticated\"", "-1-5\"").endsWith(till))
        .extracting(line -> line.replaceFirst(".*\"request\":\"([0-9a-f]{24})-.*", "$1"))
        .allMatch(server -> server.length() == 24)
        .satisfies(servers -> assertThat(Set.copyOf(servers)).hasSize(1));
  }

  @Test
  void records_ofPipelinedCommands_haveTheirNumbers() throws IOException {
    try (RespClient store = audited.client("store");
        RespClient shop = audited.client("shop")) {
      store.send(RespClient.repeated(3, "INCR", "a"));
      shop.send(RespClient.repeated(3, "INCR", "a"));
      shop.send(RespClient.repeated(1, "GET", "a"));
      for (int i = 0; i < 3; i++) {
        assertThat(store.read().toString()).startsWith("-NOPERM");
        assertThat(shop.read()).isInstanceOf(Long.class);
      }
      assertThat(shop.read().toString()).startsWith("-NOPERM");
    }
    assertThat(audited.audit())
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).contains("\"token\":\"store\"", "-1-2\""),
            line -> assertThat(line).contains("\"token\":\"shop\"", "-2-5\""));
  }

  @Test
  void records_ofRateLimitedCommands_nameTheRefusedOne() throws IOException {
    try (RespClient slow = audited.client("slow")) {
      slow.send(RespClient.repeated(3, "INCR", "a"));
      assertThat(slow.read()).isEqualTo(1L);
      assertThat(slow.read().toString()).startsWith("-RATELIMITED");
    }
    assertThat(audited.audit()).singleElement().asString().contains("\"rate-limited\"", "-1-3\"");
  }

  @Test
  void ready_withARequestIdButNoToken_isUnchanged() {
    assertThat(Web.send(audited.server(), "GET", "/health/ready", "X-Request-Id", "a-1")
            .body())
        .isEqualTo(Web.send(audited.server(), "GET", "/health/ready").body());
  }
}
