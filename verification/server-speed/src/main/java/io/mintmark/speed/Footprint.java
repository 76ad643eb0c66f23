package io.mintmark.speed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Measures how long the programs take to begin, and how much memory the servers have taken after
 * full load on 64 connections; prints the table that the benchmarks' page has. The argument is the
 * repository's root. Takes redis-server, redis-benchmark and wrk from the path, and two minutes.
 */
public final class Footprint {

  /** Odd, for a median. */
  private static final int STARTS = 11;

  private static final int CONNECTIONS = 64;
  private static final int SINGLE_REQUESTS = 400_000;
  private static final int PIPELINED_REQUESTS = 4_000_000;

  private Footprint() {}

  public static void main(String[] args) throws IOException {
    Path repository = Path.of(args[0]).toAbsolutePath();
    try (WrkScripts scripts = WrkScripts.write()) {
      System.out.println("| program | begins in ms | most memory under load, MiB |");
      System.out.println("|---|---|---|");
      next(repository);
      server(() -> Contender.mintmark(repository), scripts);
      server(() -> Contender.mintmark(repository, 1), scripts);
      server(Contender::redis, scripts);
      server(Contender::cosId, scripts);
    }
  }

  /** A command that makes one id and ends. */
  private static void next(Path repository) throws IOException {
    Path data = Files.createTempDirectory("footprint");
    List<String> command =
        List.of(repository.resolve("mintmark").toString(), "next", "speed", "--data=" + data);
    String unusedFirst = Program.run(command); // It may have to be built.
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < STARTS; i++) {
      long start = System.nanoTime();
      String unused = Program.run(command);
      millis.add(millisSince(start));
    }
    row("`mintmark next`, whole", millis, "");
    Contender.delete(data);
  }

  private static void server(Supplier<Contender> start, WrkScripts scripts) {
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < STARTS; i++) {
      long begun = System.nanoTime();
      try (Contender server = start.get()) {
        millis.add(millisSince(begun));
        if (i == STARTS - 1) {
          load(server, scripts);
          row(
              server.name() + ", until its port answers",
              millis,
              String.format(Locale.ROOT, "%.0f", server.mostMemoryMib()));
        }
      }
    }
  }

  /** What the server speaks, as fast as it answers, for some seconds each. */
  private static void load(Contender server, WrkScripts scripts) {
    String post = scripts.post().toString();
    List<Load> loads = new ArrayList<>();
    if (server.resp() > 0) {
      loads.add(Load.incr(1, 1, SINGLE_REQUESTS));
      loads.add(Load.incr(16, 1, PIPELINED_REQUESTS));
    }
    if (!server.nextUrl().isEmpty()) {
      loads.add(Load.next(1, post));
      loads.add(Load.next(16, scripts.pipeline().toString()));
    }
    if (server.resp() > 0 && !server.nextUrl().isEmpty()) {
      loads.add(Load.batch("application/json", post));
    }
    for (Load each : loads) {
      Figure unused = each.on(CONNECTIONS).put(server);
    }
  }

  private static double millisSince(long start) {
    return (System.nanoTime() - start) / 1e6;
  }

  private static void row(String program, List<Double> millis, String memory) {
    System.out.println(String.format(
        Locale.ROOT,
        "| %s | %.0f (%.0f to %.0f) | %s |",
        program,
        Rounds.median(millis, each -> each),
        Rounds.least(millis, each -> each),
        Rounds.most(millis, each -> each),
        memory));
  }
}
