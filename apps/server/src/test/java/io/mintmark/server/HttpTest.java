package io.mintmark.server;

import static io.mintmark.server.Web.assertProblem;
import static io.mintmark.server.Web.field;
import static io.mintmark.server.Web.json;
import static io.mintmark.server.Web.list;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpTest {

  @RegisterExtension
  private static final MemoryServer SERVER = MemoryServer.with("""
      generators:
        users: {type: snowflake, layout: 41/10/12, description: people, table: t_user}
        ids: {type: objectid}
        uuids: {type: uuid}
        tail: {type: sequence, cycle: 1..3}
        last: {type: sequence, strict: true, maximum: 2}
        v1: {type: uuid, version: 1}
        v4: {type: uuid, version: 4}
        v6: {type: uuid, version: 6}
        wide: {type: snowflake, layout: 60/2/1, unit: 1s}
      auto-create:
        "s/*": {}
      """);

  private static HttpResponse<String> send(String method, String path, String... headers) {
    return Web.send(SERVER.get(), method, path, headers);
  }

  /** Sends raw bytes and reads until the server closes the connection. */
  private static String raw(String text) throws IOException {
    try (Socket socket =
        new Socket(SERVER.get().http().getAddress(), SERVER.get().http().getPort())) {
      socket.setSoTimeout(30_000);
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void next_asJson_returnsStringsThatMayNotBeCached() {
    HttpResponse<String> response = send("POST", "/v1/generators/users/next?count=3");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type")).contains("application/json");
    assertThat(response.headers().firstValue("cache-control")).contains("no-store");
    assertThat(list(json(response), "ids"))
        .hasSize(3)
        .allSatisfy(id -> assertThat((String) id).matches("\\d{15,19}"));
  }

  @Test
  void next_asText_returnsOneIdPerLine() {
    HttpResponse<String> response =
        send("POST", "/v1/generators/s%2Ftext/next?count=3", "accept", "text/plain");

    assertThat(response.body()).isEqualTo("1\n2\n3\n");
    assertThat(response.headers().firstValue("content-type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
  }

  /** The time bits of this layout exceed the range of common calendars. */
  @Test
  void widestLayout_isServedLikeAnyOther() {
    assertThat(send("POST", "/v1/generators/wide/next").statusCode()).isEqualTo(200);
    assertThat(send("GET", "/v1/generators").body()).contains("+275760-09-13T00:00:00Z");
    assertThat(send("GET", "/v1/lines?prefix=worker/").statusCode()).isEqualTo(200);
    assertThat(send("GET", "/v1/inspect/9223372036854775807").body())
        .contains("\"snowflake:wide\"")
        .doesNotContain("+292");
    assertThat(send("GET", "/metrics").body()).contains("mintmark_time_remaining_seconds");
  }

  @Test
  void next_withoutCount_returnsOneId() {
    assertThat(list(json(send("POST", "/v1/generators/ids/next")), "ids"))
        .singleElement()
        .asString()
        .matches("[0-9a-f]{24}");
  }

  @Test
  void next_largestCount_returnsDistinctIds() {
    HttpResponse<String> response = send("POST", "/v1/generators/uuids/next?count=10000");

    assertThat(list(json(response), "ids")).hasSize(10_000).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({
    "count=0, invalid-argument",
    "count=10001, invalid-argument",
    "count=-1, invalid-argument",
    "count=99999999999999999999, invalid-argument",
    "count=4294967297, invalid-argument",
    "count=x, invalid-argument",
    "count=, invalid-argument",
    "cuont=1, invalid-argument",
    "count=1&count=2, invalid-argument",
    "count=%zz, invalid-argument"
  })
  void next_wrongParameters_areRefused(String query, String slug) throws IOException {
    String answer = raw("POST /v1/generators/users/next?"
        + query
        + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 400 ").contains("urn:mintmark:problem:" + slug);
  }

  @Test
  void next_unknownName_isNotFound() {
    assertProblem(send("POST", "/v1/generators/nobody/next"), 404, "unknown-generator");
  }

  @Test
  void next_nameInvalidForLines_isRefused() {
    for (String name : List.of("s%2F%00", "s%2F..%2Fx", "two%20words", "x".repeat(201))) {
      assertProblem(send("POST", "/v1/generators/" + name + "/next"), 400, "invalid-argument");
      assertProblem(send("GET", "/v1/generators/" + name), 400, "invalid-argument");
    }
  }

  @Test
  void next_sequenceBeyondItsEnd_isExhausted() {
    send("POST", "/v1/generators/last/next?count=2");

    assertProblem(send("POST", "/v1/generators/last/next"), 409, "exhausted");
  }

  @Test
  void next_plusInAName_isNotDecodedAsASpace() {
    assertThat(field(json(send("POST", "/v1/generators/s+x/next")), "detail").toString())
        .contains("text='s+x'");
  }

  @Test
  void generators_all_areDescribedInTheOrderOfTheFile() {
    List<?> all = list(json(send("GET", "/v1/generators")), "generators");

    assertThat(all.stream().limit(5).map(one -> field(one, "name")).toList())
        .isEqualTo(List.of("users", "ids", "uuids", "tail", "last"));
  }

  @Test
  void generator_byName_showsItsFactsAndNotes() {
    Map<?, ?> described = json(send("GET", "/v1/generators/users"));

    assertThat(described.get("kind")).isEqualTo("snowflake");
    assertThat(field(described, "facts").toString())
        .startsWith("{description=people, table=t_user, layout=41/10/12");
    assertThat(described.get("warnings")).isEqualTo(List.of());
  }

  @Test
  void generator_notUsedYet_isNotCreatedByReading() {
    assertProblem(send("GET", "/v1/generators/s%2Flooked-at"), 404, "unknown-generator");
  }

  @Test
  void inspect_objectId_showsEveryReadingInTheZone() {
    Map<?, ?> answer =
        json(send("GET", "/v1/inspect/4df2dcec2cdcd20936a8b817?zone=Asia%2FShanghai"));

    Map<?, ?> first = (Map<?, ?>) list(answer, "readings").get(0);
    assertThat(first.get("kind")).isEqualTo("objectid");
    assertThat(first.get("time")).isEqualTo("2011-06-11T03:11:40Z");
    assertThat(first.get("localTime")).isEqualTo("2011-06-11T11:11:40+08:00");
    assertThat(list(first, "bits")).isNotEmpty();
    assertThat(list(answer, "readings")).hasSizeGreaterThan(2);
  }

  @Test
  void inspect_nothingKnown_hasNoReadings() {
    assertThat(json(send("GET", "/v1/inspect/%E2%82%AC")).get("readings")).isEqualTo(List.of());
    assertProblem(send("GET", "/v1/inspect/1?zone=Moon"), 400, "invalid-argument");
  }

  @ParameterizedTest
  @CsvSource({
    "objectid, 4df2dcec0000000000000000, 4df2dced0000000000000000",
    "ids, 4df2dcec0000000000000000, 4df2dced0000000000000000",
    "uuid, 01307cae-f9e0-7000-8000-000000000000, 01307cae-fdc8-7000-8000-000000000000",
    "twitter, 79385278673846272, 79385282868150272"
  })
  void range_ofOneSecond_isHalfOpen(String kind, String from, String to) {
    Map<?, ?> range = json(send(
        "GET", "/v1/range?kind=" + kind + "&from=2011-06-11T03:11:40Z&to=2011-06-11T03:11:41Z"));

    assertThat(range.get("from")).isEqualTo(from);
    assertThat(range.get("to")).isEqualTo(to);
  }

  @ParameterizedTest
  @CsvSource({
    "kind=objectid&from=2011-06-11T03:11:40Z, a parameter is missing: to",
    "kind=objectid&from=today&to=2011-06-11T03:11:40Z, not a time such as 2020-01-01T00:00:00Z",
    "kind=tail&from=2011-06-11T03:11:40Z&to=2011-06-11T03:11:40Z, show no time",
    "kind=v1&from=2011-06-11T03:11:40Z&to=2011-06-11T03:11:40Z, not in order of their time",
    "kind=v6&from=2011-06-11T03:11:40Z&to=2011-06-11T03:11:40Z, the ids are UUIDs of version 6",
    "kind=v4&from=2011-06-11T03:11:40Z&to=2011-06-11T03:11:40Z, show no time: kind=v4",
    "kind=wide&from=%2B900000-06-11T03:11:40Z&to=%2B900001-01-01T00:00:00Z, range of the time bits",
    "kind=twiter&from=2011-06-11T03:11:40Z&to=2011-06-11T03:11:40Z, did you mean twitter?",
    "kind=users&from=2011-06-11T03:11:40Z&to=2011-06-11T03:11:40Z, outside the range of the time"
  })
  void range_wrongArguments_areRefusedWithTheReason(String query, String reason) {
    HttpResponse<String> response = send("GET", "/v1/range?" + query);

    assertProblem(response, 400, "invalid-argument");
    assertThat(field(json(response), "detail").toString()).contains(reason);
  }

  @Test
  void time_isThatOfTheEngine() {
    assertThat(field(json(send("GET", "/v1/time")), "time").toString()).endsWith("Z");
  }

  @Test
  void health_ofARunningServer_isLiveAndReady() {
    assertThat(json(send("GET", "/health/live")).get("status")).isEqualTo("live");
    assertThat(json(send("GET", "/health/ready")).get("status")).isEqualTo("ready");
  }

  @Test
  void path_unknownOrWithAWrongMethod_isRefused() {
    assertProblem(send("GET", "/v2/generators"), 404, "not-found");
    assertProblem(send("GET", "/console"), 404, "not-found");
    assertProblem(send("GET", "/v1/generators//next"), 405, "method-not-allowed");
    HttpResponse<String> response = send("GET", "/v1/generators/users/next");
    assertProblem(response, 405, "method-not-allowed");
    assertThat(response.headers().firstValue("allow")).contains("OPTIONS, POST");
  }

  @Test
  void pipeline_overFastAndSlowNames_isAnsweredInOrder() throws IOException {
    String text = " HTTP/1.1\r\nHost: localhost\r\nAccept: text/plain\r\n";
    StringBuilder requests = new StringBuilder();
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      requests.append("POST /v1/generators/s%2Fpipe/next").append(text).append("\r\n");
      requests.append("POST /v1/generators/tail/next").append(text).append("\r\n");
      expected.append(i + 1).append('\n').append(i % 3 + 1).append('\n');
    }
    requests.append("GET /health/live").append(text).append("Connection: close\r\n\r\n");

    String answers = raw(requests.toString());

    assertThat(answers.lines().filter(line -> line.matches("\\d+")).toList())
        .isEqualTo(expected.toString().lines().toList());
  }

  @Test
  void pipeline_endingInMalformedBytes_isAnsweredUpToThem() throws IOException {
    String request = "POST /v1/generators/s%2Fgood/next HTTP/1.1\r\nHost: localhost\r\n\r\n";

    String answers = raw(request.repeat(200) + "nonsense\r\n\r\n");

    assertThat(answers.split("HTTP/1.1 200", -1)).hasSize(201);
    assertThat(answers.substring(answers.indexOf("{\"ids\":[\"200\"]}")))
        .contains("urn:mintmark:problem:malformed-request");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nonsense | 400 | malformed-request",
        "GET /health/live | 400 | malformed-request",
        "GET /LONG HTTP/1.1 | 414 | path-too-long",
        "GET /health/live HTTP/1.1~Host: localhost~X: LONG | 431 | header-too-large",
        "POST /v1/generators/users/next HTTP/1.1~Host: localhost~Content-Length: 2~~{} | 400 |"
            + " body-not-expected",
        "POST /v1/generators/users/next HTTP/1.1~Host: localhost~Expect: 100-continue"
            + "~Content-Length: 9 | 400 | body-not-expected",
        "POST /v1/explain HTTP/1.1~Host: localhost~Transfer-Encoding: chunked~~zz | 400 |"
            + " malformed-request",
        "POST /v1/explain HTTP/1.1~Host: localhost~Transfer-Encoding: gzip, chunked~~0 | 400 |"
            + " malformed-request",
        "POST /v1/explain HTTP/1.1~Host: localhost~Transfer-Encoding: gzip~~{} | 400 |"
            + " malformed-request"
      })
  void request_hostile_isRefusedAndCloses(String request, int status, String slug)
      throws IOException {
    String bytes = request.replace("~", "\r\n").replace("LONG", "x".repeat(20_000));

    String answer = raw(bytes + "\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 " + status + " ").contains("problem:" + slug);
    assertThat(answer.split("HTTP/1.1 \\d", -1)).hasSize(2);
    assertThat(send("GET", "/health/live").statusCode()).isEqualTo(200);
  }

  /** A proxy might read another host or another length from such a request than the server. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /health/live HTTP/1.1~X: y | 400",
        "GET /health/live HTTP/1.1~Host: localhost~Host: localhost | 400",
        "GET /health/live HTTP/1.0~X: y | 200",
        "GET /health/live HTTP/3.7~Host: localhost | 400",
        "GET /health/live HTTP/1.9~Host: localhost | 400",
        "GET health/live HTTP/1.1~Host: localhost | 400",
        "GET * HTTP/1.1~Host: localhost | 400",
        "GET http://localhost:7600/health/live HTTP/1.1~Host: localhost | 200",
        "GET HTTPS://127.0.0.1/health/live HTTP/1.1~Host: evil.example | 200",
        "GET http://evil.example/health/live HTTP/1.1~Host: localhost | 403",
        "GET http://localhost HTTP/1.1~Host: localhost | 200",
        "OPTIONS * HTTP/1.1~Host: localhost | 204",
        "OPTIONS /health/live HTTP/1.1~Host: localhost | 204"
      })
  void request_inAnotherForm_isHandledAsInTheStandard(String request, int status)
      throws IOException {
    String answer = raw(request.replace("~", "\r\n") + "\r\nConnection: close\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 " + status + " ").contains("\r\ndate: ");
    assertThat(send("OPTIONS", "/health/live").headers().firstValue("date").orElseThrow())
        .matches("[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT");
  }

  @Test
  void answer_ofAnyKind_hasTheSecurityHeaders() throws IOException {
    for (String path : List.of("/health/live", "/none", "/", "/v1/generators")) {
      HttpResponse<String> answer = send("GET", path);
      assertThat(answer.headers().allValues("x-content-type-options")).containsExactly("nosniff");
      assertThat(answer.headers().allValues("date")).hasSize(1);
      assertThat(answer.headers().map()).doesNotContainKey("strict-transport-security");
    }
    assertThat(
            raw("GET /v1/generators/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 400 ")
        .contains("a percent sign in the path is not followed by two hex digits")
        .doesNotContain("URLDecoder");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TAG | 304",
        "\"other\", TAG | 304",
        "W/\"x\",TAG , \"y\" | 304",
        "WEAK | 304",
        "* | 304",
        "\"other\" | 200",
        "W/\"other\", \"more\" | 200"
      })
  void knownTags_inAList_areEachCompared(String tags, int status) {
    String tag = send("GET", "/console/app.js").headers().firstValue("etag").orElseThrow();
    String list = tags.replace("TAG", tag).replace("WEAK", "W/" + tag);

    assertThat(send("GET", "/console/app.js", "if-none-match", list).statusCode())
        .isEqualTo(status);
    assertThat(send("GET", "/console/app.js", "if-none-match", "\"one\"", "if-none-match", list)
            .statusCode())
        .isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Host: evil.example | 403",
        "Host: 127.0.0.1.evil.example:7600 | 403",
        "Host: localhost~Origin: https://evil.example | 403",
        "Host: localhost~Origin: null | 403",
        "Host: localhost:7600~Origin: http://localhost:7600 | 200",
        "Host: [::1]:7600 | 200",
        "Host: 127.0.0.1 | 200"
      })
  void request_ofAForeignPage_isRefused(String headers, int status) throws IOException {
    String answer = raw("GET /health/live HTTP/1.1\r\n"
        + headers.replace("~", "\r\n")
        + "\r\nConnection: close\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
  }
}
