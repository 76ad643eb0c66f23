package io.mintmark.speed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Puts the same loads on Mintmark's server and on its peers in turn, for some rounds, and prints
 * the tables that the benchmarks' page has. The argument is the repository's root. Takes
 * redis-server, redis-benchmark and wrk from the path, and about five minutes.
 */
public final class Main {

  private static final int WARM_UPS = 3;
  private static final int ROUNDS = 3;

  /** Some seconds each, at what two cores do. */
  private static final int SINGLE_REQUESTS = 200_000;

  private static final int PIPELINED_REQUESTS = 3_000_000;
  private static final Duration STEADY = Duration.ofSeconds(5);
  private static final double HALF = 0.5;

  private Main() {}

  public static void main(String[] args) throws IOException {
    Path post = Files.writeString(Files.createTempFile("post", ".lua"), "wrk.method = 'POST'\n");
    try (Contender mintmark = Contender.mintmark(Path.of(args[0]).toAbsolutePath());
        Contender redis = Contender.redis();
        Contender cosId = Contender.cosId()) {
      List<Contest> resp = Stream.of(
              Load.incr(1, 1, SINGLE_REQUESTS),
              Load.incr(1, 2, SINGLE_REQUESTS),
              Load.incr(16, 1, PIPELINED_REQUESTS),
              Load.incr(16, 2, PIPELINED_REQUESTS))
          .map(load -> new Contest(load, mintmark, redis))
          .toList();
      Contest next = new Contest(Load.next(post.toString()), mintmark, cosId);
      List<Contest> batches = Stream.of("application/json", "text/plain")
          .map(type -> new Contest(Load.batch(type, post.toString()), mintmark))
          .toList();
      List<Contest> all =
          Stream.of(resp, List.of(next), batches).flatMap(List::stream).toList();
      for (int i = 0; i < WARM_UPS; i++) {
        all.forEach(Contest::warmUp);
      }
      for (int i = 0; i < ROUNDS; i++) {
        all.forEach(Contest::round);
      }
      System.out.println("| load | server | ids a second | ours/theirs | server's CPU, us an id |");
      System.out.println("|---|---|---|---|---|");
      all.forEach(contest -> contest.rows().forEach(System.out::println));
      System.out.println();
      System.out.println("| at half load | requests a second | p50 us | p99 us | p99.9 us |");
      System.out.println("|---|---|---|---|---|");
      for (Contender server : List.of(mintmark, cosId)) {
        System.out.println(atHalfLoad(server, next.median(server) * HALF));
      }
    } finally {
      Files.delete(post);
    }
  }

  private static String atHalfLoad(Contender server, double perSecond) {
    Histogram unusedWarmUp = SteadyRate.ask(server.nextUrl(), perSecond, STEADY);
    Histogram times = SteadyRate.ask(server.nextUrl(), perSecond, STEADY);
    return String.format(
        Locale.ROOT,
        "| %s | %,.0f | %,d | %,d | %,d |",
        server.name(),
        perSecond,
        times.getValueAtPercentile(50) / 1000,
        times.getValueAtPercentile(99) / 1000,
        times.getValueAtPercentile(99.9) / 1000);
  }
}
