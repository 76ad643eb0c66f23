package io.mintmark.cli;

import io.mintmark.cli.RaisedLine.Reason;
import io.mintmark.error.Message;
import io.mintmark.generator.Generator;
import io.mintmark.generator.TickPosition;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.key.KeyGenerator;
import io.mintmark.prefix.PrefixedGenerator;
import io.mintmark.sequence.Sequence;
import io.mintmark.store.Line;
import io.mintmark.store.LineName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds how far each line of a restored store has to be raised, so that nothing which was handed
 * out after the backup is handed out again.
 *
 * <p><b>A line that carries time</b> has handed out no position of a tick that has not begun, as
 * everything stopped two minutes ago and no process goes further ahead of its clock. So the first
 * tick that begins now or later is past everything. Where that is far away, as a tick is a day, ids
 * that were found say more: the line goes past them and the margin, but never past that tick.
 *
 * <p><b>Of any other line</b> the highest that is known counts, from the backup, from servers and
 * from ids, and the margin is for what nobody knows any more. A line that the backup does not have
 * may have been used first after it: it counts as 0 if a generator has it for its own. Lines of
 * worker numbers need none of this, as each claim on them begins at the present time or later.
 */
final class RestoredLines {

  /** People would not wait for a tick that is longer. */
  private static final Duration LONG_TICK = Duration.ofMinutes(1);

  private final Collection<Generator> generators;
  private final long margin;
  private final Optional<Instant> now;
  private final Map<String, Long> servers = new HashMap<>();
  private final Map<String, Long> ids = new HashMap<>();

  /**
   * Looks at lines.
   *
   * @param generators which make ids from them
   * @param margin the positions to leave out where a line carries no time
   * @param now up to when the clock allowed ids; without it lines that carry time are left
   */
  RestoredLines(Collection<Generator> generators, long margin, Optional<Instant> now) {
    this.generators = generators;
    this.margin = margin;
    this.now = now;
  }

  /** Notes that a server remembers claims below {@code end}. */
  void serverReached(String line, long end) {
    servers.merge(line, end, Math::max);
  }

  /** Notes that there are ids from positions below {@code end}. */
  void idsReached(String line, long end) {
    ids.merge(line, end, Math::max);
  }

  /** Returns all lines that ids are made from, in the order of their names. */
  List<RaisedLine> raised(List<Line> restored) {
    Map<String, Long> positions = new TreeMap<>();
    restored.forEach(line -> positions.put(line.name(), line.next()));
    servers.keySet().forEach(line -> positions.putIfAbsent(line, 0L));
    ids.keySet().forEach(line -> positions.putIfAbsent(line, 0L));
    generators.forEach(
        generator -> ownLine(generator).ifPresent(line -> positions.putIfAbsent(line, 0L)));
    List<RaisedLine> raised = new ArrayList<>();
    positions.forEach((name, position) -> {
      if (!LineName.isReserved(name) && !name.startsWith(SpecLine.PREFIX)) {
        raised.add(raised(name, position));
      }
    });
    return raised;
  }

  /** The one line of a generator without a worker number, which the backup may be too old for. */
  private static Optional<String> ownLine(Generator generator) {
    if (generator instanceof PrefixedGenerator prefixed) {
      return ownLine(prefixed.ids());
    }
    if (generator instanceof Sequence) {
      return Optional.of("seq/" + generator.name());
    }
    return generator instanceof KeyGenerator keys && keys.format().workers() == 0
        ? Optional.of("key/" + generator.name())
        : Optional.empty();
  }

  private RaisedLine raised(String name, long before) {
    if (before == Long.MAX_VALUE) {
      return new RaisedLine(name, before, before, Reason.END, "");
    }
    return generators.stream()
        .filter(generator -> generator.tickOf(name, before).isPresent())
        .findFirst()
        .map(generator -> timed(name, before, generator))
        .orElseGet(() -> counted(name, before));
  }

  private RaisedLine counted(String name, long before) {
    boolean known = name.startsWith("seq/")
        || generators.stream().anyMatch(generator -> name.equals("key/" + generator.name()));
    if (!known) {
      return new RaisedLine(name, before, before, Reason.UNKNOWN, "");
    }
    long reached = reached(name, before);
    if (reached > Long.MAX_VALUE - 1 - margin) {
      throw new IllegalArgumentException(Message.of(
          "the margin takes the line past its end: line={}, position={}, --margin={}; nothing was"
              + " changed",
          name,
          reached,
          margin));
    }
    Reason reason = reason(name, before, reached, Reason.MARGIN);
    return new RaisedLine(
        name, before, reached + margin, reason, reason == Reason.MARGIN ? "" : "and the margin");
  }

  private RaisedLine timed(String name, long before, Generator generator) {
    long reached = reached(name, before);
    if (now.isEmpty()) {
      return new RaisedLine(name, before, reached, reason(name, before, reached, Reason.TIME), "");
    }
    long clock = firstTickAt(now.get(), name, generator);
    TickPosition tick = generator.tickOf(name, clock - 1).orElseThrow();
    boolean isLong = Duration.between(tick.from(), tick.to()).compareTo(LONG_TICK) > 0;
    if (reached >= clock) {
      return new RaisedLine(name, before, reached, reason(name, before, reached, Reason.CLOCK), "");
    }
    if (isLong && ids.containsKey(name)) {
      long next = margin > clock - reached ? clock : reached + margin;
      return new RaisedLine(name, before, next, Reason.IDS, "and the margin");
    }
    return new RaisedLine(
        name, before, clock, Reason.CLOCK, isLong ? "its next id is made at " + tick.to() : "");
  }

  private long reached(String name, long before) {
    return Math.max(before, Math.max(ids.getOrDefault(name, 0L), servers.getOrDefault(name, 0L)));
  }

  private Reason reason(String name, long before, long reached, Reason otherwise) {
    if (reached == before) {
      return otherwise;
    }
    return reached == ids.getOrDefault(name, 0L) ? Reason.IDS : Reason.SERVER;
  }

  /**
   * The first position of the first tick that begins at a moment or later, by bisection. The moment
   * is after the layout's first tick.
   */
  private static long firstTickAt(Instant moment, String name, Generator generator) {
    long before = 0;
    long found = Long.MAX_VALUE;
    while (found - before > 1) {
      long middle = before + (found - before) / 2;
      Optional<TickPosition> tick = generator.tickOf(name, middle);
      if (tick.isPresent() && tick.get().from().isBefore(moment)) {
        before = middle;
      } else {
        found = middle;
      }
    }
    return found;
  }
}
