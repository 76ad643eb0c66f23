package io.mintmark.bench;

import static io.mintmark.bench.Figures.threads;
import static java.util.Objects.requireNonNull;

import io.mintmark.bench.Figures.Row;
import io.mintmark.bench.Load.Contender;
import io.mintmark.rigs.ToolRun;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.opentest4j.TestAbortedException;

/**
 * Measures Mintmark's strict sequences and keys, which claim each number by itself, on each engine.
 * Compares them with the plain statements that users would write, or with another build. {@code
 * verification/bench/engines} runs it, and documents its arguments.
 */
record EngineSpeed(Run run, Load load, PrintStream out) {

  public static void main(String[] args) throws Exception {
    Run run = Run.parse(List.of("compare"), Engine.ALL.keySet(), args);
    int millis = run.brief() ? 100 : 1_000;
    Load load = new Load(Duration.ofMillis(millis / 2), Duration.ofMillis(2L * millis));
    EngineSpeed speed = new EngineSpeed(run, load, System.out);
    System.out.println(Run.conditions());
    boolean holds = true;
    for (String name : run.chosen()) {
      Path folder = Files.createTempDirectory("mintmark-bench");
      try (Engine engine = requireNonNull(Engine.ALL.get(name)).in(folder.resolve(name))) {
        holds &= speed.measure(name, engine);
      } catch (TestAbortedException e) {
        System.out.printf("%n%s was not measured: %s%n", name, e.getMessage());
      } finally {
        ToolRun.delete(folder);
      }
    }
    // A driver may have left threads running.
    System.exit(holds ? 0 : 1);
  }

  /** Measures one engine. Returns whether this build did not fall behind the other build. */
  private boolean measure(String name, Engine engine) throws Exception {
    out.printf("%n### %s%n%n", engine.version());
    Figures figures = new Figures("numbers a second", "p50 us", "p99 us");
    try (StrictNumbers numbers = new StrictNumbers(engine.url(), "this");
        AutoCloseable theirs = run.other().isEmpty() ? () -> {} : other(engine.url())) {
      List<Contender> contenders = contenders(numbers, "");
      contenders.addAll(run.other().isEmpty() ? engine.plain() : contenders(theirs, Figures.OTHER));
      for (int threads : Load.THREADS) {
        Run.progress("{}, {}; the first round compiles the driver", name, threads(threads));
        run.inTurn(1, contenders, each -> load.run(each, threads));
        run.inTurn(5, contenders, each -> {
          Row row = new Row(name, each.name());
          figures.add(row, threads(threads), load.run(each, threads).figures());
        });
      }
    }
    figures.print(out);
    return run.other().isEmpty() || figures.compare(out);
  }

  /** Returns all contenders of one build's {@link StrictNumbers}. */
  @SuppressWarnings("unchecked") // The object may come from another class loader.
  static List<Contender> contenders(Object numbers, String suffix) {
    List<Contender> all = new ArrayList<>();
    ((Supplier<Map<String, LongSupplier>>) numbers)
        .get()
        .forEach((name, next) -> all.add(Contender.shared(name + suffix, next::getAsLong)));
    return all;
  }

  /** Loads another build's classes next to this one's, and opens the store with them. */
  private AutoCloseable other(String url) throws Exception {
    List<URL> classPath = new ArrayList<>();
    for (String entry : run.otherClassPath().split(":", -1)) {
      classPath.add(Path.of(entry).toUri().toURL());
    }
    ClassLoader loader =
        new URLClassLoader(classPath.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    ClassLoader own = Thread.currentThread().getContextClassLoader();
    // Stores are found with this class loader.
    Thread.currentThread().setContextClassLoader(loader);
    try {
      return (AutoCloseable) loader
          .loadClass(StrictNumbers.class.getName())
          .getConstructor(String.class, String.class)
          .newInstance(url, "other");
    } finally {
      Thread.currentThread().setContextClassLoader(own);
    }
  }
}
