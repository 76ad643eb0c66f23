package io.mintmark.storm;

import io.mintmark.rigs.ToolRun;
import io.mintmark.storm.Storm.Outcome;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line. */
@Command(
    name = "storm",
    mixinStandardHelpOptions = true,
    description = {
      "Injects faults into real processes, servers and engines, one after another, while processes"
          + " make ids, and reports ids that repeat or break their order, calls that outlast their"
          + " timeout, and readiness that contradicts claims.",
      "Ends with 1 if it found an error, or if no environment could run."
    })
public final class Main implements Callable<Integer> {

  /**
   * Limited so that a storm of several days does not fill the disk, even if it always finds an
   * error.
   */
  private static final int MAX_KEPT_FOLDERS = 10;

  private final PrintStream out;
  private final List<String> findings = new ArrayList<>();
  private final Map<String, Integer> faults = new TreeMap<>();
  private long ids;
  private int runs;
  private int keptFolders;

  @Parameters(
      arity = "0..1",
      paramLabel = "SECONDS",
      defaultValue = "600",
      description = "The time for all environments together. Default: ${DEFAULT-VALUE}.")
  private long seconds;

  @Option(
      names = "--on",
      split = ",",
      paramLabel = "NAME",
      description = "The environments, all by default: embedded, postgresql, mariadb, mysql,"
          + " mongodb, zookeeper, etcd, redis, forgetting-redis, service.")
  private List<String> names = Environment.NAMES;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Decides the faults and their times. Default: the present time.")
  private long seed = System.currentTimeMillis() / 1_000;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "FAULT",
      description = "The faults of an environment to use, such as 'disk full'; faults of processes"
          + " happen anyway. If no name fits, the storm prints the existing names.")
  private Set<String> only = Set.of();

  Main(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Main(System.out)).execute(arguments));
  }

  /**
   * Runs each environment for its share of the time, and repeats this with the next seed while time
   * is left.
   */
  @Override
  public Integer call() throws Exception {
    if (!Environment.NAMES.containsAll(names)) {
      out.println("no such environment: names=" + names + "; there are " + Environment.NAMES);
      return CommandLine.ExitCode.USAGE;
    }
    List<String> left = new ArrayList<>(names);
    out.printf("storm of %d s, seed %d%n", seconds, seed);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    for (long round = 0; round == 0 || System.nanoTime() - deadline < 0; round++) {
      for (String name : List.copyOf(left)) {
        try {
          Outcome unused = run(seconds / names.size(), name, only, seed + round);
        } catch (TestAbortedException e) {
          out.printf("%s: skipped, %s%n", name, e.getMessage());
          left.remove(name);
        }
      }
      if (left.isEmpty()) {
        break;
      }
    }
    if (runs == 0) {
      findings.add("nothing was tested: every environment was skipped");
    }
    out.printf("== %,d runs, %,d faults, %,d ids%n", runs, sum(faults), ids);
    faults.forEach((fault, times) -> out.printf("%,7d %s%n", times, fault));
    out.println(findings.isEmpty() ? "nothing found" : findings.size() + " found:");
    findings.forEach(out::println);
    return findings.isEmpty() ? 0 : 1;
  }

  /**
   * Runs one storm in one environment, and deletes its files.
   *
   * @param chosen the environment's faults to use; empty for all
   * @throws TestAbortedException if this host lacks a program that the environment needs
   */
  Outcome run(long time, String name, Set<String> chosen, long seedOfRun) throws Exception {
    Path folder = Files.createTempDirectory("mintmark-storm");
    Outcome outcome;
    try (Resources resources = new Resources()) {
      Environment environment = Environment.start(name, folder, resources, out);
      List<String> there = environment.faults().stream().map(Fault::name).toList();
      if (!chosen.isEmpty() && there.stream().noneMatch(chosen::contains)) {
        throw new TestAbortedException("no such fault: names=" + chosen + "; there are " + there);
      }
      outcome = new Storm(environment, chosen, seedOfRun, out).run(time);
    } catch (TestAbortedException e) {
      ToolRun.delete(folder);
      throw e;
    } catch (RuntimeException | AssertionError e) {
      // The other environments still run.
      e.printStackTrace(out);
      outcome = new Outcome(Map.of(), 0, List.of(name + ": the storm did not start or end: " + e));
    }
    runs++;
    outcome.faults().forEach((fault, times) -> faults.merge(fault, times, Integer::sum));
    ids += outcome.ids();
    findings.addAll(outcome.findings());
    out.printf(
        "%s: %,d faults, %,d ids, %d found%n",
        name, sum(outcome.faults()), outcome.ids(), outcome.findings().size());
    if (!outcome.findings().isEmpty() && ++keptFolders <= MAX_KEPT_FOLDERS) {
      String faultsOfRun = chosen.isEmpty() ? "" : " --only '" + String.join(",", chosen) + "'";
      out.printf("  again: storm %d --on %s --seed %d%s%n", time, name, seedOfRun, faultsOfRun);
      out.println("  files: " + folder);
    } else {
      ToolRun.delete(folder);
    }
    return outcome;
  }

  private static int sum(Map<String, Integer> faults) {
    return faults.values().stream().mapToInt(Integer::intValue).sum();
  }
}
