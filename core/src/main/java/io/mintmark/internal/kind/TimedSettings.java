package io.mintmark.internal.kind;

import io.mintmark.error.ConfigurationException;
import io.mintmark.generator.IdCipher;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.ClockAheadRules;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.TickRules;
import io.mintmark.internal.line.TickScale;
import io.mintmark.internal.line.WindowRules;
import io.mintmark.internal.line.WindowRules.AsAsked;
import io.mintmark.internal.line.WindowRules.SharedTick;
import io.mintmark.internal.line.WindowRules.Ticks;
import io.mintmark.internal.line.WindowRules.Window;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.LineName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * The settings of every kind of id that claims positions in time.
 *
 * @param scope whose worker numbers are used; empty for the generator's own
 * @param workersFrom the lowest worker number
 * @param workersEnd the end of them, exclusive; empty for all that there can be
 * @param preferredWorker the number to try first
 * @param window how far ahead positions are claimed
 * @param maxAhead how far ids may run ahead of the clock
 * @param maxSkew how far the clock may be ahead of the store's
 * @param clockTolerance how far the clock may step back
 * @param onClockBehind what to do beyond that; empty for what is usual
 * @param clockConfirmed whether the clock is right in any case
 * @param opaque the secret that hides ids
 * @param order among which calls ids rise
 */
public record TimedSettings(
    Optional<String> scope,
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
   * Returns whose worker numbers are used.
   *
   * @param name the generator's name
   * @return the scope, or the name if none was set
   */
  public String scopeOf(String name) {
    return scope.orElse(name);
  }

  /**
   * Tells the scope as one of the settings that bear on uniqueness: the same worker's positions in
   * two scopes are the same ids.
   *
   * @param name the generator's name
   * @return nothing if the name has a scope of its own, as most have
   */
  public String sharedScope(String name) {
    return scopeOf(name).equals(name) ? "" : " scope=" + scopeOf(name);
  }

  /**
   * Tells the secret as one of the settings that bear on uniqueness: with two secrets, two
   * positions could be hidden as one id.
   *
   * @param among how many can be hidden, which chooses the permutation too
   * @return nothing if ids are not opaque
   */
  public String secret(String among) {
    return opaque.map(cipher -> " opaque=" + cipher.identity() + "/" + among).orElse("");
  }

  /**
   * Checks that there is enough to hide an id among.
   *
   * @param last the last of the positions that are hidden, from 0
   * @param faults takes what is wrong
   */
  public void checkOpaque(long last, Faults faults) {
    faults.addIf(
        opaque.isPresent() && last < IdCipher.MIN_COUNT - 1,
        "ids are opaque and there are too few to hide one among: ids={} < {}",
        last + 1,
        IdCipher.MIN_COUNT);
  }

  /**
   * Checks that keys may rise by thread only.
   *
   * @param carries whether they have a worker number, and the numbers of a tick go on in the next
   *     one when they are used up
   * @param faults takes what is wrong
   */
  public void checkOrder(boolean carries, Faults faults) {
    faults.addIf(
        order == IdOrder.THREAD && !carries,
        "an order by thread is given, and the keys have no worker number or a tick longer than"
            + " maxAhead: maxAhead={}",
        maxAhead);
  }

  /**
   * Names the lines of the worker numbers.
   *
   * @param name the generator's name
   * @return what comes before a number
   */
  public String workerLines(String name) {
    return SpecLine.WORKERS + scopeOf(name) + "/";
  }

  /**
   * Lists the lines that a first claim looks at.
   *
   * @param name the generator's name
   * @param all how many worker numbers there can be
   * @return the lines' names
   */
  public List<String> firstLines(String name, long all) {
    return WindowRules.firstWorkers(workersFrom, workersEnd.orElse(all), preferredWorker).stream()
        .map(worker -> workerLines(name) + worker)
        .toList();
  }

  /**
   * Tells whether anything was said of worker numbers.
   *
   * @return whether a scope, a range or a preferred number was set
   */
  public boolean hasWorkers() {
    return scope.isPresent() || workersEnd.isPresent() || preferredWorker.isPresent();
  }

  /**
   * Shows which worker numbers are used, to people.
   *
   * @param all how many there can be
   * @return for example {@code 0..1023}
   */
  public String workers(long all) {
    return workersFrom + ".." + (workersEnd.orElse(all) - 1);
  }

  /**
   * Checks what was said of worker numbers.
   *
   * @param name the generator's name
   * @param all how many there can be
   * @param where what shows them, for the message
   * @param faults takes what is wrong
   */
  public void checkWorkers(String name, long all, String where, Faults faults) {
    long end = workersEnd.orElse(all);
    long preferred = preferredWorker.orElse(workersFrom);
    faults.addIf(
        workersFrom < 0 || end <= workersFrom || end > all,
        "worker numbers lie outside the {}: workers={}, it has 0 to {}",
        where,
        workers(all),
        all - 1);
    faults.addIf(
        preferredWorker.isPresent() && (preferred < workersFrom || preferred >= end),
        "the preferred worker is not in the range: worker={}",
        preferred);
    try {
      LineName.check(workerLines(name) + (all - 1));
      LineName.check(SpecLine.of(SpecLine.WORKERS + scopeOf(name)));
    } catch (IllegalArgumentException e) {
      faults.addIf(true, "the scope cannot be part of a line's name: {}", e.getMessage());
    }
  }

  /**
   * Checks the window and the rules of the clock.
   *
   * @param faults takes what is wrong
   */
  public void checkDurations(Faults faults) {
    faults.addUnlessIn("window", window, SettingRange.AHEAD);
    faults.addUnlessIn("maxAhead", maxAhead, SettingRange.CLOCK);
    faults.addUnlessIn("maxSkew", maxSkew, SettingRange.CLOCK);
    faults.addUnlessIn("clockTolerance", clockTolerance, SettingRange.CLOCK);
  }

  /**
   * Makes the rules by which time becomes positions.
   *
   * @param scale which tick it is at a time
   * @param capacity numbers in a tick
   * @param ticks the end, exclusive, of the ticks
   * @param carries whether ids may run ahead of the clock
   * @param usual what is done when the clock steps back, unless something was set
   * @return the rules
   */
  public TickRules ticks(
      TickScale scale, long capacity, long ticks, boolean carries, OnClockBehind usual) {
    return new TickRules(
        scale,
        capacity,
        ticks,
        carries ? maxAhead.toMillis() : 0,
        clockTolerance.toMillis(),
        onClockBehind.orElse(usual));
  }

  /**
   * Makes the rule by which the clock is compared with the store's.
   *
   * @param engineTime see {@link ClockAheadRules}
   * @return the rule
   */
  public ClockAheadRules skew(UnaryOperator<Instant> engineTime) {
    return new ClockAheadRules(maxSkew.toMillis(), clockConfirmed, engineTime);
  }

  /**
   * Makes the rules by which windows are claimed.
   *
   * @param subject what is being made, for the message
   * @param all how many worker numbers there can be
   * @param tickNanos how long a tick lasts, see {@link #sharesTicks}
   * @param skew when the clock may move a line
   * @param highest see {@link WindowRules}
   * @param store where the lines are
   * @param context whether to claim no more than callers ask for
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
      ClaimStore store,
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
   * Whether processes share a tick follows from its length alone, which all agree on, and not from
   * the window, which each may set: one that shares a tick and one that owns it cannot be kept
   * apart on an engine that can forget.
   *
   * @param tickNanos how long a tick lasts
   * @return whether it is claimed in parts
   */
  public static boolean sharesTicks(long tickNanos) {
    return tickNanos > WindowRules.LONGEST.toNanos();
  }

  private Window claimedAhead(long tickNanos, boolean oneShot) {
    if (sharesTicks(tickNanos)) {
      return new SharedTick(oneShot ? Duration.ZERO : window);
    }
    return oneShot ? new AsAsked() : new Ticks(Math.max(1, window.toNanos() / tickNanos));
  }
}
