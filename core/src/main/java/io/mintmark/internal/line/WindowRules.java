package io.mintmark.internal.line;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.LineStore;
import io.mintmark.store.EngineLife;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The available worker numbers, and how far ahead of the clock to claim on their lines. A line is a
 * durable counter in the store, and its positions here stand for times.
 *
 * @param workersFrom the first worker number
 * @param workersEnd the end of the worker numbers, exclusive
 * @param preferredWorker the worker number to try first
 * @param window how far ahead to claim
 * @param skew the rules that decide whether this process's clock may move a line
 * @param highest converts a time of the engine's clock to the highest time that the generator's
 *     clock has shown up to that moment
 */
public record WindowRules(
    long workersFrom,
    long workersEnd,
    OptionalLong preferredWorker,
    Window window,
    ClockAheadRules skew,
    UnaryOperator<Instant> highest) {

  /**
   * The longest window on an engine that can forget claims. It is the same for all processes,
   * because after a loss, each process waits until the windows of all other processes must have
   * ended. On every engine, it is also the longest tick that a single process owns.
   */
  public static final Duration LONGEST = Duration.ofSeconds(10);

  /**
   * The largest difference that is allowed between the clocks of servers that replace each other.
   */
  static final Duration CLOCK_MARGIN = Duration.ofSeconds(5);

  /**
   * On an engine that can forget claims: how long after the start of a life ({@link EngineLife}) no
   * process takes a worker number. The first call of a generator may wait for this time in addition
   * to its timeout.
   */
  public static final Duration WAIT = LONGEST.plus(CLOCK_MARGIN);

  /**
   * The end of the name of a line that has a dash instead of a worker number. After a backup was
   * restored, an administrator raises it to a time after all ids. No number of the pool is taken
   * for an earlier time, because the lines of numbers that were used after the backup may be
   * missing.
   */
  public static final String RESTORED = "-";

  /**
   * The size of the range of numbers that is probed first. The range doubles if no number in it is
   * idle.
   */
  static final long FIRST_PROBED = 8;

  /** How far ahead of the clock to claim on the line of a worker number. */
  public sealed interface Window {

    /**
     * Returns how far the window reaches.
     *
     * @return the number of ticks from now to the end of a window; 0 if a window does not consist
     *     of whole ticks
     */
    default long ticks() {
      return this instanceof Ticks ahead ? ahead.count : 0;
    }
  }

  /**
   * A window consists of whole ticks, which only this process owns.
   *
   * @param count the number of ticks from now to the end of a window; 0 if each claim takes only
   *     the positions that a call needs. Then the process does not continue to hold the worker
   *     number
   */
  public record Ticks(long count) implements Window {}

  /**
   * A window is a part of the current tick. The tick is too long for a single process, so processes
   * share it.
   *
   * @param lasting how long a part should last; if zero, each claim takes only the positions that a
   *     call needs
   */
  public record SharedTick(Duration lasting) implements Window {}

  /**
   * Returns how far ahead of this process's clock another process that holds a worker number may
   * have claimed.
   */
  long reachMs(TickRules rules) {
    long ownMs = window.ticks() * rules.tickMs(0);
    return Math.max(ownMs, LONGEST.toMillis()) + skew.maxSkewMs();
  }

  /**
   * Returns the worker numbers that a first claim tries.
   *
   * @param from the first available worker number
   * @param end the end of the worker numbers, exclusive
   * @param preferred the worker number to try first
   * @return the numbers, with the preferred one first
   */
  public static List<Long> firstWorkers(long from, long end, OptionalLong preferred) {
    Set<Long> workers = new LinkedHashSet<>();
    if (preferred.isPresent()) {
      workers.add(preferred.getAsLong());
    }
    for (long worker = from; worker < Math.min(from + FIRST_PROBED, end); worker++) {
      workers.add(worker);
    }
    return List.copyOf(workers);
  }

  /**
   * Returns the lines that are read before a number is taken.
   *
   * @param prefix the part of the lines' names before the number
   * @param workers worker numbers
   * @return the names of their lines, and then of the line {@link #RESTORED}
   */
  public static List<String> lines(String prefix, List<Long> workers) {
    return Stream.concat(workers.stream().map(String::valueOf), Stream.of(RESTORED))
        .map(prefix::concat)
        .toList();
  }

  /**
   * Returns the moment from which no window of an earlier life can be in use.
   *
   * @param life an engine's life
   * @return a time on the engine's clock
   */
  public static Instant forgottenEnd(EngineLife life) {
    return life.began().plus(WAIT);
  }

  /**
   * Checks whether a window of this length is possible on an engine.
   *
   * @param generator the name of the generator or setting, for the message
   * @param store the store that holds the lines
   * @param length how far ahead to claim
   * @return this
   * @throws ConfigurationException if the engine can lose claims and the length is more than {@link
   *     #LONGEST}, because after a loss other processes wait only for that time
   */
  public WindowRules admit(String generator, LineStore store, Duration length) {
    if (!(window instanceof SharedTick)
        && store.canLoseAcknowledgedWrites()
        && length.compareTo(LONGEST) > 0) {
      throw new ConfigurationException(
          generator,
          Message.of(
              "the window is too long for an engine that can lose claims: window={}, at most {};"
                  + " after a restart of the engine no process takes a worker number before the"
                  + " longest window has run out",
              length,
              LONGEST));
    }
    return this;
  }
}
