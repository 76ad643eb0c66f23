package io.mintmark.server;

import static io.mintmark.server.Web.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Generators that an administrator makes over HTTP. */
class GeneratorPutTest {

  private static final Duration SEEN_WITHIN = Duration.ofMinutes(2);

  @RegisterExtension
  static final MemoryServer SERVER = MemoryServer.with("""
      generators:
        own: {type: sequence, description: of the file}
      server: {idle-after: 1s}
      """);

  private static HttpResponse<String> put(Server server, String name, String body) {
    return Web.sendBody(server, "PUT", "/v1/generators/" + name, body, "application/json");
  }

  private static HttpResponse<String> put(String name, String body) {
    return put(SERVER.get(), name, body);
  }

  private static HttpResponse<String> delete(String name) {
    return Web.send(SERVER.get(), "DELETE", "/v1/generators/" + name);
  }

  private static HttpResponse<String> next(Server server, String name) {
    return Web.send(server, "POST", "/v1/generators/" + name + "/next");
  }

  @Test
  void put_ofANewName_makesTheGeneratorAndSaysWhereItComesFrom() {
    HttpResponse<String> made = put(
        "a%2Fb",
        "{\"type\":\"key\",\"format\":\"R{seq:6}\","
            + "\"description\":\"Größe 大小\",\"ignore\":[\"SET\",\"DEL\"]}");

    assertThat(made.statusCode()).as(made.body()).isEqualTo(200);
    assertThat(made.body()).contains("\"source\":\"store\"", "Größe 大小");
    assertThat(next(SERVER.get(), "a%2Fb").body()).isEqualTo("{\"ids\":[\"R000000\"]}");
    assertThat(Web.send(SERVER.get(), "GET", "/v1/generators/own").body())
        .contains("\"source\":\"file\"");
    assertThat(Web.send(SERVER.get(), "GET", "/metrics").body())
        .contains("mintmark_ids_total{generator=\"a/b\",kind=\"key\"} 1.0");
  }

  @Test
  void put_again_isTheSameAnswerAndOtherFixedSettings_areRefused() {
    String body = "{\"type\":\"sequence\",\"cycle\":\"1..9\"}";
    assertThat(put("turns", body).body()).isEqualTo(put("turns", body).body());

    HttpResponse<String> other = put("turns", body.replace("9", "8"));
    assertProblem(other, 409, "settings");
    assertThat(other.body()).contains("here='", "there='");
    assertProblem(put("own", "{\"type\":\"sequence\"}"), 409, "settings");
  }

  @Test
  void delete_ofAName_refusesItFromThenOn() {
    assertThat(put("gone", "{\"type\":\"sequence\"}").statusCode()).isEqualTo(200);
    assertThat(next(SERVER.get(), "gone").statusCode()).isEqualTo(200);

    assertThat(delete("gone").body()).isEqualTo("{}");
    assertProblem(next(SERVER.get(), "gone"), 404, "unknown-generator");
    assertProblem(delete("gone"), 404, "unknown-generator");
    assertProblem(delete("own"), 409, "settings");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]|invalid-argument|not an object",
        "{\"type\":\"sequence\"|invalid-argument|at [line: 1, column: 1]): line=1",
        "{\"type\":\"sequence\"} x|invalid-argument|not JSON",
        "{\"type\":null}|invalid-argument|member=type",
        "{\"type\":[{}]}|invalid-argument|member=type",
        "{\"type\":\"key\",\"a\":{\"b\":{\"c\":{\"d\":1}}}}|invalid-argument|member=a.b.c",
        "{\"type\":\"sequence\",\"type\":\"uuid\"}|invalid-argument|Duplicate field 'type': line=1",
        "{}|invalid-format|the generator has no type",
        "{\"type\":\"sequenc\"}|invalid-format|did you mean sequence?",
        "{\"type\":\"sequence\",\"stepp\":2}|invalid-format|did you mean step?",
        "{\"type\":\"sequence\",\"step\":0}|invalid-format|step=0",
        "{\"type\":\"sequence\",\"ignore\":\"FLUSHALL\"}|invalid-format|can be ignored",
        "{\"type\":\"key\",\"format\":\"{seq:4\"}|invalid-format|format",
        "{\"type\":\"key\",\"format\":\"{db:2}{seq:4}\"}|settings|db",
        "{\"type\":\"key\",\"format\":\"{seq:4}\",\"route-from\":\"nobody\"}|settings|format=none",
      })
  void put_ofAWrongBody_saysWhatIsWrongAndMakesNothing(String body, String slug, String says) {
    HttpResponse<String> response = put("wrong", body);

    assertProblem(response, slug.equals("settings") ? 409 : 400, slug);
    assertThat(response.body()).contains(says);
    assertProblem(next(SERVER.get(), "wrong"), 404, "unknown-generator");
    assertThat(Web.send(SERVER.get(), "GET", "/v1/lines?prefix=spec%2F%3Adef1%2Fwrong")
            .body())
        .isEqualTo("{\"lines\":[]}");
  }

  @Test
  void put_thatIsRefused_isAuditedWithWhatWasSent() {
    CapturedAudit audit = new CapturedAudit();
    try (audit;
        Server server = MemoryServer.builder().start()) {
      assertProblem(put(server, "wrong", "{\"type\":\"sequence\",\"x\":2}"), 400, "invalid-format");
      assertProblem(
          put(server, "wrong", "{\"type\":\"key\",\"description\":\"" + "x".repeat(5_000) + "\"}"),
          400,
          "invalid-format");
    }

    assertThat(audit.lines())
        .hasSize(2)
        .allSatisfy(line -> assertThat(line)
            .contains("\"act\":\"put-generator\",\"on\":\"wrong\",\"what\":\"{\\\"type\\\":")
            .doesNotContain("x".repeat(1_000)))
        .first()
        .asString()
        .contains("sequence\\\",\\\"x\\\":2}\",\"result\":\"");
  }

  @Test
  @Tag("long")
  void put_ofTooMuch_isRefused() {
    String text = "{\"type\":\"sequence\",\"description\":\"%s\"}";
    assertProblem(put("wrong", text.formatted("x".repeat(990))), 400, "invalid-argument");
    assertProblem(put("wrong", text.formatted("x".repeat(9_000))), 413, "body-too-large");
    assertProblem(put("w".repeat(199), text.formatted("x")), 409, "settings");
    assertProblem(put("%3Adef1%2Fx", text.formatted("x")), 409, "settings");
    assertProblem(put("a%20b", text.formatted("x")), 409, "settings");
  }

  @Test
  @Tag("long")
  void put_onOneServer_isSeenByAnotherOnItsStore(@TempDir Path directory) {
    String store = "mintmark://127.0.0.1:" + SERVER.get().http().getPort();
    try (Server other =
        MemoryServer.builder().store(store).dataDirectory(directory).start()) {
      HttpResponse<String> made =
          put(other, "shared", "{\"type\":\"key\",\"format\":\"S{seq:4}\"}");
      assertThat(made.statusCode()).as(made.body()).isEqualTo(200);
      assertThat(next(other, "shared").body()).contains("S0000");
      Instant deadline = Instant.now().plus(SEEN_WITHIN);
      while (next(SERVER.get(), "shared").statusCode() != 200) {
        assertThat(Instant.now()).isBefore(deadline);
      }
      assertThat(next(SERVER.get(), "shared").body()).contains("S0002");
    }
  }
}
