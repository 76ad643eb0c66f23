package io.mintmark.server;

import static io.mintmark.server.Web.assertProblem;
import static io.mintmark.server.Web.field;
import static io.mintmark.server.Web.json;
import static io.mintmark.server.Web.list;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.config.Config;
import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.file.FileStore;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the lines with fingerprints, which bind all processes to a generator's first settings, and
 * the right to move these lines.
 */
class DamagedSettingsTest {

  private static final String SPEC = "/v1/lines/spec%2Fusers";
  private static final String NEXT = "/v1/generators/users/next";

  private static final Duration READY_WITHIN = Duration.ofMinutes(2);

  @TempDir
  private Path directory;

  private Server server;

  @BeforeEach
  void start() throws IOException {
    server = start("41/10/12");
  }

  private Server start(String layout) throws IOException {
    Path tokens = new TokensFixture(directory.resolve("tokens.yaml"))
        .with("store", "scopes: [claim, next]")
        .with("admin", "scopes: [admin]")
        .write();
    Path file = Files.writeString(
        directory.resolve("m.yaml"), """
        store: 'file:%s'
        generators:
          orders: {type: sequence}
          users: {type: snowflake, layout: %s}
        server:
          http: 127.0.0.1:0
          resp: 127.0.0.1:0
          idle-after: 1s
          tokens: %s
        """.formatted(directory.resolve("data"), layout, tokens));
    return Server.builder()
        .config(Config.load(file))
        .set(ServerSettings.DRAIN, MemoryServer.SHORT_DRAIN)
        .start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> send(String token, String method, String path) {
    return Web.send(server, method, path, "Authorization", "Bearer " + TokensFixture.text(token));
  }

  private long stands() {
    return Long.parseLong(field(json(send("admin", "GET", SPEC)), "next").toString());
  }

  @Test
  void lineOfSettings_tokenToClaim_isWrittenOnceAndNeverMoved() {
    long before = stands();

    assertProblem(send("store", "POST", SPEC + "/claim?at-least=0&count=1"), 403, "forbidden");
    String move = "/compare-and-set?expected=" + before + "&next=" + (before + 1);
    assertProblem(send("store", "POST", SPEC + move), 403, "forbidden");
    assertProblem(send("store", "POST", SPEC + "/note?text=sequence"), 403, "forbidden");
    HttpResponse<String> batch = Web.post(
        server,
        "/v1/lines",
        "{\"writes\":[{\"line\":\"spec/users\",\"atLeast\":0,\"count\":1}]}",
        "Authorization",
        "Bearer " + TokensFixture.text("store"));
    assertThat(batch.body()).contains("urn:mintmark:problem:forbidden");
    assertThat(stands()).isEqualTo(before);

    String settings = "sequence of my own";
    String first =
        "/v1/lines/spec%2Fnew/compare-and-set?expected=0&next=" + SpecLine.fingerprint(settings);
    assertProblem(
        send("store", "POST", "/v1/lines/spec%2Fnew/compare-and-set?expected=0&next=7"),
        403,
        "forbidden");
    assertThat(field(json(send("store", "POST", first)), "moved")).isEqualTo(true);
    assertThat(send("store", "POST", "/v1/lines/spec%2Fnew/note?text=sequence+of+my+own")
            .statusCode())
        .isEqualTo(200);
  }

  @Test
  @Tag("long")
  void lineOfSettings_moved_blocksOnlyItsNameUntilLowered() throws IOException {
    assertThat(send("store", "POST", NEXT).statusCode()).isEqualTo(200);
    long fingerprint = stands();
    assertThat(send("admin", "POST", SPEC + "/claim?at-least=0&count=1").statusCode())
        .isEqualTo(200);
    server.close();
    server = start("41/10/12");

    assertThat(send("store", "POST", "/v1/generators/orders/next").statusCode()).isEqualTo(200);
    HttpResponse<String> refused = send("store", "POST", NEXT);
    assertProblem(refused, 409, "settings");
    assertThat(field(json(refused), "detail").toString())
        .contains(
            "changed from outside: name=users", "mintmark lines lower spec/users " + fingerprint);
    assertThat(send("admin", "GET", "/metrics").body()).contains("generator=\"users\"");
    Object users =
        list(json(send("admin", "GET", "/v1/generators")), "generators").get(1);
    assertThat(field(users, "name")).isEqualTo("users");
    assertThat(field(users, "warnings").toString()).contains("changed from outside");
    assertThat(send("admin", "GET", "/v1/generators/users").body())
        .contains("changed from outside");
    HttpResponse<String> ready = send("admin", "GET", "/health/ready");
    assertProblem(ready, 503, "settings");
    assertThat(ready.body()).contains("changed from outside: name=users");
    assertThat(send("admin", "GET", "/metrics").body()).contains("mintmark_generators_ended 1.0");

    String lower = SPEC + "/lower?next=" + fingerprint + "&expected=" + stands();
    HttpResponse<String> unsaid = send("admin", "POST", lower);
    assertProblem(unsaid, 400, "invalid-argument");
    assertThat(unsaid.body()).contains("accept-repeats");
    assertProblem(send("store", "POST", lower + "&accept-repeats=true"), 403, "forbidden");
    HttpResponse<String> lowered;
    try (CapturedAudit audit = new CapturedAudit()) {
      lowered = send("admin", "POST", lower + "&accept-repeats=true");
      audit.await("\"act\":\"lower\",\"on\":\"spec/users\"");
    }
    assertThat(field(json(lowered), "moved")).as(lowered.body()).isEqualTo(true);
    awaitReady();
    assertThat(send("store", "POST", NEXT).statusCode()).isEqualTo(200);
    assertThat(send("admin", "GET", "/v1/generators/users").body()).doesNotContain("from outside");
  }

  /**
   * Waits until the server is ready, without a call for an id, because a load balancer sends no
   * requests to a server that is not ready.
   */
  private void awaitReady() {
    long deadline = System.nanoTime() + READY_WITHIN.toNanos();
    while (send("admin", "GET", "/health/ready").statusCode() != 200) {
      assertThat(System.nanoTime() - deadline).isNegative();
      LockSupport.parkNanos(READY_WITHIN.toNanos() / 1000);
    }
  }

  @Test
  void start_changedSettings_isRefusedWithTheDifference() {
    assertThat(send("store", "POST", NEXT).statusCode()).isEqualTo(200);
    server.close();

    assertThatThrownBy(() -> start("40/10/12"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(
            "m.yaml:4: generators.users: the name was used with other settings before:"
                + " name=users, here='layout=40/10/12', there='layout=41/10/12'");
  }

  @Test
  @Tag("long")
  void start_lineOfSettingsWithoutItsNote_blocksOnlyItsName() throws IOException {
    assertThat(send("store", "POST", NEXT).statusCode()).isEqualTo(200);
    server.close();
    try (FileStore store = FileStore.open(directory.resolve("data"))) {
      store.annotate("spec/users", "");
    }

    server = start("40/10/12");
    assertProblem(send("store", "POST", NEXT), 409, "settings");
  }
}
