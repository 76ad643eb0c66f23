package io.mintmark.speed;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A program that asks a server as fast as it answers.
 *
 * @param title what it does, for the table
 * @param command the program and its arguments, for a server and a number of connections
 * @param connections how many it opens
 * @param rate where its output says how many requests it made a second; the last such place counts
 * @param idsEach how many ids a request makes
 */
record Load(
    String title,
    BiFunction<Contender, Integer, List<String>> command,
    int connections,
    Pattern rate,
    int idsEach) {

  private static final int CONNECTIONS = 16;
  private static final int BATCH_CONNECTIONS = 4;
  private static final Pattern REDIS_RATE = Pattern.compile("([\\d.]+) requests per second");
  private static final Pattern WRK_RATE = Pattern.compile("Requests/sec:\\s+([\\d.]+)");
  private static final Pattern FAULTS = Pattern.compile("Non-2xx|Socket errors|ERR|Error");

  /** INCR by redis-benchmark. */
  static Load incr(int pipeline, int clientThreads, int requests) {
    String title = "INCR, -P " + pipeline + (clientThreads > 1 ? ", --threads 2" : "");
    return new Load(
        title,
        (server, connections) -> {
          List<String> command = new ArrayList<>(List.of("redis-benchmark", "-q", "-p"));
          command.add(Integer.toString(server.resp()));
          command.addAll(List.of("-c", connections.toString(), "-P", Integer.toString(pipeline)));
          if (clientThreads > 1) {
            command.addAll(List.of("--threads", Integer.toString(clientThreads)));
          }
          command.addAll(List.of("-n", Integer.toString(requests), "INCR", "speed"));
          return command;
        },
        CONNECTIONS,
        REDIS_RATE,
        1);
  }

  /** One id a request, by wrk. */
  static Load next(int pipeline, String script) {
    String title = "POST next" + (pipeline > 1 ? ", " + pipeline + " in a pipeline" : "");
    return wrk(title, CONNECTIONS, "", "application/json", script, 1);
  }

  /** As many ids a request as there can be, by wrk. */
  static Load batch(String mediaType, String postScript) {
    String title = "POST next?count=10000, " + mediaType;
    return wrk(title, BATCH_CONNECTIONS, "?count=10000", mediaType, postScript, 10_000);
  }

  private static Load wrk(
      String title, int usualConnections, String query, String type, String script, int idsEach) {
    return new Load(
        title,
        (server, connections) -> List.of(
            "wrk",
            "-t1",
            "-c" + connections,
            "-d4s",
            "-s",
            script,
            "-H",
            "Accept: " + type,
            server.nextUrl() + query),
        usualConnections,
        WRK_RATE,
        idsEach);
  }

  /** The same on so many connections. */
  Load on(int otherConnections) {
    return new Load(title, command, otherConnections, rate, idsEach);
  }

  /** Asks a server; the figure is in ids. */
  Figure put(Contender server) {
    long cpuBefore = server.cpuTime().toNanos();
    long start = System.nanoTime();
    String output = Program.run(command.apply(server, connections));
    double seconds = (System.nanoTime() - start) / 1e9;
    double cpuNanos = server.cpuTime().toNanos() - cpuBefore;
    if (FAULTS.matcher(output).find()) {
      throw new IllegalStateException("a server answered with faults: " + output);
    }
    double perSecond = rate.matcher(output)
        .results()
        .map(MatchResult::group)
        .reduce((first, last) -> last)
        .map(found -> Double.parseDouble(found.replaceAll("[^\\d.]", "")))
        .orElseThrow(() -> new IllegalStateException("no rate was told: " + output));
    return new Figure(perSecond * idsEach, cpuNanos / (perSecond * idsEach * seconds));
  }
}
