package io.mintmark.server;

import static io.mintmark.server.Web.assertProblem;
import static io.mintmark.server.Web.field;
import static io.mintmark.server.Web.json;
import static io.mintmark.server.Web.list;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the calls on lines, for programs that claim themselves. */
class HttpLinesTest {

  @RegisterExtension
  private static final MemoryServer SERVER = MemoryServer.standard();

  private static HttpResponse<String> send(String method, String path) {
    return Web.send(SERVER.get(), method, path);
  }

  private static HttpResponse<String> post(String path, String body) {
    return Web.post(SERVER.get(), path, body);
  }

  @Test
  void lines_claimed_advanceAndAreListed() {
    String line = "/v1/lines/test%2Fa%2F7";

    assertThat(json(send("GET", line)).get("next")).isEqualTo("0");
    assertThat(json(send("POST", line + "/claim?at-least=9007199254740993&count=2"))
            .get("start"))
        .isEqualTo("9007199254740993");
    assertThat(json(send("GET", line)).get("next")).isEqualTo("9007199254740995");
    assertThat(json(send("POST", line + "/compare-and-set?expected=1&next=2")).get("moved"))
        .isEqualTo(false);
    String swap = "/compare-and-set?expected=9007199254740995&next=9007199254740996";
    assertThat(json(send("POST", line + swap)).get("moved")).isEqualTo(true);
    assertThat(send("POST", line + "/note?text=held+by+%22me%22%E2%82%AC").statusCode())
        .isEqualTo(200);
    Map<?, ?> listed = (Map<?, ?>)
        list(json(send("GET", "/v1/lines?prefix=test%2Fa")), "lines").get(0);
    assertThat(listed.get("name")).isEqualTo("test/a/7");
    assertThat(listed.get("next")).isEqualTo("9007199254740996");
    assertThat(listed.get("note")).isEqualTo("held by \"me\"€");
  }

  @ParameterizedTest
  @CsvSource({
    "claim?count=1, 400, invalid-argument",
    "claim?at-least=-1&count=1, 400, invalid-argument",
    "claim?at-least=0&count=0, 400, invalid-argument",
    "claim?at-least=9223372036854775807&count=1, 409, exhausted",
    "compare-and-set?expected=5&next=5, 400, invalid-argument",
    "note, 400, invalid-argument"
  })
  void lines_wrongArguments_areRefused(String call, int status, String slug) {
    assertProblem(send("POST", "/v1/lines/test%2Fb/" + call), status, slug);
  }

  @Test
  void lines_severalWrites_areAnsweredInOrder() {
    HttpResponse<String> response = post("/v1/lines", """
        {"writes":[
          {"line":"test/w/a","atLeast":"9007199254740993","count":"2"},
          {"line":"test/w/b","expected":"0","next":"7"},
          {"line":"test/w/none","note":"nobody"},
          {"line":"test/w/c","atLeast":"0","count":"0"},
          {"line":"test/w/d","atLeast":9223372036854775807,"count":1}]}
        """);

    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    List<?> answers = list(json(response), "answers");
    assertThat(answers.subList(0, 3))
        .isEqualTo(List.of(Map.of("start", "9007199254740993"), Map.of("moved", true), Map.of()));
    assertThat(field(answers.get(3), "type")).isEqualTo("urn:mintmark:problem:invalid-argument");
    assertThat(field(answers.get(4), "type")).isEqualTo("urn:mintmark:problem:exhausted");
    assertThat(field(answers.get(4), "next")).isEqualTo("0");
    assertThat(list(json(send("GET", "/v1/lines?prefix=test%2Fw")), "lines")).hasSize(2);
  }

  @Test
  void lines_ofAPage_startAfterTheGivenName() {
    for (String name : List.of("a", "b", "c")) {
      send("POST", "/v1/lines/test%2Fp%2F" + name + "/claim?at-least=0&count=1");
    }

    assertThat(names("limit=2")).containsExactly("test/p/a", "test/p/b");
    assertThat(names("limit=2&after=test%2Fp%2Fb")).containsExactly("test/p/c");
    assertThat(names("after=test%2Fp%2Fc")).isEmpty();
  }

  private static List<Object> names(String page) {
    HttpResponse<String> response = send("GET", "/v1/lines?prefix=test%2Fp%2F&" + page);
    return list(json(response), "lines").stream()
        .map(line -> field(line, "name"))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"limit=0", "limit=10001", "limit=x", "after=a%20b", "prefix=%25"})
  void lines_wrongPage_isRefused(String page) {
    assertProblem(send("GET", "/v1/lines?" + page), 400, "invalid-argument");
  }

  @Test
  void lines_maximumNumberOfWrites_succeeds() {
    String longest = "x".repeat(190);
    String writes = IntStream.range(0, 64)
        .mapToObj(i ->
            "{\"line\":\"" + longest + i + "\",\"note\":\"" + "\\ud83e\\ude99".repeat(500) + "\"}")
        .collect(Collectors.joining(","));

    assertThat(list(json(post("/v1/lines", "{\"writes\":[" + writes + "]}")), "answers"))
        .hasSize(64)
        .allMatch(Map.of()::equals);
    assertProblem(
        post("/v1/lines", "{\"writes\":[" + writes + ",{\"line\":\"a\",\"note\":\"\"}]}"),
        400,
        "invalid-argument");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "[]",
        "{}",
        "{\"writes\":{}}",
        "{\"writes\":[]}",
        "{\"writes\":[1]}",
        "{\"writes\":[{}]}",
        "{\"writes\":[{\"line\":\"test/x\"}]}",
        "{\"writes\":[{\"line\":\"test/x\",\"atLeast\":\"0\",\"count\":\"1\",\"next\":\"1\"}]}",
        "{\"writes\":[{\"line\":\"test/x\",\"note\":{}}]}",
        "{\"writes\":[{\"line\":\"test/x\",\"line\":\"test/x\",\"note\":\"\"}]}",
        "{\"writes\":[{\"line\":\"test/x\",\"note\":\"\"}]} {}",
        "{\"writes\":[{\"line\":\"test/x\",\"note\":\"\"}],\"more\":1}",
        "{\"writes\":[{\"line\":\"test/x\",\"note\":\"\"}"
      })
  void lines_writesOfAnotherShape_areRefused(String body) {
    assertProblem(post("/v1/lines", body), 400, "invalid-argument");
  }

  @Test
  void lines_bodyOverTheBound_isRefused() {
    assertProblem(post("/v1/lines", " ".repeat(600_000)), 413, "body-too-large");
  }

  @Test
  void store_showsItsIdentity_andAnotherIsRefused() {
    Map<?, ?> store = json(send("GET", "/v1/store"));
    String identity = field(store, "identity").toString();

    assertThat(field(store, "url")).isEqualTo("memory:");
    assertThat(field(store, "canLoseAcknowledgedWrites")).isEqualTo(false);
    assertThat(list(store, "durability")).isEmpty();
    assertThat(field(json(send("GET", "/v1/lines/mintmark%2Fidentity")), "next"))
        .isEqualTo(identity);
    String claim = "/v1/lines/test%2Fs/claim?at-least=0&count=1&store=";
    assertThat(send("POST", claim + identity).statusCode()).isEqualTo(200);
    for (String other : List.of("1", "0", "-1")) {
      assertProblem(send("POST", claim + other), 409, "other-store");
      assertProblem(send("GET", "/v1/lines?store=" + other), 409, "other-store");
    }
    assertThat(field(json(send("GET", "/v1/lines/test%2Fs?store=" + identity)), "next"))
        .isEqualTo("1");
  }

  @Test
  void claim_withoutAStoreIdentity_isRefusedOnceLinesAreMoved() {
    try (Server moving = MemoryServer.builder().start()) {
      String claim = "/v1/lines/test%2Fm/claim?at-least=0&count=1";
      assertThat(Web.send(moving, "POST", claim).statusCode()).isEqualTo(200);
      assertThat(Web.send(moving, "POST", "/v1/lines/mintmark%2Fmoved-to/claim?at-least=0&count=7")
              .statusCode())
          .isEqualTo(200);
      Web.send(moving, "POST", "/v1/lines/mintmark%2Fmoved-to/note?text=redis%3A%2F%2Fnew");
      String identity =
          field(json(Web.send(moving, "GET", "/v1/store")), "identity").toString();
      String rest = "/claim?at-least=1000&count=" + (Long.MAX_VALUE - 1000) + "&store=" + identity;
      for (String line : List.of("mintmark%2Fgate", "test%2Fm")) {
        assertThat(Web.send(moving, "POST", "/v1/lines/" + line + rest).statusCode())
            .isEqualTo(200);
      }

      HttpResponse<String> known = Web.send(moving, "POST", claim);
      assertProblem(known, 410, "line-moved");
      assertThat(field(json(known), "detail").toString()).contains("movedTo=redis://new");
      assertProblem(Web.send(moving, "POST", claim.replace("%2Fm", "%2Fnew")), 410, "line-moved");
      assertProblem(Web.send(moving, "GET", "/v1/lines/test%2Fm"), 410, "line-moved");
      assertProblem(Web.send(moving, "POST", claim + "&store=" + identity), 409, "exhausted");
    }
  }
}
