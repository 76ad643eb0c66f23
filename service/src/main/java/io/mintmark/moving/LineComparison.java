package io.mintmark.moving;

import io.mintmark.error.Message;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.store.Line;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

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
    return line(from, StoreLines.GATE).next() == Long.MAX_VALUE;
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
    long source = line(from, StoreLines.IDENTITY).next();
    long target = line(to, StoreLines.IDENTITY).next();
    if (source != 0 && source == target) {
      faults.add(Message.of("the source and the target are one store: identity={}", source));
    }
    long movedTo = line(from, StoreLines.MOVED_TO).next();
    if (movedTo != 0 && movedTo != target) {
      faults.add(Message.of(
          "the source is being moved to another store, or was: movedTo='{}'; continue that copy to"
              + " its first target",
          line(from, StoreLines.MOVED_TO).note()));
    }
    if (line(to, StoreLines.MOVED_TO).next() != 0) {
      faults.add(Message.of(
          "the target's own lines were moved away, and stay sealed: movedTo='{}'; move to an"
              + " empty store",
          line(to, StoreLines.MOVED_TO).note()));
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
    long source = line(from, StoreLines.IDENTITY).next();
    if (source != 0 && line(to, StoreLines.arrivals(source)).next() >= ARRIVED) {
      return List.of();
    }
    long mine = source == 0 ? 0 : SpecLine.placeholder(source);
    return fingerprints().stream()
        .map(line -> clash(line, line(to, line.name()).next(), mine))
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
          line(to, line.name()).note()));
    }
    return isUsed(name)
        ? Optional.of(Message.of("the name is in use in both stores: name={}", name))
        : Optional.empty();
  }

  /**
   * Returns whether the source has a used line of a name. A worker line that exists but was not
   * taken yet is not used, until it is sealed.
   */
  private boolean isUsed(String subject) {
    if (!subject.startsWith(WORKER)) {
      return from.containsKey("seq/" + subject) || from.containsKey("key/" + subject);
    }
    String prefix = subject + "/";
    return from.values().stream()
        .filter(line -> line.name().startsWith(prefix) && line.next() > MovableStore.MADE)
        .anyMatch(line -> NUMBER.matcher(line.name().substring(prefix.length())).matches());
  }

  private static String subject(Line spec) {
    return spec.name().substring(SpecLine.PREFIX.length());
  }

  /** Returns a line; a line at 0 if there is none. */
  private static Line line(Map<String, Line> lines, String name) {
    return lines.getOrDefault(name, new Line(name, 0, "", Instant.EPOCH));
  }
}
