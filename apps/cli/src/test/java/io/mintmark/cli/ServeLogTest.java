package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Tests the log of a server in its own process. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ServeLogTest {

  private static final long DEADLINE_SECONDS = 60;
  private static final String FREE = "127.0.0.1:0";

  @TempDir
  private Path directory;

  /**
   * Writes a configuration for {@code java.util.logging} that enables all loggers, not only
   * Mintmark's.
   */
  private Path everybody() throws IOException {
    return Files.writeString(directory.resolve("logging.properties"), """
        handlers = java.util.logging.ConsoleHandler
        java.util.logging.ConsoleHandler.level = ALL
        .level = FINE
        """);
  }

  private Process serve(String... args) throws IOException {
    List<String> all = new ArrayList<>(List.of("serve", "--http", FREE, "--resp", FREE));
    all.addAll(List.of(args));
    ProcessBuilder server = ServeProcess.builder(
        List.of("-Djava.util.logging.config.file=" + everybody()), all.toArray(String[]::new));
    // A JVM that is started with SIGHUP ignored, for example by nohup, never receives the signal.
    server.command().addAll(0, List.of("env", "--default-signal=HUP"));
    return server.redirectOutput(directory.resolve("out").toFile()).start();
  }

  /** Parses a line, which must be a JSON object. JSON is a subset of YAML. */
  private static Map<?, ?> parsed(String line) {
    assertThat(line).startsWith("{").endsWith("}");
    return (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(line);
  }

  private static void hangUp(Process server) throws Exception {
    Process kill = new ProcessBuilder("kill", "-HUP", Long.toString(server.pid()))
        .inheritIO()
        .start();
    assertThat(kill.waitFor()).isZero();
  }

  private static List<Map<?, ?>> until(BufferedReader log, String message) throws IOException {
    List<Map<?, ?>> lines = new ArrayList<>();
    for (String line = log.readLine(); line != null; line = log.readLine()) {
      lines.add(parsed(line));
      if (line.contains(message)) {
        return lines;
      }
    }
    throw new AssertionError("not said: message=" + message + ", log=" + lines);
  }

  @Test
  @Tag("long")
  void serve_jsonLog_isJsonInEveryLine() throws Exception {
    Path config = Files.writeString(directory.resolve("mintmark.yaml"), "server: {log: json}\n");
    Process server =
        serve("--config", config.toString(), "--data", directory.resolve("data").toString());
    try (BufferedReader log = server.errorReader()) {
      List<Map<?, ?>> lines = new ArrayList<>(until(log, "the configuration was read"));
      assertThat(lines)
          .filteredOn(line -> String.valueOf(line.get("message")).startsWith("the server is up"))
          .singleElement()
          .extracting("fields")
          .asString()
          .contains("http=http://127.0.0.1");
      hangUp(server);
      lines.addAll(until(log, "read again: what=configuration"));
      server.toHandle().destroy();
      lines.addAll(until(log, "the server has stopped"));

      assertThat(lines)
          .extracting(line -> line.get("logger"))
          .anyMatch(logger -> String.valueOf(logger).startsWith("io.netty."));
      log.lines().forEach(line -> lines.add(parsed(line)));
    } finally {
      server.toHandle().destroy();
    }
    assertThat(server.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(server.exitValue()).isZero();
    assertThat(directory.resolve("out")).isEmptyFile();
  }

  @Test
  @Tag("long")
  void serve_jsonLogAndFailedStart_logsTheFailureInJson() throws Exception {
    Process server = serve("--log", "json", "--store", "none://me:sesame@127.0.0.1:1");
    try (BufferedReader log = server.errorReader()) {
      List<Map<?, ?>> lines = new ArrayList<>();
      log.lines().forEach(line -> lines.add(parsed(line)));

      // Newer releases of Java log at the end that Runtime.exit was called.
      assertThat(lines)
          .filteredOn(line -> String.valueOf(line.get("logger")).startsWith("io.mintmark"))
          .last()
          .satisfies(line -> assertThat(line.get("level")).isEqualTo("ERROR"));
      assertThat(lines.toString()).contains("the server did not start").doesNotContain("sesame");
    }
    assertThat(server.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(server.exitValue()).isEqualTo(1);
  }

  /** The settings are from the page, with a directory of the test. */
  @Test
  @Tag("long")
  void serve_auditSettingsOfThePage_writeAnAuditFile() throws Exception {
    String page = Files.readString(Path.of("../../docs/operations/security.md"));
    String settings = page.substring(page.indexOf("```properties\n") + "```properties\n".length());
    Path file = Files.writeString(
        directory.resolve("logging.properties"),
        settings
            .substring(0, settings.indexOf("```"))
            .replace("/var/log/mintmark", directory.toString()));
    Process server = ServeProcess.builder(
            List.of("-Djava.util.logging.config.file=" + file),
            "serve",
            "--store",
            "memory:",
            "--http",
            FREE,
            "--resp",
            FREE)
        .start();
    try (BufferedReader log = server.errorReader()) {
      String up = log.lines().filter(line -> line.contains("http=")).findFirst().orElseThrow();
      String url = up.replaceFirst(".*http=([^,]*),.*", "$1");
      String next = "/v1/generators/objectid/next?count=5000";
      assertThat(HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(url + next))
                      .POST(HttpRequest.BodyPublishers.noBody())
                      .build(),
                  HttpResponse.BodyHandlers.discarding())
              .statusCode())
          .isEqualTo(200);
      server.toHandle().destroy();
      assertThat(log.lines()).noneMatch(line -> line.contains("act=next"));
    } finally {
      server.toHandle().destroy();
    }
    assertThat(server.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();

    List<String> records = Files.readAllLines(directory.resolve("audit.0.jsonl"));
    assertThat(records).hasSize(1);
    assertThat(parsed(records.get(0)).get("fields"))
        .asString()
        .contains("act=next", "on=objectid", "what=count=5000", "result=ok");
  }

  @Test
  void serve_unknownLogForm_isWrongUsage() {
    Run run = Run.of("serve", "--log", "xml");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("not one of text, json: --log=xml");
  }
}
