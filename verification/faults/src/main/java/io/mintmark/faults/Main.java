package io.mintmark.faults;

import io.mintmark.testkit.EngineProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lets the storm rage on each site in turn. Arguments: how many seconds in all, the sites by commas
 * ({@code embedded,postgresql,etcd,redis,forgetting-redis}), a seed. Ends with 1 if anything was
 * found.
 */
public final class Main {

  /** What the histories of one storm, which are kept in memory to be judged, may need. */
  private static final long MAX_SECONDS_A_SITE = 300;

  private Main() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<String> sites = List.of(arguments[1].split(",", -1));
    List<String> findings =
        rage(Long.parseLong(arguments[0]), sites, Long.parseLong(arguments[2]), System.out);
    System.out.println(findings.isEmpty() ? "nothing found" : findings.size() + " found:");
    findings.forEach(System.out::println);
    System.exit(findings.isEmpty() ? 0 : 1);
  }

  /**
   * Lets the storm rage: on each site in turn for five minutes at most, and then again with the
   * next seed, until the time is over.
   *
   * @return what should not have been, on all sites
   */
  static List<String> rage(long seconds, List<String> sites, long seed, PrintStream out)
      throws IOException, InterruptedException {
    out.printf("storm of %d s, seed %d%n", seconds, seed);
    List<String> findings = new ArrayList<>();
    long secondsASite = Math.min(MAX_SECONDS_A_SITE, seconds / sites.size());
    long rounds = Math.max(1, seconds / sites.size() / Math.max(1, secondsASite));
    for (long round = 0; round < rounds; round++) {
      for (String name : sites) {
        Optional<String> missing = missing(name);
        if (missing.isPresent()) {
          out.printf("%s: skipped, needs %s%n", name, missing.get());
        } else {
          findings.addAll(rage(secondsASite, name, seed + round, out));
        }
      }
    }
    return findings;
  }

  private static List<String> rage(long seconds, String name, long seed, PrintStream out)
      throws IOException, InterruptedException {
    Path folder = createFolder();
    List<String> findings;
    try (Site site = site(name, folder)) {
      findings = new Storm(site, seed, out).rage(seconds);
    }
    if (findings.isEmpty()) {
      delete(folder);
    } else {
      out.printf("  again: storm %d %s %d; files: %s%n", seconds, name, seed, folder);
    }
    return findings;
  }

  /** What this host lacks for a site. */
  static Optional<String> missing(String site) {
    return switch (site) {
      case "embedded" -> Optional.empty();
      case "postgresql" ->
        Programs.postgresql().isPresent() ? Optional.empty() : Optional.of("PostgreSQL's programs");
      case "redis", "forgetting-redis" ->
        EngineProcess.find("redis-server").isPresent()
            ? Optional.empty()
            : Optional.of("redis-server");
      case "etcd" ->
        EngineProcess.find("etcd").isPresent()
            ? Optional.empty()
            : Optional.of("etcd (Debian's etcd-server)");
      default ->
        throw new IllegalArgumentException("no such site: site=" + site
            + "; there are embedded, postgresql, etcd, redis, forgetting-redis");
    };
  }

  private static Site site(String name, Path folder) throws IOException, InterruptedException {
    return switch (name) {
      case "embedded" -> new EmbeddedSite(folder);
      case "postgresql" -> new PostgreSqlSite(folder);
      case "etcd" -> new EtcdSite(folder);
      default -> new RedisSite(folder, name.startsWith("forgetting"));
    };
  }

  private static Path createFolder() {
    try {
      return Files.createTempDirectory("mintmark-storm");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
