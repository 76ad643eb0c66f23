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

  private Server server;
  private RespClient client;

  @BeforeEach
  void start(@TempDir Path directory) throws IOException {
    Config config = Config.load(Files.writeString(directory.resolve("m.yaml"), """
        generators:
          users: {type: snowflake}
          orders: {type: sequence, segment: 100..100}
          ids: {type: objectid}
          invoices: {type: key, format: "INV{time:yyyyMMdd}{seq:6}"}
        auto-create:
          "*": {segment: 100..100}
        max-auto-created: 50
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
  void scrape_snowflake_tellsWhenItsTimeEndsAndItsClockSteppedBack() throws IOException {
    client.call("MINT.NEXT", "users");

    assertThat(value("mintmark_time_remaining_seconds{generator=\"users\",kind=\"snowflake\"}"))
        .isGreaterThan(86_400);
    assertThat(value("mintmark_clock_rollbacks_total{generator=\"users\",kind=\"snowflake\"}"))
        .isNotNegative();
    assertThat(value("mintmark_claimed_remaining_seconds{generator=\"users\",kind=\"snowflake\"}"))
        .isBetween(0.0, 3600.0);
  }

  /** Such keys claim nothing ahead, and their time ends all the same. */
  @Test
  void scrape_keysWithoutAWorker_tellWhenTheirTimeEnds() throws IOException {
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
    assertThat(value("mintmark_connections_max")).isEqualTo(4096);
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
  void scrape_problems_areCountedByTheirKind() throws IOException {
    String kind = "mintmark_problems_total{kind=\"invalid-argument\"}";
    double before = value(kind);
    client.call("INCR", "ids");

    assertThat(value(kind)).isGreaterThan(before);
  }

  @Test
  void scrape_manyAutoCreatedNames_addNoSeries() throws IOException {
    client.increment("auto0");
    long before = scrape().stream().filter(line -> line.startsWith("mintmark_")).count();
    for (int i = 1; i < 50; i++) {
      client.increment("auto" + i);
    }

    assertThat(scrape().stream().filter(line -> line.startsWith("mintmark_")).count())
        .isEqualTo(before);
    assertThat(value("mintmark_ids_total{generator=\"*\",kind=\"sequence\"}")).isEqualTo(50);
    assertThat(value("mintmark_auto_created_names")).isEqualTo(50);
    assertThat(value("mintmark_auto_created_names_max")).isEqualTo(50);
  }
}
