package io.mintmark.bench;

import io.mintmark.error.Message;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A program that sends requests to a server as fast as the server answers.
 *
 * @param command the program and its arguments, with RESP or URL for the server's port or URL
 * @param rate matches the requests a second in its output; the last match counts
 * @param idsEach how many ids a request makes
 */
record ServerLoad(String name, String command, Pattern rate, int idsEach) {

  static final Pattern REDIS_RATE = Pattern.compile("([\\d.]+) requests per second");
  static final Pattern WRK_RATE = Pattern.compile("Requests/sec:\\s+([\\d.]+)");
  private static final Pattern FAULTS = Pattern.compile("Non-2xx|Socket errors|ERR|Error");
  private static final int BATCH = 10_000;

  /** The ids a second in one run, and the server's processor time for each id. */
  record Sample(double perSecond, double cpuMicros) {}

  /** Returns all loads. With pipelining, redis-benchmark makes fifteen times as many requests. */
  static List<ServerLoad> all(int requests, int seconds) {
    return List.of(
        incr("-P 1", requests),
        incr("-P 1 --threads 2", requests),
        incr("-P 16", 15 * requests),
        incr("-P 16 --threads 2", 15 * requests),
        post("POST next", 16, seconds, "json.lua", "", 1),
        post("POST next, 16 in a pipeline", 16, seconds, "pipeline.lua", "", 1),
        post("POST next?count=10000, JSON", 4, seconds, "json.lua", "?count=" + BATCH, BATCH),
        post("POST next?count=10000, text", 4, seconds, "text.lua", "?count=" + BATCH, BATCH));
  }

  private static ServerLoad incr(String options, int requests) {
    String command = "redis-benchmark -q -c 16 -p RESP %s -n %d INCR speed";
    return new ServerLoad("INCR, " + options, command.formatted(options, requests), REDIS_RATE, 1);
  }

  private static ServerLoad post(
      String name, int connections, int seconds, String script, String query, int idsEach) {
    String command = "wrk -t1 -c%d -d%ds -s verification/bench/src/main/lua/%s URL%s"
        .formatted(connections, seconds, script, query);
    return new ServerLoad(name, command, WRK_RATE, idsEach);
  }

  /** Returns whether a server supports this load: only Mintmark's server makes many ids at once. */
  boolean suits(Server server) {
    boolean resp = rate.equals(REDIS_RATE);
    return resp ? server.resp() > 0 : server.url().contains(idsEach > 1 ? "/v1/" : "/");
  }

  Sample put(Server server) throws Exception {
    double cpuBefore = server.cpuMicros();
    long start = System.nanoTime();
    String whole = command.replace("RESP", "" + server.resp()).replace("URL", server.url());
    String output = Run.program(List.of(whole.split(" ")));
    double seconds = (System.nanoTime() - start) / 1e9;
    if (FAULTS.matcher(output).find()) {
      throw new IllegalStateException(
          Message.of("a server answered with errors: server={}, output={}", server.name(), output));
    }
    double perSecond = idsEach * lastRate(rate, output);
    return new Sample(perSecond, (server.cpuMicros() - cpuBefore) / (perSecond * seconds));
  }

  static double lastRate(Pattern rate, String output) {
    List<MatchResult> found = rate.matcher(output).results().toList();
    if (found.isEmpty()) {
      throw new IllegalStateException("no rate in the output: " + output);
    }
    return Double.parseDouble(found.get(found.size() - 1).group(1));
  }
}
