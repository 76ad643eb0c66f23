package io.mintmark.server;

import static io.mintmark.server.Web.assertProblem;
import static io.mintmark.server.Web.field;
import static io.mintmark.server.Web.list;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that wait long for the store are there to be looked at. */
class SlowLogTest {

  @TempDir
  private Path directory;

  private AuditedServer audited;
  private RespClient operator;

  @BeforeEach
  void start() throws IOException {
    TokensFixture tokens = new TokensFixture(directory.resolve("tokens.yaml"))
        .with("shop", "scopes: [next, read]")
        .with("operator", "scopes: [operate]");
    audited = new AuditedServer(
        directory,
        tokens,
        more -> more.store("slow:20")
            .dataDirectory(directory)
            .set(ServerSettings.SLOW_LOG_ABOVE, "20ms"));
    operator = audited.client("operator");
  }

  @AfterEach
  void stop() throws IOException {
    operator.close();
    audited.close();
  }

  private HttpResponse<String> send(String token, String path) {
    return audited.send(token, "GET", path);
  }

  @Test
  void slowRequests_ofBothProtocols_areKeptWithDurationCallAndToken() throws IOException {
    try (RespClient shop = audited.client("shop")) {
      assertThat(shop.call("CLIENT", "SETNAME", "till-7")).isEqualTo("+OK");
      assertThat(shop.call("INCR", "a")).isEqualTo(1L);
      assertThat(shop.call("PING")).isEqualTo("+PONG");
    }
    assertThat(send("shop", "/v1/lines/seq%2Fa").statusCode()).isEqualTo(200);

    assertThat(list(Web.json(send("operator", "/v1/slow-log")), "requests"))
        .satisfiesExactly(
            each -> assertThat(each)
                .asString()
                .contains("id=1, ", "call=[GET, /v1/lines/{line}, seq/a], protocol=http")
                .contains("token=shop"),
            each -> {
              assertThat(each)
                  .asString()
                  .contains("id=0, ", "protocol=resp")
                  .containsPattern("call=\\[INCR, a, request=[0-9a-f]{24}-2-3\\]")
                  .contains("connection=2, client=till-7, token=shop");
              assertThat((Integer) field(each, "tookMicros")).isGreaterThanOrEqualTo(20_000);
            });
    assertThat(operator.call("SLOWLOG", "LEN")).isEqualTo(2L);
    assertThat(operator.call("SLOWLOG", "GET", "-1"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .hasSize(2)
        .last(InstanceOfAssertFactories.LIST)
        .startsWith(0L)
        .contains("till-7")
        .element(3, InstanceOfAssertFactories.LIST)
        .startsWith("INCR", "a")
        .endsWith("connection=2", "token=shop")
        .element(2)
        .asString()
        .matches("request=[0-9a-f]{24}-2-3");
    assertThat(operator.call("SLOWLOG", "GET", "1"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .hasSize(1);
    assertThat(operator.call("SLOWLOG", "RESET")).isEqualTo("+OK");
    assertThat(operator.call("SLOWLOG", "GET")).isEqualTo(List.of());
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(
      strings = {
        "GET -2",
        "GET x",
        "GET 9223372036854775808",
        "GET 1 2",
        "LEN 1",
        "RESET 1",
        "HELP",
        "é"
      })
  void slowLog_wrongArguments_areRefused(String words) throws IOException {
    assertThat(operator.call(("SLOWLOG " + words).split(" ")).toString()).startsWith("-ERR");
  }

  @Test
  void slowLog_wrongLimitOrToken_isRefused() throws IOException {
    assertProblem(send("operator", "/v1/slow-log?limit=0"), 400, "invalid-argument");
    assertProblem(send("shop", "/v1/slow-log"), 403, "forbidden");
    try (RespClient shop = audited.client("shop")) {
      assertThat(shop.call("SLOWLOG", "GET").toString()).startsWith("-NOPERM");
    }
  }
}
