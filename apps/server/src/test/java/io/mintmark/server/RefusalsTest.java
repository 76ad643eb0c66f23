package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.CapturedLog;
import io.mintmark.service.Problem;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that refusals are recorded, and cannot fill the audit log. */
class RefusalsTest {

  private static final int TIMES = 100;

  @TempDir
  private Path directory;

  @Test
  void refusals_ofEachKind_areLoggedOnceInTenSeconds() throws Exception {
    TokensFixture tokens = new TokensFixture(directory.resolve("tokens.yaml"))
        .with("slow", "scopes: [next], rate: 1, burst: 1");
    CapturedAudit audit = new CapturedAudit();
    try (audit;
        Server server =
            MemoryServer.builder().set(ServerSettings.TOKENS, tokens.write()).start();
        RespClient client = new RespClient(server.resp())) {
      long before = Problem.Kind.UNAUTHENTICATED.reported();
      for (int i = 0; i < TIMES; i++) {
        assertThat(client.call("AUTH", "guess" + i).toString()).startsWith("-WRONGPASS");
        Web.send(server, "POST", "/v1/generators/a/next", "Authorization", "Bearer guess" + i);
      }
      assertThat(Problem.Kind.UNAUTHENTICATED.reported() - before).isEqualTo(2 * TIMES);
      String slow = "Bearer " + TokensFixture.text("slow");
      for (int i = 0; i < TIMES; i++) {
        Web.send(server, "POST", "/v1/generators/objectid/next", "Authorization", slow);
        Web.send(server, "GET", "/v1/lines", "Authorization", slow);
      }
    }
    List<String> records =
        audit.lines().stream().filter(line -> line.contains("\"refused\"")).toList();

    assertThat(records).hasSizeBetween(3, 12);
    assertThat(records).anyMatch(line -> line.contains("unauthenticated"));
    assertThat(records)
        .anyMatch(line -> line.contains("forbidden") && line.contains("\"token\":\"slow\""));
    assertThat(records).anyMatch(line -> line.contains("rate-limited"));
    assertThat(String.join("", records)).doesNotContain("guess");
  }

  @Test
  void refusals_ofLines_areCountedAndLoggedOnceInTenSeconds() throws Exception {
    TokensFixture tokens = new TokensFixture(directory.resolve("tokens.yaml"))
        .with("shop", "scopes: [claim], lines: [seq/*]")
        .with("prometheus", "scopes: [read]");
    try (AuditedServer audited = new AuditedServer(tokens, more -> more);
        CapturedLog log = new CapturedLog(Class.forName("io.mintmark.server.access.AuditLog"))) {
      for (int i = 0; i < TIMES; i++) {
        String claim = "/v1/lines/key%2F" + i + "/claim?at-least=0&count=5";
        assertThat(audited.send("shop", "POST", claim).statusCode()).isEqualTo(403);
      }
      HttpResponse<String> several = Web.post(
          audited.server(),
          "/v1/lines",
          """
          {"writes":[{"line":"seq/a","atLeast":"0","count":"5"},{"line":"key/a","note":"x"},
          {"line":"key/a","atLeast":"0","count":"5"}]}
          """,
          "Authorization",
          "Bearer " + TokensFixture.text("shop"));
      assertThat(several.body()).contains("\"start\":\"0\"").contains("forbidden");
      String metrics = audited.send("prometheus", "GET", "/metrics").body();

      assertThat(metrics)
          .containsPattern("mintmark_token_requests_total\\{credential=\"[0-9a-f]{8}\","
              + "outcome=\"refused\",token=\"shop\"} " + (TIMES + 2.0));
      assertThat(log.messages())
          .hasSizeBetween(1, 4)
          .allSatisfy(
              line -> assertThat(line).contains("reason=forbidden, token=shop", "line=key/"));
      assertThat(audited.audit())
          .hasSizeBetween(2, 5)
          .anySatisfy(line -> assertThat(line).contains("\"act\":\"claim\",\"on\":\"seq/a\""))
          .anySatisfy(line ->
              assertThat(line).contains("\"act\":\"refused\",\"on\":\"forbidden\"", "line=key/0"));
    }
  }

  @Test
  void refusals_ofForeignOrigins_areLoggedOnceInTenSeconds() throws Exception {
    try (Server server = MemoryServer.builder().start();
        CapturedLog log = new CapturedLog(Class.forName("io.mintmark.server.access.AuditLog"))) {
      for (int i = 0; i < TIMES; i++) {
        assertThat(Web.send(server, "GET", "/v1/generators", "Origin", "https://example.com")
                .statusCode())
            .isEqualTo(403);
      }

      assertThat(log.messages())
          .hasSizeBetween(1, 3)
          .allSatisfy(line -> assertThat(line)
              .contains("reason=foreign-origin, token=none", "origin=https://example.com"));
    }
  }
}
