package io.mintmark.server;

import io.mintmark.testkit.EngineProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Debian's Chromium without a window, and what it has to say of a page. */
final class Browser implements AutoCloseable {

  static final String CONDITION = "io.mintmark.server.Browser#isInstalled";
  static final String LACKING =
      "chromium and chromedriver are not on the PATH; Debian has them in chromium-driver";

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration GLANCE = Duration.ofMillis(50);
  private static final int PHONE_WIDTH = 600;
  private static final Pattern REQUEST =
      Pattern.compile("\"method\":\"Network\\.requestWillBeSent\".*?\"request\":\\{(.*)");
  private static final Pattern URL = Pattern.compile("\"url\":\"([^\"]*)\"");

  private static final String SHOWN = "[...document.querySelectorAll(arguments[0])]"
      + ".filter(each => each.checkVisibility({visibilityProperty: true}))";

  /** Without this Selenium tells on standard error that the browser is newer than it. */
  private static final Logger QUIET = Logger.getLogger("org.openqa.selenium");

  private final ChromeDriver driver;
  private final List<String> requested = new ArrayList<>();

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  static boolean isInstalled() {
    return EngineProcess.find("chromium").isPresent()
        && EngineProcess.find("chromedriver").isPresent();
  }

  static Browser start(Path profile) throws IOException {
    QUIET.setLevel(Level.SEVERE);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(EngineProcess.find("chromium").orElseThrow().toFile());
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--user-data-dir=" + Files.createDirectories(profile));
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service = new ChromeDriverService.Builder()
        .usingDriverExecutable(EngineProcess.find("chromedriver").orElseThrow().toFile())
        .build();
    Browser browser = new Browser(new ChromeDriver(service, options));
    browser.driver.get("about:blank");
    browser.requested(); // Those of its own first page.
    browser.requested.clear();
    return browser;
  }

  @Override
  public void close() {
    driver.quit();
  }

  /** Opens a page anew, not only another section of the one that is open. */
  void open(String url) {
    driver.get("about:blank");
    driver.get(url);
  }

  /** Is a screen of this width, a telephone's if it is narrow. */
  void resize(int width) {
    boolean phone = width < PHONE_WIDTH;
    command(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 800, "deviceScaleFactor", 1, "mobile", phone));
  }

  /** Prefers light or dark, as the system's settings would say. */
  void prefer(String colours) {
    Map<String, String> feature = Map.of("name", "prefers-color-scheme", "value", colours);
    command("Emulation.setEmulatedMedia", Map.of("features", List.of(feature)));
  }

  /** Forgets what pages of a server have stored. */
  void forget(String origin) {
    command("Storage.clearDataForOrigin", Map.of("origin", origin, "storageTypes", "all"));
  }

  void allowClipboard() {
    command("Browser.grantPermissions", Map.of("permissions", List.of("clipboardReadWrite")));
  }

  private void command(String name, Map<String, Object> parameters) {
    Map<String, Object> unused = driver.executeCdpCommand(name, parameters);
  }

  WebElement find(String selector) {
    return until(() -> shown(selector).get(0));
  }

  /** Those of a selector that can be seen now. */
  List<WebElement> shown(String selector) {
    List<WebElement> shown = new ArrayList<>();
    for (Object each : ask(SHOWN, selector)) {
      shown.add((WebElement) each);
    }
    return shown;
  }

  String text(String selector) {
    return until(() -> shownTexts(selector).get(0));
  }

  List<String> texts(String selector) {
    return until(() -> shownTexts(selector));
  }

  private List<String> shownTexts(String selector) {
    return ask(SHOWN + ".map(each => each.innerText.trim())", selector).stream()
        .map(Object::toString)
        .toList();
  }

  /** In one request to the browser, however many there are. */
  private List<?> ask(String list, String selector) {
    return (List<?>) Objects.requireNonNull(driver.executeScript("return " + list, selector));
  }

  /** Waits until a page that renders itself anew has what is asked for. */
  <T> T until(Supplier<T> found) {
    return new WebDriverWait(driver, PATIENCE, GLANCE)
        .ignoring(IndexOutOfBoundsException.class)
        .ignoring(StaleElementReferenceException.class)
        .ignoring(AssertionError.class)
        .until(unused -> found.get());
  }

  /** Waits until an assertion holds; what it says is told if it never does. */
  void untilAsserted(Runnable assertion) {
    boolean unused = until(() -> {
      assertion.run();
      return true;
    });
  }

  /** Types where the focus is. */
  void type(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** Replaces what a field has. */
  void fill(String selector, String text) {
    find(selector).sendKeys(Keys.chord(Keys.CONTROL, "a"), text);
  }

  WebElement focused() {
    return driver.switchTo().activeElement();
  }

  String run(String script) {
    return String.valueOf(driver.executeScript(script));
  }

  String clipboard() {
    return String.valueOf(driver.executeAsyncScript(
        "const done = arguments[0]; navigator.clipboard.readText().then(done, done)"));
  }

  /** What the browser complained of since it was last asked: errors, warnings, refused styles. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  /** The addresses of all requests so far. */
  List<String> requested() {
    driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
        .map(LogEntry::getMessage)
        .flatMap(message -> REQUEST.matcher(message).results())
        .map(MatchResult::group)
        .flatMap(message -> URL.matcher(message).results())
        .map(url -> url.group(1))
        .forEach(requested::add);
    return List.copyOf(requested);
  }
}
