package io.mintmark.server;

import static io.mintmark.server.Web.assertProblem;
import static io.mintmark.server.Web.list;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.key.KeyGenerator;
import io.mintmark.server.access.Secret;
import io.mintmark.snowflake.SnowflakeGenerator;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a server with tokens and an audit log, beyond admitting and refusing requests. */
class AccessTest {

  @TempDir
  private Path directory;

  private Path tokensFile;
  private TokensFixture tokens;
  private AuditedServer audited;

  @BeforeEach
  void start() throws IOException {
    tokensFile = directory.resolve("tokens.yaml");
    tokens = new TokensFixture(tokensFile)
        .with("shop", "scopes: [next, read], generators: [\"orders*\"]")
        .with("guest", "scopes: [next, read], generators: [guests]")
        .with("slow", "scopes: [next], rate: 1, burst: 100")
        .with("store", "scopes: [claim]")
        .with("counter", "scopes: [claim], lines: [seq/*, spec/*]")
        .with("admin", "scopes: [admin]");
    Path file = Files.writeString(directory.resolve("m.yaml"), """
        generators:
          orders: {type: sequence}
          users: {type: snowflake}
          guests: {type: snowflake}
          coupons: {type: key, format: "SECRET-{seq:4}", description: for the autumn sale}
        """);
    audited = new AuditedServer(tokens, more -> more.config(Config.load(file)));
  }

  @AfterEach
  void stop() {
    audited.close();
  }

  @Test
  void generators_tokenForSomeGenerators_listsOnlyThem() {
    assertThat(list(Web.json(audited.send("shop", "GET", "/v1/generators")), "generators"))
        .singleElement()
        .satisfies(each -> assertThat(Web.field(each, "name")).isEqualTo("orders"));
  }

  @Test
  void explain_tokenForOtherGenerators_isForbidden() {
    assertProblem(explain("shop", "users"), 403, "forbidden");
  }

  @Test
  void inspectAndRange_tokenForSomeGenerators_hideTheOthers() throws IOException {
    String key = "SECRET-0001";
    assertThat(audited.send("admin", "GET", "/v1/inspect/" + key).body())
        .contains("key:coupons", "for the autumn sale");

    assertThat(audited.send("shop", "GET", "/v1/inspect/" + key).body())
        .isEqualTo("{\"readings\":[]}");
    try (RespClient client = audited.client("shop")) {
      assertThat(client.call("MINT.INSPECT", key)).isEqualTo("{\"readings\":[]}");
    }
    String span = "&from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z";
    assertThat(audited.send("admin", "GET", "/v1/range?kind=users" + span).statusCode())
        .isEqualTo(200);
    HttpResponse<String> range = audited.send("shop", "GET", "/v1/range?kind=users" + span);
    assertProblem(range, 400, "invalid-argument");
    assertThat(range.body()).contains("no such kind of id").doesNotContain("coupons");
    assertThat(explain("shop", "orders").body())
        .contains("no keys of this name are configured, and it is no format")
        .doesNotContain("coupons");
  }

  @Test
  @Tag("long")
  void inspect_layoutOfSeveralGenerators_namesOnlyTheCallersOwn() {
    String id = list(Web.json(audited.send("guest", "POST", "/v1/generators/guests/next")), "ids")
        .get(0)
        .toString();

    assertThat(audited.send("guest", "GET", "/v1/inspect/" + id).body())
        .contains("\"snowflake:guests\"")
        .doesNotContain("users");
    assertThat(audited.send("shop", "GET", "/v1/inspect/" + id).body())
        .contains("\"snowflake:mintmark\"")
        .doesNotContain("users", "guests");
  }

  private HttpResponse<String> explain(String token, String name) {
    return Web.post(
        audited.server(),
        "/v1/explain",
        "{\"name\": \"" + name + "\"}",
        "Authorization",
        "Bearer " + TokensFixture.text(token));
  }

  @Test
  void largeBody_withoutAToken_isRefusedWithoutReadingIt() {
    HttpResponse<String> response = Web.post(audited.server(), "/v1/lines", "x".repeat(100_000));

    assertProblem(response, 401, "unauthenticated");
  }

  @Test
  void rate_moreIdsThanAllowed_isTooManyRequestsWithRetryAfter() {
    assertThat(
            audited.send("slow", "POST", "/v1/generators/orders/next?count=100").statusCode())
        .isEqualTo(200);
    HttpResponse<String> response =
        audited.send("slow", "POST", "/v1/generators/orders/next?count=100");

    assertProblem(response, 429, "rate-limited");
    assertThat(response.headers().firstValueAsLong("retry-after").orElseThrow())
        .isBetween(1L, 100L);
    assertProblem(
        audited.send("slow", "POST", "/v1/generators/orders/next?count=101"), 403, "forbidden");
  }

  @Test
  @Tag("long")
  void rate_pipelineBeyondTheRate_answersTheAllowedAndRefusesEachOther() throws IOException {
    int sent = 200;
    List<Object> replies = new ArrayList<>();
    try (RespClient client = audited.client("slow")) {
      client.send(RespClient.repeated(sent, "INCR", "orders"));
      for (int i = 0; i < sent; i++) {
        replies.add(client.read());
      }
    }

    List<Object> numbers = replies.stream().filter(Long.class::isInstance).toList();
    assertThat(numbers).hasSizeBetween(10, sent - 1).startsWith(1L, 2L, 3L);
    replies.removeAll(numbers);
    assertThat(replies).allSatisfy(each -> assertThat(each).asString().startsWith("-RATELIMITED"));
  }

  @Test
  void pipeline_withoutAToken_isRefusedEachTime() throws IOException {
    try (RespClient client = new RespClient(audited.server().resp())) {
      client.send(RespClient.repeated(3, "INCR", "orders"));
      for (int i = 0; i < 3; i++) {
        assertThat(client.read()).asString().startsWith("-NOAUTH");
      }
    }
  }

  @Test
  void pages_ofOtherOriginsWithAToken_areServed() {
    HttpResponse<String> response =
        audited.send("shop", "GET", "/v1/generators", "Origin", "https://ids.example.com");

    assertThat(response.statusCode()).isEqualTo(200);
  }

  @Test
  void audit_largeRequestsAndLineWrites_areLoggedWithTokenAndResult() throws IOException {
    assertThat(
            audited.send("shop", "POST", "/v1/generators/orders/next?count=99").statusCode())
        .isEqualTo(200);
    assertThat(
            audited.send("shop", "POST", "/v1/generators/orders/next?count=100").statusCode())
        .isEqualTo(200);
    assertThat(audited
            .send("store", "POST", "/v1/lines/seq%2Fx/claim?at-least=0&count=5")
            .statusCode())
        .isEqualTo(200);
    assertThat(audited
            .send("store", "POST", "/v1/lines/mintmark%2Fmoved-to/note?text=x")
            .statusCode())
        .isEqualTo(403);
    try (RespClient client = audited.client("shop")) {
      assertThat(client.call("INCRBY", "orders", "200")).isInstanceOf(Long.class);
    }

    assertThat(audited.audit())
        .satisfiesExactly(
            line -> assertThat(line)
                .contains("\"token\":\"shop\",\"from\":\"127.0.0.1:")
                .contains("\"act\":\"next\",\"on\":\"orders\",\"what\":\"count=100\"")
                .contains("\"result\":\"ok\""),
            line -> assertThat(line)
                .contains("\"token\":\"store\"")
                .contains("\"act\":\"claim\",\"on\":\"seq/x\"")
                .contains("\"result\":\"ok: 0\""),
            line -> assertThat(line)
                .contains("\"act\":\"refused\",\"on\":\"forbidden\"", "scope admin"),
            line -> assertThat(line).contains("\"what\":\"count=200\""));
  }

  @Test
  void lines_outsideTheTokensPatterns_areNotWritten() {
    String claim = "/claim?at-least=0&count=5";
    assertThat(audited.send("counter", "POST", "/v1/lines/seq%2Fx" + claim).statusCode())
        .isEqualTo(200);
    assertThat(
            audited.send("counter", "POST", "/v1/lines/mintmark%2Fgate" + claim).statusCode())
        .isEqualTo(200);
    for (String line : List.of("worker%2Fusers%2F7", "key%2Fa", "seq", "%C3%A9")) {
      HttpResponse<String> refused = audited.send("counter", "POST", "/v1/lines/" + line + claim);
      assertProblem(refused, 403, "forbidden");
      assertThat(refused.body()).contains("the token is not for this line: token=counter, line=");
    }
    String lower = "/lower?expected=5&next=0&accept-repeats=true";
    assertThat(audited.send("counter", "POST", "/v1/lines/key%2Fa" + lower).body())
        .contains("the token lacks the scope admin");
    String move = "/compare-and-set?expected=0&next=9";
    assertProblem(
        audited.send("counter", "POST", "/v1/lines/worker%2Fusers%2F7" + move), 403, "forbidden");
    assertProblem(
        audited.send("counter", "POST", "/v1/lines/worker%2Fusers%2F7/note?text=x"),
        403,
        "forbidden");
    assertThat(audited.send("counter", "GET", "/v1/lines/worker%2Fusers%2F7").body())
        .contains("\"next\":\"0\"");
  }

  @Test
  @Tag("long")
  void lines_ofSequencesAndTheirSettings_sufficeForAProgram() throws IOException {
    Path token = Files.writeString(directory.resolve("token"), TokensFixture.text("counter"));
    String url =
        "mintmark://127.0.0.1:" + audited.server().http().getPort() + "?token-file=" + token;
    try (Mintmark mint = Mintmark.open(url)) {
      assertThat(mint.sequence("tail").next()).isEqualTo(1);
      assertThatThrownBy(() -> MintmarkAccess.storeOf(mint).claim("worker/tail-ids/0", 0, 1))
          .hasStackTraceContaining("the token is not for this line: token=counter, line=worker/");
    }
  }

  @Test
  @Tag("long")
  @Timeout(60)
  void next_linesOutsideTheTokensPatterns_failsAtOnceUntilAllowed() throws Exception {
    Path token = Files.writeString(directory.resolve("token"), TokensFixture.text("counter"));
    int port = audited.server().http().getPort();
    String url = "mintmark://127.0.0.1:" + port + "?token-file=" + token;
    try (Mintmark mint =
        Mintmark.builder().store(url).claimTimeout(Duration.ofMinutes(5)).open()) {
      SnowflakeGenerator users = mint.snowflake("fresh");
      KeyGenerator keys = mint.keys("cards", k -> k.format("C{seq:4}"));
      assertThatThrownBy(users::next)
          .isInstanceOf(StoreRefusedException.class)
          .hasMessageContaining("the token is not for this line: token=counter, line=worker/fresh");
      assertThatThrownBy(() -> users.nextBatchAsync(1).get())
          .hasCauseInstanceOf(StoreRefusedException.class);
      assertThatThrownBy(keys::next)
          .isInstanceOf(StoreRefusedException.class)
          .hasMessageContaining("the token is not for this line: token=counter, line=key/cards");

      tokens.with("counter", "scopes: [claim]").write();
      audited.awaitAudit("\"act\":\"reload\",\"on\":\"tokens\",\"what\":\"\",\"result\":\"ok\"");
      assertThat(keys.next()).isEqualTo("C0001");
      long made = 0;
      while (made == 0) {
        try {
          made = users.next();
        } catch (StoreRefusedException e) {
          // The generator retries the store only some milliseconds after the last refusal.
        }
      }
    }
  }

  @Test
  @Tag("long")
  void reload_ofABrokenFile_keepsTheTokensAndIsRecorded() throws IOException {
    Files.writeString(tokensFile, "shop: {hash: nonsense}");
    audited.awaitAudit("\"act\":\"reload\",\"on\":\"tokens\",\"what\":\"\",\"result\":\"tokens");
    assertThat(metrics()).contains("mintmark_files_stale{what=\"tokens\"} 1.0");
    assertThat(audited.send("shop", "GET", "/v1/generators").statusCode()).isEqualTo(200);

    Files.writeString(tokensFile, "");
    audited.awaitAudit("the file has no token");
    assertThat(audited.send("shop", "GET", "/v1/generators").statusCode()).isEqualTo(200);

    tokens.without("shop").write();
    audited.awaitAudit("\"result\":\"ok\"");
    assertThat(audited.send("shop", "GET", "/v1/generators").statusCode()).isEqualTo(401);
    assertThat(metrics()).contains("mintmark_files_stale{what=\"tokens\"} 0.0");
  }

  @Test
  @Tag("long")
  void metrics_ofTokens_matchTheFile() throws IOException {
    assertThat(audited.send("shop", "GET", "/v1/generators").statusCode()).isEqualTo(200);
    assertThat(audited.send("shop", "GET", "/v1/lines").statusCode()).isEqualTo(403);
    assertThat(metrics())
        .containsPattern(requests("admitted", "shop") + "1.0")
        .containsPattern(requests("refused", "shop") + "1.0")
        .containsPattern(requests("limited", "slow") + "0.0")
        .doesNotContain("mintmark_token_remaining_seconds");

    tokens.without("slow").with("shop", "scopes: [read], expires: 2999-01-01").write();
    audited.awaitAudit("\"result\":\"ok\"");

    assertThat(metrics())
        .containsPattern(requests("admitted", "shop") + "1.0")
        .containsPattern("mintmark_token_remaining_seconds\\{token=\"shop\"} 3\\.\\d+E10")
        .doesNotContain("token=\"slow\"");
  }

  private static String requests(String outcome, String token) {
    return "mintmark_token_requests_total\\{credential=\"[0-9a-f]{8}\",outcome=\"" + outcome
        + "\",token=\"" + token + "\"} ";
  }

  @Test
  @Tag("long")
  void credentials_ofOneToken_areSeparateInMetricsAndAuditLog() throws IOException {
    String old = Secret.of(TokensFixture.text("shop")).text().substring(7, 15);
    String next = Secret.of(TokensFixture.text("fresh")).text().substring(7, 15);
    String used = "mintmark_token_requests_total{credential=\"%s\",outcome=\"admitted\","
        + "token=\"shop\"} %s";
    assertThat(audited.send("shop", "GET", "/v1/generators").statusCode()).isEqualTo(200);

    tokens.withTwo("shop", "fresh", "scopes: [next, read]").write();
    audited.awaitAudit("\"result\":\"ok\"");
    assertThat(audited.send("fresh", "GET", "/v1/generators").statusCode()).isEqualTo(200);
    assertThat(audited
            .send("fresh", "POST", "/v1/generators/orders/next?count=100")
            .statusCode())
        .isEqualTo(200);

    assertThat(metrics()).contains(used.formatted(old, "1.0"), used.formatted(next, "2.0"));
    assertThat(audited.audit())
        .last()
        .asString()
        .contains("\"token\":\"shop\"", "\"credential\":\"" + next + "\"");
  }

  private String metrics() {
    return audited.send("admin", "GET", "/metrics").body();
  }

  @Test
  @Tag("long")
  void secrets_inAnswersAndLogs_areHidden() throws IOException {
    StringBuilder said = new StringBuilder();
    Handler listener = new Handler() {
      @Override
      public synchronized void publish(LogRecord entry) {
        said.append(entry.getMessage()).append(String.valueOf(entry.getThrown()));
        Stream.ofNullable(entry.getParameters()).flatMap(Stream::of).forEach(said::append);
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
    Logger root = Logger.getLogger("");
    root.addHandler(listener);
    try (RespClient client = new RespClient(audited.server().resp())) {
      for (String token : List.of("shop", "unknown")) {
        for (String path : List.of("/v1/generators", "/v1/lines", "/none", "/v1/inspect/x?z=1")) {
          said.append(audited.send(token, "GET", path).body());
        }
        said.append(client.call("AUTH", "name", TokensFixture.text(token)));
        said.append(client.call("HELLO", "2", "AUTH", "name", TokensFixture.text(token)));
        said.append(client.call("CLIENT", "INFO"));
      }
      Files.writeString(tokensFile, "shop: {hash: " + TokensFixture.text("shop") + "}");
      audited.awaitAudit("reload");
    } finally {
      root.removeHandler(listener);
    }
    said.append(audited.server().firstScreen()).append(audited.audit());

    assertThat(said.toString()).contains("cannot be applied after a change");
    assertThat(said.toString())
        .doesNotContain(TokensFixture.text("shop"))
        .doesNotContain(TokensFixture.text("unknown"));
  }

  @Test
  void start_missingTokensFile_isRefused() {
    assertThatThrownBy(() -> Server.builder()
            .store("memory:")
            .http("127.0.0.1:0")
            .resp("127.0.0.1:0")
            .set(ServerSettings.TOKENS, directory.resolve("none"))
            .start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("there is no such file: ");
  }
}
