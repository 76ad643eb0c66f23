package io.mintmark.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.gapless.GaplessReport;
import io.mintmark.rigs.ToolRun;
import io.mintmark.rigs.Transcript;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The tests of the started shop over HTTP, for every database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class ShopContract {

  private static final Pattern ID = Pattern.compile("\"id\":\"(\\w+)\"");
  private static final Pattern KEY = Pattern.compile("OD(\\d{2})(\\d{4})\\d{24}");

  private static final Pattern NUMBER = Pattern.compile("\"number\":(\\d+)");

  private static final Pattern NEW_EACH_TIME = Pattern.compile("\\b(?:OD\\d{30}|DEL-\\d{8}-\\d{6}"
      + "|INV-\\d{4}-\\d{6}|product_[0-9a-z]{26}|\\d{18}|\\d{6,10})\\b"
      + "|\"database\":\\d|\"table\":\\d");

  private final HttpClient client = HttpClient.newHttpClient();

  private ConfigurableApplicationContext shop;

  /** Starts the engines that the shop needs, and returns the settings for its start. */
  abstract List<String> settings(Path directory) throws Exception;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    List<String> all = new ArrayList<>(settings(directory));
    // With this key, all numbers in these tests have at least six digits.
    Files.writeString(directory.resolve("order-key"), "0123456789abcdef0123456789abcdef");
    // The timeouts are long enough for a busy machine.
    all.addAll(List.of(
        "--shop.directory=" + directory,
        "--server.port=0",
        "--spring.main.banner-mode=off",
        "--logging.level.root=warn",
        "--logging.level.org.hibernate.orm.jdbc.error=off",
        "--mintmark.open-timeout=60s",
        "--mintmark.claim-timeout=60s"));
    shop = SpringApplication.run(SpringShop.class, all.toArray(String[]::new));
  }

  @AfterAll
  void stop() {
    if (shop != null) {
      shop.close();
    }
  }

  final ConfigurableApplicationContext shop() {
    return shop;
  }

  private int port() {
    return shop.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
  }

  private HttpResponse<String> send(String path, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(
        request.uri(URI.create("http://127.0.0.1:" + port() + path)).build(),
        BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, String json)
      throws IOException, InterruptedException {
    return send(
        path,
        HttpRequest.newBuilder()
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  private static String id(HttpResponse<String> created) {
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    Matcher id = ID.matcher(created.body());
    assertThat(id.find()).as(created.body()).isTrue();
    return id.group(1);
  }

  /** Runs first, because the README shows the number of all ids that were made. */
  @Test
  @Order(1)
  void commandsOfTheReadme_printTheOutputItShows() throws Exception {
    ToolRun.assumeAreThere("sh", "curl", "grep");
    assertThat(Transcript.replay(Path.of("README.md"), port(), NEW_EACH_TIME)).isGreaterThan(10);
  }

  private String user(String name) throws IOException, InterruptedException {
    return id(post("/users", "{\"name\": \"" + name + "\"}"));
  }

  private String product() throws IOException, InterruptedException {
    return id(post("/products", "{\"name\": \"Tea\"}"));
  }

  private HttpResponse<String> order(String user, String product)
      throws IOException, InterruptedException {
    return post(
        "/orders",
        "{\"userId\": \"" + user + "\", \"product\": \"" + product + "\", \"cents\": 100}");
  }

  @Test
  @Order(2)
  void orders_ofEachUser_showTheSameShard() throws Exception {
    String product = product();
    Set<String> places = new HashSet<>();
    for (int i = 0; i < 12; i++) {
      String user = user("user " + i);
      Set<String> ofUser = new HashSet<>();
      for (int j = 0; j < 3; j++) {
        Matcher key = KEY.matcher(id(order(user, product)));
        assertThat(key.matches()).isTrue();
        String place = "{\"database\":" + Integer.parseInt(key.group(1)) + ",\"table\":"
            + Integer.parseInt(key.group(2)) + "}";
        assertThat(send("/orders/" + key.group() + "/route", HttpRequest.newBuilder())
                .body())
            .isEqualTo(place);
        ofUser.add(place);
      }
      assertThat(ofUser).hasSize(1);
      places.addAll(ofUser);
    }
    assertThat(places).hasSizeGreaterThan(1);
  }

  /** Bills every order twice at the same time, so that half of the transactions roll back. */
  @Test
  @Order(3)
  void invoices_manyThreadsAndRollbacks_haveNoGap() throws Exception {
    String user = user("Grace");
    String product = product();
    Set<String> numbers = new HashSet<>();
    List<Callable<Integer>> bills = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      HttpResponse<String> order = order(user, product);
      String invoice = "{\"orderId\": \"" + id(order) + "\"}";
      Callable<Integer> bill = () -> post("/invoices", invoice).statusCode();
      bills.add(bill);
      bills.add(bill);
      Matcher number = NUMBER.matcher(order.body());
      assertThat(number.find()).as(order.body()).isTrue();
      numbers.add(number.group(1));
    }
    List<Integer> answers = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      for (Future<Integer> each : threads.invokeAll(bills)) {
        answers.add(each.get());
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(numbers).hasSize(20);
    assertThat(answers).containsOnly(201, 409);
    assertThat(answers).filteredOn(answer -> answer == 201).hasSize(20);
    GaplessReport report = shop.getBean(Invoices.class).report();
    assertThat(report.isComplete()).as(report.toString()).isTrue();
    assertThat(report.counters()).extracting(GaplessReport.Counter::last).containsExactly(22L);
  }

  @ParameterizedTest
  @Order(4)
  @CsvSource(
      delimiter = '|',
      value = {
        "/users | {\"name\": \" \"} | 400 | Invalid request content",
        "/products | {\"name\": \" \"} | 400 | Invalid request content",
        "/orders | {\"userId\": \"1\", \"product\": \"product_01h455vb4pex5vsknk084sn02q\","
            + " \"cents\": 100} | 404 | no such user: id=1",
        "/orders | {\"userId\": \"1\", \"product\": \"product_1\", \"cents\": 100}"
            + " | 400 | TypeID: length=9",
        "/orders | {\"userId\": \"ada\", \"cents\": 100} | 400 | Failed to read request",
        "/orders | {\"cents\": 100} | 400 | Failed to read request",
        "/orders | {\"userId\": \"1\", \"product\": \"product_01h455vb4pex5vsknk084sn02q\","
            + " \"cents\": 0} | 400 | Invalid request content",
        "/orders | {\"userId\": \"1\", \"cents\": 100} | 400 | Invalid request content",
        "/deliveries | {\"orderId\": \"OD1\"} | 400 | 32 characters: length=3",
        "/deliveries | {} | 400 | Invalid request content",
        "/invoices | {\"orderId\": \"OD1\"} | 400 | 32 characters: length=3",
        "/invoices | {} | 400 | Invalid request content"
      })
  void post_invalidBody_isRejected(String path, String json, int status, String detail)
      throws Exception {
    HttpResponse<String> refused = post(path, json);

    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(status);
    assertThat(refused.body()).contains(detail);
  }

  /**
   * A text that is too long for its column or the report is refused without a query to the
   * database.
   */
  @Test
  @Order(5)
  void texts_tooLongOrMultiline_areRejected() throws Exception {
    assertThat(post("/products", "{\"name\": \"" + "x".repeat(201) + "\"}").statusCode())
        .isEqualTo(400);
    for (String reason : List.of("", "%20", "x".repeat(501), "a%0Ab")) {
      assertThat(send(
                  "/invoices/INV-2026-000001?reason=" + reason,
                  HttpRequest.newBuilder().DELETE())
              .statusCode())
          .as(reason)
          .isEqualTo(400);
    }
  }
}
