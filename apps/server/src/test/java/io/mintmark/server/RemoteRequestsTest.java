package io.mintmark.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.mintmark.store.remote.RemoteStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that the concurrent claims of a process are sent together, in one request at a time. */
@Timeout(120)
class RemoteRequestsTest {

  private static final int THREADS = 8;
  private static final int CLAIMS = 15;

  private static final String STORE = "{\"url\":\"file:/x\",\"identity\":\"4611686018427387905\","
      + "\"canLoseAcknowledgedWrites\":false,\"durability\":[]}";

  private static final Pattern CLAIM =
      Pattern.compile("\"line\":\"([^\"]+)\",\"atLeast\":\"0\",\"count\":\"(\\d+)\"");

  /** The threads that claim. */
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger mostInFlight = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();
  private final Map<String, Long> lines = new ConcurrentHashMap<>();

  @Test
  @Tag("long")
  void claims_ofManyThreadsOnManyLines_areSentInOneRequestAtATime() throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    HttpServer server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    ExecutorService workers = Executors.newCachedThreadPool();
    server.setExecutor(workers);
    server.createContext("/v1/store", exchange -> answer(exchange, STORE));
    server.createContext("/v1/lines", this::claim);
    server.start();
    String url = "mintmark://127.0.0.1:" + server.getAddress().getPort();
    ExecutorService callers = Executors.newFixedThreadPool(THREADS, work -> {
      Thread thread = new Thread(work, "claims");
      threads.add(thread);
      return thread;
    });
    try (RemoteStore store = RemoteStore.builder().url(url).open()) {
      List<Future<?>> all = new ArrayList<>();
      Set<Long> shared = ConcurrentHashMap.newKeySet();
      for (int i = 0; i < THREADS; i++) {
        String own = "seq/own" + i;
        all.add(callers.submit(() -> {
          for (int claim = 0; claim < CLAIMS; claim++) {
            assertThat(store.claim(own, 0, 1)).isEqualTo(claim);
            assertThat(shared.add(store.claim("seq/shared", 0, 1))).isTrue();
          }
        }));
      }
      for (Future<?> each : all) {
        each.get();
      }

      assertThat(mostInFlight).hasValue(1);
      assertThat(requests.get()).isLessThan(2 * THREADS * CLAIMS);
      assertThat(shared).hasSize(THREADS * CLAIMS);
    } finally {
      server.stop(0);
      callers.shutdownNow();
      workers.shutdownNow();
    }
  }

  private void claim(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
    List<String> answers = new ArrayList<>();
    Matcher claims = CLAIM.matcher(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    while (claims.find()) {
      long count = Long.parseLong(claims.group(2));
      long end = lines.merge(claims.group(1), count, Long::sum);
      answers.add("{\"start\":\"" + (end - count) + "\"}");
    }
    while (threads.stream().anyMatch(each -> each.getState() == Thread.State.RUNNABLE)) {
      Thread.onSpinWait(); // By the end of this loop, any second request would be sent.
    }
    inFlight.decrementAndGet(); // Done first, because the next request may follow the answer.
    answer(exchange, "{\"answers\":[" + String.join(",", answers) + "]}");
  }

  private static void answer(HttpExchange exchange, String body) throws IOException {
    try (exchange) {
      byte[] bytes = body.getBytes(UTF_8);
      exchange.getResponseHeaders().set("content-type", "application/json");
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }
}
