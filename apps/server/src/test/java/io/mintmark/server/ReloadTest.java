package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.rigs.CapturedLog;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests changes of the configuration file of a running server. */
class ReloadTest {

  private static final Duration TAKEN_WITHIN = Duration.ofMinutes(2);

  private static final String FIRST = """
      generators:
        users: {type: snowflake}
        orders: {type: sequence, segment: 100..100}
      """;

  @TempDir
  private Path directory;

  private Path file;
  private CapturedLog reloads;
  private Server server;

  @BeforeEach
  void start() throws Exception {
    reloads = new CapturedLog(Class.forName("io.mintmark.server.watch.ReloadedFiles"));
    file = Files.writeString(directory.resolve("mintmark.yaml"), FIRST);
    server = MemoryServer.builder().config(file, () -> Config.load(file)).start();
  }

  @AfterEach
  void stop() {
    server.close();
    reloads.close();
  }

  /** Replaces the file atomically, and makes the server read it. */
  private void change(String text) throws IOException {
    Files.move(
        Files.writeString(directory.resolve("fresh"), text), file, StandardCopyOption.ATOMIC_MOVE);
    server.reload();
  }

  /** Replaces the file, and waits until it is in force. */
  private void takeOver(String text) throws IOException {
    int before = reloads.messages().size();
    change(text);
    await(() -> reloads.messages().size() > before);
    assertThat(reloads.messages().get(before)).startsWith("read again: what=configuration");
    assertThat(fault()).isEmpty();
  }

  /** Replaces the file, and returns the fault for which the server refuses it. */
  private String refused(String text) throws IOException {
    String before = fault();
    change(text);
    await(() -> !fault().isEmpty() && !fault().equals(before));
    return fault();
  }

  private static void await(BooleanSupplier done) {
    Instant deadline = Instant.now().plus(TAKEN_WITHIN);
    while (!done.getAsBoolean()) {
      assertThat(Instant.now()).isBefore(deadline);
    }
  }

  /** Returns why the changed file is not in force; empty if it is. */
  private String fault() {
    Map<?, ?> ready = Web.json(Web.send(server, "GET", "/health/ready"));
    return ready.containsKey("files")
        ? String.valueOf(((Map<?, ?>) Web.list(ready, "files").get(0)).get("fault"))
        : "";
  }

  private HttpResponse<String> next(String name) {
    return Web.send(server, "POST", "/v1/generators/" + name + "/next");
  }

  private String id(String name) {
    HttpResponse<String> response = next(name);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return Web.list(Web.json(response), "ids").get(0).toString();
  }

  private String metrics() {
    return Web.send(server, "GET", "/metrics").body();
  }

  @Test
  void reload_newGenerator_servesItWithMetricsAndInspect() throws IOException {
    Web.assertProblem(next("invoices"), 404, "unknown-generator");
    takeOver(FIRST + "  invoices: {type: key, format: \"INV{time:yyyyMMdd}{seq:6}\", zone: UTC}\n");

    String id = id("invoices");
    assertThat(id).startsWith("INV");
    assertThat(Web.send(server, "GET", "/v1/inspect/" + id).body()).contains("invoices");
    assertThat(metrics()).contains("mintmark_ids_total{generator=\"invoices\",kind=\"key\"} 1.0");
    assertThat(Web.send(server, "GET", "/health/ready").statusCode()).isEqualTo(200);
  }

  @Test
  void reload_changedAndRemovedGenerators_keepsAndLogsThem() throws Exception {
    assertThat(id("orders")).isEqualTo("1");
    String user = id("users");
    Class<?> logging = Class.forName("io.mintmark.service.IdService");
    try (CapturedLog log = new CapturedLog(logging)) {
      takeOver("""
          generators:
            orders: {type: sequence, segment: 7..7, step: 2}
            more: {type: sequence}
          """);

      assertThat(log.messages())
          .singleElement()
          .asString()
          .contains("changed=[orders, users]", "restart one server after another");
    }
    assertThat(id("orders")).isEqualTo("2");
    assertThat(id("users")).isGreaterThan(user);
    assertThat(id("more")).isEqualTo("1");
  }

  @Test
  void reload_newGeneratorWhileIdsAreMade_servesItAndLosesNoCall() throws Exception {
    whileIdsAreMade(() -> {
      String more = FIRST;
      for (int i = 1; i < 5; i++) {
        more += "  added" + i + ": {type: sequence, start: " + i + "}\n";
        takeOver(more);
        assertThat(id("added" + i)).isEqualTo("" + i);
      }
    });
  }

  /** Changes the configuration. */
  private interface Change {
    void make() throws IOException;
  }

  /**
   * Changes the configuration while three clients make ids. No call may fail, and no id may repeat.
   */
  private void whileIdsAreMade(Change change) throws Exception {
    AtomicBoolean ends = new AtomicBoolean();
    Set<String> made = ConcurrentHashMap.newKeySet();
    Set<String> failures = ConcurrentHashMap.newKeySet();
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      String name = i == 0 ? "users" : "orders";
      Thread caller = new Thread(() -> {
        while (!ends.get()) {
          HttpResponse<String> response = next(name);
          if (response.statusCode() != 200) {
            failures.add(response.body());
          } else if (!made.add(Web.list(Web.json(response), "ids").get(0).toString())) {
            failures.add("again: " + response.body());
          }
        }
      });
      caller.start();
      callers.add(caller);
    }
    try {
      change.make();
    } finally {
      ends.set(true);
      for (Thread caller : callers) {
        caller.join();
      }
    }

    assertThat(failures).isEmpty();
    assertThat(made).isNotEmpty();
  }

  @Test
  void reload_newGeneratorWithOtherSettingsInTheStore_changesNothing() throws IOException {
    assertThat(Web.send(
                server,
                "POST",
                "/v1/lines/spec%2Fknown/compare-and-set?expected=0&next="
                    + SpecLine.fingerprint("other"))
            .statusCode())
        .isEqualTo(200);
    assertThat(
            Web.send(server, "POST", "/v1/lines/spec%2Fknown/note?text=other").statusCode())
        .isEqualTo(200);
    String fault = refused(FIRST + "  known: {type: sequence}\n  more: {type: sequence}\n");

    assertThat(fault).contains("mintmark.yaml:4: generators.known: ");
    Web.assertProblem(next("more"), 404, "unknown-generator");
    assertThat(metrics()).contains("mintmark_files_stale{what=\"configuration\"} 1.0");
    HttpResponse<String> ready = Web.send(server, "GET", "/health/ready");
    assertThat(ready.statusCode()).isEqualTo(200);
    assertThat(ready.body()).contains("\"what\":\"configuration\"", "known");

    takeOver(FIRST);
    assertThat(metrics()).contains("mintmark_files_stale{what=\"configuration\"} 0.0");
    assertThat(Web.send(server, "GET", "/health/ready").body()).doesNotContain("files");
  }

  @Test
  void reload_settingsThatNeedARestart_areRefusedWithTheirNames() throws IOException {
    String fault = refused(
        "store: \"file:/elsewhere\"\n" + FIRST + "server: {io-threads: 9, max-connections: 77}\n");

    assertThat(fault)
        .contains("mintmark.yaml:5: server.io-threads: the setting needs a restart: io-threads=9")
        .contains("max-connections=77, running=4096");
    assertThat(id("orders")).isEqualTo("1");
  }

  @Test
  void reload_emptyOrBrokenFile_keepsTheOldConfiguration() throws IOException {
    assertThat(refused("")).contains("the file has no generators any more", "users", "orders");
    assertThat(refused("generators:\n  users: {type: snow")).contains("not YAML");
    assertThat(refused(FIRST + "  more: {type: sequenc}\n")).contains("did you mean sequence?");
    assertThat(id("orders")).isEqualTo("1");

    takeOver("generators: {}\n");
    assertThat(id("orders")).isEqualTo("2");
  }

  @Test
  @Tag("long")
  void file_writtenInPlaceOrDeleted_isReloadedAutomatically() throws IOException {
    Files.delete(file);
    await(() -> !fault().isEmpty());
    assertThat(fault()).contains("there is no such file");
    assertThat(id("orders")).isEqualTo("1");

    Files.writeString(file, FIRST + "  more: {type: sequence}\n");
    await(() -> next("more").statusCode() == 200);
    await(() -> fault().isEmpty()); // The generator is served shortly before the status shows it.
  }
}
