package io.mintmark.bench;

import io.mintmark.bench.Figures.Row;
import io.mintmark.bench.Load.Call;
import io.mintmark.bench.Load.Contender;
import io.mintmark.store.remote.RemoteStore;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * Measures the server next to Redis and Spring Boot, or next to another build, and measures claims
 * through it. {@code verification/bench/server} runs it, and documents its arguments.
 */
final class ServerSpeed {

  private static final Path NOTHING = Path.of("verification/bench/target/nothing");
  private static final Pattern ANSWERED =
      Pattern.compile("mintmark_answers_total\\{.*outcome=\"ok\".*protocol=\"http\".*} (\\S+)");

  public static void main(String[] args) throws Exception {
    Run run = Run.parse(List.of("compare", "claims"), List.of(), args);
    System.out.println(Run.conditions());
    System.exit(run.verb().equals("claims") ? claims(run, System.out) : loads(run, System.out));
  }

  /** Puts each load on each server in turn. Returns 1 if the server fell behind the other build. */
  private static int loads(Run run, PrintStream out) throws Exception {
    Figures figures = new Figures("ids a second", "server's CPU, us an id");
    List<ServerLoad> loads = ServerLoad.all(run.brief() ? 20_000 : 200_000, run.brief() ? 1 : 4);
    List<Server> servers = new ArrayList<>();
    try {
      servers.add(Server.mintmark("Mintmark", Path.of("")));
      if (run.other().isPresent()) {
        servers.add(Server.mintmark("Mintmark" + Figures.OTHER, run.other().get()));
      } else {
        servers.add(Server.redis());
        servers.add(Server.cosId());
        servers.add(Server.nothing(NOTHING.toAbsolutePath()));
      }
      Run.progress("the servers compile");
      run.inTurn(2, loads, load -> put(load, servers, new Figures("")));
      run.inTurn(3, loads, load -> put(load, servers, figures));
    } finally {
      servers.forEach(Server::close);
    }
    figures.print(out);
    return run.other().isEmpty() || figures.compare(out) ? 0 : 1;
  }

  private static void put(ServerLoad load, List<Server> servers, Figures figures) throws Exception {
    for (Server server : servers) {
      if (load.suits(server)) {
        ServerLoad.Sample sample = load.put(server);
        Row row = new Row(load.name(), server.name());
        figures.add(row, "", sample.perSecond(), sample.cpuMicros());
      }
    }
  }

  /** Claims of one process through one server. */
  private static int claims(Run run, PrintStream out) throws Exception {
    Figures figures = new Figures(
        "claims a second", "claims a request", "server's CPU, us a claim", "client's CPU");
    Duration round = Duration.ofMillis(run.brief() ? 500 : 5_000);
    AtomicLong lines = new AtomicLong();
    try (Server server = Server.mintmark("Mintmark", Path.of(""));
        RemoteStore store = RemoteStore.builder()
            .url("mintmark://" + URI.create(server.url()).getAuthority())
            .open()) {
      Contender one = Contender.shared("one line", () -> store.claim("seq/shared", 0, 1));
      Contender own = new Contender("a line for each thread", () -> {
        long line = lines.incrementAndGet();
        // The number includes the line, because numbers of different lines may be equal.
        return new Call(() -> line << 40 | store.claim("seq/own/" + line, 0, 1), () -> {});
      });
      // Warms up the compilers of both sides.
      Load.Sample unused = new Load(Duration.ZERO, round.multipliedBy(4)).run(own, 64);
      for (int threads : Load.THREADS) {
        run.inTurn(1, List.of(one, own), each -> {
          double requests = answered(server);
          double serverCpu = server.cpuMicros();
          double clientCpu = ownCpu();
          Load.Sample sample = new Load(Duration.ZERO, round).run(each, threads);
          double claims = sample.sortedNanos().length;
          double together = claims / (answered(server) - requests - 1);
          double theirs = (server.cpuMicros() - serverCpu) / claims;
          double ours = (ownCpu() - clientCpu) / claims;
          Row row = new Row("claims", each.name());
          figures.add(row, Figures.threads(threads), sample.perSecond(), together, theirs, ours);
        });
      }
    }
    figures.print(out);
    return 0;
  }

  private static double ownCpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() / 1e3;
  }

  /** How many requests the server has answered. This request counts too. */
  private static double answered(Server server) throws Exception {
    try (var metrics = URI.create(server.url()).resolve("/metrics").toURL().openStream()) {
      return ServerLoad.lastRate(
          ANSWERED, new String(metrics.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
