package io.mintmark.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.mintmark.faults.HealthWatch.Made;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
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
  private static final String NAME = "server";
  private static final Made NOTHING = new Made(0, 0);
  private static final String NOT_LIVE = "the server does not say that it lives";
  private static final String NO_NUMBERS = "the server makes no strict numbers";
  private static final String NO_SNOWFLAKES = "the server makes no Snowflakes";

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicLong lived = new AtomicLong();
  private final AtomicLong claimed = new AtomicLong();
  private volatile HttpHandler live = exchange -> answer(exchange, "");
  private volatile HttpHandler ready = exchange -> answer(exchange, "");
  private volatile HttpHandler claim =
      exchange -> answer(exchange, Long.toString(claimed.incrementAndGet()));
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
    server.createContext("/v1/generators/probe/next", exchange -> claim.handle(exchange));
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
  void takeTooSilentMs_aServerThatEndedByItself_isTold() throws IOException {
    try (HealthWatch watch = watch()) {
      awaitWell(watch);
      server.stop(0);
      assertThat(awaitTooSilentMs(watch)).isGreaterThan(HealthWatch.MAX_SILENT_MS);
    }
  }

  @Test
  void ill_aServerThatWasKilled_isAllThatItHasNotDoneSince() throws IOException {
    try (HealthWatch watch = watch()) {
      awaitWell(watch);
      hangDraws();
      Made before = watch.made();
      watch.allowSilence();
      server.stop(0);
      assertThat(watch.ill(before, true)).containsExactly(NOT_LIVE, NO_NUMBERS, NO_SNOWFLAKES);
      assertThat(watch.ill(before, false)).containsExactly(NOT_LIVE, NO_SNOWFLAKES);
      watch.endSilence();
      assertThat(watch.takeTooSilentMs()).isEmpty();
    }
  }

  @Test
  void ill_aServerThatOnlySaysThatItLivesAfterAFault_isWhatItHasNotMadeSince() throws IOException {
    try (HealthWatch watch = watch()) {
      awaitWell(watch);
      watch.allowSilence();
      hangDraws();
      watch.endSilence();
      Made before = watch.made();
      Waiting.until("it lives", () -> !watch.ill(before, true).contains(NOT_LIVE));
      assertThat(watch.ill(before, true)).containsExactly(NO_NUMBERS, NO_SNOWFLAKES);
      end.countDown();
      Waiting.until("all is well", () -> watch.ill(before, true).isEmpty());
    }
  }

  @Test
  void ill_aServerThatNeverSaysThatItLives_isThat() throws IOException {
    live = exchange -> refuse(exchange);
    try (HealthWatch watch = watch()) {
      Waiting.until("a number and a Snowflake", () -> watch.ill(NOTHING, true).size() < 2);
      assertThat(watch.ill(NOTHING, true)).containsExactly(NOT_LIVE);
    }
  }

  @Test
  void ill_aServerThatRefusesSnowflakes_isThat() throws IOException {
    snowflake = exchange -> refuse(exchange);
    try (HealthWatch watch = watch()) {
      Waiting.until("a number", () -> watch.ill(NOTHING, true).equals(List.of(NO_SNOWFLAKES)));
    }
  }

  @Test
  void made_anAnswerThatIsNoNumber_isThrown() {
    snowflake = exchange -> answer(exchange, "one");
    assertThatThrownBy(this::watchForTwoSnowflakes)
        .hasMessageContaining("draw-storm/snowflake ended")
        .hasRootCauseInstanceOf(NumberFormatException.class);
  }

  @Test
  void made_aNumberThatCannotBeKept_isThrown() throws IOException {
    Path full = Files.createSymbolicLink(
        folder.resolve(CallFile.name(Kind.SNOWFLAKE, NAME)), Path.of("/dev/full"));
    assertThatThrownBy(this::watchForTwoSnowflakes)
        .hasMessageContaining("draw-storm/snowflake ended")
        .hasRootCauseMessage("No space left on device");
    Files.delete(full);
  }

  private void watchForTwoSnowflakes() throws IOException {
    try (HealthWatch watch = watch()) {
      Waiting.until("two Snowflakes", () -> watch.made().snowflakes() > 1);
    }
  }

  @Test
  void close_aNumberThatCouldNotBeKept_isThrown() throws IOException {
    claim = exchange -> {
      claimed.incrementAndGet();
      answer(exchange, "one");
    };
    HealthWatch watch = watch();
    Waiting.until("a claim", () -> claimed.get() > 0);
    assertThatThrownBy(watch::close).hasMessageContaining("draw-probe ended");
  }

  @Test
  void new_aFileThatCannotBeMade_leavesNoThreadBehind() throws IOException {
    Files.createDirectory(folder.resolve(CallFile.name(Kind.SNOWFLAKE, NAME)));
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    assertThatThrownBy(this::watch).isInstanceOf(FileNotFoundException.class);
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> !before.contains(thread))
        .extracting(Thread::getName)
        .noneMatch(name -> name.endsWith("-watch") || name.startsWith("draw-"));
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
    return new HealthWatch(address, folder, NAME, LostTime.watch());
  }

  private static void awaitWell(HealthWatch watch) {
    Waiting.until("all is well", () -> watch.ill(NOTHING, true).isEmpty());
  }

  /** Returns when both wait for an answer, so that what was made before has been counted. */
  private void hangDraws() {
    CountDownLatch hung = new CountDownLatch(2);
    HttpHandler hang = exchange -> {
      hung.countDown();
      await(end);
      answer(exchange, "1");
    };
    claim = hang;
    snowflake = hang;
    Waiting.until("both wait", () -> hung.getCount() == 0);
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
