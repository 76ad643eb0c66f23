package io.mintmark.cli;

import io.mintmark.cli.RaisedLine.Reason;
import io.mintmark.error.Message;
import io.mintmark.generator.Generator;
import io.mintmark.internal.line.PastPositions;
import io.mintmark.internal.line.TickPosition;
import io.mintmark.internal.line.WindowRules;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.key.KeyGenerator;
import io.mintmark.prefix.PrefixedIds;
import io.mintmark.sequence.Sequence;
import io.mintmark.store.Line;
import java.time.Duration;
import java.time.Instant;
import java.time.zone.ZoneOffsetTransition;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Computes how far each line (counter) of a restored store must be raised, so that no position
 * which was handed out after the backup is handed out again.
 *
 * <p><b>A line that carries time.</b> The administrator has waited for two minutes after all
 * processes stopped, and no process claims times further ahead of its clock than that. So no
 * position was handed out from a tick (the smallest step of the time) that begins now or later, and
 * the line is raised to the first such tick. If a tick is long, such as a day, the first such tick
 * is far away. If the line is the only line of its generator, each claim since the backup started
 * at the line's position or at the current tick, whichever was higher. The margin is more than all
 * these claims, so the line is raised past the higher of the two by the margin, but never past the
 * first tick that begins now or later.
 *
 * <p><b>Any other line</b> is raised to its highest known position, from the backup and from
 * servers, plus the margin. The margin covers positions of which no trace is left. If the backup
 * lacks a generator's own line, the line may have been used for the first time after the backup.
 * Its position in the backup then counts as 0.
 *
 * <p><b>The missing line of a worker number</b> may have been used after the backup. The first
 * claim on it starts at the present time of a process's clock, and such a clock may step back. So
 * the line {@link WindowRules#RESTORED} of its pool is raised like the lines of the numbers. No
 * number of the pool is then taken for an earlier time.
 *
 * <p><b>Ids of past moments.</b> The backup does not show which numbers of past moments were given
 * out after it. So the worker number of these ids is given up: its own line is raised by one, so
 * that {@link PastPositions} refuses it.
 *
 * @param generators the generators that make ids from the lines
 * @param pools for each generator, the name of its worker pool, or its own name
 * @param margin the positions to skip on a line that carries no time
 * @param now the present time
 * @param servers by line, the end of the claims that servers remember
 */
record RestoredLines(
    Collection<Generator> generators,
    Collection<String> pools,
    long margin,
    Instant now,
    Map<String, Long> servers) {

  /**
   * How many positions at the start of a tick, or of a line without time, keys may leave unused.
   * Keys that start at 1 have no number 0, and the margin must not cover its position.
   */
  private static final long UNUSED = 1;

  /** With a longer tick, waiting for the next tick would be too long for people. */
  private static final Duration LONG_TICK = Duration.ofMinutes(1);

  /** The length of a day on which the clock goes forward is shorter than a day. */
  private static final Duration NEARLY_A_DAY = Duration.ofHours(20);

  /** Returns all lines from which ids are made, in the order of their names. */
  List<RaisedLine> raised(List<Line> restored) {
    Map<String, Long> positions = new TreeMap<>();
    restored.forEach(line -> positions.put(line.name(), line.next()));
    servers.keySet().forEach(line -> positions.putIfAbsent(line, 0L));
    generators.forEach(
        generator -> ownLine(generator).ifPresent(line -> positions.putIfAbsent(line, 0L)));
    pools.stream()
        .map(pool -> SpecLine.WORKERS + pool + "/" + WindowRules.RESTORED)
        .filter(line -> generators.stream()
            .anyMatch(generator -> TickPosition.of(generator, line, 0).isPresent()))
        .forEach(line -> positions.putIfAbsent(line, 0L));
    positions
        .keySet()
        .removeIf(name -> LineName.isReserved(name) || name.startsWith(SpecLine.PREFIX));
    return positions.entrySet().stream()
        .map(line -> raised(line.getKey(), line.getValue()))
        .toList();
  }

  /**
   * Returns the one line of a generator without a worker number. A backup lacks the line if it was
   * made before the line's first claim.
   */
  private static Optional<String> ownLine(Generator generator) {
    if (generator instanceof PrefixedIds prefixed) {
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
    if (before > PastPositions.RETIRED) {
      return new RaisedLine(name, before, before, Reason.END);
    }
    if (before == PastPositions.RETIRED || name.startsWith(PastPositions.PREFIX)) {
      long next = before == PastPositions.RETIRED ? before + 1 : before;
      return new RaisedLine(name, before, next, Reason.PAST);
    }
    return generators.stream()
        .filter(generator -> TickPosition.of(generator, name, before).isPresent())
        .findFirst()
        .map(generator -> timed(name, before, generator))
        .orElseGet(() -> counted(name, before));
  }

  private RaisedLine counted(String name, long before) {
    boolean known = name.startsWith("seq/")
        || generators.stream().anyMatch(generator -> name.equals("key/" + generator.name()));
    if (!known) {
      return new RaisedLine(name, before, before, Reason.UNKNOWN);
    }
    long reached = reached(name, before);
    long used = name.startsWith("seq/") ? reached : Math.max(reached, UNUSED);
    if (used > Long.MAX_VALUE - 1 - margin) {
      throw new IllegalArgumentException(Message.of(
          "the margin takes the line past its end: line={}, position={}, --margin={}; nothing was"
              + " changed",
          name,
          reached,
          margin));
    }
    return new RaisedLine(name, before, used + margin, reason(before, reached, Reason.MARGIN));
  }

  private RaisedLine timed(String name, long before, Generator generator) {
    long reached = reached(name, before);
    long clock = firstTickAt(latest(name, generator), name, generator);
    TickPosition tick = TickPosition.of(generator, name, clock - 1).orElseThrow();
    boolean isLong = Duration.between(tick.from(), tick.to()).compareTo(LONG_TICK) > 0;
    if (reached >= clock) {
      return new RaisedLine(name, before, reached, reason(before, reached, Reason.CLOCK));
    }
    if (isLong && name.startsWith("key/")) {
      long used = Math.max(reached, clock - tick.capacity() + UNUSED);
      return new RaisedLine(
          name, before, used + Math.min(margin, clock - used), Reason.CLOCK_AND_MARGIN);
    }
    return new RaisedLine(name, before, clock, isLong ? Reason.NEXT_TICK : Reason.CLOCK);
  }

  /**
   * Returns the latest time that ids of a line may show. After a zone's clock has stepped back in
   * autumn, keys without a worker number continue with later times for a day, unless their ticks
   * are days or longer.
   */
  private Instant latest(String name, Generator generator) {
    Generator ids = generator instanceof PrefixedIds prefixed ? prefixed.ids() : generator;
    if (!name.startsWith("key/") || !(ids instanceof KeyGenerator keys)) {
      return now;
    }
    TickPosition tick = TickPosition.of(generator, name, 0).orElseThrow();
    ZoneOffsetTransition last = keys.zone().getRules().previousTransition(now.plusNanos(1));
    if (last == null
        || !last.isOverlap()
        || Duration.between(tick.from(), tick.to()).compareTo(NEARLY_A_DAY) > 0
        || now.isAfter(last.getInstant().minus(last.getDuration()).plus(Duration.ofDays(1)))) {
      return now;
    }
    return now.minus(last.getDuration());
  }

  private long reached(String name, long before) {
    return Math.max(before, servers.getOrDefault(name, 0L));
  }

  private static Reason reason(long before, long reached, Reason otherwise) {
    return reached == before ? otherwise : Reason.SERVER;
  }

  /**
   * Finds the first position of the first tick that begins at an instant or later, by bisection.
   * The instant is after the layout's first tick.
   */
  private static long firstTickAt(Instant moment, String name, Generator generator) {
    long before = 0;
    long found = Long.MAX_VALUE;
    while (found - before > 1) {
      long middle = before + (found - before) / 2;
      Optional<TickPosition> tick = TickPosition.of(generator, name, middle);
      if (tick.isPresent() && tick.get().from().isBefore(moment)) {
        before = middle;
      } else {
        found = middle;
      }
    }
    return found;
  }
}
