package io.mintmark.server;

import static io.mintmark.server.Web.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a server with a generator that cannot make an id is not ready, although its store is
 * available.
 */
@Tag("long")
class GeneratorNotReadyTest {

  private static final Duration NOTICED_WITHIN = Duration.ofSeconds(30);

  private static final String NEXT = "/v1/generators/orders/next";

  @TempDir
  private Path directory;

  private Config config;

  @BeforeEach
  void configure() throws Exception {
    config = Config.load(Files.writeString(directory.resolve("m.yaml"), """
        generators:
          orders: {type: sequence, maximum: 2}
          users: {type: snowflake}
        """));
  }

  private Server start() {
    return Server.builder()
        .config(config)
        .http("127.0.0.1:0")
        .resp("127.0.0.1:0")
        .dataDirectory(directory.resolve("data"))
        .set(ServerSettings.DRAIN, MemoryServer.SHORT_DRAIN)
        .start();
  }

  @Test
  @Tag("long")
  void ready_callFoundTheSequenceExhausted_isRefusedWithTheReason() {
    try (Server server = start()) {
      assertThat(Web.send(server, "POST", NEXT + "?count=2").statusCode()).isEqualTo(200);
      assertProblem(Web.send(server, "POST", NEXT), 409, "exhausted");

      HttpResponse<String> ready = Web.send(server, "GET", "/health/ready");
      assertProblem(ready, 503, "exhausted");
      assertThat(ready.body())
          .contains("{\"name\":\"orders\",\"ready\":false,\"reason\":\"the sequence has come to")
          .contains("{\"name\":\"users\",\"ready\":true,");
      assertThat(Web.send(server, "GET", "/health/started").statusCode()).isEqualTo(200);
      assertThat(Web.send(server, "GET", "/metrics").body())
          .contains("mintmark_generator_ready{generator=\"orders\",kind=\"sequence\"} 0.0")
          .contains("mintmark_generator_ready{generator=\"users\",kind=\"snowflake\"} 1.0");
    }
  }

  @Test
  void ready_sequenceExhaustedBeforeTheStart_isRefusedWithoutACall() {
    try (Server server = start()) {
      assertThat(Web.send(server, "POST", NEXT + "?count=2").statusCode()).isEqualTo(200);
    }
    try (Server server = start()) {
      assertProblem(awaitNotReady(server), 503, "exhausted");
    }
  }

  private static HttpResponse<String> awaitNotReady(Server server) {
    long deadline = System.nanoTime() + NOTICED_WITHIN.toNanos();
    HttpResponse<String> response = Web.send(server, "GET", "/health/ready");
    while (response.statusCode() == 200) {
      assertThat(System.nanoTime() - deadline).as(response.body()).isNegative();
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      response = Web.send(server, "GET", "/health/ready");
    }
    return response;
  }
}
