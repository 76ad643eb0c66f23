package io.mintmark.storm;

import io.mintmark.json.JsonObject;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Prometheus with the alerts that Mintmark ships. Each minute and each hour in the rules is ten
 * seconds here. An alert without a cause is an error.
 */
final class Alerts implements AutoCloseable {

  /** The shipped rules, relative to this module, where the storm and its tests run. */
  private static final Path RULES = Path.of("../../docs/operations/alerts.yaml");

  private static final int SECONDS = 10;
  private static final Pattern TIMES = Pattern.compile("(for: |\\[)(\\d+)[mh]\\b");

  /**
   * How long an alert may still fire after its cause has ended: a little longer than the longest
   * time over which a rule looks back.
   */
  private static final long LOOK_BACK_NANOS = TimeUnit.SECONDS.toNanos(7 * SECONDS);

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final PrintStream out;
  private final EngineProcess prometheus;
  private final Thread watcher = new Thread(this::watch, "alerts");

  /** Until when each alert may fire. Guarded by this, like all fields below. */
  private final Map<String, Long> allowedUntil = new HashMap<>();

  private final List<String> findings = new ArrayList<>();
  private Set<String> firing = Set.of();

  /**
   * Starts Prometheus.
   *
   * @param folder its working directory
   * @param servers their addresses, separated by commas
   * @param access the folder with {@code ca.pem} and {@code prometheus.token}
   */
  Alerts(Path folder, String servers, Path access, PrintStream out) throws IOException {
    this.out = out;
    Files.createDirectories(folder);
    String rules = TIMES
        .matcher(Files.readString(RULES))
        .replaceAll(time -> time.group(1) + Integer.parseInt(time.group(2)) * SECONDS + "s");
    Files.writeString(folder.resolve("alerts.yaml"), rules);
    Files.writeString(folder.resolve("prometheus.yml"), """
        global: {scrape_interval: 2s, scrape_timeout: 2s, evaluation_interval: 1s}
        rule_files: [alerts.yaml]
        scrape_configs:
          - job_name: mintmark
            scheme: https
            authorization: {credentials_file: %1$s/prometheus.token}
            tls_config: {ca_file: %1$s/ca.pem}
            static_configs:
              - targets: [%2$s]
        """.formatted(access, servers));
    int port = EngineProcess.freePort();
    prometheus = EngineProcess.start(
        folder,
        port,
        List.of(
            EngineProcess.find("prometheus").orElseThrow().toString(),
            "--config.file=prometheus.yml",
            "--storage.tsdb.path=data",
            "--web.listen-address=127.0.0.1:" + port));
    watcher.setDaemon(true);
    watcher.start();
  }

  /** Allows alerts to fire, because they have a cause from now on. */
  void allow(String... names) {
    allowUntil(Long.MAX_VALUE, names);
  }

  /** Ends the permission of alerts, because their cause has ended. */
  void causeEnded(String... names) {
    allowUntil(System.nanoTime() + LOOK_BACK_NANOS, names);
  }

  private synchronized void allowUntil(long nanos, String... names) {
    List.of(names).forEach(name -> allowedUntil.put(name, nanos));
  }

  /** Waits until each of these fires. */
  void await(String... names) {
    for (String name : names) {
      Waiting.until(name + " fires", () -> isFiring(name));
    }
  }

  /** Waits until none of these fires. */
  void awaitEnd(String... names) {
    for (String name : names) {
      Waiting.until(name + " has ended", () -> !isFiring(name));
    }
  }

  private synchronized boolean isFiring(String name) {
    return firing.contains(name);
  }

  /** Returns the alerts without a cause since the last call. */
  synchronized List<String> takeFindings() {
    List<String> taken = List.copyOf(findings);
    findings.clear();
    return taken;
  }

  private void watch() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        take(ask());
      } catch (IOException | IllegalStateException e) {
        // Prometheus is not ready yet. If it never becomes ready, waiting for an alert fails.
      } catch (InterruptedException e) {
        return;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private synchronized void take(Set<String> now) {
    for (String name : now) {
      if (!firing.contains(name)) {
        out.println("     alert fires: " + name);
        if (allowedUntil.getOrDefault(name, 0L) < System.nanoTime()) {
          findings.add("an alert fires without a cause: " + name);
        }
      }
    }
    firing.stream()
        .filter(name -> !now.contains(name))
        .forEach(name -> out.println("     alert ends: " + name));
    firing = now;
  }

  private Set<String> ask() throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:" + prometheus.port() + "/api/v1/alerts");
    HttpRequest request = HttpRequest.newBuilder(address).timeout(TIMEOUT).build();
    String answer = client.send(request, BodyHandlers.ofString()).body();
    return JsonObject.parse(answer, IllegalStateException::new)
        .object("data")
        .objects("alerts")
        .stream()
        .filter(alert -> alert.text("state").equals("firing"))
        .map(alert -> alert.object("labels").text("alertname"))
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public void close() {
    watcher.interrupt();
    prometheus.close();
  }
}
