package io.mintmark.speed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * Puts the same loads on Mintmark's server and on its peers in turn, for some rounds, and prints
 * the tables that the benchmarks' page has. The arguments are the repository's root and the program
 * that does nothing. Takes redis-server, redis-benchmark and wrk from the path, and about seven
 * minutes.
 */
public final class Main {

  private static final int WARM_UPS = 2;
  private static final int ROUNDS = 3;

  /** Some seconds each, at what two cores do. */
  private static final int SINGLE_REQUESTS = 200_000;

  private static final int PIPELINED_REQUESTS = 3_000_000;
  private static final Duration STEADY = Duration.ofSeconds(10);
  private static final double HALF = 0.5;

  /** What wrk sends: one request, or several at once. */
  private static final String POST = "wrk.method = 'POST'\n";

  private static final String PIPELINE = """
      wrk.method = 'POST'
      init = function(args)
        local requests = {}
        for i = 1, 16 do requests[i] = wrk.format() end
        all = table.concat(requests)
      end
      request = function() return all end
      """;

  private Main() {}

  public static void main(String[] args) throws IOException {
    Path post = Files.writeString(Files.createTempFile("post", ".lua"), POST);
    Path pipeline = Files.writeString(Files.createTempFile("pipeline", ".lua"), PIPELINE);
    try (Contender mintmark = Contender.mintmark(Path.of(args[0]).toAbsolutePath());
        Contender redis = Contender.redis();
        Contender cosId = Contender.cosId();
        Contender nothing = Contender.nothing(Path.of(args[1]).toAbsolutePath())) {
      Contest next = new Contest(Load.next(1, post.toString()), mintmark, cosId, nothing);
      List<Contest> all = List.of(
          new Contest(Load.incr(1, 1, SINGLE_REQUESTS), mintmark, redis, nothing),
          new Contest(Load.incr(1, 2, SINGLE_REQUESTS), mintmark, redis, nothing),
          new Contest(Load.incr(16, 1, PIPELINED_REQUESTS), mintmark, redis, nothing),
          new Contest(Load.incr(16, 2, PIPELINED_REQUESTS), mintmark, redis, nothing),
          next,
          new Contest(Load.next(16, pipeline.toString()), mintmark, cosId, nothing),
          new Contest(Load.batch("application/json", post.toString()), mintmark),
          new Contest(Load.batch("text/plain", post.toString()), mintmark));
      for (int i = 0; i < WARM_UPS; i++) {
        all.forEach(Contest::warmUp);
      }
      for (int i = 0; i < ROUNDS; i++) {
        all.forEach(Contest::round);
      }
      print(all);
      System.out.println();
      System.out.println("| at half load | requests a second | p50 us | p99 us | p99.9 us |");
      System.out.println("|---|---|---|---|---|");
      System.out.println(atHalfLoad(mintmark, next.median(mintmark) * HALF));
      System.out.println(atHalfLoad(nothing, next.median(mintmark) * HALF));
      System.out.println(atHalfLoad(cosId, next.median(cosId) * HALF));
    } finally {
      Files.delete(post);
      Files.delete(pipeline);
    }
  }

  private static void print(List<Contest> contests) {
    System.out.println("| load | server | ids a second | ours/theirs | server's CPU, us an id |");
    System.out.println("|---|---|---|---|---|");
    contests.forEach(contest -> contest.rows().forEach(System.out::println));
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
