package io.mintmark.speed;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Puts the same loads on the servers of two builds in turn, for some rounds, and prints how this
 * build does beside the other. Ends with 1 if it fell by more than a twentieth under a load. The
 * arguments are both repositories' roots, how many rounds there are, and how many requests
 * redis-benchmark makes; in a pipeline it makes fifteen times as many.
 */
final class BuildComparison {

  /** The least that a build may do of what the other does. */
  private static final double LEAST = 0.95;

  private static final int WARM_UPS = 2;
  private static final int PIPELINED = 15;

  private BuildComparison() {}

  public static void main(String[] args) throws IOException {
    Path ours = Path.of(args[0]).toAbsolutePath();
    Path theirs = Path.of(args[1]).toAbsolutePath();
    int rounds = Integer.parseInt(args[2]);
    int requests = Integer.parseInt(args[3]);
    boolean holds;
    try (WrkScripts scripts = WrkScripts.write();
        Contender now = Contender.mintmark(ours);
        Contender other = Contender.mintmark(theirs)) {
      List<Contest> contests = Stream.of(
              Load.incr(1, 1, requests),
              Load.incr(1, 2, requests),
              Load.incr(16, 1, PIPELINED * requests),
              Load.incr(16, 2, PIPELINED * requests),
              Load.next(1, scripts.post().toString()),
              Load.next(16, scripts.pipeline().toString()),
              Load.batch("application/json", scripts.post().toString()),
              Load.batch("text/plain", scripts.post().toString()))
          .map(load -> new Contest(load, other, now))
          .toList();
      for (int i = 0; i < Math.min(rounds, WARM_UPS); i++) {
        contests.forEach(Contest::warmUp);
      }
      for (int i = 0; i < rounds; i++) {
        contests.forEach(Contest::round);
      }
      holds = print(contests, now, other, System.out);
    }
    System.exit(holds ? 0 : 1);
  }

  private static boolean print(
      List<Contest> contests, Contender now, Contender other, PrintStream out) {
    boolean holds = true;
    out.println("| load | other, ids a second | this, ids a second | this/other | |");
    out.println("|---|---|---|---|---|");
    for (Contest contest : contests) {
      double ratio = contest.ratio(now);
      holds &= ratio >= LEAST;
      out.printf(
          Locale.ROOT,
          "| %s | %,.0f | %,.0f | %.2f | %s |%n",
          contest.title(),
          contest.median(other),
          contest.median(now),
          ratio,
          ratio < LEAST ? "fell" : "");
    }
    return holds;
  }
}
