package io.mintmark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The watch beside a server that does what a test says. */
class HealthWatchTest {

  private static final int OK = 200;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicLong lived = new AtomicLong();
  private final AtomicLong claimed = new AtomicLong();
  private volatile HttpHandler live = exchange -> answer(exchange, "");
  private volatile HttpHandler ready = exchange -> answer(exchange, "");
  private volatile HttpHandler snowflake = exchange -> answer(exchange, "1");
  private HttpServer server;

  @TempDir
  private Path folder;

  @BeforeEach
  void startServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/health/live", exchange -> {
      lived.incrementAndGet();
      live.handle(exchange);
    });
    server.createContext("/health/ready", exchange -> ready.handle(exchange));
    server.createContext(
        "/v1/generators/probe/next",
        exchange -> answer(exchange, Long.toString(claimed.incrementAndGet())));
    server.createContext(
        "/v1/generators/storm/snowflake/next", exchange -> snowflake.handle(exchange));
    server.start();
  }

  @AfterEach
  void endServer() {
    end.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  @Test
  void takeTooSilentMs_aServerThatAnswers_isEmpty() throws IOException {
    try (HealthWatch watch = watch()) {
      Waiting.until("some answers", () -> lived.get() > 2 && claimed.get() > 2);
      assertThat(watch.takeTooSilentMs()).isEmpty();
      assertThat(watch.longestSilentMs()).isPositive();
      assertThat(watch.ill(true)).isEmpty();
      assertThat(watch.tooWrong()).isEmpty();
    }
  }

  /** Its store is away, and the thread that answers for its life waits for that. */
  @Test
  void takeTooSilentMs_aServerThatTakesConnectionsAndSaysNothing_isTold() throws IOException {
    try (HealthWatch watch = watch()) {
      awaitWell(watch);
      live = exchange -> await(end);
      assertThat(awaitTooSilentMs(watch)).isGreaterThan(HealthWatch.MAX_SILENT_MS);
    }
  }

  @Test
  void takeTooSilentMs_aServerThatSaysItIsNotWell_isTold() throws IOException {
    try (HealthWatch watch = watch()) {
      awaitWell(watch);
      live = exchange -> refuse(exchange);
      assertThat(awaitTooSilentMs(watch)).isGreaterThan(HealthWatch.MAX_SILENT_MS);
    }
  }

  @Test
  void takeTooSilentMs_aServerThatEndedByItself_isToldAndItsClaimsFail() throws IOException {
    try (HealthWatch watch = watch()) {
      awaitWell(watch);
      server.stop(0);
      assertThat(awaitTooSilentMs(watch)).isGreaterThan(HealthWatch.MAX_SILENT_MS);
      Waiting.until("its claims fail", () -> watch.ill(true).contains("the server's claims fail"));
    }
  }

  @Test
  void ill_aServerThatWasKilled_isWhatItHasNotDoneSince() throws IOException {
    try (HealthWatch watch = watch()) {
      awaitWell(watch);
      watch.allowSilence();
      server.stop(0);
      assertThat(watch.ill(true)).containsExactly("the server does not say that it lives");
      watch.endSilence();
      Waiting.until("its claims fail", () -> watch.ill(true).size() == 3);
      assertThat(watch.ill(false))
          .containsExactly(
              "the server does not say that it lives", "the server makes no Snowflakes");
      assertThat(watch.takeTooSilentMs()).isEmpty();
    }
  }

  @Test
  void ill_aServerThatNeverSaysThatItLives_isThat() throws IOException {
    live = exchange -> refuse(exchange);
    try (HealthWatch watch = watch()) {
      Waiting.until("some answers", () -> lived.get() > 2 && claimed.get() > 2);
      assertThat(watch.ill(true)).containsExactly("the server does not say that it lives");
    }
  }

  @Test
  void ill_aServerThatRefusesSnowflakes_isThat() throws IOException {
    snowflake = exchange -> refuse(exchange);
    try (HealthWatch watch = watch()) {
      Waiting.until(
          "a refusal", () -> watch.ill(true).equals(List.of("the server makes no Snowflakes")));
    }
  }

  @Test
  void wrongMs_noAnswerWhetherItIsReadyWhileClaimsAreAnswered_isATimeInWhichHealthIsWrong()
      throws IOException {
    ready = HttpExchange::close;
    try (HealthWatch watch = watch()) {
      Waiting.until("health is wrong", () -> watch.wrongMs() > 0);
    }
  }

  private HealthWatch watch() throws IOException {
    String address = "http://127.0.0.1:" + server.getAddress().getPort();
    return new HealthWatch(address, folder, "server", LostTime.watch());
  }

  private void awaitWell(HealthWatch watch) {
    Waiting.until("all is well", () -> claimed.get() > 0 && watch.ill(true).isEmpty());
  }

  private static long awaitTooSilentMs(HealthWatch watch) {
    AtomicLong ms = new AtomicLong();
    Waiting.until("a server that is too silent", () -> {
      watch.takeTooSilentMs().ifPresent(ms::set);
      return ms.get() > 0;
    });
    return ms.get();
  }

  private static void answer(HttpExchange exchange, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(OK, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static void refuse(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(503, -1);
    exchange.close();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
