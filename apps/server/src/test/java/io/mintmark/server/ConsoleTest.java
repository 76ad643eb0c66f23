package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import io.mintmark.testkit.EngineProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The console as people have it, in a real browser. */
@EnabledIf(value = Browser.CONDITION, disabledReason = Browser.LACKING)
class ConsoleTest {

  private static final List<String> SECTIONS =
      List.of("inspect", "build", "generators", "lines", "make");
  private static final int DESKTOP = 1280;
  private static final int PHONE = 360;
  private static final int MAX_TABS = 30;
  private static final Predicate<String> WRONG_FORMAT =
      Pattern.compile(".*/v1/explain .*status of 400.*").asMatchPredicate();
  private static final Predicate<String> ACME = Pattern.compile("ACME\\d{9}").asMatchPredicate();

  @TempDir
  private static Path directory;

  private static Path file;
  private static Browser browser;

  private Server server;

  @BeforeAll
  static void startBrowser() throws IOException {
    file = Files.writeString(directory.resolve("mintmark.yaml"), """
        generators:
          users: {type: snowflake, description: "<b>people</b>", window: 1m}
          orders:
            type: key
            format: "OD{db:2}{table:4}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}"
            zone: Asia/Shanghai
            shards: {databases: 4, tables-per-database: 2}
          parcels: {type: key, format: "{var:tenant:4}{time:yyDDD}{seq:4}"}
          coupons: {type: sequence, maximum: 1000}
        auto-create:
          "s/*": {}
        """);
    browser = Browser.start(directory.resolve("profile"));
    browser.allowClipboard();
  }

  @AfterAll
  static void stopBrowser() {
    browser.close();
  }

  @BeforeEach
  void start() {
    server = start(EngineProcess.freePort()); // Nobody else gets it while the server is gone.
    browser.resize(DESKTOP);
    browser.prefer("light");
    browser.forget(server.url());
  }

  @AfterEach
  void stop() {
    try {
      browser.open("about:blank"); // A page that is left open misses its server.
      assertThat(browser.complaints()).isEmpty();
      assertThat(browser.requested())
          .isNotEmpty()
          .allMatch(url -> url.matches("(http://127\\.0\\.0\\.1:\\d+/|about:).*"));
    } finally {
      server.close();
    }
  }

  private static Server start(int port) {
    return builder(port).start();
  }

  private static ServerBuilder builder(int port) {
    return MemoryServer.builder()
        .config(Config.load(file))
        .http("127.0.0.1:" + port)
        .drain(Duration.ZERO); // A browser keeps its idle connections to a server that ends.
  }

  private void open(String hash) {
    browser.open(server.url() + "/" + hash);
  }

  private void make(String query) {
    assertThat(Web.send(server, "POST", "/v1/generators/" + query).statusCode()).isEqualTo(200);
  }

  @Test
  void inspect_objectId_isDrawnBitByBitWithItsTime() {
    open("");
    browser.fill("#id", "new ObjectId('4df2dcec2cdcd20936a8b817')");

    browser.untilAsserted(
        () -> assertThat(browser.text("#inspect .reading h1")).startsWith("ObjectId"));
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
  void inspect_whatIsNoId_saysSo() {
    open("");
    for (String text : List.of("no such thing", "..", "x".repeat(300), "a/b?c#d%")) {
      browser.fill("#id", text);
      browser.untilAsserted(() ->
          assertThat(browser.text("#inspect .empty")).startsWith("No known form of id fits."));
      browser.find("#inspect .row button").click();
      browser.untilAsserted(
          () -> assertThat(browser.text("#inspect .empty")).startsWith("An id says"));
    }
  }

  @Test
  void inspect_addressWithAnId_showsIt() {
    open("#inspect/01ARZ3NDEKTSV4RRFFQ69G5FAV");

    assertThat(browser.text(".reading h1")).startsWith("ULID");
  }

  @Test
  void inspect_keyOfTheServer_isDrawnCharacterByCharacter() {
    open("");
    browser.fill("#id", "OD0300012611212000001230700042");

    browser.untilAsserted(() -> assertThat(browser.texts(".reading .legend b"))
        .containsExactly("db", "table", "time", "worker", "seq"));
    assertThat(browser.texts(".legend .value"))
        .containsExactly("03", "0001", "261121200000123", "07", "00042");
    assertThat(browser.text(".reading time")).startsWith("2026-11-21 12:00:00.123");
  }

  @Test
  void address_thatLeadsNowhere_leavesTheSectionThatIsShown() {
    open("#generators");
    browser.find("#generators .card");
    browser.run("document.querySelector('.skip').click()");
    browser.untilAsserted(
        () -> assertThat(browser.run("return location.hash")).isNotEqualTo("#main"));
    assertThat(browser.shown("main section")).hasSize(1);
    assertThat(browser.run("return document.querySelector('#generators').hidden"))
        .isEqualTo("false");
    assertThat(browser.run("return document.activeElement.id")).isEqualTo("main");

    browser.run("location.hash = 'linez'");
    browser.untilAsserted(
        () -> assertThat(browser.run("return location.hash")).isEqualTo("#generators"));
    assertThat(browser.run("return document.querySelector('#generators').hidden"))
        .isEqualTo("false");
  }

  @Test
  void lines_narrowerThanTheirLabels_areDrawnAllTheSame() {
    make("users/next");
    open("#lines");
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
  void build_format_showsWhatItMeansWhileItIsTyped() {
    open("#build");
    browser.fill("#format", "INV{db:1}-{time:yyyyMMdd}-{seq:6}");
    browser.untilAsserted(
        () -> assertThat(browser.texts("#build .legend b")).containsExactly("db", "time", "seq"));
    assertThat(browser.texts("#build .large p")).contains("1,000,000\ncapacity per tick");
    browser.untilAsserted(() -> assertThat(browser.texts(".spread tbody tr")).isNotEmpty());
    browser.fill("#format", "INV-{time:yyyyMMdd}-{seq:7}");
    browser.untilAsserted(() ->
        assertThat(browser.texts("#build .large p")).contains("10,000,000\ncapacity per tick"));
    assertThat(browser.shown(".spread"))
        .as("without tables ids spread over none")
        .isEmpty();
  }

  @Test
  void build_wrongFormat_marksEveryFaultAtItsColumn() {
    open("#build");
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
  void generators_whileIdsAreMade_showHowManyHowFastAndWhatIsLeft() {
    open("#generators");
    make("coupons/next?count=7");
    browser.untilAsserted(() ->
        assertThat(browser.texts(".generator .facts div")).contains("made here\n7", "left\n993"));
    make("users/next?count=10000");
    browser.untilAsserted(() -> assertThat(browser.texts(".generator .facts div"))
        .contains("made here\n10,000")
        .anyMatch(fact -> fact.matches("left\\n\\d+ years")));
    assertThat(browser.find(".spark").getDomAttribute("aria-label"))
        .matches("the last minute, at most \\d[\\d,]{2,} a second");
    assertThat(browser.text(".generator .hint")).as("a description is text").contains("<b>");

    browser.fill("#find", "coup");
    browser.untilAsserted(
        () -> assertThat(browser.texts(".generator h2")).containsExactly("coupons"));
    browser.fill("#find", "nobody");
    assertThat(browser.text("#generators .empty")).isEqualTo("No generator is called so.");
  }

  @Test
  void lines_heldNumber_liesOnTheAxisUntilItsWindowEnds() {
    make("users/next");
    make("parcels/next?var=tenant:ACME&count=3");
    open("#lines");

    browser.untilAsserted(
        () -> assertThat(browser.text(".axis figcaption")).startsWith("1 held, 0 idle"));
    assertThat(browser.run("return document.querySelector('.stay.held .ahead').getAttribute('x')"))
        .as("what is ahead begins now")
        .isEqualTo(browser.run("return document.querySelector('.axis .now').getAttribute('x1')"));
    assertThat(browser.text("tbody tr")).startsWith("worker/users/").contains("pid=");

    browser.fill("#prefix", "key/");
    browser.untilAsserted(
        () -> assertThat(browser.text(".shared")).contains("key/parcels", "3 of 10,000"));
    browser.fill("#prefix", "nothing/");
    browser.untilAsserted(
        () -> assertThat(browser.text("#lines .empty")).startsWith("No line begins so."));
  }

  @Test
  void make_aFew_canBeCopiedAndInspected() {
    open("#make/users");
    browser.find("#make .primary").click();
    browser.untilAsserted(() -> assertThat(browser.texts(".made li a")).hasSize(5));
    List<String> ids = browser.texts(".made li a");

    browser.find(".made header .copy").click();
    browser.untilAsserted(
        () -> assertThat(browser.clipboard().lines()).containsExactlyElementsOf(ids));
    browser.find(".made li .copy").click();
    browser.untilAsserted(() -> assertThat(browser.clipboard()).isEqualTo(ids.get(0)));
    browser.find(".made li a").click();
    assertThat(browser.text(".reading h1")).isEqualTo("Snowflake: users, mintmark");
  }

  @Test
  void make_keys_asksForWhatTheirFormatNeeds() {
    open("#make/orders");
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
  void keysAlone_reachEverySection() {
    open("");
    for (int i = 0; i < SECTIONS.size(); i++) {
      browser.type(Integer.toString(i + 1));
      assertThat(browser.find("#" + SECTIONS.get(i)).isDisplayed()).isTrue();
      assertThat(browser.shown("main > section")).hasSize(1);
      browser.find("#" + SECTIONS.get(i) + " input, #" + SECTIONS.get(i) + " textarea");
      browser.type("/");
      assertThat(browser.focused().getTagName()).isIn("input", "textarea");
      browser.type(Keys.ESCAPE);
      assertThat(browser.focused().getTagName()).isEqualTo("body");
    }
    browser.type("?");
    assertThat(browser.find("#help").isDisplayed()).isTrue();
    browser.type(Keys.ENTER);
    browser.untilAsserted(() -> assertThat(browser.shown("#help")).isEmpty());
  }

  @Test
  void keysAlone_makeAnIdAndLookAtIt() {
    open("");
    browser.type("5");
    browser.untilAsserted(
        () -> assertThat(browser.find("#name").getDomProperty("value")).isEqualTo("users"));
    browser.type("/", Keys.ENTER);
    browser.untilAsserted(() -> assertThat(browser.texts(".made li a")).hasSize(5));
    for (int i = 0; i < MAX_TABS && !browser.focused().getText().matches("\\d{15,}"); i++) {
      browser.type(Keys.TAB);
    }
    browser.type(Keys.ENTER);

    assertThat(browser.text(".reading h1")).startsWith("Snowflake: users");
  }

  @Test
  @Tag("long")
  void telephone_noSection_isWiderThanItsScreen() {
    make("users/next");
    browser.resize(PHONE);
    for (String section : SECTIONS) {
      open("#" + (section.equals("inspect") ? "inspect/4df2dcec2cdcd20936a8b817" : section));
      browser.find("#" + section + " .card, #make .empty");
      assertThat(browser.run("return document.documentElement.scrollWidth"))
          .as(section)
          .isEqualTo(Integer.toString(PHONE));
    }
  }

  @Test
  @Tag("long")
  void colours_followTheSystem_unlessOneIsChosen() {
    open("");
    String light = paper();
    browser.prefer("dark");
    String dark = paper();

    assertThat(dark).isNotEqualTo(light);
    browser.type("t"); // From automatic to light, and then to dark.
    assertThat(paper()).isEqualTo(light);
    open("");
    assertThat(paper()).as("a choice is kept").isEqualTo(light);
    browser.prefer("light");
    browser.find("#theme").click();
    assertThat(paper()).isEqualTo(dark);
  }

  private static String paper() {
    return browser.run("return getComputedStyle(document.body).backgroundColor");
  }

  @Test
  @Tag("long")
  void serverGone_isSaid_untilItIsBack() {
    open("#generators");
    browser.find(".generator");
    server.close();

    assertThat(browser.text("#banner")).startsWith("The server does not answer.");
    assertThat(browser.shown(".generator")).as("what was shown stays").isNotEmpty();
    server = start(server.http().getPort());
    browser.find("#banner button").click();
    browser.untilAsserted(() -> assertThat(browser.shown("#banner")).isEmpty());
    assertThat(browser.complaints())
        .isNotEmpty()
        .allSatisfy(complaint -> assertThat(complaint).contains("net::ERR_CONNECTION_REFUSED"));
  }

  @Test
  void serverThatAsksForAToken_isGivenIt_untilLogOut() {
    server.close();
    server = builder(0)
        .tokens(new TokensFixture(directory.resolve("tokens.yaml"))
            .with("reader", "scopes: [read]")
            .write())
        .start();
    String token = TokensFixture.text("reader");
    open("#generators");
    assertThat(browser.text("#login-why")).startsWith("a token is needed here");
    browser.find("#token");
    browser.type("not-" + token, Keys.ENTER);
    browser.untilAsserted(
        () -> assertThat(browser.text("#login-why")).startsWith("the token is not valid"));
    browser.find("#token").sendKeys(token, Keys.ENTER);
    assertThat(browser.text(".generator h2")).isEqualTo("users");

    browser.find("#forget").click();
    assertThat(browser.find("#login").isDisplayed()).isTrue();
    assertThat(browser.run("return JSON.stringify({...sessionStorage, ...localStorage})"))
        .doesNotContain(token);
    assertThat(browser.complaints())
        .allSatisfy(complaint -> assertThat(complaint).contains("status of 401"));
  }
}
