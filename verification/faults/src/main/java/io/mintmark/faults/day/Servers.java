package io.mintmark.faults.day;

import io.mintmark.faults.Programs;
import io.mintmark.faults.Waiting;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Three servers on one store, each a process, started as their users start them. */
final class Servers implements AutoCloseable {

  static final int COUNT = 3;

  /** The names that are there from the start. */
  static final List<String> NAMES = List.of("orders", "invoices", "users", "documents");

  /** The name that is added in the course of the day. */
  static final String ADDED = "shipments";

  /**
   * Past that, nothing is left of what ended processes had claimed in time: a window, what ids may
   * be ahead, and what a clock may step back.
   */
  static final Duration CLAIMS_LAST = Duration.ofSeconds(10);

  /** By then Prometheus has seen that a server is back. */
  private static final Duration JUST_NOW = Duration.ofSeconds(5);

  private static final String CONFIGURATION = """
      generators:
        orders: {type: sequence}
        invoices: {type: sequence, strict: true}
        users: {type: snowflake, window: 3s, max-ahead: 1s, clock-tolerance: 2s}
        documents:
          type: key
          format: "D{time:yyMMddHHmmssSSS}{worker:2}{seq:4}"
          window: 3s
          max-ahead: 1s
          clock-tolerance: 2s
      server:
        tokens: %1$s/tokens.yaml
        tls: {certificate: %1$s/server.pem, key: %1$s/server.key}
        resp-large-numbers: integer
        drain-notice: 500ms
        drain: 10s
      """;

  private final Path config;
  private final SSLContext trusting;
  private final Access access;
  private final HttpClient client;
  private final List<EngineProcess> processes = new ArrayList<>();
  private final List<Integer> respPorts = new ArrayList<>();

  /** By server, the last time that it was down. */
  private final Map<Integer, Outage> outages = new ConcurrentHashMap<>();

  /** A time at which a server was ended, and one at which it was ready again. */
  private record Outage(long sinceNanos, Optional<Long> untilNanos) {}

  /**
   * Starts them.
   *
   * @param folder where they run, with the folder {@code access}
   * @param store the store's URL
   */
  Servers(Path folder, String store, Access access) throws Exception {
    this.access = access;
    trusting = access.trusting();
    client = HttpClient.newBuilder()
        .sslContext(trusting)
        .connectTimeout(Duration.ofSeconds(5))
        .build();
    config = Files.writeString(
        folder.resolve("mintmark.yaml"), CONFIGURATION.formatted(access.folder()));
    Path arguments = Files.writeString(
        folder.resolve("java.args"), "-cp " + System.getProperty("java.class.path"));
    for (int i = 0; i < COUNT; i++) {
      int http = EngineProcess.freePort();
      int resp = EngineProcess.freePort();
      respPorts.add(resp);
      processes.add(EngineProcess.start(
          folder.resolve("server-" + i),
          http,
          List.of(
              Programs.java(),
              "-Xmx128m",
              "-XX:TieredStopAtLevel=1",
              "@" + arguments,
              "io.mintmark.cli.Main",
              "serve",
              "--config=" + config,
              "--http=127.0.0.1:" + http,
              "--resp=127.0.0.1:" + resp,
              "--store=" + store,
              "--data=state")));
    }
  }

  /** The configuration file of all of them. */
  Path config() {
    return config;
  }

  String url(int server) {
    return "https://127.0.0.1:" + processes.get(server).port();
  }

  int respPort(int server) {
    return respPorts.get(server);
  }

  /** The addresses of all, with commas between. */
  String addresses() {
    return processes.stream()
        .map(each -> "127.0.0.1:" + each.port())
        .collect(Collectors.joining(","));
  }

  /** The files in which each notes the ends of what it claimed. */
  List<Path> lastStores() {
    return processes.stream()
        .map(each -> each.directory().resolve("state/last-store"))
        .toList();
  }

  /** Asks one to end by SIGTERM, and returns what it exits with. */
  int terminate(int server) {
    outages.put(server, new Outage(System.nanoTime(), Optional.empty()));
    return processes.get(server).terminate();
  }

  void kill(int server) {
    outages.put(server, new Outage(System.nanoTime(), Optional.empty()));
    processes.get(server).kill();
  }

  /** Starts one that has ended, and waits until it is ready. */
  void start(int server) {
    processes.get(server).restart();
    awaitReady(server);
    outages.computeIfPresent(
        server, (same, begun) -> new Outage(begun.sinceNanos, Optional.of(System.nanoTime())));
  }

  /** Tells whether one is down for so long, or was just now. */
  boolean oneIsDownFor(Duration time) {
    long now = System.nanoTime();
    return outages.values().stream().anyMatch(outage -> {
      long end = outage.untilNanos.orElse(now);
      return end - outage.sinceNanos >= time.toNanos() && now - end < JUST_NOW.toNanos();
    });
  }

  void awaitReady() {
    for (int i = 0; i < COUNT; i++) {
      awaitReady(i);
    }
  }

  private void awaitReady(int server) {
    Waiting.until("server " + server + " is ready", () -> status(server, "/health/ready") == 200);
  }

  /** Adds a generator to the configuration file of all, and waits until each has it. */
  void addGenerator() throws IOException {
    String more = Files.readString(config)
        .replace("server:\n", "  " + ADDED + ": {type: sequence}\nserver:\n");
    Path written = Files.writeString(config.resolveSibling("mintmark.new"), more);
    Files.move(written, config, StandardCopyOption.REPLACE_EXISTING);
    for (int i = 0; i < COUNT; i++) {
      int server = i;
      Waiting.until(
          "server " + i + " has the new generator",
          () -> status(server, "/v1/generators/" + ADDED) == 200);
    }
  }

  /** Waits until each shows new connections a certificate of this name. */
  void awaitCertificate(String name) {
    for (EngineProcess each : processes) {
      Waiting.until(
          "the certificate is " + name, () -> certificate(each.port()).equals("CN=" + name));
    }
  }

  private String certificate(int port) {
    try (SSLSocket socket =
        (SSLSocket) trusting.getSocketFactory().createSocket("127.0.0.1", port)) {
      socket.startHandshake();
      X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
      return shown.getSubjectX500Principal().getName();
    } catch (IOException e) {
      return "none: " + e;
    }
  }

  private int status(int server, String path) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url(server) + path))
        .header("Authorization", "Bearer " + access.token())
        .timeout(Duration.ofSeconds(10))
        .build();
    try {
      return client.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    processes.forEach(EngineProcess::close);
  }
}
