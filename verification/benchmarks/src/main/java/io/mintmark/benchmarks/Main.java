package io.mintmark.benchmarks;

import io.mintmark.error.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs every benchmark on some numbers of threads, and prints one table, with what it was measured
 * on.
 *
 * @param chosen a regular expression for the benchmarks to run
 * @param virtual whether the threads are virtual, which takes Java 21
 * @param brief whether a short run will do that only shows whether everything works
 */
record Main(String chosen, List<Integer> threads, boolean virtual, boolean brief) {

  private static final String USAGE = "[--threads 1,2,8] [--virtual] [--brief] [REGEX]";
  private static final String ALL = "io\\.mintmark\\.benchmarks\\.";
  private static final List<Integer> THREADS = List.of(1, 2);
  private static final int MAX_THREADS = 1024;
  private static final int FIRST_JAVA_WITH_VIRTUAL = 21;
  private static final int FORKS = 2;
  private static final int WARMUPS = 2;
  private static final int MEASUREMENTS = 3;
  private static final TimeValue BRIEF = TimeValue.milliseconds(200);

  /**
   * Reads the arguments.
   *
   * @throws IllegalArgumentException if they are wrong
   */
  static Main parse(String... args) {
    String chosen = ALL;
    List<Integer> threads = THREADS;
    boolean virtual = false;
    boolean brief = false;
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--virtual" -> virtual = true;
        case "--brief" -> brief = true;
        case "--threads" -> threads = numbers(i + 1 < args.length ? args[++i] : "");
        default -> {
          if (args[i].startsWith("-")) {
            throw refused(args[i]);
          }
          chosen = args[i];
        }
      }
    }
    return new Main(chosen, threads, virtual, brief);
  }

  private static List<Integer> numbers(String text) {
    try {
      List<Integer> numbers = Stream.of(text.split(",")).map(Integer::valueOf).toList();
      if (numbers.stream().allMatch(each -> each >= 1 && each <= MAX_THREADS)) {
        return numbers;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(refused("--threads " + text).getMessage(), e);
    }
    throw refused("--threads " + text);
  }

  private static IllegalArgumentException refused(String argument) {
    return new IllegalArgumentException(
        Message.of("wrong argument: argument={}; usage: {}", argument, USAGE));
  }

  public static void main(String[] args) throws RunnerException, IOException {
    Main main = parse(args);
    int java = Runtime.version().feature();
    if (main.virtual && java < FIRST_JAVA_WITH_VIRTUAL) {
      throw new IllegalArgumentException(Message.of(
          "there are no virtual threads: java={} < {}; nothing was run",
          java,
          FIRST_JAVA_WITH_VIRTUAL));
    }
    String host = Conditions.text();
    SpeedTable table = new SpeedTable(main.threads);
    for (int count : main.threads) {
      table.add(new Runner(main.options(count).build()).run());
    }
    System.out.printf("%n%s%n", host);
    table.print(System.out, main.virtual);
  }

  private ChainedOptionsBuilder options(int count) {
    List<String> executor = new ArrayList<>();
    if (virtual) {
      executor.add("-Djmh.executor=CUSTOM");
      executor.add("-Djmh.executor.class=" + VirtualWorkers.class.getName());
      executor.add("-Djdk.virtualThreadScheduler.parallelism=" + count);
    }
    TimeValue time = brief ? BRIEF : TimeValue.seconds(1);
    return new OptionsBuilder()
        .include(chosen)
        .mode(Mode.Throughput)
        .threads(count)
        .forks(brief ? 1 : FORKS)
        .warmupIterations(WARMUPS)
        .warmupTime(time)
        .measurementIterations(MEASUREMENTS)
        .measurementTime(time)
        .jvmArgsAppend(executor.toArray(String[]::new))
        .addProfiler(GCProfiler.class);
  }
}
