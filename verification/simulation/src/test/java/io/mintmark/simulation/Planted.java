package io.mintmark.simulation;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes mistakes in the product, and prints what shows them.
 *
 * @param parts of the names of mistakes; empty for all
 * @param seed the only world that is looked at, if there is one
 * @param bugs those that the simulation has to find
 * @param locks those by which the lock of a state file drops
 */
record Planted(
    List<String> parts, OptionalLong seed, List<PlantedBug> bugs, List<PlantedBug> locks) {

  private static final int WRONG_USAGE = 2;

  private static final String SEED = "[0-9]{1,18}";

  /**
   * Reads arguments: parts of the names of mistakes, and then a seed, if the last is a number.
   *
   * @throws IllegalArgumentException if no mistake has one of the parts; the message has all names
   */
  static Planted of(List<String> arguments) {
    int last = arguments.size() - 1;
    boolean hasSeed = last >= 0 && arguments.get(last).matches(SEED);
    List<String> parts = hasSeed ? arguments.subList(0, last) : arguments;
    if (hasSeed && parts.isEmpty()) {
      throw new IllegalArgumentException(
          "a seed without a mistake: seed=" + arguments.get(last) + "; " + names(PlantedBugs.ALL));
    }
    List<PlantedBug> locks = hasSeed ? List.of() : PlantedLocks.ALL;
    List<PlantedBug> all =
        Stream.of(PlantedBugs.ALL, locks).flatMap(List::stream).toList();
    for (String part : parts) {
      if (chosen(all, List.of(part)).isEmpty()) {
        throw new IllegalArgumentException(
            "no mistake has this in its name: '" + part + "'; " + names(all));
      }
    }
    return new Planted(
        parts,
        hasSeed ? OptionalLong.of(Long.parseLong(arguments.get(last))) : OptionalLong.empty(),
        chosen(PlantedBugs.ALL, parts),
        chosen(locks, parts));
  }

  private static List<PlantedBug> chosen(List<PlantedBug> all, List<String> parts) {
    return all.stream()
        .filter(bug -> parts.isEmpty() || parts.stream().anyMatch(bug.mistake()::contains))
        .toList();
  }

  private static String names(List<PlantedBug> all) {
    return all.stream()
        .map(bug -> "\n  " + bug.mistake())
        .collect(Collectors.joining("", "there are", ""));
  }

  /**
   * Ends with status 1 if nothing shows one of the mistakes, and with 2 if there is none.
   *
   * @param args parts of names, for which stories are printed, and a seed; all mistakes if empty
   */
  public static void main(String[] args) throws Exception {
    Planted planted;
    try {
      planted = of(List.of(args));
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(WRONG_USAGE);
      return;
    }
    List<PlantedBug> missed = new ArrayList<>(planted.findInWorlds());
    missed.addAll(planted.findInFiles());
    System.out.println(missed.isEmpty() ? "all found" : "not found: " + missed.size());
    System.exit(missed.isEmpty() ? 0 : 1);
  }

  /** Prints which seed shows each mistake, and returns those that none has shown. */
  private List<PlantedBug> findInWorlds() throws Exception {
    List<PlantedBug> missed = new ArrayList<>();
    if (bugs.isEmpty()) {
      return missed;
    }
    System.out.printf(Locale.ROOT, "%-76s %5s %5s%n", "mistake", "seeds", "lines");
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    Map<PlantedBug, Future<PlantedBug.Found>> all = new LinkedHashMap<>();
    bugs.forEach(bug -> all.put(
        bug,
        threads.submit(() ->
            seed.isPresent() ? bug.findIn(seed.getAsLong()) : bug.find(PlantedBugs.MAX_SEEDS))));
    for (Map.Entry<PlantedBug, Future<PlantedBug.Found>> each : all.entrySet()) {
      PlantedBug.Found found = each.getValue().get();
      boolean isMissed = found.story().isEmpty();
      if (isMissed) {
        missed.add(each.getKey());
      }
      System.out.printf(
          Locale.ROOT,
          "%-76s %5s %5d%n",
          each.getKey().mistake(),
          isMissed ? "none" : found.seed(),
          Story.length(found.story()));
      if (!parts.isEmpty()) {
        System.out.println("\n" + found.story());
      }
    }
    return missed;
  }

  /** Prints what each mistake leads to in real files, and returns those that lead to nothing. */
  private List<PlantedBug> findInFiles() throws Exception {
    List<PlantedBug> missed = new ArrayList<>();
    for (PlantedBug bug : locks) {
      Path folder = Files.createTempDirectory(Path.of("target"), "planted");
      String seen = PlantedLocks.seen(bug, folder.resolve("state"));
      if (seen.isEmpty()) {
        missed.add(bug);
      }
      System.out.printf(
          Locale.ROOT, "%-76s %s%n", bug.mistake(), seen.isEmpty() ? "nothing" : seen);
    }
    return missed;
  }
}
