package io.mintmark.bench;

import static io.mintmark.bench.Figures.threads;
import static java.util.Objects.requireNonNull;

import io.mintmark.bench.Figures.Row;
import io.mintmark.bench.IdContenders.Contender;
import io.mintmark.error.Message;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures ids with JMH: {@code verification/bench/ids} runs it, and documents its arguments. */
record Ids(Run run, Figures figures, PrintStream out) {

  private static final String CLASS_PATH = "java.class.path";
  private static final String GARBAGE = "gc.alloc.rate.norm";

  public static void main(String[] args) throws Exception {
    List<String> verbs = List.of("goals", "compare", "start", "picture");
    Set<String> kinds = IdContenders.ALL.values().stream()
        .map(each -> each.row().work())
        .collect(Collectors.toCollection(LinkedHashSet::new));
    Run run = Run.parse(verbs, kinds, args);
    System.out.println(Run.conditions());
    System.exit(new Ids(run, new Figures("ids a us", "B"), System.out).measure() ? 0 : 1);
  }

  private boolean measure() throws Exception {
    boolean picture = run.verb().equals("picture");
    List<Contender> chosen = IdContenders.ALL.values().stream()
        .filter(each -> run.chosen().contains(each.row().work()))
        .filter(each -> !picture || SpeedPicture.KINDS.contains(each.row().work()))
        .filter(each -> !run.verb().equals("compare") || each.row().ours())
        .toList();
    if (run.verb().equals("start")) {
      FirstIds.measure(run, out);
      return true;
    }
    int rounds = run.verb().equals("compare") ? 3 : 1;
    for (int threads : picture ? List.of(1) : List.of(1, 2)) {
      run.inTurn(rounds, chosen, each -> {
        if (run.other().isPresent()) {
          measure(each, threads, Figures.OTHER, run.otherClassPath());
        }
        measure(each, threads, "", Run.ownClassPath());
      });
    }
    if (run.other().isPresent()) {
      return figures.compare(out);
    }
    figures.print(out);
    if (picture) {
      String drawn = SpeedPicture.draw(figures, Run.conditions());
      Files.writeString(Path.of(SpeedPicture.FILE), drawn);
    }
    return !run.verb().equals("goals") || IdGoals.print(figures, out);
  }

  /** Measures one contender in separate JVMs with a class path. */
  private void measure(Contender contender, int threads, String suffix, String classPath)
      throws RunnerException {
    Row row = new Row(contender.row().work(), contender.row().contender() + suffix);
    String own = Run.ownClassPath();
    // JMH starts its JVMs with this one's class path.
    System.setProperty(CLASS_PATH, classPath);
    Collection<RunResult> results;
    try {
      results = new Runner(options(contender, threads)).run();
    } finally {
      System.setProperty(CLASS_PATH, own);
    }
    // A contender that the other build lacks fails, and is not compared.
    if (results.isEmpty() && suffix.isEmpty()) {
      throw new IllegalStateException(Message.of("a benchmark failed: row={}", row));
    }
    for (RunResult result : results) {
      for (IterationResult each : result.getAggregatedResult().getIterationResults()) {
        double garbage = requireNonNull(each.getSecondaryResults().get(GARBAGE)).getScore();
        figures.add(row, threads(threads), each.getPrimaryResult().getScore(), garbage);
      }
    }
    boolean measured = figures.has(row, threads(threads));
    String reached = measured ? Figures.range(figures.sorted(row, threads(threads), 0)) : "failed";
    Run.progress("{}: {}, {}: {}", row.work(), row.contender(), threads(threads), reached);
  }

  private Options options(Contender contender, int threads) {
    boolean compared = run.verb().equals("compare");
    TimeValue time = TimeValue.milliseconds(run.brief() ? 100 : compared ? 400 : 1_000);
    return new OptionsBuilder()
        .include(IdBenchmark.class.getName() + "." + contender.method() + "$")
        .param("contender", contender.row().work() + ": " + contender.row().contender())
        .mode(Mode.Throughput)
        .timeUnit(TimeUnit.MICROSECONDS)
        .threads(threads)
        .forks(run.brief() || compared ? 1 : 2)
        .warmupIterations(2)
        .warmupTime(time)
        .measurementIterations(3)
        .measurementTime(time)
        .addProfiler(GCProfiler.class)
        .verbosity(VerboseMode.SILENT)
        .build();
  }
}
