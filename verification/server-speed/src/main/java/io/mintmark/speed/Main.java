package io.mintmark.speed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Puts the same loads on Mintmark's server and on its peers in turn, for some rounds, and prints
 * the tables that the benchmarks' page has. The arguments are the repository's root and where the
 * programs in C are. Takes redis-server, redis-benchmark and wrk from the path, and ten minutes.
 */
public final class Main {

  private static final int WARM_UPS = 2;
  private static final int ROUNDS = 3;

  /** The slow answers are few, and what makes them slow comes now and then. */
  private static final int STEADY_ROUNDS = 9;

  /** Some seconds each, at what two cores do. */
  private static final int SINGLE_REQUESTS = 200_000;

  private static final int PIPELINED_REQUESTS = 3_000_000;
  private static final double HALF = 0.5;

  private Main() {}

  public static void main(String[] args) throws IOException {
    Path programs = Path.of(args[1]).toAbsolutePath();
    Path repository = Path.of(args[0]).toAbsolutePath();
    try (WrkScripts scripts = WrkScripts.write();
        Contender mintmark = Contender.mintmark(repository);
        Contender narrow = Contender.mintmark(repository, 1);
        Contender redis = Contender.redis();
        Contender cosId = Contender.cosId();
        Contender nothing = Contender.nothing(programs.resolve("nothing"))) {
      String post = scripts.post().toString();
      String pipeline = scripts.pipeline().toString();
      Contest next = new Contest(Load.next(1, post), cosId, mintmark, narrow, nothing);
      List<Contest> all = List.of(
          new Contest(Load.incr(1, 1, SINGLE_REQUESTS), redis, mintmark, narrow, nothing),
          new Contest(Load.incr(1, 2, SINGLE_REQUESTS), redis, mintmark, narrow, nothing),
          new Contest(Load.incr(16, 1, PIPELINED_REQUESTS), redis, mintmark, narrow, nothing),
          new Contest(Load.incr(16, 2, PIPELINED_REQUESTS), redis, mintmark, narrow, nothing),
          next,
          new Contest(Load.next(16, pipeline), cosId, mintmark, narrow, nothing),
          new Contest(Load.batch("application/json", post), narrow, mintmark),
          new Contest(Load.batch("text/plain", post), narrow, mintmark));
      for (int i = 0; i < WARM_UPS; i++) {
        all.forEach(Contest::warmUp);
      }
      for (int i = 0; i < ROUNDS; i++) {
        all.forEach(Contest::round);
      }
      print(all);
      SteadyLoad half = new SteadyLoad(programs.resolve("steady"))
          .with(mintmark, next.median(mintmark) * HALF)
          .with(narrow, next.median(narrow) * HALF)
          .with(nothing, next.median(mintmark) * HALF)
          .with(cosId, next.median(cosId) * HALF);
      for (int i = 0; i < WARM_UPS; i++) {
        half.warmUp();
      }
      for (int i = 0; i < STEADY_ROUNDS; i++) {
        half.round();
      }
      print(half);
    }
  }

  private static void print(List<Contest> contests) {
    System.out.println(
        "| load | server | ids a second | times the peer's | server's CPU, us an id |");
    System.out.println("|---|---|---|---|---|");
    contests.forEach(contest -> contest.rows().forEach(System.out::println));
  }

  private static void print(SteadyLoad load) {
    System.out.println();
    System.out.println("| at half load | requests a second | p50 us | p99 us | p99.9 us "
        + "| p99 of the median tenth of a second, us |");
    System.out.println("|---|---|---|---|---|---|");
    load.rows().forEach(System.out::println);
  }
}
