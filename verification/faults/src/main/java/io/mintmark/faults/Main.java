package io.mintmark.faults;

import io.mintmark.faults.Site.Fault;
import io.mintmark.faults.Storm.Outcome;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.opentest4j.TestAbortedException;

/**
 * Lets the storm rage on each site in turn. Arguments: how many seconds in all, the sites by commas
 * or {@code all}, a seed, and the names of what alone befalls the sites, by commas, if not all that
 * can; the script {@code storm} has checked them. Ends with 1 if anything was found, or nothing
 * tested.
 */
public final class Main {

  private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

  /** So that a storm of days does not fill the disk, even if it finds something all the time. */
  private static final int MAX_KEPT_FOLDERS = 10;

  private final PrintStream out;
  private final Set<String> only;
  private final List<String> findings = new ArrayList<>();
  private final long startNanos = System.nanoTime();
  private long hours;
  private int turns;
  private final Map<String, Integer> faults = new TreeMap<>();
  private long ids;
  private int keptFolders;

  Main(PrintStream out, Set<String> only) {
    this.out = out;
    this.only = only;
  }

  public static void main(String[] arguments) throws Exception {
    List<String> sites =
        arguments[1].equals("all") ? SiteNames.all() : List.of(arguments[1].split(",", -1));
    Set<String> only =
        arguments.length > 3 ? Set.copyOf(List.of(arguments[3].split(",", -1))) : Set.of();
    Main main = new Main(System.out, only);
    main.rage(Long.parseLong(arguments[0]), sites, Long.parseLong(arguments[2]));
    if (main.turns == 0) {
      main.findings.add("nothing was tested: every site was skipped");
    }
    main.tellAll();
    System.exit(main.findings.isEmpty() ? 0 : 1);
  }

  /**
   * Lets the storm rage once on one site, and deletes what it wrote.
   *
   * @param only what befalls the site, by name; empty for all that can
   * @return what it did, and what should not have been
   * @throws TestAbortedException if this host lacks what the site needs
   */
  static Outcome rage(long seconds, String name, Set<String> only, long seed, PrintStream out)
      throws Exception {
    return new Main(out, only).turn(seconds, name, seed);
  }

  /** On each site for its share of the time, then, if some is left, again with the next seed. */
  private void rage(long seconds, List<String> sites, long seed) throws Exception {
    out.printf("storm of %d s, seed %d%n", seconds, seed);
    List<String> left = new ArrayList<>(sites);
    long deadline = startNanos + TimeUnit.SECONDS.toNanos(seconds);
    for (long round = 0; round == 0 || System.nanoTime() - deadline < 0; round++) {
      for (String name : List.copyOf(left)) {
        long secondsLeft = TimeUnit.NANOSECONDS.toSeconds(deadline - System.nanoTime());
        if (round > 0 && secondsLeft <= 0) {
          return;
        }
        long share = seconds / sites.size();
        try {
          Outcome unused =
              turn(round == 0 ? share : Math.min(share, secondsLeft), name, seed + round);
        } catch (TestAbortedException e) {
          out.printf("%s: skipped, %s%n", name, e.getMessage());
          left.remove(name);
        }
        tellHour();
      }
      if (left.isEmpty()) {
        return;
      }
    }
  }

  private Outcome turn(long seconds, String name, long seed) throws Exception {
    if (wanted(name).isEmpty()) {
      throw new TestAbortedException("none of the faults can befall it");
    }
    Path folder = Files.createTempDirectory("mintmark-storm");
    Outcome outcome;
    try (Site site = site(name, folder)) {
      checkFaults(name, site.faults().stream().map(Fault::name).collect(Collectors.toSet()));
      outcome = new Storm(site, only, seed, out).rage(seconds);
    } catch (TestAbortedException e) {
      Programs.delete(folder);
      throw e;
    } catch (RuntimeException | AssertionError e) {
      // The other sites and the hours that are left are worth more than an end here.
      e.printStackTrace(out);
      outcome = new Outcome(Map.of(), 0, List.of(name + ": the site did not come up or end: " + e));
    }
    turns++;
    outcome.faults().forEach((fault, times) -> faults.merge(fault, times, Integer::sum));
    ids += outcome.ids();
    findings.addAll(outcome.findings());
    out.printf(
        "%s: %,d faults, %,d ids, %d found%n",
        name, sum(outcome.faults()), outcome.ids(), outcome.findings().size());
    boolean keeps = !outcome.findings().isEmpty() && keptFolders < MAX_KEPT_FOLDERS;
    if (!outcome.findings().isEmpty()) {
      out.printf(
          "  again: storm %d %s %d%s; files: %s%n",
          seconds,
          name,
          seed,
          only.isEmpty() ? "" : " \"" + String.join(",", only) + "\"",
          keeps ? folder : "deleted");
    }
    if (keeps) {
      keptFolders++;
    } else {
      Programs.delete(folder);
    }
    return outcome;
  }

  /** Of the list what may befall a site: all that there is, or what was asked for. */
  private Set<String> wanted(String site) {
    Set<String> wanted = new TreeSet<>(SiteNames.faults(site));
    if (!only.isEmpty()) {
      wanted.retainAll(only);
    }
    return wanted;
  }

  /**
   * What can befall a site on this host has to be on the list, and some of it is wanted. Names what
   * is wanted and cannot.
   *
   * @throws TestAbortedException if that is all
   */
  void checkFaults(String site, Set<String> faults) {
    if (!SiteNames.faults(site).containsAll(faults)) {
      throw new IllegalStateException(
          "the list of sites lacks a fault: site=" + site + ", faults=" + faults);
    }
    Set<String> missing = wanted(site);
    boolean some = missing.removeAll(faults);
    String left = "this host lacks what these need, or sites.txt is out of date: " + missing;
    if (!some) {
      throw new TestAbortedException(left);
    }
    if (!missing.isEmpty()) {
      out.printf("%s: %s%n", site, left);
    }
  }

  private static int sum(Map<String, Integer> faults) {
    return faults.values().stream().mapToInt(Integer::intValue).sum();
  }

  private void tellHour() {
    long now = (System.nanoTime() - startNanos) / HOUR_NANOS;
    if (now > hours) {
      hours = now;
      out.printf("== after %d h: %s%n", hours, sum());
    }
  }

  private void tellAll() {
    out.println("== in all: " + sum());
    faults.forEach((fault, times) -> out.printf("%,7d %s%n", times, fault));
    findings.forEach(out::println);
  }

  private String sum() {
    return String.format(
        "%,d turns, %,d faults, %,d ids, %s",
        turns, sum(faults), ids, findings.isEmpty() ? "nothing found" : findings.size() + " found");
  }

  /** Starts a site whose files are in a folder. */
  static Site site(String name, Path folder) throws Exception {
    Path engine = folder.resolve("engine");
    return switch (name) {
      case "embedded" -> new EmbeddedSite(folder);
      case "postgresql" -> new EngineSite(name, folder, new PostgreSqlEngine(engine));
      case "mariadb" -> new EngineSite(name, folder, SingleEngine.mariadb(engine));
      case "mongodb" -> new EngineSite(name, folder, SingleEngine.mongodb(engine));
      case "zookeeper" -> new EngineSite(name, folder, SingleEngine.zookeeper(engine));
      case "etcd" -> new EngineSite(name, folder, new EtcdCluster(engine));
      case "redis" -> new EngineSite(name, folder, SingleEngine.redis(engine));
      case "forgetting-redis" -> new EngineSite(name, folder, new ForgettingRedis(engine));
      default -> throw new IllegalArgumentException("no such site: site=" + name);
    };
  }
}
