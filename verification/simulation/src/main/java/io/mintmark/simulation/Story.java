package io.mintmark.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How a broken promise came about, for people: the smallest world that breaks it, run once more,
 * and told line by line.
 */
final class Story {

  private final WorldSettings planned;
  private final WorldSettings shrunk;
  private final Throwable violation;
  private final List<String> lines = new ArrayList<>();

  /** The kinds of things that were told of. */
  private final Set<String> kinds = new HashSet<>();

  private Story(WorldSettings planned, WorldSettings shrunk, Throwable violation) {
    this.planned = planned;
    this.shrunk = shrunk;
    this.violation = violation;
  }

  /**
   * Tells of a world that fails.
   *
   * @param planned the world of a seed
   * @param violation what it has shown
   * @param replay the command that runs it again
   */
  static String of(WorldSettings planned, Throwable violation, String replay) {
    WorldSettings shrunk = new Shrinker(planned, violation).shrunk();
    Throwable shown = new World(shrunk).run().violation();
    if (shown == null) {
      return "seed " + planned.seed() + ": " + violation + "\nit does not fail again\n";
    }
    Journal journal =
        Journal.of(shown instanceof Violation known ? known.id() : null, shrunk.subjects());
    Throwable told = new World(shrunk, journal).run().violation();
    Story story = new Story(planned, shrunk, told == null ? shown : told);
    story.tellWorld();
    story.tellEntries(journal.entries());
    story.tellEnd();
    story.lines.add("replay: " + replay);
    return story.lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  /** Counts what happens in a story: its lines between the world and the end. */
  static long length(String story) {
    return story
        .lines()
        .filter(line -> line.matches(" +[0-9]+\\.[0-9]{3} s  .*"))
        .count();
  }

  private void tellWorld() {
    lines.add("Seed " + planned.seed() + ": " + Violation.promise(violation));
    lines.add("");
    lines.add("needed: " + of(Shrinker.present(shrunk), Shrinker.present(planned), "processes")
        + ", " + of(shrunk.subjects(), planned.subjects(), "generators") + ", "
        + of(shrunk.faults(), planned.faults(), "planned faults"));
    shrunk.subjects().forEach(subject -> lines.add(subject.about()));
    lines.add(
        "the store " + (shrunk.forgets() ? "may forget" : "keeps") + " what it acknowledged, and "
            + (shrunk.hasClock() ? "tells the time" : "has no clock") + "; a call may take "
            + shrunk.claimTimeout().toMillis() + " ms");
    lines.add("");
  }

  private static String of(List<?> some, List<?> all, String what) {
    return some.size() + " of " + all.size() + " " + what;
  }

  /**
   * Of many things of one kind that come between two that matter, the first and the last is told,
   * or the last alone if that kind was told of before.
   */
  private void tellEntries(List<Journal.Entry> entries) {
    Map<String, List<Journal.Entry>> between = new LinkedHashMap<>();
    for (Journal.Entry entry : entries) {
      if (!entry.kind().isEmpty()) {
        between.computeIfAbsent(entry.kind(), kind -> new ArrayList<>()).add(entry);
        continue;
      }
      tellBetween(between);
      tell(entry, "");
    }
    tellBetween(between);
  }

  private void tellBetween(Map<String, List<Journal.Entry>> between) {
    Map<Journal.Entry, String> told = new LinkedHashMap<>();
    between.forEach((kind, all) -> {
      int first = kinds.add(kind) ? 1 : 0;
      int last = all.size() - 1;
      if (first == 1) {
        told.put(all.get(0), "");
      }
      if (last >= first) {
        told.put(all.get(last), last > first ? " (" + (last - first) + " like it before)" : "");
      }
    });
    told.entrySet().stream()
        .sorted(Comparator.comparingLong(each -> each.getKey().atNanos()))
        .forEach(each -> tell(each.getKey(), each.getValue()));
    between.clear();
  }

  private void tell(Journal.Entry entry, String more) {
    String who = entry.host() == Journal.STORE ? "the store" : "process " + entry.host();
    lines.add(String.format(Locale.ROOT, "%9.3f s  %-10s  ", entry.atNanos() / 1e9, who)
        + entry.text()
        + more);
  }

  private void tellEnd() {
    lines.add("");
    lines.add(String.valueOf(violation.getMessage()));
    if (!(violation instanceof Violation)) {
      for (StackTraceElement element : violation.getStackTrace()) {
        lines.add("    " + element);
      }
    } else if (violation.getCause() != null) {
      String cause = String.valueOf(violation.getCause().getMessage());
      if (!String.valueOf(violation.getMessage()).contains(cause)) {
        lines.add(cause);
      }
    }
  }
}
