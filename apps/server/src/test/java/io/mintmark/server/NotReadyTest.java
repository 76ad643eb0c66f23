package io.mintmark.server;

import static io.mintmark.server.Web.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import io.mintmark.internal.store.LineStore;
import io.mintmark.moving.LinesCopy;
import io.mintmark.rigs.CapturedLog;
import io.mintmark.store.file.FileStore;
import io.mintmark.store.remote.RemoteStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a server whose generators cannot make ids any more is not ready, and logs the reason
 * once.
 */
@Tag("fault")
class NotReadyTest {

  private static final String NEXT = "/v1/generators/orders/next";

  @TempDir
  private Path directory;

  private Server behind;
  private Server server;

  @BeforeEach
  void start() throws Exception {
    Path file = Files.writeString(directory.resolve("m.yaml"), """
        generators:
          orders: {type: sequence, strict: true}
        """);
    behind = MemoryServer.builder().start();
    server = MemoryServer.builder()
        .config(Config.load(file))
        .store(remote())
        .dataDirectory(directory)
        .start();
    for (int i = 0; i < 10; i++) {
      assertThat(Web.send(server, "POST", NEXT).statusCode()).isEqualTo(200);
    }
    assertThat(Web.send(server, "GET", "/health/ready").statusCode()).isEqualTo(200);
  }

  @AfterEach
  void stop() {
    server.close();
    behind.close();
  }

  private String remote() {
    return "mintmark://127.0.0.1:" + behind.http().getPort();
  }

  private static CapturedLog logOfNames() throws ClassNotFoundException {
    return new CapturedLog(Class.forName("io.mintmark.service.IdService"));
  }

  @Test
  @Tag("long")
  void ready_storeRewound_isRefusedAndLoggedOnce() throws Exception {
    try (CapturedLog log = logOfNames()) {
      String lower = "/v1/lines/seq%2Forders/lower?next=5&expected=10&accept-repeats=true";
      assertThat(Web.send(behind, "POST", lower).statusCode()).isEqualTo(200);
      for (int i = 0; i < 3; i++) {
        assertProblem(Web.send(server, "POST", NEXT), 503, "store-rewound");
        assertProblem(Web.send(server, "GET", "/health/ready"), 503, "store-rewound");
      }

      assertThat(log.messages()).hasSize(1);
      assertThat(log.messages().get(0))
          .startsWith("a generator makes no ids any more: name=orders: ");
    }
    assertThat(Web.send(server, "GET", "/health/ready").body())
        .contains("\"generators\":[{\"name\":\"orders\",\"ready\":false,\"reason\":\"");
    assertThat(Web.send(server, "GET", "/health/started").statusCode()).isEqualTo(200);
    assertThat(Web.send(server, "GET", "/metrics").body())
        .contains("mintmark_generators_ended 1.0");
  }

  @Test
  @Tag("long")
  void ready_linesMoved_isRefusedAndLoggedOnce() throws Exception {
    Path target = directory.resolve("target");
    try (CapturedLog log = logOfNames();
        LineStore from = RemoteStore.builder().url(remote()).open();
        LineStore to = FileStore.open(target)) {
      new LinesCopy(from, to, "file:" + target, (step, done) -> {}, 8).run();
      for (int i = 0; i < 3; i++) {
        assertProblem(Web.send(server, "POST", NEXT), 410, "line-moved");
        assertProblem(Web.send(server, "GET", "/health/ready"), 503, "line-moved");
      }

      assertThat(log.messages()).hasSize(1);
      assertThat(log.messages().get(0)).contains("name=orders", "file:" + target);
    }
  }

  /** Auto-created names do not make a server unready, so only this metric shows their failures. */
  @Test
  @Tag("long")
  void metrics_autoCreatedNamesWithMovedLines_countEachCall() throws Exception {
    String kind = "mintmark_problems_total{kind=\"line-moved\"} ";
    String counted = "/v1/generators/counted/next";
    Path target = directory.resolve("target");
    try (Server counting = MemoryServer.builder()
            .config(Config.standard())
            .store(remote())
            .dataDirectory(Files.createDirectory(directory.resolve("counting")))
            .start();
        LineStore from = RemoteStore.builder().url(remote()).open();
        LineStore to = FileStore.open(target)) {
      assertThat(Web.send(counting, "POST", counted).statusCode()).isEqualTo(200);
      new LinesCopy(from, to, "file:" + target, (step, done) -> {}, 8).run();
      double before = value(counting, kind);
      String next = counted + "?count=10000"; // This is more than the generator claims ahead.
      assertProblem(Web.send(counting, "POST", next), 410, "line-moved");
      assertProblem(Web.send(counting, "POST", next), 410, "line-moved");

      assertThat(value(counting, kind) - before).isEqualTo(2);
      assertThat(Web.send(counting, "GET", "/health/ready").statusCode()).isEqualTo(200);
    }
  }

  private static double value(Server server, String series) {
    return Web.send(server, "GET", "/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(series))
        .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
        .sum();
  }
}
