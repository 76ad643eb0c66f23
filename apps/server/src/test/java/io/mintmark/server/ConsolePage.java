package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The console of one server on the store {@code memory:} in one browser, for all tests of a class.
 * Each test begins with a wide screen and light colours, and fails if the browser has logged a
 * message.
 */
final class ConsolePage
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

  static final int DESKTOP = 1280;
  static final int HEIGHT = 800;

  /** The key of orders that tests inspect. */
  static final String ORDER = "OD0300012611212000001230700042";

  private static final String CONFIGURATION = """
      generators:
        users: {type: snowflake, description: "<b>people</b>", window: 1m}
        orders:
          type: key
          format: "OD{db:2}{table:4}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}"
          zone: Asia/Shanghai
          shards: {databases: 4, tables-per-database: 2}
        parcels: {type: key, format: "{var:tenant:4}{time:yyDDD}{seq:4}", zone: UTC}
        coupons: {type: sequence, maximum: 1000}
        coins: {type: sequence, maximum: 1000}
        rest: {type: key, format: "R{time:yyMMddHHmmssSSS}{worker:2}{seq:5}"}
        visits: {type: snowflake, epoch: 2024-01-01T00:00:00Z}
        seats: {type: snowflake, epoch: 2025-01-01T00:00:00Z, window: 1m}
        tickets: {type: key, format: "{var:tenant:4}{time:yyDDD}{seq:4}", zone: UTC}
      """;

  private @Nullable Server server;
  private @Nullable Browser browser;

  /** Returns a builder with the settings of the console's server. */
  static ServerBuilder builder(int port) throws IOException {
    Path file = Files.createTempFile("mintmark", ".yaml");
    try {
      return MemoryServer.builder()
          .config(Config.load(Files.writeString(file, CONFIGURATION)))
          .http("127.0.0.1:" + port)
          .set(
              ServerSettings.DRAIN,
              Duration.ZERO); // A browser keeps idle connections to a server that is closing.
    } finally {
      Files.delete(file);
    }
  }

  Server server() {
    return Objects.requireNonNull(server);
  }

  Browser browser() {
    return Objects.requireNonNull(browser);
  }

  /** Opens a section by the part of its URL after the number sign. */
  void open(String section) {
    browser().open(server(), section);
  }

  /** Makes ids on the server. */
  void make(String query) {
    assertThat(Web.send(server(), "POST", "/v1/generators/" + query).statusCode())
        .isEqualTo(200);
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    server = builder(EngineProcess.freePort()).start();
    browser = Browser.start();
    browser.allowClipboard();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    browser().resize(DESKTOP, HEIGHT);
    browser().prefer("light");
  }

  @Override
  public void afterEach(ExtensionContext context) {
    assertThat(browser().complaints()).isEmpty();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    try {
      assertThat(browser().requested())
          .as("a page asks nobody but its server")
          .isNotEmpty()
          .allMatch(url -> url.matches("(http://127\\.0\\.0\\.1:\\d+/|about:).*"));
    } finally {
      browser().close();
      server().close();
    }
  }
}
