package io.mintmark.server;

import io.mintmark.rigs.EngineProcess;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
import javax.imageio.ImageIO;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
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

/** Controls Debian's Chromium in headless mode. */
final class Browser implements AutoCloseable {

  static final String CONDITION = "io.mintmark.server.Browser#isInstalled";
  static final String LACKING =
      "chromium and chromedriver are not on the PATH; Debian has them in chromium-driver";

  private static final String EMPTY_PAGE = "about:blank";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration GLANCE = Duration.ofMillis(50);
  private static final int PHONE_WIDTH = 600;
  private static final Pattern REQUEST =
      Pattern.compile("\"method\":\"Network\\.requestWillBeSent\".*?\"request\":\\{(.*)");
  private static final Pattern URL = Pattern.compile("\"url\":\"([^\"]*)\"");

  private static final String SHOWN = "[...document.querySelectorAll(arguments[0])]"
      + ".filter(each => each.checkVisibility({visibilityProperty: true}))";

  private static final String AXE = resource("/axe.min.js");
  private static final String RUN_AXE = """
      const done = arguments[0];
      axe.run(document, {resultTypes: ['violations']}).then(
        ({violations}) => done(violations.map(({id, help, nodes}) =>
          `${id}: ${help}: ${nodes.map(({html}) => html).join(' ')}`)),
        fault => done([`axe failed: ${fault}`]));
      """;

  /**
   * Kept quiet, because Selenium warns that the browser is newer than the versions that it knows.
   */
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

  static Browser start() {
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
        "--hide-scrollbars");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service = new ChromeDriverService.Builder()
        .usingDriverExecutable(EngineProcess.find("chromedriver").orElseThrow().toFile())
        .build();
    Browser browser = new Browser(new ChromeDriver(service, options));
    browser.driver.manage().timeouts().scriptTimeout(PATIENCE);
    browser.leave();
    browser.requested(); // Reads the requests of the browser's first page.
    browser.requested.clear();
    return browser;
  }

  private static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(Browser.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    driver.quit();
  }

  /**
   * Opens a section of a server's console. If the console is already open, it is reloaded in the
   * same browser process, because a process for each page would take half of the time of these
   * tests.
   */
  void open(Server server, String section) {
    String page = server.url() + "/#" + section;
    boolean isOpen = run("return location.origin").equals(server.url());
    driver.get(page);
    if (isOpen) {
      driver.navigate().refresh();
    }
  }

  /** Closes the open page. */
  void leave() {
    driver.get(EMPTY_PAGE);
  }

  /** Sets the size of the screen. A narrow screen is a phone's. */
  void resize(int width, int height) {
    boolean phone = width < PHONE_WIDTH;
    command(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", phone));
  }

  /** Sets the preferred colours, {@code light} or {@code dark}, like the system's settings. */
  void prefer(String colours) {
    Map<String, String> feature = Map.of("name", "prefers-color-scheme", "value", colours);
    command("Emulation.setEmulatedMedia", Map.of("features", List.of(feature)));
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

  /** Returns the elements of a selector that are visible now. */
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

  /** Sends one request to the browser, however many elements there are. */
  private List<?> ask(String list, String selector) {
    return (List<?>) Objects.requireNonNull(driver.executeScript("return " + list, selector));
  }

  /** Waits until a supplier succeeds on a page that renders itself again. */
  <T> T until(Supplier<T> found) {
    return new WebDriverWait(driver, PATIENCE, GLANCE)
        .ignoring(IndexOutOfBoundsException.class)
        .ignoring(StaleElementReferenceException.class)
        .ignoring(AssertionError.class)
        .until(unused -> found.get());
  }

  /** Waits until an assertion succeeds. If it never does, fails with its message. */
  void untilAsserted(Runnable assertion) {
    boolean unused = until(() -> {
      assertion.run();
      return true;
    });
  }

  /** Types into the focused element. */
  void type(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** Replaces the content of a field by typing. */
  void fill(String selector, String text) {
    find(selector).sendKeys(Keys.chord(Keys.CONTROL, "a"), text);
  }

  /** Replaces the content of a field in one step, like pasting. */
  void paste(String selector, String text) {
    Object unused = driver.executeScript(
        "arguments[0].value = arguments[1];"
            + "arguments[0].dispatchEvent(new Event('input', {bubbles: true}))",
        find(selector),
        text);
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

  /**
   * Returns the accessibility violations that axe finds in the open page: each rule with the parts
   * of the page that break it.
   */
  List<String> violations() {
    if (run("return typeof axe").equals("undefined")) {
      Object unused = driver.executeScript(AXE);
    }
    return ((List<?>) Objects.requireNonNull(driver.executeAsyncScript(RUN_AXE)))
        .stream().map(Object::toString).toList();
  }

  /** Writes a screenshot as a PNG of at most 256 colours. */
  void screenshot(Path file) throws IOException {
    BufferedImage screen =
        ImageIO.read(new ByteArrayInputStream(driver.getScreenshotAs(OutputType.BYTES)));
    boolean unused = ImageIO.write(Palette.apply(screen), "png", file.toFile());
  }

  /** Returns the browser's messages since the last call: errors, warnings, refused styles. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  /** Returns the URLs of all requests so far. */
  List<String> requested() {
    driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
        .map(LogEntry::getMessage)
        .flatMap(message -> REQUEST.matcher(message).results())
        .map(MatchResult::group)
        .flatMap(message -> URL.matcher(message).results())
        .map(url -> url.group(1))
        .filter(url -> !url.isEmpty()) // Requests of the test's scripts have no URL.
        .forEach(requested::add);
    return List.copyOf(requested);
  }
}
