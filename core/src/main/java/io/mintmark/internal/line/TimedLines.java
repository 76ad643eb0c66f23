package io.mintmark.internal.line;

import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The lines (durable counters in the store) on which a generator claims positions that carry time.
 * Converts positions to times, for people who inspect the lines.
 *
 * @param name the name of the line; if each worker number has a line, the common prefix of the
 *     lines, which ends with a slash
 * @param rules map time to positions
 * @param moment converts a time of the generator's clock to an instant; the two differ if the clock
 *     shows the local time of a zone
 */
public record TimedLines(String name, TickRules rules, UnaryOperator<Instant> moment) {

  /**
   * Splits a position into its tick (the unit of time) and the number within the tick.
   *
   * @param line any line's name
   * @param position the line's position
   * @return the tick and the number within the tick; empty if this generator does not claim on the
   *     line, or the position is after the last tick
   */
  public Optional<TickPosition> tickOf(String line, long position) {
    if (!contains(line) || position >= rules.end()) {
      return Optional.empty();
    }
    long nextTick = position - position % rules.capacity() + rules.capacity();
    return Optional.of(new TickPosition(
        start(position), start(nextTick), position % rules.capacity(), rules.capacity()));
  }

  /**
   * Returns the time after which no positions are left.
   *
   * @return the end of the last tick
   */
  public Instant end() {
    return start(rules.end());
  }

  private boolean contains(String line) {
    return name.endsWith("/")
        ? line.startsWith(name) && line.indexOf('/', name.length()) < 0
        : line.equals(name);
  }

  private Instant start(long position) {
    return moment.apply(Instant.ofEpochMilli(rules.timeMs(position)));
  }
}
