package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Tests that the console is accessible: on any screen, in any colours, and without a mouse. */
@EnabledIf(value = Browser.CONDITION, disabledReason = Browser.LACKING)
@Tag("long")
class ConsoleAccessibilityTest {

  private static final List<String> SECTIONS =
      List.of("inspect", "build", "generators", "lines", "make");
  private static final int PHONE = 320;
  private static final int[] WIDTHS = {ConsolePage.DESKTOP, 768, 400, PHONE};
  private static final int MAX_TABS = 30;

  /**
   * A script that returns the outline of the focused element. For the field of the format, its
   * frame has the outline.
   */
  private static final String FOCUS_OUTLINE = "const at = document.activeElement;"
      + "return at === document.body ? 'solid'"
      + " : getComputedStyle(at.closest('.editor') ?? at).outlineStyle";

  @RegisterExtension
  private static final ConsolePage PAGE = new ConsolePage();

  private Browser browser;

  @BeforeEach
  void lookAtThePage() {
    browser = PAGE.browser();
  }

  @ParameterizedTest
  @CsvSource({
    "inspect/" + ConsolePage.ORDER + ", #inspect .reading",
    "inspect/4df2dcec2cdcd20936a8b817%0Anothing%0A1541815603606036480, #inspect .unknown",
    "build, #build .card",
    "generators, #generators .card",
    "lines, #lines .card",
    "make/visits, #make .empty",
  })
  void section_wideAndLightOrNarrowAndDark_isAccessibleAndFits(String section, String content) {
    PAGE.make("visits/next?count=3");
    PAGE.open(section);
    browser.find(content);
    browser.shown("#find").forEach(field -> browser.paste("#find", "visits"));
    browser.shown("#make .primary").forEach(WebElement::click);
    browser.shown("#inspect summary, #generators summary").stream()
        .findFirst()
        .ifPresent(WebElement::click);

    assertIsAccessible(ConsolePage.DESKTOP);
    browser.prefer("dark");
    browser.resize(PHONE, ConsolePage.HEIGHT);
    assertIsAccessible(PHONE);
  }

  @Test
  void everySection_inAllColoursAndWidths_isAccessibleAndFits() {
    PAGE.make("visits/next?count=3");
    for (String section : SECTIONS) {
      PAGE.open(section);
      browser.find("#%1$s .card, #%1$s .empty".formatted(section));
      for (String colours : List.of("light", "dark")) {
        browser.prefer(colours);
        for (int width : WIDTHS) {
          browser.resize(width, ConsolePage.HEIGHT);
          assertIsAccessible(width);
        }
      }
    }
  }

  private void assertIsAccessible(int width) {
    assertThat(browser.violations()).isEmpty();
    assertThat(Integer.parseInt(browser.run("return document.documentElement.scrollWidth")))
        .isLessThanOrEqualTo(width);
  }

  @Test
  void faultsAndDialogs_areAccessible() {
    PAGE.open("build");
    browser.paste("#format", "INV-{tim:yyyyMMdd}-{seq:0}");
    browser.find(".faults");
    assertIsAccessible(ConsolePage.DESKTOP);
    browser.find("#keys").click();
    browser.find("#help");
    assertIsAccessible(ConsolePage.DESKTOP);
    browser.type(Keys.ESCAPE);
    browser.run("document.querySelector('#login').showModal()");
    assertIsAccessible(ConsolePage.DESKTOP);
    assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("/v1/explain"));
  }

  @Test
  void barrier_addedToThePage_isDetected() {
    PAGE.open("make");
    browser.find("#make .empty");
    browser.run("document.querySelector('main').append(document.createElement('button'))");

    assertThat(browser.violations()).anyMatch(each -> each.startsWith("button-name: "));
  }

  @Test
  void tab_fromFieldToField_showsWhereTheFocusIs() {
    PAGE.open("build");
    browser.find("#build .card");
    Set<String> outlines = new HashSet<>();
    for (int i = 0; i < MAX_TABS; i++) {
      browser.type(Keys.TAB);
      outlines.add(browser.run(FOCUS_OUTLINE));
    }
    assertThat(outlines).doesNotContain("none").contains("solid");
  }

  @Test
  void address_unknownSection_keepsTheShownSection() {
    PAGE.open("generators");
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
  void keyboardOnly_reachesEverySection() {
    PAGE.open("inspect");
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
  void keyboardOnly_makesAndInspectsAnId() {
    PAGE.open("inspect");
    browser.type("5");
    browser.untilAsserted(
        () -> assertThat(browser.find("#name").getDomProperty("value")).isEqualTo("users"));
    browser.type("/", Keys.ENTER);
    browser.untilAsserted(() -> assertThat(browser.texts(".made li a")).hasSize(5));
    for (int i = 0; i < MAX_TABS && !browser.focused().getText().matches("\\d{15,}"); i++) {
      browser.type(Keys.TAB);
    }
    browser.type(Keys.ENTER);

    assertThat(browser.text(".reading h2")).startsWith("Snowflake: users");
  }

  @Test
  void colours_followTheSystemUnlessChosen() {
    PAGE.open("inspect");
    String light = paper();
    browser.prefer("dark");
    String dark = paper();

    assertThat(dark).isNotEqualTo(light);
    browser.type("t"); // Switches from automatic to light. The next key switches to dark.
    assertThat(paper()).isEqualTo(light);
    PAGE.open("inspect");
    assertThat(paper()).as("a choice is kept").isEqualTo(light);
    browser.prefer("light");
    browser.find("#theme").click();
    assertThat(paper()).isEqualTo(dark);
    browser.run("localStorage.clear()");
  }

  private String paper() {
    return browser.run("return getComputedStyle(document.body).backgroundColor");
  }
}
