package io.mintmark.example.billing;

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

/** What the started application answers over HTTP, whatever its database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class BillingContract {

  private static final Pattern CUSTOMER = Pattern.compile("\"id\":\"(customer_\\w{26})\"");
  private static final Pattern NUMBER = Pattern.compile("\"number\":(\\d+)");

  private static final Pattern NEW_EACH_TIME =
      Pattern.compile("customer_[0-9a-z]{26}|INV-\\d{4}-\\d{6}|\\b\\d{6,10}\\b");

  private final HttpClient client = HttpClient.newHttpClient();

  private ConfigurableApplicationContext billing;

  /** Starts what the application needs, and says what it is told when it starts. */
  abstract List<String> settings(Path directory) throws Exception;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    List<String> all = new ArrayList<>(settings(directory));
    // With this key no number of these tests has fewer than six digits.
    Files.writeString(directory.resolve("order-key"), "0123456789abcdef0123456789abcdef");
    all.addAll(List.of(
        "--billing.directory=" + directory,
        "--server.port=0",
        "--spring.main.banner-mode=off",
        "--logging.level.root=warn",
        "--mintmark.open-timeout=60s",
        "--mintmark.claim-timeout=60s"));
    billing = SpringApplication.run(Billing.class, all.toArray(String[]::new));
  }

  @AfterAll
  void stop() {
    if (billing != null) {
      billing.close();
    }
  }

  private int port() {
    return billing.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
  }

  private HttpResponse<String> post(String path, String json)
      throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(json))
        .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private String created(String path, String json, Pattern id)
      throws IOException, InterruptedException {
    HttpResponse<String> created = post(path, json);
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    Matcher found = id.matcher(created.body());
    assertThat(found.find()).as(created.body()).isTrue();
    return found.group(1);
  }

  /** Comes first, as the README shows the first numbers of all. */
  @Test
  @Order(1)
  void calls_ofTheReadme_answerWhatItShows() throws Exception {
    ToolRun.assumeAreThere("sh", "curl", "grep");
    assertThat(Transcript.replay(Path.of("README.md"), port(), NEW_EACH_TIME)).isEqualTo(10);
  }

  /** Every order is billed twice at the same time, so that half of the transactions roll back. */
  @Test
  @Order(2)
  void invoices_ofManyThreadsAndRollbacks_haveNoGap() throws Exception {
    String customer = created("/customers", "{\"name\": \"Grace\"}", CUSTOMER);
    Set<String> orders = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      orders.add(created(
          "/orders", "{\"customer\": \"" + customer + "\", \"cents\": " + (i + 1) + "}", NUMBER));
    }
    assertThat(orders).hasSize(20);
    List<Callable<Integer>> bills = new ArrayList<>();
    for (String order : orders) {
      Callable<Integer> bill =
          () -> post("/invoices", "{\"orderNumber\": " + order + "}").statusCode();
      bills.add(bill);
      bills.add(bill);
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
    assertThat(answers).containsOnly(201, 409);
    assertThat(answers).filteredOn(answer -> answer == 201).hasSize(20);
    GaplessReport report = billing.getBean(Invoices.class).report();
    assertThat(report.isComplete()).as(report.toString()).isTrue();
    assertThat(report.counters()).extracting(GaplessReport.Counter::last).containsExactly(22L);
  }

  @ParameterizedTest
  @Order(3)
  @CsvSource(
      delimiter = '|',
      value = {
        "/customers | {\"name\": \" \"} | 400 | Invalid request content",
        "/orders | {\"customer\": \"customer_1\", \"cents\": 100} | 400 | TypeID: length=10",
        "/orders | {\"cents\": 100} | 400 | Invalid request content",
        "/invoices | {\"orderNumber\": -5} | 404 | no such order: id=-5",
        "/invoices | {} | 400 | Failed to read request"
      })
  void post_ofWhatIsWrong_isRefused(String path, String json, int status, String detail)
      throws Exception {
    HttpResponse<String> refused = post(path, json);

    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(status);
    assertThat(refused.body()).contains(detail);
  }

  /** What no column and no report has room for is refused before the database is asked. */
  @Test
  @Order(4)
  void texts_tooLongOrOfSeveralLines_areRefused() throws Exception {
    assertThat(post("/customers", "{\"name\": \"" + "x".repeat(201) + "\"}").statusCode())
        .isEqualTo(400);
    for (String reason : List.of("", "%20", "x".repeat(501), "a%0Ab")) {
      URI invoice =
          URI.create("http://127.0.0.1:" + port() + "/invoices/INV-2026-000001?reason=" + reason);
      HttpResponse<String> refused =
          client.send(HttpRequest.newBuilder(invoice).DELETE().build(), BodyHandlers.ofString());
      assertThat(refused.statusCode()).as(reason).isEqualTo(400);
    }
  }
}
