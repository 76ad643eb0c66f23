package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.json.Json;
import io.mintmark.objectid.ObjectIdGenerator;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.uuid.UuidGenerator;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Says how many ids a second can be made here. */
@Command(
    name = "bench",
    description = {
      "Measures how many ids of each kind this machine makes in a second, on one thread and on"
          + " two.",
      "With --store it measures how many claims that store answers in a second.",
      "This is a quick look. For figures to rely on, run the JMH benchmarks (docs/HACKING.md)."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  mintmark bench",
      "  mintmark bench --millis 1000",
      "  mintmark bench --store redis://127.0.0.1:6379"
    })
final class BenchCommand extends PrintingCommand {

  private static final int[] THREADS = {1, 2};

  /** 2^20 numbers a millisecond: more than any thread can ask for. */
  private static final String WIDE_LAYOUT = "41/2/20";

  @Option(
      names = "--millis",
      paramLabel = "MS",
      description = "How many milliseconds to measure each figure, after a warm-up of half as long."
          + " Default: 200, with a store 2000.")
  private @Nullable Integer givenMillis;

  @Option(
      names = "--store",
      paramLabel = "URL",
      description = "The store whose claims to measure. No server on this host may have it open.")
  private @Nullable String store;

  BenchCommand(Terminal terminal) {
    super(terminal);
  }

  /** One row: what is made, and how often in a second on each number of threads. */
  private record Result(String kind, List<Double> perSecond) {}

  @Override
  public Integer call() throws InterruptedException {
    int millis = givenMillis != null ? givenMillis : store == null ? 200 : 2000;
    Usage.range(spec(), "--millis", millis, 1, 60_000);
    if (store == null) {
      measureIds(millis);
    } else {
      measureClaims(store, millis);
    }
    return 0;
  }

  private void measureClaims(String url, int millis) throws InterruptedException {
    List<ClaimBench.Result> results = new ClaimBench(bench(1, millis)).run(url);
    print(
        json -> json.put("store", StoreUrl.mask(url)).put("claims", results, ClaimBench::describe),
        out -> ClaimBench.print(results, millis, out, terminal().outStyle()));
  }

  private Bench bench(int round, int millis) {
    Duration measure = Duration.ofMillis(millis);
    return new Bench(terminal().elapsed(), round, measure.dividedBy(2), measure);
  }

  private void measureIds(int millis) throws InterruptedException {
    Bench bench = bench(1000, millis);
    List<Result> results = new ArrayList<>();
    try (Mintmark mint = Mintmark.open("memory:")) {
      for (Map.Entry<String, Bench.Work> work : works(mint).entrySet()) {
        List<Double> perSecond = new ArrayList<>();
        for (int threads : THREADS) {
          perSecond.add(bench.perSecond(index -> work.getValue(), threads));
        }
        results.add(new Result(work.getKey(), perSecond));
      }
    }
    print(
        json -> json.put("quickLook", true).put("kinds", results, BenchCommand::describe),
        out -> print(results, millis, out));
  }

  private static Map<String, Bench.Work> works(Mintmark mint) {
    AtomicLong limit = new AtomicLong();
    ObjectIdGenerator objectIds = mint.objectIds("bench-objectid");
    Map<String, Bench.Work> works = new LinkedHashMap<>();
    works.put("AtomicLong (the limit)", times -> {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum ^= limit.getAndIncrement();
      }
      return sum;
    });
    works.put("sequence", numbers(mint.sequence("bench-sequence")));
    works.put("snowflake 41/10/12", numbers(mint.snowflake("bench-default")));
    works.put(
        "snowflake " + WIDE_LAYOUT,
        numbers(mint.snowflake(
            "bench-wide", snowflake -> snowflake.layout(SnowflakeLayout.parse(WIDE_LAYOUT)))));
    works.put("objectid", times -> {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum ^= objectIds.next().hashCode();
      }
      return sum;
    });
    works.put("objectid as hex", times -> {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum ^= objectIds.next().toString().charAt(23);
      }
      return sum;
    });
    works.put("uuid v4", uuids(mint.uuids("bench-v4", uuid -> uuid.version(4))));
    works.put("uuid v7", uuids(mint.uuids("bench-v7")));
    return works;
  }

  private static Bench.Work numbers(Sequence sequence) {
    return times -> {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum ^= sequence.next();
      }
      return sum;
    };
  }

  private static Bench.Work numbers(SnowflakeGenerator snowflakes) {
    return times -> {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum ^= snowflakes.next();
      }
      return sum;
    };
  }

  private static Bench.Work uuids(UuidGenerator uuids) {
    return times -> {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        UUID id = uuids.next();
        sum ^= id.getMostSignificantBits() ^ id.getLeastSignificantBits();
      }
      return sum;
    };
  }

  private void print(List<Result> results, int millis, PrintWriter out) {
    Table table = new Table("MILLION IDS A SECOND", "1 THREAD", "OF LIMIT", "2 THREADS", "OF LIMIT")
        .right(1, 2, 3, 4);
    List<Double> limit = results.get(0).perSecond();
    for (Result result : results) {
      List<Double> perSecond = result.perSecond();
      table.row(
          result.kind(),
          millions(perSecond.get(0)),
          ratio(perSecond.get(0), limit.get(0)),
          millions(perSecond.get(1)),
          ratio(perSecond.get(1), limit.get(1)));
    }
    table.print(out, terminal().outStyle());
    out.println();
    out.println(
        "A quick look: " + millis + " ms each, in one JVM, store memory:. Snowflake 41/10/12");
    out.println(
        "has 4.096 million numbers a second. For figures to rely on, run the JMH benchmarks");
    out.println("in verification/bench (docs/benchmarks.md).");
  }

  private static String millions(double perSecond) {
    return String.format(Locale.ROOT, "%.1f", perSecond / 1e6);
  }

  private static String ratio(double perSecond, double limit) {
    return String.format(Locale.ROOT, "%.2f", perSecond / limit);
  }

  private static void describe(Json json, Result result) {
    json.put("kind", result.kind())
        .put("perSecondOneThread", Math.round(result.perSecond().get(0)))
        .put("perSecondTwoThreads", Math.round(result.perSecond().get(1)));
  }
}
