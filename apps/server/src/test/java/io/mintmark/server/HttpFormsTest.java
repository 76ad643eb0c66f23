package io.mintmark.server;

import static io.mintmark.server.Web.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the formats of replies and of request bodies. */
class HttpFormsTest {

  private static final String HOST = " HTTP/1.1\r\nHost: localhost\r\n";
  private static final String NEXT = "/v1/generators/forms/next";
  private static final String EXPLAIN = "{\"format\":\"{seq:4}\"}";
  private static final String WRITES = "{\"writes\":[{\"line\":\"j\",\"note\":\"{seq:4}\"}]}";

  /** The value in {@link #EXPLAIN} and {@link #WRITES} that the tests replace. */
  private static final String VALUE = "\"{seq:4}\"";

  /** Texts and numbers that break parsers and printers. A character is a byte, here and below. */
  private static final List<String> TEXTS = List.of(
      "1e999999999",
      "\"\\ud800\"",
      "\"\\udc00\\ud800\"",
      "\"\\u0000\"",
      "\"\u00ff\"",
      "\"\u00c0\u0080\"",
      "\"\u00ed\u00a0\u0080\"",
      "\"\u00f4\u0090\u0080\u0080\"",
      "\"\u00e2\u0082\"");

  /** Values that are no JSON, are too large, or are neither texts nor numbers. */
  private static final List<String> NO_VALUES = List.of(
      "[".repeat(1_001) + "]".repeat(1_001),
      "[".repeat(4_000),
      "{\"a\":".repeat(1_001) + "1" + "}".repeat(1_001),
      "{\"a\":".repeat(600),
      "1".repeat(1_001),
      "-" + "9".repeat(7_000),
      "-1e-999999999x",
      "01",
      "+1",
      ".5",
      "1.",
      "-",
      "0x10",
      "NaN",
      "Infinity",
      "nul",
      "True",
      "'x'",
      "\"\\u12\"",
      "\"\\x41\"",
      "\"\\",
      "\"\0\"",
      "\"\n\"",
      "\"x",
      "[1,]",
      "{\"a\":1,}",
      "{a:1}",
      "{\"a\":1,\"a\":1}",
      "{\"a\":1,\"\\u0061\":1}",
      "/* */1",
      "");

  /** Bodies in which a question mark is replaced by all valid members. */
  private static final List<String> SHAPES = List.of(
      "",
      " ",
      "\0",
      "\u00ef\u00bb\u00bf",
      "\u00ef\u00bb\u00bf{?}",
      "\u00fe\u00ff\0{\0}",
      "{\0?}",
      "{?}\0",
      "{?}x",
      "{?}}",
      "{?},",
      "{?}{?}",
      "{?,?}",
      "{?,}",
      "{,?}",
      "{?",
      "[?]",
      "[{?}]",
      "?",
      "null",
      "{?,\"\\ud800\":1}",
      "{?,\"\u00ff\":1}",
      "{?,\"\":1}",
      "{?,\"a\":" + "[".repeat(1_001),
      "{?}//",
      "\f{?}",
      "\u00c2\u00a0{?}");

  @RegisterExtension
  private static final MemoryServer SERVER = MemoryServer.standard();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/* | application/json",
        "application/* | application/json",
        "image/* | application/json",
        "text/* | text/plain",
        "text/plain, application/json | application/json",
        "text/plain, */*;q=0.1 | application/json",
        "TEXT/PLAIN; charset=utf-8 ; Q=0.001 | text/plain",
        "application/xml, text/plain | text/plain",
        "text/html, application/xhtml+xml, */*;q=0.8 | application/json"
      })
  void accept_severalTypes_isTextOnlyWithoutJson(String accept, String type) {
    HttpResponse<String> answer = Web.send(SERVER.get(), "POST", NEXT, "accept", accept);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-type").orElse("")).startsWith(type);
  }

  @Test
  void head_ofAPage_hasOnlyItsHeaderAndKeepsTheConnectionOpen() throws IOException {
    try (RawHttp raw = new RawHttp(SERVER.get())) {
      raw.send("HEAD /openapi.json" + HOST + "\r\nHEAD /nowhere" + HOST + "\r\n");
      raw.send("GET /health/live" + HOST + "Connection: close\r\n\r\n");

      int length = Web.send(SERVER.get(), "GET", "/openapi.json")
          .body()
          .getBytes(StandardCharsets.UTF_8)
          .length;
      assertThat(raw.header()).startsWith("HTTP/1.1 200 ").contains("content-length: " + length);
      assertThat(raw.header()).startsWith("HTTP/1.1 404 ").contains("application/problem+json");
      assertThat(raw.header()).startsWith("HTTP/1.1 200 ").contains("connection: close");
      assertThat(raw.rest()).isEqualTo("{\"status\":\"live\"}");
    }
  }

  @Test
  void options_ofTheServer_listsTheMethodsOfAllPaths() throws IOException {
    try (RawHttp raw = new RawHttp(SERVER.get())) {
      raw.send("OPTIONS *" + HOST + "Connection: close\r\n\r\n");

      assertThat(raw.header()).contains("\r\nallow: GET, HEAD, OPTIONS, POST\r\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nested", "long"})
  void body_jsonBeyondTheParsersLimits_isAnInvalidArgument(String over) {
    String value =
        over.equals("nested") ? "[".repeat(1_001) + "]".repeat(1_001) : "1".repeat(1_001);
    String body = "{\"format\":" + value + "}";

    assertProblem(Web.post(SERVER.get(), "/v1/explain", body), 400, "invalid-argument");
    assertProblem(Web.post(SERVER.get(), "/v1/lines", body), 400, "invalid-argument");
  }

  private static Stream<Arguments> forBoth(Function<String, Stream<String>> bodies) {
    return Stream.of(EXPLAIN, WRITES)
        .flatMap(valid -> bodies
            .apply(valid)
            .map(body -> Arguments.of(valid.equals(EXPLAIN) ? "/v1/explain" : "/v1/lines", body)));
  }

  private static Stream<String> withValue(String valid, Stream<String> values) {
    int start = valid.indexOf(VALUE);
    String end = valid.substring(start + VALUE.length());
    return values.map(value -> valid.substring(0, start) + value + end);
  }

  static Stream<Arguments> noJson() {
    return forBoth(valid -> Stream.concat(
        withValue(valid, NO_VALUES.stream()),
        SHAPES.stream().map(shape -> shape.replace("?", valid.substring(1, valid.length() - 1)))));
  }

  static Stream<Arguments> hostileTexts() {
    return forBoth(valid -> {
      int most = valid.equals(EXPLAIN) ? 8_150 : 524_200; // Almost the longest body of the path.
      return withValue(valid, Stream.concat(TEXTS.stream(), Stream.of(quoted(most))));
    });
  }

  private static String quoted(int length) {
    return "\"" + "x".repeat(length) + "\"";
  }

  private static int postOnAConnectionThatStays(String path, String body) throws IOException {
    try (RawHttp raw = new RawHttp(SERVER.get())) {
      int status = raw.status(
          "POST " + path + HOST + "Content-Length: " + body.length() + "\r\n\r\n" + body);
      assertThat(raw.status("GET /health/live" + HOST + "\r\n")).isEqualTo(200);
      return status;
    }
  }

  @ParameterizedTest
  @Tag("long")
  @MethodSource("noJson")
  void body_noJsonOfThisShape_isRefusedAndKeepsTheConnection(String path, String body)
      throws IOException {
    assertThat(postOnAConnectionThatStays(path, body)).isEqualTo(400);
  }

  /** A note may be any text, and an error of one write is part of the reply. */
  @ParameterizedTest
  @Tag("long")
  @MethodSource("hostileTexts")
  void body_hostileText_isNoFailureAndKeepsTheConnection(String path, String body)
      throws IOException {
    assertThat(postOnAConnectionThatStays(path, body))
        .isIn(path.equals("/v1/lines") ? List.of(200, 400) : List.of(400));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/explain", "/v1/lines"})
  void body_textOfAMegabyte_isTooLargeAndOthersAreAnswered(String path) {
    String body = "{\"format\":" + quoted(1_000_000) + "}";

    assertProblem(Web.post(SERVER.get(), path, body), 413, "body-too-large");
    assertThat(Web.post(SERVER.get(), "/v1/explain", EXPLAIN).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%D9%A3", "%EF%BC%93", "%2B3", "3.0", "%203", "", "03", "-0"})
  void number_notOfPlainDigits_isAnInvalidArgument(String number) {
    Server server = SERVER.get();

    assertProblem(
        Web.send(server, "POST", "/v1/generators/orders/next?count=" + number),
        400,
        "invalid-argument");
    assertProblem(Web.send(server, "GET", "/v1/lines?limit=" + number), 400, "invalid-argument");
    assertProblem(
        Web.send(server, "POST", "/v1/lines/seq%2Fx/claim?at-least=0&count=" + number),
        400,
        "invalid-argument");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/v1/lines | GET, HEAD, OPTIONS, POST",
        "/v1/time | GET, HEAD, OPTIONS",
        "/v1/lines/a/claim | OPTIONS, POST"
      })
  void options_ofAPath_listsItsMethods(String path, String allowed) {
    HttpResponse<String> answer = Web.send(SERVER.get(), "OPTIONS", path);

    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(answer.headers().firstValue("allow")).contains(allowed);
    assertThat(answer.body()).isEmpty();
    assertProblem(Web.send(SERVER.get(), "DELETE", path), 405, "method-not-allowed");
  }

  @Test
  void expectation_acceptedBody_isAnsweredInOrder() throws IOException {
    try (RawHttp raw = new RawHttp(SERVER.get())) {
      raw.send("POST /v1/generators/first/next" + HOST + "Accept: text/plain\r\n\r\n");
      raw.send("POST /v1/explain" + HOST + "Expect: 100-continue\r\nContent-Length: "
          + EXPLAIN.length() + "\r\n\r\n");

      assertThat(raw.header()).startsWith("HTTP/1.1 200 ");
      assertThat(raw.body(2)).matches("\\d\n");
      assertThat(raw.header()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
      raw.send(EXPLAIN);
      assertThat(raw.header()).startsWith("HTTP/1.1 200 ");
    }
  }

  @ParameterizedTest
  @CsvSource({"/v1/explain, 8193, 413", "/v1/lines, 524289, 413", "/v1/lines/a/note, 1, 400"})
  void expectation_refusedBody_isAnsweredWithTheError(String path, int length, int status)
      throws IOException {
    try (RawHttp raw = new RawHttp(SERVER.get())) {
      raw.send(
          "POST " + path + HOST + "Expect: 100-continue\r\nContent-Length: " + length + "\r\n\r\n");

      assertThat(raw.rest()).startsWith("HTTP/1.1 " + status + " ");
    }
  }

  @Test
  void refusal_clientStillSendingTheBody_arrives() throws IOException {
    try (RawHttp raw = new RawHttp(SERVER.get())) {
      raw.send("POST /v1/explain" + HOST + "Content-Length: 10000000\r\n\r\n");
      raw.send("x".repeat(10_000_000));

      assertThat(raw.rest()).startsWith("HTTP/1.1 413 ").contains("problem:body-too-large");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "content-type | application/json | 200",
        "content-type | Application/JSON; charset=utf-8 | 200",
        "content-type | application/x-www-form-urlencoded | 415",
        "content-type | text/json | 415",
        "content-encoding | identity | 200",
        "content-encoding | gzip | 415"
      })
  void body_ofAnotherContentType_isRefused(String header, String value, int status)
      throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(SERVER.get().url() + "/v1/explain"))
        .header(header, value)
        .POST(HttpRequest.BodyPublishers.ofString(EXPLAIN))
        .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    if (status == 415) {
      assertProblem(answer, 415, "unsupported-media-type");
    }
  }

  @Test
  void body_toAnUnknownPath_isNotFound() {
    assertProblem(Web.post(SERVER.get(), "/v1/explian", EXPLAIN), 404, "not-found");
  }
}
