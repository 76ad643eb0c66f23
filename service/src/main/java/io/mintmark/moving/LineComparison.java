package io.mintmark.moving;

import io.mintmark.error.Message;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.store.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The lines of both stores, each store read once. Derives the work and the faults of a copy. */
final class LineComparison {

  /** The position of the line {@link StoreLines#arrivals} once all lines are in the target. */
  static final long ARRIVED = 2;

  private static final String WORKER = "worker/";
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private final Map<String, Line> from;
  private final Map<String, Line> to;

  LineComparison(LineStore from, LineStore to) {
    this.from = byName(from);
    this.to = byName(to);
  }

  private static Map<String, Line> byName(LineStore store) {
    Map<String, Line> lines = new TreeMap<>();
    store.lines("").forEach(line -> lines.put(line.name(), line));
    return lines;
  }

  /** Returns the source's lines on which positions are claimed. */
  List<Line> claimed() {
    return source(name -> !LineName.isReserved(name) && !name.startsWith(SpecLine.PREFIX));
  }

  /** Returns the source's fingerprints. */
  List<Line> fingerprints() {
    return source(name -> name.startsWith(SpecLine.PREFIX));
  }

  /** Returns the lines of the source that name the stores whose lines were moved into it. */
  List<Line> origins() {
    return source(name -> name.startsWith(StoreLines.FROM));
  }

  private List<Line> source(Predicate<String> names) {
    return from.values().stream().filter(line -> names.test(line.name())).toList();
  }

  Optional<Line> target(String line) {
    return Optional.ofNullable(to.get(line));
  }

  boolean isGateClosed() {
    return next(from, StoreLines.GATE) == Long.MAX_VALUE;
  }

  /** Returns the lines, fingerprints included, that are not sealed and in the target already. */
  List<Line> pending() {
    return source(name -> !LineName.isReserved(name)).stream()
        .filter(line -> line.next() < Long.MAX_VALUE || !to.containsKey(line.name()))
        .toList();
  }

  /**
   * Returns the reasons why the lines cannot be moved, as far as the lines of both stores show
   * them.
   */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    long source = next(from, StoreLines.IDENTITY);
    long target = next(to, StoreLines.IDENTITY);
    if (source != 0 && source == target) {
      faults.add(Message.of("the source and the target are one store: identity={}", source));
    }
    long movedTo = next(from, StoreLines.MOVED_TO);
    if (movedTo != 0 && movedTo != target) {
      faults.add(Message.of(
          "the source is being moved to another store, or was: movedTo='{}'; continue that copy to"
              + " its first target",
          note(from, StoreLines.MOVED_TO)));
    }
    if (next(to, StoreLines.MOVED_TO) != 0) {
      faults.add(Message.of(
          "the target's own lines were moved away, and stay sealed: movedTo='{}'; move to an"
              + " empty store",
          note(to, StoreLines.MOVED_TO)));
    }
    fingerprints().stream()
        .filter(line -> SpecLine.isPlaceholder(line.next()))
        .map(line -> Message.of(
            "lines are still being moved into the source: name={}; let that copy finish first",
            subject(line)))
        .forEach(faults::add);
    return faults;
  }

  /**
   * Returns the clashes: the names that are in use in the target although their lines have not
   * arrived there.
   */
  List<String> clashes() {
    long source = next(from, StoreLines.IDENTITY);
    if (source != 0 && next(to, StoreLines.arrivals(source)) >= ARRIVED) {
      return List.of();
    }
    long mine = source == 0 ? 0 : SpecLine.placeholder(source);
    return fingerprints().stream()
        .map(line -> clash(line, next(to, line.name()), mine))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<String> clash(Line line, long there, long mine) {
    String name = subject(line);
    if (there == 0 || there == mine || line.next() == Long.MAX_VALUE) {
      return Optional.empty();
    }
    if (SpecLine.isPlaceholder(there)) {
      return Optional.of(Message.of(
          "lines of this name are being moved into the target from another store: name={}", name));
    }
    if (there != line.next()) {
      return Optional.of(Message.of(
          "the name is in use in the target with other settings: name={}, settings='{}',"
              + " there='{}'",
          name,
          line.note(),
          note(to, line.name())));
    }
    return isUsed(name)
        ? Optional.of(Message.of("the name is in use in both stores: name={}", name))
        : Optional.empty();
  }

  /** Returns whether the source has a line of a name. */
  private boolean isUsed(String subject) {
    if (!subject.startsWith(WORKER)) {
      return from.containsKey("seq/" + subject) || from.containsKey("key/" + subject);
    }
    String prefix = subject + "/";
    return from.values().stream()
        .map(Line::name)
        .filter(name -> name.startsWith(prefix))
        .anyMatch(name -> NUMBER.matcher(name.substring(prefix.length())).matches());
  }

  private static String subject(Line spec) {
    return spec.name().substring(SpecLine.PREFIX.length());
  }

  private static long next(Map<String, Line> lines, String name) {
    Line line = lines.get(name);
    return line == null ? 0 : line.next();
  }

  private static String note(Map<String, Line> lines, String name) {
    @Nullable Line line = lines.get(name);
    return line == null ? "" : line.note();
  }
}
