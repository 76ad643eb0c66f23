package io.mintmark.enginespeed;

import static java.util.Objects.requireNonNull;

import io.mintmark.Mintmark;
import io.mintmark.error.Message;
import io.mintmark.key.KeyGenerator;
import io.mintmark.rigs.Host;
import io.mintmark.sequence.Sequence;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * Measures, for each engine that this host can start, strict sequences and strict keys on its store
 * beside the plain statement that gives a number, with one thread and with 64, in turn. {@code
 * verification/engine-speed/measure} runs it.
 */
final class Main {

  private static final List<Integer> THREADS = List.of(1, 64);
  private static final String USAGE = "[--brief] [ENGINE...]";

  private final int rounds;
  private final Load load;
  private final PrintStream out;

  @FunctionalInterface
  interface Start {
    Engine in(Path folder) throws Exception;
  }

  private Main(boolean brief, PrintStream out) {
    this.rounds = brief ? 1 : 5;
    this.load = brief
        ? new Load(Duration.ofMillis(100), Duration.ofMillis(200))
        : new Load(Duration.ofMillis(500), Duration.ofSeconds(2));
    this.out = out;
  }

  /** Each engine by the name that an argument has. */
  static Map<String, Start> engines() {
    Map<String, Start> all = new LinkedHashMap<>();
    all.put("postgresql", JdbcEngine::postgres);
    all.put("mariadb", JdbcEngine::mariadb);
    all.put("redis", RedisEngine::new);
    all.put("etcd", folder -> new EtcdEngine());
    all.put("zookeeper", ZooKeeperEngine::new);
    all.put("mongodb", MongoEngine::new);
    return all;
  }

  public static void main(String[] args) throws Exception {
    List<String> chosen = new ArrayList<>(List.of(args));
    boolean brief = chosen.remove("--brief");
    Map<String, Start> all = engines();
    if (!all.keySet().containsAll(chosen)) {
      throw new IllegalArgumentException(Message.of(
          "wrong arguments: arguments={}, engines={}; usage: {}", chosen, all.keySet(), USAGE));
    }
    new Main(brief, System.out).run(chosen.isEmpty() ? List.copyOf(all.keySet()) : chosen, all);
    // A driver may have left threads.
    System.exit(0);
  }

  private void run(List<String> chosen, Map<String, Start> all) throws Exception {
    out.println(host());
    out.printf(
        "%d rounds of %.1f s, ours and theirs in turn: the median (lowest to highest); the ratios"
            + " are medians of those within a round.%n",
        rounds, load.measured().toMillis() / 1e3);
    Path folder = Files.createTempDirectory("mintmark-engine-speed");
    try {
      for (String name : chosen) {
        measure(name, requireNonNull(all.get(name)), folder.resolve(name));
      }
    } finally {
      delete(folder);
    }
  }

  private void measure(String name, Start start, Path folder) throws Exception {
    try (Engine engine = start.in(folder);
        Mintmark mint = Mintmark.open(engine.url())) {
      out.printf("%n### %s%n%n", engine.version());
      List<Contender> contenders = new ArrayList<>(ours(mint));
      contenders.addAll(engine.plain());
      Comparison comparison = new Comparison();
      for (int threads : THREADS) {
        for (Contender each : contenders) {
          // Compiles the driver's code.
          Sample unused = load.run(each, threads);
        }
        for (int round = 0; round < rounds; round++) {
          List<Contender> order = new ArrayList<>(contenders);
          if (round % 2 == 1) {
            Collections.reverse(order);
          }
          for (Contender each : order) {
            comparison.add(each.name(), threads, load.run(each, threads));
          }
        }
      }
      comparison.print(out);
    } catch (TestAbortedException e) {
      out.printf("%n%s was not measured: %s%n", name, e.getMessage());
    }
  }

  /** A sequence, and keys, of which every number is a claim of its own. */
  static List<Contender> ours(Mintmark mint) {
    Sequence sequence = mint.sequence("strict-sequence", s -> s.strict());
    KeyGenerator keys = mint.keys("strict-key", k -> k.format("{time:yyMMddHHmmss}{seq:6}"));
    KeyGenerator daily = mint.keys("strict-daily", k -> k.format("{time:yyMMdd}{seq:9}"));
    return List.of(
        new Contender(Comparison.SEQUENCE, () -> sequence::next),
        new Contender(Comparison.KEY, () -> () -> Long.parseLong(keys.next())),
        new Contender(Comparison.DAILY_KEY, () -> () -> Long.parseLong(daily.next())));
  }

  private static String host() throws IOException {
    return "%s; Java %s; %s. Load of the last minute: %s."
        .formatted(
            Host.machine(),
            System.getProperty("java.vm.version"),
            LocalDate.now(ZoneOffset.UTC),
            Host.load());
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
