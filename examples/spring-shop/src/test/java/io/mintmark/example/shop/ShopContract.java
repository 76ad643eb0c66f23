package io.mintmark.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.ToolRun;
import io.mintmark.rigs.Transcript;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

/** What the started shop answers over HTTP, whatever its database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class ShopContract {

  private static final Pattern ID = Pattern.compile("\"id\":\"(\\w+)\"");
  private static final Pattern KEY = Pattern.compile("OD(\\d{2})(\\d{4})\\d{24}");

  private static final Pattern NEW_EACH_TIME = Pattern.compile(
      "\\b(?:OD\\d{30}|INV-\\d{8}-\\d{6}|\\d{18})\\b|\"database\":\\d|\"table\":\\d");

  private final HttpClient client = HttpClient.newHttpClient();

  private ConfigurableApplicationContext shop;

  /** Starts what the shop needs, and says what it is told when it starts. */
  abstract List<String> settings(Path directory) throws Exception;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    List<String> all = new ArrayList<>(settings(directory));
    // The store is waited for as long as a busy machine may take.
    all.addAll(List.of(
        "--server.port=0",
        "--spring.main.banner-mode=off",
        "--logging.level.root=warn",
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

  /** Comes first, as the README counts all ids that were made. */
  @Test
  @Order(1)
  void calls_ofTheReadme_answerWhatItShows() throws Exception {
    ToolRun.assumeAreThere("sh", "curl", "grep");
    assertThat(Transcript.replay(Path.of("README.md"), port(), NEW_EACH_TIME)).isGreaterThan(10);
  }

  @Test
  @Order(2)
  void orders_ofEachUser_allShowTheSamePlace() throws Exception {
    Set<String> places = new HashSet<>();
    for (int i = 0; i < 12; i++) {
      String user = id(post("/users", "{\"name\": \"user " + i + "\"}"));
      Set<String> ofUser = new HashSet<>();
      for (int j = 0; j < 3; j++) {
        String json = "{\"userId\": \"" + user + "\", \"cents\": 100}";
        Matcher key = KEY.matcher(id(post("/orders", json)));
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

  @ParameterizedTest
  @Order(3)
  @CsvSource(
      delimiter = '|',
      value = {
        "/users | {\"name\": \" \"} | 400 | Invalid request content",
        "/orders | {\"userId\": \"1\", \"cents\": 100} | 404 | no such user: id=1",
        "/orders | {\"userId\": \"ada\", \"cents\": 100} | 400 | Failed to read request",
        "/orders | {\"cents\": 100} | 400 | Failed to read request",
        "/orders | {\"userId\": \"1\", \"cents\": 0} | 400 | Invalid request content",
        "/invoices | {\"orderId\": \"OD1\"} | 400 | 32 characters: length=3",
        "/invoices | {} | 400 | Invalid request content"
      })
  void post_ofWhatIsWrong_isRefused(String path, String json, int status, String detail)
      throws Exception {
    HttpResponse<String> refused = post(path, json);

    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(status);
    assertThat(refused.body()).contains(detail);
  }
}
