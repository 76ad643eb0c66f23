package io.mintmark.server;

import static io.mintmark.server.Web.assertProblem;
import static io.mintmark.server.Web.field;
import static io.mintmark.server.Web.json;
import static io.mintmark.server.Web.list;
import static io.mintmark.server.Web.post;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.service.SkewReport;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests readable keys over HTTP: making them for a route, explaining their format, and inspecting
 * them.
 */
class HttpKeysTest {

  static final String CONFIG = """
      generators:
        orders:
          type: key
          format: "OD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}"
          zone: Asia/Shanghai
          version: 1
          shards: {databases: 4, tables-per-database: 2}
          description: order numbers
          table: t_order
          column: order_id
        parcels: {type: key, format: "P{var:tenant:4}{var:channel:3}{seq:4}{check:mod97}"}
        plain: {type: sequence}
        flakes: {type: snowflake, epoch: 2024-01-01T00:00:00Z, table: t_x}
      """;

  @RegisterExtension
  private static final MemoryServer SERVER = MemoryServer.with(CONFIG);

  private static HttpResponse<String> explain(String body) {
    return post(SERVER.get(), "/v1/explain", body);
  }

  private static String next(String name, String query) {
    HttpResponse<String> response =
        Web.send(SERVER.get(), "POST", "/v1/generators/" + name + "/next?" + query);
    return String.valueOf(list(json(response), "ids").get(0));
  }

  @Test
  void next_forARoute_makesKeysOfItsTable() {
    String key = next("orders", "route=user-42");

    assertThat(key).matches("OD0\\d000\\d01\\d{22}");
    assertThat(next("orders", "route=user-42&count=3")).startsWith(key.substring(0, 10));
  }

  @Test
  void next_withVariables_carriesThem() {
    assertThat(next("parcels", "var=tenant:ACME,channel:WEB")).matches("PACMEWEB\\d{6}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "orders | count=1 | no route id is given, and a key with shards needs one",
        "orders | route=%20 | the route id is blank or has more than",
        "orders | route=user-42&var=x:y | needed=[], given=[x]",
        "parcels | var=tenant:ACME | the variables are not those of the format",
        "parcels | var=tenant:ACM,channel:WEB | variable=tenant, width=4, length=3",
        "parcels | var=tenant:AC-E,channel:WEB | character='-'",
        "parcels | var=tenant | not variables such as tenant:ACME,channel:WEB: var=tenant",
        "parcels | route=user-42&var=tenant:ACME,channel:WEB | keys without shards have no route",
        "plain | route=user-42 | a route or variables are given, but this generator makes no"
            + " keys: name=plain"
      })
  void next_missingOrUnknownRouteAndVariables_areRefused(String name, String query, String reason) {
    HttpResponse<String> response =
        Web.send(SERVER.get(), "POST", "/v1/generators/" + name + "/next?" + query);

    assertProblem(response, 400, "invalid-argument");
    assertThat(field(json(response), "detail").toString()).contains(reason);
  }

  @Test
  void next_variableTwice_isRefused() {
    assertProblem(
        Web.send(
            SERVER.get(),
            "POST",
            "/v1/generators/parcels/next?var=tenant:ACME,tenant:OTHR,channel:WEB"),
        400,
        "invalid-argument");
  }

  @Test
  void generator_ofKeys_showsItsNotes() {
    assertThat(field(json(Web.send(SERVER.get(), "GET", "/v1/generators/orders")), "facts")
            .toString())
        .startsWith("{description=order numbers, table=t_order, column=order_id, format=OD");
  }

  @Test
  void explain_format_describesItsProperties() {
    Map<?, ?> answer =
        json(explain("{\"format\":\"INV-{time:yyyyMMdd}-{seq:6}\",\"zone\":\"Europe/Berlin\"}"));

    assertThat(field(answer, "example").toString()).matches("INV-\\d{8}-000001");
    assertThat(list(answer, "fields")).hasSize(4);
    assertThat(field(list(answer, "fields").get(1), "name")).isEqualTo("yyyyMMdd");
    assertThat(field(answer, "facts").toString())
        .contains("zone=Europe/Berlin, tick=a day, capacity-per-tick=999999");
    assertThat(answer.get("skew")).isEqualTo(List.of());
  }

  @Test
  void explain_shardsAndSkew_showsHowIdsSpread() {
    Map<?, ?> answer = json(explain("{\"format\":\"{db:1}{table:1}{seq:6}\",\"shards\":"
        + "{\"databases\":4,\"tables-per-database\":2,\"route\":\"decimal-published\"},"
        + "\"skew\":true}"));

    assertThat(field(answer, "facts").toString()).contains("shards-0=4 x 2 by decimal-published");
    assertThat(list(answer, "skew"))
        .hasSize(SkewReport.Shape.values().length)
        .allSatisfy(one -> assertThat((int) field(one, "unreached")).isBetween(4, 7));
  }

  @Test
  void explain_name_describesConfiguredKeys() {
    Map<?, ?> answer = json(explain("{\"name\":\"orders\"}"));

    assertThat(field(answer, "notes").toString())
        .isEqualTo("{description=order numbers, table=t_order, column=order_id}");
    assertThat(field(answer, "facts").toString())
        .contains("zone=Asia/Shanghai", "shards-1=4 x 2 by hash");
    assertProblem(explain("{\"name\":\"nobody\"}"), 404, "unknown-generator");
    assertProblem(explain("{\"name\":\"plain\"}"), 404, "unknown-generator");
    assertProblem(explain("{\"name\":\"orders\",\"zone\":\"UTC\"}"), 400, "invalid-argument");
  }

  @Test
  void explain_faults_areAllReportedWithTheirColumns() {
    HttpResponse<String> response =
        explain("{\"format\":\"OD{tim:yy}{sq:5}\",\"zone\":\"Europ/Berlin\","
            + "\"shards\":{\"databases\":0},\"colour\":\"red\"}");

    assertProblem(response, 400, "invalid-format");
    List<?> faults = list(json(response), "faults");
    assertThat(faults).hasSize(5);
    assertThat(field(faults.get(0), "column")).isEqualTo(3);
    assertThat(field(faults.get(1), "column")).isEqualTo(11);
    assertThat(faults.subList(2, 5))
        .allSatisfy(fault -> assertThat(((Map<?, ?>) fault).keySet()).isEqualTo(Set.of("rule")));
    assertThat(field(json(response), "detail").toString())
        .contains(
            "column 3: a field is one of",
            "did you mean Europe/Berlin?",
            "shards.databases: not 1 to 1024",
            "colour: no such setting");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | format: the keys have no format",
        "{\"format\":\"{seq:4}\",\"shards\":{\"databases\":4}} | the format needs {db:N}",
        "{\"format\":\"{db:1}{seq:4}\",\"shards\":{\"databases\":11}} | {db:N} for 11 values",
        "{\"format\":\"{seq:4}\",\"type\":\"uuid\"} | type: no such setting",
        "{\"format\":\"OD{time:yy\"} | column 3: missing closing brace"
      })
  void explain_invalidSettings_areRefusedWithTheReason(String body, String reason) {
    HttpResponse<String> response = explain(body);

    assertProblem(response, 400, "invalid-format");
    assertThat(field(json(response), "detail").toString()).contains(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[] | the body is wrong: not an object alone",
        "{\"format\":null} | no text or number: member=format",
        "{\"format\":[\"{seq:4}\"]} | member=format",
        "{\"format\":\"{seq:4}\",\"format\":\"{seq:5}\"} | Duplicate field 'format'",
        "{\"a\":{\"b\":{\"c\":{\"d\":null}}}} | member=a.b.c.d",
        "{\"format\":\"{seq:4}\",\"skew\":\"yes\"} | neither true nor false: skew=yes",
        "{\"format\":\"{seq:4}\"} x | the body is wrong: not JSON",
        "{\"format\": | the body is wrong: not JSON"
      })
  void explain_bodyOfAnotherShape_isRefused(String body, String reason) {
    HttpResponse<String> response = explain(body);

    assertProblem(response, 400, "invalid-argument");
    assertThat(field(json(response), "detail").toString()).contains(reason);
  }

  @Test
  void explain_hostileSize_isRefusedBeforeItIsRead() throws IOException {
    int size = 10_000_000;
    String answer;
    try (Socket socket =
        new Socket(SERVER.get().http().getAddress(), SERVER.get().http().getPort())) {
      socket.setSoTimeout(30_000);
      socket
          .getOutputStream()
          .write(("POST /v1/explain HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + size
                  + "\r\n\r\n{\"format\":\"" + "x".repeat(16 * 1024))
              .getBytes(StandardCharsets.US_ASCII));
      answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    assertThat(answer).startsWith("HTTP/1.1 413 ").contains("problem:body-too-large");
    assertThat(explain("{\"format\":\"" + "x".repeat(8_000) + "\"}").body())
        .contains("the format does not have 1 to 300 characters: length=8000");
  }

  @Test
  void inspect_configuredKey_showsItsFieldsAndNotes() {
    String key = next("orders", "route=user-42");
    Map<?, ?> answer = json(Web.send(SERVER.get(), "GET", "/v1/inspect/" + key));

    Map<?, ?> first = (Map<?, ?>) list(answer, "readings").get(0);
    assertThat(first.get("kind")).isEqualTo("key:orders");
    assertThat(first.get("plausible")).isEqualTo(true);
    assertThat(field(first, "fields").toString())
        .contains("version=01", "route=database ", " Asia/Shanghai");
    assertThat(field(first, "notes").toString())
        .isEqualTo("{description=order numbers, table=t_order, column=order_id}");
    assertThat(field(list(first, "characters").get(1), "text")).isEqualTo(key.substring(2, 4));
    assertThat(list(first, "bits")).isEmpty();
  }

  @Test
  void inspect_keyWithAWrongCheckDigit_isImplausible() {
    String key = next("parcels", "var=tenant:ACME,channel:WEB");
    String mistyped = key.substring(0, 12) + (key.endsWith("11") ? "12" : "11");

    Map<?, ?> first =
        (Map<?, ?>) list(json(Web.send(SERVER.get(), "GET", "/v1/inspect/" + mistyped)), "readings")
            .get(0);
    assertThat(first.get("kind")).isEqualTo("key:parcels");
    assertThat(first.get("plausible")).isEqualTo(false);
    assertThat(field(first, "doubt").toString()).contains("check=mod97", "column=");
  }

  @Test
  void inspect_snowflakeOfAConfiguredLayout_showsItsTable() {
    Map<?, ?> answer =
        json(Web.send(SERVER.get(), "GET", "/v1/inspect/" + next("flakes", "count=1")));

    Map<?, ?> first = (Map<?, ?>) list(answer, "readings").get(0);
    assertThat(first.get("kind")).isEqualTo("snowflake:flakes");
    assertThat(field(first, "notes").toString()).isEqualTo("{table=t_x}");
  }
}
