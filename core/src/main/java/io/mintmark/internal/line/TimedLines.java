package io.mintmark.internal.line;

import io.mintmark.generator.TickPosition;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The lines that a generator claims time on, for people who look at where they stand.
 *
 * @param name the one line's name, or, with a slash at its end, what comes before a worker's number
 * @param rules how time becomes positions
 * @param moment turns what the generator's clock shows into the time that it was then
 */
public record TimedLines(String name, TickRules rules, UnaryOperator<Instant> moment) {

  /**
   * Says which time a position stands for.
   *
   * @param line any line's name
   * @param position where it stands
   * @return the tick and the number within it; empty if the line is none of these, or the position
   *     lies past the end of their time
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
   * Says when there are no more positions.
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
