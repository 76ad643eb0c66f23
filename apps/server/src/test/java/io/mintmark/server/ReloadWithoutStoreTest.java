package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.CapturedLog;
import io.mintmark.rigs.EngineProcess;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests a store that becomes unavailable during a reload: the old configuration stays in force. */
@Tag("long")
@Tag("fault")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReloadWithoutStoreTest {

  /** The number of new generators. Each needs some round trips. */
  private static final int ADDED = 40;

  private static final Duration ROUND_TRIP = Duration.ofMillis(40);

  private static final String FIRST = """
      server: {idle-after: 1s}
      generators:
        documents: {type: objectid}
        orders: {type: sequence}
      """;

  private static final String MORE = FIRST
      + IntStream.range(0, ADDED)
          .mapToObj(i -> "  more-" + i + ": {type: sequence, step: 2}\n")
          .collect(Collectors.joining());

  private static final String LAST = "more-" + (ADDED - 1);

  @TempDir
  private Path directory;

  private static HttpResponse<String> next(Server server, String name) {
    return Web.send(server, "POST", "/v1/generators/" + name + "/next");
  }

  private static String id(Server server, String name) {
    return Web.list(Web.json(next(server, name)), "ids").get(0).toString();
  }

  private static String get(Server server, String path) {
    return Web.send(server, "GET", path).body();
  }

  private void change(Path file, String text) throws Exception {
    Files.move(
        Files.writeString(directory.resolve("fresh"), text), file, StandardCopyOption.ATOMIC_MOVE);
  }

  @ParameterizedTest
  @CsvSource({
    "POSTGRESQL, paused",
    "POSTGRESQL, killed",
    "REDIS, paused",
    "REDIS, killed",
  })
  void reload_storeDown_isRefusedAndRetriedOnceItIsBack(SharedEngine kind, String fault)
      throws Exception {
    Path file = Files.writeString(directory.resolve("mintmark.yaml"), FIRST);
    boolean killed = fault.equals("killed");
    try (CapturedLog log =
            new CapturedLog(Class.forName("io.mintmark.server.watch.ReloadedFiles"));
        EngineProcess engine = kind.start(directory);
        BreakableNetwork network = BreakableNetwork.to(engine.port());
        Server server = MemoryServer.builder()
            .config(file, () -> Config.load(file))
            .store(kind.url(network.port()))
            .dataDirectory(directory.resolve("state"))
            .init(true)
            .start()) {
      Set<String> ids = new HashSet<>(Set.of(id(server, "orders")));
      network.slowAnswersBy(ROUND_TRIP);
      change(file, MORE);
      server.reload();
      if (killed) {
        engine.kill();
      } else {
        engine.pause();
      }
      assertThat(Web.send(server, "GET", "/health/live").statusCode()).isEqualTo(200);
      Await.until(
          "the reload is refused", () -> get(server, "/health/ready").contains("\"fault\""));

      assertThat(Web.send(server, "GET", "/health/live").statusCode()).isEqualTo(200);
      Await.until(
          "health says so", () -> Web.send(server, "GET", "/health/ready").statusCode() == 503);
      assertThat(get(server, "/health/ready"))
          .contains("\"storeFault\":\"", "\"what\":\"configuration\"");
      assertThat(get(server, "/metrics"))
          .contains("mintmark_files_stale{what=\"configuration\"} 1.0", "mintmark_store_up 0.0");
      assertThat(id(server, "documents")).hasSize(24);
      Web.assertProblem(next(server, "more-0"), 404, "unknown-generator");
      assertThat(get(server, "/v1/generators")).doesNotContain("more-");

      network.mend();
      if (killed) {
        kind.restart(engine);
      } else {
        engine.resume();
      }
      Await.until("the reload is done", () -> next(server, LAST).statusCode() == 200);
      Await.until("the server is ready", () -> get(server, "/health/ready").contains("\"ready\""));
      assertThat(ids.add(id(server, "orders"))).isTrue();
      Await.until("it is logged", () -> log.messages().size() > 1);
      assertThat(log.messages()).hasSize(2);
      assertThat(log.messages().get(0))
          .contains("cannot be applied after a change: what=configuration", "stays in force");
    }
  }
}
