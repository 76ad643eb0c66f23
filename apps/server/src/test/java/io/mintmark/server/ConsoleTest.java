package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Tests the sections of the console in a real browser. */
@EnabledIf(value = Browser.CONDITION, disabledReason = Browser.LACKING)
@Tag("long")
class ConsoleTest {

  private static final int SCREENSHOT_WIDTH = 1000;
  private static final int SCREENSHOT_HEIGHT = 728;
  private static final long SCREENSHOT_BYTES = 60 * 1024;
  private static final int WRITES_IN_A_CALL = 64;
  private static final Predicate<String> WRONG_FORMAT =
      Pattern.compile(".*/v1/explain .*status of 400.*").asMatchPredicate();
  private static final Predicate<String> ACME = Pattern.compile("ACME\\d{9}").asMatchPredicate();

  @RegisterExtension
  private static final ConsolePage PAGE = new ConsolePage();

  private Browser browser;

  @BeforeEach
  void lookAtThePage() {
    browser = PAGE.browser();
  }

  @Test
  void inspect_objectId_showsBitsAndTime() {
    PAGE.open("inspect");
    browser.fill("#id", "new ObjectId('4df2dcec2cdcd20936a8b817')");

    browser.untilAsserted(
        () -> assertThat(browser.text("#inspect .reading h2")).startsWith("ObjectId"));
    assertThat(browser.text(".reading time")).startsWith("2011-06-11 03:11:40");
    assertThat(String.join("", browser.texts(".reading .eight")).replaceAll("\\s", ""))
        .isEqualTo(bits("4df2dcec2cdcd20936a8b817"));
    assertThat(browser.texts(".reading .bits .under b"))
        .containsExactly("4d f2 dc ec 2c dc d2 09 36 a8 b8 17".split(" "));
    assertThat(browser.shown(".others details")).hasSizeGreaterThan(1);

    browser.find(".others summary").click();
    assertThat(browser.find(".others .picture").isDisplayed()).isTrue();
  }

  private static String bits(String hex) {
    return hex.chars()
        .mapToObj(
            digit -> Integer.toBinaryString(0x10 | Character.digit(digit, 16)).substring(1))
        .reduce("", String::concat);
  }

  @Test
  void inspect_textOfNoKnownForm_showsTheReason() {
    PAGE.open("inspect");
    for (String text : List.of("no such thing", "..", "x".repeat(300), "a/b?c#d%")) {
      browser.paste("#id", text);
      browser.untilAsserted(() -> assertThat(browser.text("#inspect .empty"))
          .startsWith("The id has no known form.\nIt has " + text.length()));
      browser.find("#inspect .row button").click();
      browser.untilAsserted(
          () -> assertThat(browser.text("#inspect .empty")).startsWith("An id shows"));
    }
  }

  @Test
  void inspect_severalIds_explainsEachAndListsUnknownLines() {
    PAGE.open("inspect");
    browser.paste("#id", "4df2dcec2cdcd20936a8b817\n\nxyz\n" + ConsolePage.ORDER);

    browser.untilAsserted(() -> assertThat(browser.text("#inspect .hint[role]"))
        .isEqualTo("2 of 3 ids have a known form."));
    assertThat(browser.texts(".others summary"))
        .satisfiesExactly(
            first -> assertThat(first).contains("ObjectId", "2011-06-11 03:11:40"),
            second -> assertThat(second).contains(ConsolePage.ORDER, "Key: orders"));
    assertThat(browser.text(".unknown"))
        .startsWith(
            "Line 3: the id has no known form. xyz It has 3 characters. An ObjectId has 24");
    browser.shown(".others summary").get(1).click();
    browser.untilAsserted(
        () -> assertThat(browser.texts(".inside .legend .value")).contains("261121200000123"));
    assertThat(browser.run("return decodeURIComponent(location.hash)"))
        .isEqualTo("#inspect/4df2dcec2cdcd20936a8b817\nxyz\n" + ConsolePage.ORDER);
  }

  @Test
  void inspect_moreThanAHundredIds_explainsTheFirstHundred() {
    PAGE.open("inspect");
    browser.paste(
        "#id",
        IntStream.range(0, 101).mapToObj(Integer::toString).collect(Collectors.joining("\n")));

    assertThat(browser.text("#inspect .fault"))
        .isEqualTo("Too many ids: there are 101. Only the first 100 are explained.");
    browser.untilAsserted(() -> assertThat(browser.shown(".others summary")).hasSize(100));
  }

  @Test
  void inspect_key_isShownInAScreenshot() throws IOException {
    PAGE.open("inspect/" + ConsolePage.ORDER);
    browser.resize(SCREENSHOT_WIDTH, SCREENSHOT_HEIGHT);
    browser.find(".reading .legend");
    Path picture = Path.of("target", "console.png");
    browser.screenshot(picture);

    assertThat(picture.toFile()).isNotEmpty();
    assertThat(Files.size(picture)).as("for a page that shows it").isLessThan(SCREENSHOT_BYTES);
  }

  @Test
  void inspect_addressWithAnId_showsIt() {
    PAGE.open("inspect/01ARZ3NDEKTSV4RRFFQ69G5FAV");

    assertThat(browser.text(".reading h2")).startsWith("ULID");
  }

  @Test
  void inspect_configuredKey_showsItsFields() {
    PAGE.open("inspect");
    browser.fill("#id", ConsolePage.ORDER);

    browser.untilAsserted(() -> assertThat(browser.texts(".reading .legend b"))
        .containsExactly("db", "table", "time", "worker", "seq"));
    assertThat(browser.texts(".legend .value"))
        .containsExactly("03", "0001", "261121200000123", "07", "00042");
    assertThat(browser.text(".reading time")).startsWith("2026-11-21 12:00:00.123");
  }

  @Test
  void lines_narrowerThanTheirLabels_areStillDrawn() {
    PAGE.make("users/next");
    PAGE.open("lines");
    browser.find("#lines svg");

    browser.run("document.querySelector('#lines').style.width = '60px'");
    browser.untilAsserted(() -> assertThat(Double.parseDouble(
            browser.run("return document.querySelector('#lines svg')" + ".getAttribute('width')")))
        .isLessThan(100));
    browser.run("document.querySelector('#lines').style.width = ''");
    browser.untilAsserted(() -> assertThat(Double.parseDouble(
            browser.run("return document.querySelector('#lines svg')" + ".getAttribute('width')")))
        .isGreaterThan(300));
  }

  @Test
  void build_format_showsItsPropertiesWhileTyping() {
    PAGE.open("build");
    browser.fill("#format", "INV{db:1}-{time:yyyyMMdd}-{seq:6}");
    browser.untilAsserted(
        () -> assertThat(browser.texts("#build .legend b")).containsExactly("db", "time", "seq"));
    assertThat(browser.texts("#build .large p")).contains("999,999\ncapacity per tick");
    browser.untilAsserted(() -> assertThat(browser.texts(".spread tbody tr")).isNotEmpty());
    browser.fill("#format", "INV-{time:yyyyMMdd}-{seq:7}");
    browser.untilAsserted(() ->
        assertThat(browser.texts("#build .large p")).contains("9,999,999\ncapacity per tick"));
    assertThat(browser.shown(".spread"))
        .as("without tables ids spread over none")
        .isEmpty();
  }

  @Test
  void build_wrongFormat_marksEveryFaultAtItsColumn() {
    PAGE.open("build");
    browser.find("#build .card");
    browser.fill("#format", "INV-{tim:yyyyMMdd}-{seq:0}");

    browser.untilAsserted(
        () -> assertThat(browser.texts(".faults .chip")).containsExactly("column 5", "column 20"));
    assertThat(browser.texts(".editor .bad")).containsExactly("{tim:yyyyMMdd}", "{seq:0}");
    assertThat(browser.text(".faults")).contains("did you mean time?");
    browser.shown(".faults .chip").get(1).click();
    assertThat(browser.run("return document.activeElement.selectionStart")).isEqualTo("19");
    assertThat(browser.complaints()).allMatch(WRONG_FORMAT);
  }

  @Test
  void generators_whileIdsAreMade_showCountRateAndRest() {
    PAGE.open("generators");
    PAGE.make("coupons/next?count=7");
    browser.untilAsserted(() -> assertThat(browser.texts(".generator .facts div"))
        .contains("made by this server\n7", "left\n993"));
    PAGE.make("visits/next?count=10000");
    browser.untilAsserted(() -> assertThat(browser.texts(".generator .facts div"))
        .contains("made by this server\n10,000")
        .anyMatch(fact -> fact.matches("left\\n\\d+ years")));
    assertThat(browser.text(".generator .hint")).as("a description is text").contains("<b>");
    browser.paste("#find", "visits");
    assertThat(browser.find(".spark").getDomAttribute("aria-label"))
        .matches("the last minute, at most \\d[\\d,]{2,} per second");

    browser.fill("#find", "coup");
    browser.untilAsserted(
        () -> assertThat(browser.texts(".generator h2")).containsExactly("coupons"));
    browser.paste("#find", "nobody");
    assertThat(browser.text("#generators .empty"))
        .isEqualTo("No generator has such a name or kind.");
  }

  @Test
  void lines_heldNumber_isOnTheAxisUntilItsWindowEnds() {
    PAGE.make("seats/next");
    PAGE.make("tickets/next?var=tenant:ACME&count=3");
    PAGE.open("lines");
    browser.paste("#prefix", "worker/seats/");

    browser.untilAsserted(
        () -> assertThat(browser.text(".axis figcaption")).startsWith("1 held, 0 idle"));
    assertThat(browser.run("return document.querySelector('.stay.held .ahead').getAttribute('x')"))
        .as("what is ahead begins now")
        .isEqualTo(browser.run("return document.querySelector('.axis .now').getAttribute('x1')"));
    assertThat(browser.text("tbody tr")).startsWith("worker/seats/").contains("pid=", ", held");

    browser.paste("#prefix", "key/tickets");
    browser.untilAsserted(() -> assertThat(browser.text(".shared"))
        .as("number 0, which keys leave out, and three more")
        .contains("key/tickets", "4 of 10,000"));
    browser.fill("#prefix", "nothing/");
    browser.untilAsserted(() ->
        assertThat(browser.text("#lines .empty")).startsWith("No line name starts like this."));
  }

  @Test
  void lines_search_findsLinesBeyondTheFirstPage() {
    claim(IntStream.range(0, 1050).mapToObj("shelf/%04d"::formatted).toList());
    PAGE.open("lines");
    browser.paste("#prefix", "shelf/");
    browser.untilAsserted(() -> assertThat(browser.texts("#lines .hint"))
        .anyMatch(hint -> hint.startsWith("These are 200 of 1,000 lines."))
        .anyMatch(hint -> hint.startsWith("These are the first 1,000 lines.")));
    browser.find(".scroll .chip").click();
    assertThat(browser.texts("tbody tr")).hasSize(400);

    browser.paste("#part", "F/104");
    browser.untilAsserted(() -> assertThat(browser.texts("tbody td.mono:first-child"))
        .hasSize(10)
        .allMatch(name -> name.startsWith("shelf/104")));
    assertThat(browser.text("tbody tr")).contains("a count, without time", "no note");
    assertThat(browser.shown("#lines .hint"))
        .as("the search has looked at all lines")
        .isEmpty();

    browser.paste("#part", "nothing");
    browser.untilAsserted(
        () -> assertThat(browser.text("#lines .empty")).startsWith("No line has such a name."));
    browser.paste("#part", "shelf/0007");
    browser.paste("#prefix", "worker/");
    browser.untilAsserted(
        () -> assertThat(browser.text("#lines .empty")).startsWith("No line has such a name."));
    browser.find("#lines .empty .chip").click();
    browser.untilAsserted(() -> assertThat(browser.texts("tbody tr")).hasSize(1));
  }

  @Test
  @Tag("long")
  void lines_searchOfMoreLinesThanItsBound_canBeContinued() {
    claim(IntStream.range(0, 100_001).mapToObj("store/%06d"::formatted).toList());
    PAGE.open("lines");
    browser.paste("#prefix", "store/");
    browser.paste("#part", "/100000");
    browser.untilAsserted(() -> assertThat(browser.texts("#lines .hint"))
        .anyMatch(hint -> hint.startsWith("This search has looked at the first 100,000 lines.")));
    browser.find("#lines .hint .chip").click();
    browser.untilAsserted(() -> assertThat(browser.texts("tbody tr")).hasSize(1));
  }

  /** Claims one position on each line. */
  private static void claim(List<String> lines) {
    for (int from = 0; from < lines.size(); from += WRITES_IN_A_CALL) {
      String writes = lines.subList(from, Math.min(from + WRITES_IN_A_CALL, lines.size())).stream()
          .map("{\"line\":\"%s\",\"atLeast\":\"0\",\"count\":\"1\"}"::formatted)
          .collect(Collectors.joining(",", "{\"writes\":[", "]}"));
      assertThat(Web.post(PAGE.server(), "/v1/lines", writes).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void lines_windowWithoutANote_showsAnUnknownOwner() {
    String claim = "/v1/lines/worker%2Fusers%2F99/claim?at-least=0&count=1";
    assertThat(Web.post(PAGE.server(), claim, "").statusCode()).isEqualTo(200);
    PAGE.open("lines");
    browser.paste("#prefix", "worker/users/99");

    browser.untilAsserted(
        () -> assertThat(browser.text("tbody tr")).contains("owner unknown", ", idle"));
  }

  @Test
  void generators_idle_areShownAsIdle() {
    PAGE.make("coins/next");
    PAGE.open("generators");

    browser.untilAsserted(() -> assertThat(browser.texts(".generator"))
        .anyMatch(card -> card.startsWith("coins") && card.contains("ends\nno estimate: idle"))
        .anyMatch(card -> card.startsWith("rest")
            && card.contains("worker\nnone yet")
            && card.contains("claimed ahead\nnothing")
            && card.contains("This server has made no id here yet.")));
  }

  @Test
  void make_aFew_canBeCopiedAndInspected() {
    PAGE.open("make/users");
    browser.find("#make .primary").click();
    browser.untilAsserted(() -> assertThat(browser.texts(".made li a")).hasSize(5));
    List<String> ids = browser.texts(".made li a");

    browser.find(".made header .copy").click();
    browser.untilAsserted(
        () -> assertThat(browser.clipboard().lines()).containsExactlyElementsOf(ids));
    browser.find(".made li .copy").click();
    browser.untilAsserted(() -> assertThat(browser.clipboard()).isEqualTo(ids.get(0)));
    browser.find(".made li a").click();
    assertThat(browser.text(".reading h2")).isEqualTo("Snowflake: users, mintmark");
  }

  @Test
  void make_keys_hasInputsForRouteAndVariables() {
    PAGE.open("make/orders");
    browser.fill("#route", "user-42");
    browser.find("#make .primary").click();
    browser.untilAsserted(() -> assertThat(browser.texts(".made li a"))
        .hasSize(5)
        .allSatisfy(id -> assertThat(id).matches("OD\\d{28}")));

    browser.fill("#name", "parcels");
    browser.fill("#make [pattern]", "ACME");
    browser.find("#make .primary").click();
    browser.untilAsserted(
        () -> assertThat(browser.texts(".made li a")).hasSize(10).anyMatch(ACME));
  }

  @Test
  @Tag("long")
  void serverDown_showsABannerUntilItIsBack() throws IOException {
    int port = EngineProcess.freePort(); // No other process uses it meanwhile.
    Server server = ConsolePage.builder(port).start();
    browser.open(server, "generators");
    browser.find(".generator");
    server.close();

    assertThat(browser.text("#banner")).startsWith("The server does not answer.");
    assertThat(browser.shown(".generator")).as("what was shown stays").isNotEmpty();
    Server again = ConsolePage.builder(port).start();
    try {
      // The page also retries by itself, so the button may have disappeared.
      browser.run("document.querySelector('#banner button').click()");
      browser.untilAsserted(() -> assertThat(browser.shown("#banner")).isEmpty());
      browser.leave();
    } finally {
      again.close();
    }
    assertThat(browser.complaints())
        .isNotEmpty()
        .allSatisfy(complaint -> assertThat(complaint).contains("net::ERR_CONNECTION_REFUSED"));
  }

  @Test
  void serverWithTokens_getsTheTokenUntilLogOut(@TempDir Path directory) throws IOException {
    try (Server server = ConsolePage.builder(0)
        .set(
            ServerSettings.TOKENS,
            new TokensFixture(directory.resolve("tokens.yaml"))
                .with("reader", "scopes: [read]")
                .write())
        .start()) {
      String token = TokensFixture.text("reader");
      browser.open(server, "generators");
      assertThat(browser.text("#login-why")).startsWith("a token is needed here");
      browser.find("#token");
      browser.type("not-" + token, Keys.ENTER);
      browser.untilAsserted(
          () -> assertThat(browser.text("#login-why")).startsWith("the token is not valid"));
      browser.find("#token").sendKeys(token, Keys.ENTER);
      assertThat(browser.text(".generator h2")).isEqualTo("users");
      browser.run("location.hash = 'make'");
      browser.find("#make .primary").click();
      assertThat(browser.text("#make .fault"))
          .startsWith("the token lacks the scope next: token=reader");

      browser.find("#forget").click();
      assertThat(browser.find("#login").isDisplayed()).isTrue();
      assertThat(browser.run("return JSON.stringify({...sessionStorage, ...localStorage})"))
          .doesNotContain(token);
      browser.leave();
    }
    assertThat(browser.complaints())
        .allSatisfy(complaint -> assertThat(complaint).containsPattern("status of 40[13]"));
  }
}
