package io.mintmark.faults.day;

import io.mintmark.faults.Waiting;
import io.mintmark.json.JsonObject;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Prometheus with the alerts that Mintmark ships, and what they say. Where a rule says a minute,
 * ten seconds are meant here, and where it says an hour twenty: so a day fits into minutes.
 */
final class Alerts implements AutoCloseable {

  static final String SERVER_DOWN = "MintmarkServerDown";

  private static final int SECONDS_OF_A_MINUTE = 10;
  private static final int SECONDS_OF_AN_HOUR = 20;

  private static final Pattern MINUTES = Pattern.compile("(for: |\\[)(\\d+)m\\b");
  private static final Pattern HOURS = Pattern.compile("(for: |\\[)(\\d+)h\\b");
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final TimeLine timeLine;
  private final Servers servers;
  private final EngineProcess prometheus;
  private final Thread watcher = new Thread(this::watch, "alerts");
  private volatile Set<String> firing = Set.of();
  private volatile boolean closed;

  /**
   * Starts Prometheus.
   *
   * @param folder where it runs
   * @param rules the alerts
   * @param servers what is watched
   * @param access the folder with {@code ca.pem} and {@code prometheus.token}
   */
  Alerts(TimeLine timeLine, Path folder, Path rules, Servers servers, Path access)
      throws IOException {
    this.timeLine = timeLine;
    this.servers = servers;
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("alerts.yaml"), shortened(Files.readString(rules)));
    Files.writeString(
        folder.resolve("prometheus.yml"), """
        global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}
        rule_files: [alerts.yaml]
        scrape_configs:
          - job_name: mintmark
            scheme: https
            authorization: {credentials_file: %s/prometheus.token}
            tls_config: {ca_file: %s/ca.pem}
            static_configs:
              - targets: [%s]
        """.formatted(access, access, servers.addresses()));
    int port = EngineProcess.freePort();
    prometheus = EngineProcess.start(
        folder,
        port,
        List.of(
            EngineProcess.find("prometheus").orElseThrow().toString(),
            "--config.file=prometheus.yml",
            "--storage.tsdb.path=data",
            "--web.listen-address=127.0.0.1:" + port));
    Waiting.until("Prometheus is ready", this::isReady);
    watcher.setDaemon(true);
    watcher.start();
  }

  private static String shortened(String rules) {
    String minutes = MINUTES
        .matcher(rules)
        .replaceAll(time -> time.group(1) + seconds(time.group(2), SECONDS_OF_A_MINUTE) + "s");
    return HOURS
        .matcher(minutes)
        .replaceAll(time -> time.group(1) + seconds(time.group(2), SECONDS_OF_AN_HOUR) + "s");
  }

  private static int seconds(String count, int each) {
    return Integer.parseInt(count) * each;
  }

  /** Waits until an alert fires. */
  void await(String name) {
    Waiting.until(name + " fires", () -> firing.contains(name));
  }

  /** Waits until an alert does not fire. */
  void awaitEnd(String name) {
    Waiting.until(name + " has ended", () -> !firing.contains(name));
  }

  private void watch() {
    while (!closed) {
      try {
        Set<String> now = ask();
        now.stream().filter(name -> !firing.contains(name)).forEach(this::begins);
        firing.stream()
            .filter(name -> !now.contains(name))
            .forEach(name -> timeLine.note("alert ends: " + name));
        firing = now;
      } catch (IOException e) {
        timeLine.found("Prometheus does not answer: " + e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private void begins(String name) {
    Step step = timeLine.now();
    step.fired().add(name);
    timeLine.note("alert fires: " + name);
    // On a busy machine a restart may take longer than this alert waits: then it is right.
    boolean isDown =
        name.equals(SERVER_DOWN) && servers.oneIsDownFor(Duration.ofSeconds(SECONDS_OF_A_MINUTE));
    if (!step.allows(name) && !isDown) {
      timeLine.found("an alert fires without a cause: " + name);
    }
  }

  /** It listens before it answers questions. */
  private boolean isReady() {
    try {
      return get("/-/ready").statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + prometheus.port() + path))
        .timeout(Duration.ofSeconds(10))
        .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private Set<String> ask() throws IOException, InterruptedException {
    String answer = get("/api/v1/alerts").body();
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
    closed = true;
    watcher.interrupt();
    prometheus.close();
  }
}
