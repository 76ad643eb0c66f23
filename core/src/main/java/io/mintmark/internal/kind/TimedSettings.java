package io.mintmark.internal.kind;

import io.mintmark.error.ConfigurationException;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.ClockAheadRules;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.TickRules;
import io.mintmark.internal.line.TickScale;
import io.mintmark.internal.line.WindowRules;
import io.mintmark.internal.line.WindowRules.SharedTick;
import io.mintmark.internal.line.WindowRules.Ticks;
import io.mintmark.internal.line.WindowRules.Window;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.SpecLine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * The settings that all kinds of id made from claimed times have in common. A time is claimed as
 * positions of a line (a durable counter in the store). A position combines a tick (a unit of time)
 * and a number within the tick.
 *
 * @param pool the pool of the worker numbers; empty for a pool of the generator's own
 * @param workersFrom the lowest worker number
 * @param workersEnd the end of the worker numbers, exclusive; empty for all numbers that the layout
 *     allows
 * @param preferredWorker the worker number to try first
 * @param window how far ahead of the clock positions are claimed
 * @param maxAhead how far ids may run ahead of the clock
 * @param maxSkew how far this process's clock may be ahead of the store's clock
 * @param clockTolerance how far the clock may step back
 * @param onClockBehind the reaction if the clock steps back further; empty for the default
 * @param clockConfirmed whether the user has confirmed that this process's clock is right
 * @param opaque the secret that hides ids; empty for plain ids
 * @param order the order of ids: over all calls, or only within each thread
 */
public record TimedSettings(
    Optional<String> pool,
    long workersFrom,
    OptionalLong workersEnd,
    OptionalLong preferredWorker,
    Duration window,
    Duration maxAhead,
    Duration maxSkew,
    Duration clockTolerance,
    Optional<OnClockBehind> onClockBehind,
    boolean clockConfirmed,
    Optional<IdCipher> opaque,
    IdOrder order) {

  /**
   * Returns the pool of the worker numbers.
   *
   * @param name the generator's name
   * @return the pool, or the generator's name if no pool was set
   */
  public String poolOf(String name) {
    return pool.orElse(name);
  }

  /**
   * Returns the pool for the fingerprint. Uniqueness depends on the pool, because a position of a
   * worker number becomes the same id in every pool.
   *
   * @param name the generator's name
   * @return a text that contains the pool; empty in the usual case, in which the pool is the
   *     generator's name
   */
  public String sharedPool(String name) {
    return poolOf(name).equals(name) ? "" : " scope=" + poolOf(name);
  }

  /**
   * Returns the identity of the secret for the fingerprint. Uniqueness depends on the secret,
   * because with two secrets, two different positions could become the same id.
   *
   * @param among the number of positions that can be hidden, on which the permutation also depends
   * @return a text that contains the identity; empty if ids are not opaque
   */
  public String secret(String among) {
    return opaque.map(cipher -> " opaque=" + cipher.identity() + "/" + among).orElse("");
  }

  /**
   * Adds a fault if ids are opaque and there are too few positions to hide.
   *
   * @param last the last of the hidden positions, which are counted from 0
   * @param faults collects faults
   */
  public void checkOpaque(long last, Faults faults) {
    faults.addIf(
        opaque.isPresent() && last < IdCipher.MIN_COUNT - 1,
        "opaque ids need more values: ids={} < {}",
        last + 1,
        IdCipher.MIN_COUNT);
  }

  /**
   * Adds a fault if an order by thread was set and is not possible.
   *
   * @param carries whether keys have a worker number, and continue in the next tick when the
   *     numbers of a tick are used up
   * @param faults collects faults
   */
  public void checkOrder(boolean carries, Faults faults) {
    faults.addIf(
        order == IdOrder.THREAD && !carries,
        "an order by thread needs a worker number in the keys, and a tick of at most maxAhead:"
            + " maxAhead={}",
        maxAhead);
  }

  /**
   * Returns the prefix of the names of the worker lines.
   *
   * @param name the generator's name
   * @return the part of the name before the worker number
   */
  public String workerLines(String name) {
    return SpecLine.WORKERS + poolOf(name) + "/";
  }

  /**
   * Lists the lines that a first claim reads.
   *
   * @param name the generator's name
   * @param all the count of worker numbers that the layout allows
   * @return the lines' names
   */
  public List<String> firstLines(String name, long all) {
    return WindowRules.lines(
        workerLines(name),
        WindowRules.firstWorkers(workersFrom, workersEnd.orElse(all), preferredWorker));
  }

  /**
   * Returns whether worker numbers were configured.
   *
   * @return whether a pool, a range or a preferred number was set
   */
  public boolean hasWorkers() {
    return pool.isPresent() || workersEnd.isPresent() || preferredWorker.isPresent();
  }

  /**
   * Returns the range of worker numbers as text for people.
   *
   * @param all the count of worker numbers that the layout allows
   * @return for example {@code 0..1023}
   */
  public String workers(long all) {
    return workersFrom + ".." + (workersEnd.orElse(all) - 1);
  }

  /**
   * Checks the settings of worker numbers.
   *
   * @param name the generator's name
   * @param all the count of worker numbers that the layout allows
   * @param where the layout or field that contains worker numbers, for the message
   * @param faults collects faults
   */
  public void checkWorkers(String name, long all, String where, Faults faults) {
    long end = workersEnd.orElse(all);
    long preferred = preferredWorker.orElse(workersFrom);
    faults.addIf(
        workersFrom < 0 || end <= workersFrom || end > all,
        "worker numbers are outside the {}: workers={}, it has 0 to {}",
        where,
        workers(all),
        all - 1);
    faults.addIf(
        preferredWorker.isPresent() && (preferred < workersFrom || preferred >= end),
        "the preferred worker is not in the range: worker={}",
        preferred);
    try {
      LineName.check(workerLines(name) + (all - 1));
      LineName.check(SpecLine.of(SpecLine.WORKERS + poolOf(name)));
    } catch (IllegalArgumentException e) {
      faults.addIf(true, "the worker pool cannot be part of a line's name: {}", e.getMessage());
    }
  }

  /**
   * Checks the window and the settings of the clock.
   *
   * @param faults collects faults
   */
  public void checkDurations(Faults faults) {
    faults.addUnlessIn("window", window, SettingRange.AHEAD);
    faults.addUnlessIn("maxAhead", maxAhead, SettingRange.CLOCK);
    faults.addUnlessIn("maxSkew", maxSkew, SettingRange.CLOCK);
    faults.addUnlessIn("clockTolerance", clockTolerance, SettingRange.CLOCK);
  }

  /**
   * Creates the rules that map time to positions.
   *
   * @param scale maps times to ticks
   * @param capacity the count of numbers in a tick
   * @param ticks the end of the ticks, exclusive
   * @param carries whether ids may run ahead of the clock
   * @param first the number of the first position in each tick from which an id is made
   * @return the rules
   */
  public TickRules ticks(
      TickScale scale, long capacity, long ticks, boolean carries, LongSupplier first) {
    return new TickRules(
        scale,
        capacity,
        ticks,
        carries ? maxAhead.toMillis() : 0,
        clockTolerance.toMillis(),
        onClockBehind.orElse(OnClockBehind.HOP),
        first);
  }

  /**
   * Creates the rules that compare this process's clock with the store's clock.
   *
   * @param engineTime see {@link ClockAheadRules}
   * @return the rules
   */
  public ClockAheadRules skew(UnaryOperator<Instant> engineTime) {
    return new ClockAheadRules(maxSkew.toMillis(), clockConfirmed, engineTime);
  }

  /**
   * Creates the rules for claiming windows.
   *
   * @param subject the name of the generator, for the message
   * @param all the count of worker numbers that the layout allows
   * @param tickNanos how long a tick lasts, see {@link #sharesTicks}
   * @param skew the rules that decide whether a claim may advance a line to this process's time
   * @param highest see {@link WindowRules}
   * @param store the store that holds the lines
   * @param context contains whether each claim takes only the positions that a call needs
   * @return the rules
   * @throws ConfigurationException if the store can lose claims, and the window is too long for
   *     that
   */
  public WindowRules windows(
      String subject,
      long all,
      long tickNanos,
      ClockAheadRules skew,
      UnaryOperator<Instant> highest,
      LineStore store,
      Context context) {
    return new WindowRules(
            workersFrom,
            workersEnd.orElse(all),
            preferredWorker,
            claimedAhead(tickNanos, context.oneShot()),
            skew,
            highest)
        .admit(subject, store, window);
  }

  /**
   * Returns whether processes share a tick. On an engine that can forget claims, a process that
   * shares ticks and a process that owns whole ticks could hand out the same positions. So all
   * processes must agree on this. It depends only on the length of a tick, on which all processes
   * agree, and not on the window, which each process may set.
   *
   * @param tickNanos how long a tick lasts
   * @return whether processes claim parts of a tick
   */
  public static boolean sharesTicks(long tickNanos) {
    return tickNanos > WindowRules.LONGEST.toNanos();
  }

  private Window claimedAhead(long tickNanos, boolean oneShot) {
    if (sharesTicks(tickNanos)) {
      return new SharedTick(oneShot ? Duration.ZERO : window);
    }
    return new Ticks(oneShot ? 0 : Math.max(1, window.toNanos() / tickNanos));
  }
}
