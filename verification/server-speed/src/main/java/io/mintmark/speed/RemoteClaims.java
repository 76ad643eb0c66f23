package io.mintmark.speed;

import io.mintmark.store.remote.RemoteStore;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Claims through one server on its embedded store, with the threads of one process, and prints the
 * table that the remote store's page has. The argument is the repository's root. Takes a minute.
 */
public final class RemoteClaims {

  private static final int MOST_THREADS = 64;
  private static final List<Integer> THREADS = List.of(1, 8, MOST_THREADS);

  /** Both sides go on compiling for as long. */
  private static final Duration WARM_UP = Duration.ofSeconds(20);

  private static final Duration ROUND = Duration.ofSeconds(5);
  private static final Pattern ANSWERED =
      Pattern.compile("mintmark_answers_total\\{.*outcome=\"ok\".*protocol=\"http\".*} (\\S+)");

  private final Contender server;
  private final RemoteStore store;
  private final HttpClient http = HttpClient.newHttpClient();

  /** What some time of claiming showed; processor time in nanoseconds. */
  private record Round(long claims, double requests, double seconds, long server, long client) {}

  private RemoteClaims(Contender server, RemoteStore store) {
    this.server = server;
    this.store = store;
  }

  public static void main(String[] args) throws Exception {
    Path repository = Path.of(args[0]).toAbsolutePath();
    try (Contender server = Contender.mintmark(repository);
        RemoteStore store = RemoteStore.builder()
            .url("mintmark://" + URI.create(server.nextUrl()).getAuthority())
            .open()) {
      RemoteClaims all = new RemoteClaims(server, store);
      IntFunction<String> own = thread -> "seq/own/" + thread;
      IntFunction<String> shared = thread -> "seq/shared";
      Round unused = all.round(MOST_THREADS, own, WARM_UP);
      System.out.println("| threads | lines | claims a second | claims a request "
          + "| server's CPU, us a claim | client's CPU, us a claim |");
      System.out.println("|---|---|---|---|---|---|");
      for (int threads : THREADS) {
        print(threads, "one", all.round(threads, shared, ROUND));
        print(threads, "each its own", all.round(threads, own, ROUND));
      }
    }
  }

  private static void print(int threads, String lines, Round round) {
    System.out.println(String.format(
        Locale.ROOT,
        "| %d | %s | %,.0f | %.1f | %.1f | %.1f |",
        threads,
        lines,
        round.claims / round.seconds,
        round.claims / round.requests,
        round.server / 1e3 / round.claims,
        round.client / 1e3 / round.claims));
  }

  /** Has threads claim for some time, each the next when it has its answer. */
  private Round round(int threads, IntFunction<String> line, Duration length) throws Exception {
    LongAdder claims = new LongAdder();
    List<Thread> all = new ArrayList<>();
    double requests = answered();
    long serverCpu = server.cpuTime().toNanos();
    long clientCpu = ownCpu();
    long start = System.nanoTime();
    for (int i = 0; i < threads; i++) {
      String name = line.apply(i);
      Thread thread = new Thread(() -> {
        while (System.nanoTime() - start < length.toNanos()) {
          long unused = store.claim(name, 0, 1);
          claims.increment();
        }
      });
      all.add(thread);
      thread.start();
    }
    for (Thread thread : all) {
      thread.join();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Round(
        claims.sum(),
        answered() - requests - 1,
        seconds,
        server.cpuTime().toNanos() - serverCpu,
        ownCpu() - clientCpu);
  }

  private static long ownCpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
  }

  /** How many requests the server has answered; asking is one more. */
  private double answered() throws Exception {
    URI metrics = URI.create(server.nextUrl()).resolve("/metrics");
    String text = http.send(
            HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString())
        .body();
    return ANSWERED
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .mapToDouble(found -> Double.parseDouble(found.substring(found.lastIndexOf(' '))))
        .findFirst()
        .orElseThrow();
  }
}
