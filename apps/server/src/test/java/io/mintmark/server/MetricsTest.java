package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsTest {

  private static final int SERIES_OF_A_HISTOGRAM = 19;
  private static final int PIPELINED = 50;

  private Server server;
  private RespClient client;

  @BeforeEach
  void start(@TempDir Path directory) throws IOException {
    Config config = Config.load(Files.writeString(directory.resolve("m.yaml"), """
        generators:
          users: {type: snowflake}
          orders: {type: sequence, segment: 100..100}
          ids: {type: objectid}
          invoices: {type: key, format: "INV{time:yyyyMMdd}{seq:6}", zone: UTC}
        auto-create:
          "*": {segment: 100..100}
        max-auto-created: 50
        server: {max-connections: 99}
        """));
    server = MemoryServer.builder().config(config).start();
    client = new RespClient(server.resp());
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
  }

  private List<String> scrape() {
    HttpResponse<String> response = Web.send(server, "GET", "/metrics");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type"))
        .contains("text/plain; version=0.0.4; charset=utf-8");
    return response.body().lines().toList();
  }

  private double value(String series) {
    return scrape().stream()
        .filter(line -> line.startsWith(series + " "))
        .mapToDouble(line ->
            Double.parseDouble(line.substring(series.length() + 1).replace("+Inf", "Infinity")))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no series " + series + " in " + scrape()));
  }

  @Test
  void scrape_idsOfAnyKind_areCountedByTheirGenerator() throws IOException {
    client.increment("orders");
    client.call("INCRBY", "orders", "9");
    client.call("MINT.NEXT", "ids", "COUNT", "5");

    assertThat(value("mintmark_ids_total{generator=\"orders\",kind=\"sequence\"}"))
        .isEqualTo(10);
    assertThat(value("mintmark_ids_total{generator=\"ids\",kind=\"objectid\"}")).isEqualTo(5);
    assertThat(value("mintmark_claimed_ids{generator=\"orders\",kind=\"sequence\"}"))
        .isEqualTo(90);
    assertThat(value("mintmark_claimed_remaining_seconds{generator=\"orders\",kind=\"sequence\"}"))
        .isInfinite();
  }

  @Test
  void scrape_snowflake_showsRemainingTimeAndClockRollbacks() throws IOException {
    client.call("MINT.NEXT", "users");

    assertThat(value("mintmark_time_remaining_seconds{generator=\"users\",kind=\"snowflake\"}"))
        .isGreaterThan(86_400);
    assertThat(value("mintmark_clock_rollbacks_total{generator=\"users\",kind=\"snowflake\"}"))
        .isNotNegative();
    assertThat(value("mintmark_claimed_remaining_seconds{generator=\"users\",kind=\"snowflake\"}"))
        .isBetween(0.0, 3600.0);
  }

  /** Such keys claim nothing ahead, but their time ends too. */
  @Test
  void scrape_keysWithoutAWorker_showTheirRemainingTime() throws IOException {
    client.call("MINT.NEXT", "invoices");

    assertThat(value("mintmark_time_remaining_seconds{generator=\"invoices\",kind=\"key\"}"))
        .isGreaterThan(86_400);
  }

  @Test
  void scrape_claims_areTimedByTheirOperation() throws IOException {
    String claims = "mintmark_store_calls_seconds_count{operation=\"claim\",outcome=\"answered\"}";
    double before = value(claims);
    client.increment("orders");

    assertThat(value(claims)).isGreaterThan(before);
    assertThat(value("mintmark_store_up")).isEqualTo(1);
    assertThat(value("mintmark_connections")).isBetween(2.0, 10.0);
    assertThat(value("mintmark_connections_max")).isEqualTo(99);
    assertThat(value("mintmark_clients{protocol=\"resp\"}")).isEqualTo(1);
    assertThat(value("mintmark_clients_max{protocol=\"resp\"}")).isEqualTo(99);
  }

  @Test
  void scrape_claims_areCountedByTheirGenerator() throws IOException {
    String ofOrders =
        "mintmark_claims_seconds_count{generator=\"orders\",kind=\"sequence\",outcome=\"";
    String ofAutoCreated =
        "mintmark_claims_seconds_count{generator=\"*\",kind=\"sequence\",outcome=\"answered\"}";
    double before = value(ofAutoCreated);
    client.increment("orders");
    client.increment("auto0");

    assertThat(value(ofOrders + "answered\"}")).isPositive();
    assertThat(value(ofOrders + "failed\"}")).isZero();
    assertThat(value(ofAutoCreated)).isGreaterThan(before);
  }

  @Test
  void scrape_requests_areTimedByOperationKindAndOutcome() throws IOException {
    client.increment("orders");
    client.call("MINT.NEXT", "users");
    client.call("INCR", "ids");
    assertThat(Web.send(server, "POST", "/v1/generators/ids/next").statusCode()).isEqualTo(200);

    assertThat(value(requests("_count", "INCR", "sequence", "ok", "resp"))).isEqualTo(1);
    assertThat(value(requests("_count", "INCR", "objectid", "refused", "resp"))).isEqualTo(1);
    assertThat(value(requests("_count", "MINT.NEXT", "snowflake", "ok", "resp")))
        .isEqualTo(1);
    String next = "POST /v1/generators/{name}/next";
    assertThat(value(requests("_count", next, "objectid", "ok", "http"))).isEqualTo(1);
    assertThat(value(requests("_sum", next, "objectid", "ok", "http"))).isBetween(0.0, 60.0);
    assertThat(value("mintmark_answers_total{outcome=\"refused\",protocol=\"resp\"}"))
        .isEqualTo(1);
  }

  private static String requests(
      String suffix, String call, String kind, String outcome, String protocol) {
    return "mintmark_requests_seconds%s{call=\"%s\",kind=\"%s\",outcome=\"%s\",protocol=\"%s\"}"
        .formatted(suffix, call, kind, outcome, protocol);
  }

  /** The server draws for pipelined commands at once, but the metrics count each command. */
  @Test
  void scrape_pipelinedIncrements_areCountedIndividually() throws IOException {
    client.send(RespClient.repeated(PIPELINED, "INCR", "orders"));
    for (int i = 0; i < PIPELINED; i++) {
      assertThat(client.read()).isEqualTo(i + 1L);
    }

    assertThat(value(requests("_count", "INCR", "sequence", "ok", "resp"))).isEqualTo(PIPELINED);
  }

  @Test
  void scrape_strangeRequests_addOneSeriesForAll() throws IOException {
    client.call("NOSUCH");
    assertThat(Web.send(server, "GET", "/nowhere").statusCode()).isEqualTo(404);
    long before = ours();
    for (int i = 0; i < 20; i++) {
      client.call("NOSUCH" + i);
      assertThat(Web.send(server, "GET", "/nowhere/" + i).statusCode()).isEqualTo(404);
      assertThat(Web.send(server, "POST", "/v1/generators/%20" + i + "/next").statusCode())
          .isEqualTo(400);
    }

    assertThat(value(requests("_count", "unknown", "none", "refused", "resp"))).isEqualTo(21);
    assertThat(value(requests("_count", "refused", "none", "refused", "http"))).isEqualTo(21);
    assertThat(ours()).isLessThanOrEqualTo(before + 4 * SERIES_OF_A_HISTOGRAM);
  }

  private long ours() {
    return scrape().stream().filter(line -> line.startsWith("mintmark_")).count();
  }

  @Test
  void scrape_build_isShown() {
    assertThat(scrape())
        .anyMatch(line -> line.matches("mintmark_build_info\\{java=\""
            + Runtime.version().feature() + ".*\",version=\".+\"} 1"));
  }

  @Test
  void scrape_problems_areCountedByTheirKind() throws IOException {
    String kind = "mintmark_problems_total{kind=\"invalid-argument\"}";
    double before = value(kind);
    client.call("INCR", "ids");

    assertThat(value(kind)).isGreaterThan(before);
  }

  @Test
  void scrape_problemsOfHttpAlone_areCountedByTheirKindToo() {
    String lost = "mintmark_problems_total{kind=\"not-found\"}";
    String foreign = "mintmark_problems_total{kind=\"foreign-origin\"}";
    double lostBefore = value(lost);
    double foreignBefore = value(foreign);
    Web.assertProblem(Web.send(server, "GET", "/nowhere"), 404, "not-found");
    for (int i = 0; i < 3; i++) {
      Web.assertProblem(
          Web.send(server, "POST", "/v1/generators/ids/next", "Origin", "https://example.com"),
          403,
          "foreign-origin");
    }

    assertThat(value(lost) - lostBefore).isEqualTo(1);
    assertThat(value(foreign) - foreignBefore).isEqualTo(3);
  }

  /** There is an alert on this metric, and no client may trigger it. */
  @Test
  void scrape_invalidNames_areNotCountedAsSettingsProblems() throws IOException {
    String settings = "mintmark_problems_total{kind=\"settings\"}";
    double before = value(settings);
    for (String name : List.of("w".repeat(180), "w".repeat(199), "w".repeat(300), "%3Adef1%2Fx")) {
      assertThat(Web.send(server, "POST", "/v1/generators/" + name + "/next").statusCode())
          .isIn(200, 400, 404);
      client.call("INCR", name.replace("%3A", ":").replace("%2F", "/"));
    }

    assertThat(value(settings)).isEqualTo(before);
  }

  @Test
  void scrape_manyAutoCreatedNames_addNoSeries() throws IOException {
    client.increment("auto0");
    assertThat(scrape()).isNotEmpty(); // The next reading counts this request.
    long before = ours();
    for (int i = 1; i < 50; i++) {
      client.increment("auto" + i);
    }

    assertThat(ours()).isEqualTo(before);
    assertThat(value("mintmark_ids_total{generator=\"*\",kind=\"sequence\"}")).isEqualTo(50);
    assertThat(value("mintmark_auto_created_names")).isEqualTo(50);
    assertThat(value("mintmark_auto_created_names_max")).isEqualTo(50);
  }
}
