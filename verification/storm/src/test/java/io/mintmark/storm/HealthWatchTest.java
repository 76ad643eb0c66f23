package io.mintmark.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.mintmark.storm.Fault.Trait;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Watches a server whose replies the test sets. */
@Tag("long")
class HealthWatchTest {

  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;
  private static final Fault KILLED =
      new Fault("server killed", () -> {}, () -> {}, 0, Trait.SERVER_DOWN);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicLong number = new AtomicLong();
  private volatile int live = OK;
  private volatile int claim = OK;
  private volatile String snowflake = "1";
  private HttpServer server;

  @TempDir
  private Path folder;

  @BeforeEach
  void startServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/health/live", exchange -> answer(exchange, live, ""));
    server.createContext("/health/ready", exchange -> answer(exchange, OK, ""));
    server.createContext(
        "/v1/generators/probe/next",
        exchange -> answer(exchange, claim, Long.toString(number.incrementAndGet())));
    server.createContext(
        "/v1/generators/storm/snowflake/next", exchange -> answer(exchange, OK, snowflake));
    server.start();
  }

  @AfterEach
  void endServer() {
    server.stop(0);
    threads.shutdownNow();
  }

  @Test
  void takeFindings_serverNotLive_isFound() throws IOException {
    try (HealthWatch watch = watch()) {
      awaitRecovery(watch);
      live = UNAVAILABLE;
      assertThat(awaitFinding(watch)).contains("the server runs and was not live for");
    }
  }

  @Test
  void takeFindings_serverReadyWhileClaimsFail_isFound() throws IOException {
    claim = UNAVAILABLE;
    try (HealthWatch watch = watch()) {
      assertThat(awaitFinding(watch)).contains("/health/ready said 200 while claims failed");
    }
  }

  @Test
  void unrecovered_serverKilled_listsEverythingWithoutAFinding() throws IOException {
    try (HealthWatch watch = watch()) {
      awaitRecovery(watch);
      watch.changed(KILLED, true);
      server.stop(0);
      Waiting.until("no answer is under way", () -> {
        watch.mark();
        return watch.unrecovered().size() == 3;
      });
      watch.changed(KILLED, false);
      assertThat(watch.takeFindings()).isEmpty();
    }
  }

  @Test
  void unrecovered_replyNotANumber_throws() throws IOException {
    snowflake = "one";
    HealthWatch watch = watch();
    assertThatThrownBy(() -> awaitRecovery(watch))
        .hasMessageContaining("caller-storm/snowflake ended")
        .hasRootCauseInstanceOf(NumberFormatException.class);
    assertThatThrownBy(watch::close).hasMessageContaining("caller-storm/snowflake ended");
  }

  private HealthWatch watch() throws IOException {
    String address = "http://127.0.0.1:" + server.getAddress().getPort();
    HealthWatch watch = new HealthWatch(address, folder, "server", LostTime.watch(), true);
    watch.maxSilentMs = 700;
    watch.maxWrongMs = 700;
    return watch;
  }

  private static void awaitRecovery(HealthWatch watch) {
    Waiting.until("the server answers", () -> watch.unrecovered().isEmpty());
  }

  private static String awaitFinding(HealthWatch watch) {
    List<String> findings = new ArrayList<>();
    Waiting.until("a finding", () -> findings.addAll(watch.takeFindings()));
    return findings.get(0);
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
