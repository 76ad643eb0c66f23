package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.service.Problem;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests that no arguments of any call cause an internal error. */
@Tag("long")
class HostileArgumentsTest {

  private static final long SEED = 20_261_122;
  private static final int CASES_A_CALL = 60;
  private static final int COMMANDS = 4_000;

  private static final List<String> TEXTS = List.of(
      "",
      "0",
      "1",
      "-1",
      "true",
      "2",
      "9223372036854775807",
      "-9223372036854775808",
      "9223372036854775808",
      "1e9",
      "users",
      "wide",
      "orders",
      "tail",
      "last",
      "v1",
      "v6",
      "any/name",
      "a b",
      "..",
      "a/../b",
      "x".repeat(201),
      "\u0000",
      "名",
      "\ud83d\ude00",
      "%",
      "*",
      "seq/tail",
      "spec/users",
      "spec/new",
      "mintmark/gate",
      "mintmark/from/7",
      "worker/users/7",
      "worker/wide/0",
      "key/orders",
      "objectid",
      "uuid",
      "twitter",
      "discord",
      "4df2dcec2cdcd20936a8b817",
      "ObjectId('4df2dcec2cdcd20936a8b817')",
      "ffffffff-ffff-1fff-bfff-ffffffffffff",
      "ffffffffffff6fffbfffffffffffffff",
      "0xffffffffffffffff",
      "18446744073709551615",
      "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
      "aWgEPTl1tmebfsQzFP4bxwgy80V",
      "OD0300012611212000001230700042",
      "2026-11-22T08:00:00Z",
      "-1000000000-01-01T00:00:00Z",
      "+1000000000-12-31T23:59:59.999999999Z",
      "1582-10-14T23:59:59Z",
      "+10889-08-02T05:31:50.655Z",
      "+10889-08-02T05:31:50.656999999Z",
      "2106-02-07T06:28:15.999999999Z",
      "Europe/Berlin",
      "+18:00",
      "NAME:VALUE",
      "tenant:ACME,tenant:ACME",
      "{\"writes\":[{\"line\":\"seq/a\",\"atLeast\":\"9223372036854775807\",\"count\":\"1\"}]}",
      "{\"writes\":[{\"line\":\"spec/a\",\"expected\":\"0\",\"next\":\"-1\"}]}",
      "{\"format\":\"{time:yyyy}{seq:18}\"}",
      "{\"format\":\"{db:9}{table:9}{seq:9}\",\"shards\":{\"databases\":999999999}}",
      "{\"name\":\"orders\",\"skew\":true}",
      "[[[[[[[[[[[[[[[[[[[[");

  @RegisterExtension
  private static final MemoryServer SERVER = MemoryServer.with("""
      generators:
        users: {type: snowflake}
        wide: {type: snowflake, layout: 60/2/1, unit: 1s}
        old: {type: snowflake, layout: 62/1/0, epoch: "0000-01-01T00:00:00Z", unit: 1s}
        orders:
          type: key
          format: "OD{db:2}{table:4}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}"
          shards: {databases: 4, tables-per-database: 2}
        parcels: {type: key, format: "{var:tenant:4}{time:yyDDD}{seq:4}", zone: UTC}
        tail: {type: sequence, cycle: 1..3}
        last: {type: sequence, strict: true, maximum: 2}
        v1: {type: uuid, version: 1}
        v6: {type: uuid, version: 6}
        ids: {type: objectid}
      auto-create:
        "any/*": {ignore: [DEL, SET]}
      """);

  private final Random random = new Random(SEED);

  private String text() {
    String text = TEXTS.get(random.nextInt(TEXTS.size()));
    if (random.nextInt(5) > 0) {
      return text;
    }
    String more = TEXTS.get(random.nextInt(TEXTS.size()));
    return random.nextBoolean()
        ? text + more
        : text.substring(0, random.nextInt(text.length() + 1));
  }

  @Test
  void http_anyArguments_areAnsweredOrRefused() throws IOException {
    JsonNode paths = new ObjectMapper()
        .readTree(Web.send(SERVER.get(), "GET", "/openapi.json").body())
        .get("paths");
    long faults = Problem.Kind.INTERNAL.reported();
    paths
        .properties()
        .forEach(path -> path.getValue().properties().forEach(operation -> {
          for (int i = 0; i < CASES_A_CALL; i++) {
            String method = operation.getKey().toUpperCase(Locale.ROOT);
            String target = target(path.getKey(), operation.getValue());
            String body = operation.getValue().has("requestBody") ? text() : "";
            HttpResponse<String> answer = body.isEmpty()
                ? Web.send(SERVER.get(), method, target)
                : Web.sendBody(SERVER.get(), method, target, body, "application/json");

            assertThat(answer.statusCode())
                .as("seed=%s, %s %s %s: %s", SEED, method, target, body, answer.body())
                .isIn(200, 400, 403, 404, 409, 410, 414);
          }
        }));
    assertThat(Problem.Kind.INTERNAL.reported()).isEqualTo(faults);
  }

  private String target(String path, JsonNode operation) {
    String target = path;
    List<String> query = new ArrayList<>();
    for (JsonNode each : operation.path("parameters")) {
      String name = each.get("name").asText();
      if (target.contains("{" + name + "}")) {
        target = target.replace("{" + name + "}", encoded(text()));
      } else if (random.nextInt(4) > 0) {
        query.add(name + "=" + encoded(text()));
      }
    }
    String whole = target.replaceAll("\\{[^}]*}", "x");
    return query.isEmpty() ? whole : whole + "?" + String.join("&", query);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Test
  void resp_anyArguments_areAnsweredOrRefused() throws IOException {
    RespClient client = SERVER.client();
    List<?> rows = (List<?>) client.call("COMMAND");
    List<String> commands = new ArrayList<>(List.of("SET", "DEL", "EXPIRE", "FLUSHALL", "RENAME"));
    rows.forEach(row -> commands.add(((List<?>) row).get(0).toString()));
    commands.remove("quit");
    long faults = Problem.Kind.INTERNAL.reported();
    for (int i = 0; i < COMMANDS; i++) {
      List<String> words = new ArrayList<>();
      words.add(commands.get(random.nextInt(commands.size())));
      for (int arguments = random.nextInt(5); arguments > 0; arguments--) {
        words.add(random.nextInt(6) == 0 ? "COUNT" : text());
      }
      Object reply = client.call(words.toArray(String[]::new));

      assertThat(reply.toString()).as("seed=%s, %s", SEED, words).doesNotContain("server failed");
    }
    assertThat(Problem.Kind.INTERNAL.reported()).isEqualTo(faults);
    assertThat(client.call("PING").toString()).contains("PONG");
  }
}
