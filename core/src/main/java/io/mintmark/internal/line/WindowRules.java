package io.mintmark.internal.line;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.EngineLife;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The available worker numbers, and how far ahead they are claimed.
 *
 * @param workersFrom the first number
 * @param workersEnd the end, exclusive
 * @param preferredWorker the number to try first
 * @param window how far ahead to claim
 * @param skew when the clock may move a line
 * @param highest converts a time on the engine's clock to the highest time that the generator's
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
   * The longest window on an engine that can forget claims, and on every engine the longest tick
   * that one process owns alone. It is the same for all processes, because after a loss they wait
   * until the windows of other processes have ended.
   */
  public static final Duration LONGEST = Duration.ofSeconds(10);

  /** How far the clocks of servers that replace each other may differ. */
  static final Duration CLOCK_MARGIN = Duration.ofSeconds(5);

  /**
   * How long after the start of a life no process takes a number. The first call of a generator may
   * wait for this time in addition to its timeout.
   */
  public static final Duration WAIT = LONGEST.plus(CLOCK_MARGIN);

  /** The first range of numbers to probe; it doubles when full. */
  static final long FIRST_PROBED = 8;

  /** How far ahead a worker number's line is claimed. */
  public sealed interface Window {

    /**
     * Returns how far the window reaches.
     *
     * @return how many ticks from now; 0 where each claim takes only the positions that a call
     *     needs
     */
    default long ticks() {
      return this instanceof Ticks ahead ? ahead.count : 0;
    }
  }

  /** Each claim takes only the positions that a call needs, and the number is held no longer. */
  public record AsAsked() implements Window {}

  /**
   * Whole ticks, which this process owns alone.
   *
   * @param count how many ticks from now a window reaches, 1 or more
   */
  public record Ticks(long count) implements Window {}

  /**
   * A part of the current tick. The tick is too long for a window, so processes share it.
   *
   * @param lasting how long a part should last; with zero, each claim takes only the positions that
   *     a call needs
   */
  public record SharedTick(Duration lasting) implements Window {}

  /** How far ahead of this clock a process that holds a number may have claimed. */
  long reachMs(TickRules rules) {
    long ownMs = window.ticks() * rules.tickMs(0);
    return Math.max(ownMs, LONGEST.toMillis()) + skew.maxSkewMs();
  }

  /**
   * Lists the numbers that a first claim tries.
   *
   * @param from the first available number
   * @param end the end, exclusive
   * @param preferred the number to try first
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
   * Computes the moment from which no window of an earlier life can be in use.
   *
   * @param life an engine's life
   * @return a time of the engine's clock
   */
  public static Instant forgottenEnd(EngineLife life) {
    return life.began().plus(WAIT);
  }

  /**
   * Checks the window's length against the engine.
   *
   * @param generator the name of the generator or setting, for the message
   * @param store the store that holds the lines
   * @param length how far ahead to claim
   * @return this
   * @throws ConfigurationException if the engine can lose claims and the length is more than {@link
   *     #LONGEST}, for which other processes wait after a loss
   */
  public WindowRules admit(String generator, ClaimStore store, Duration length) {
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
