package io.mintmark.internal.line;

import io.mintmark.error.Message;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.LineName;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What every kind of id that claims positions in time is asked for: whose worker numbers it takes,
 * how far ahead it claims, and what the clock may do. Not thread-safe.
 *
 * @param <B> the builder of a kind
 */
public abstract class WindowSettings<B extends WindowSettings<B>> {

  /** The longest window. */
  protected static final Duration MAX_WINDOW = Duration.ofHours(1);

  private static final Duration MAX_RULE = Duration.ofDays(366);

  private @Nullable String scope;
  private long workersFrom;
  private OptionalLong workersEnd = OptionalLong.empty();
  private OptionalLong preferred = OptionalLong.empty();
  private Duration window = Duration.ofSeconds(10);
  private Duration maxAhead = Duration.ofSeconds(1);
  private Duration maxSkew = Duration.ofSeconds(5);
  private Duration clockTolerance = Duration.ofMinutes(1);
  private @Nullable OnClockBehind onClockBehind;
  private boolean clockConfirmed;

  /** Has the defaults. */
  protected WindowSettings() {}

  /**
   * Returns this, as what it is.
   *
   * @return this
   */
  protected abstract B self();

  /**
   * Shares worker numbers with other generators, whose ids then never meet either. Their positions
   * mean the same, that is they have one unit, epoch or zone, and count of numbers; and Snowflakes
   * have as many worker bits in the same order, keys of one length have time, worker and number in
   * the same places. Others are refused: {@link io.mintmark.error.SpecMismatchException}.
   *
   * @param name the scope; default the generator's name
   * @return this
   */
  public final B scope(String name) {
    scope = name;
    return self();
  }

  /**
   * Keeps to a part of the worker numbers, so that regions with a store each do not meet.
   *
   * @param from the first number
   * @param end the end, exclusive
   * @return this
   */
  public final B workers(long from, long end) {
    workersFrom = from;
    workersEnd = OptionalLong.of(end);
    return self();
  }

  /**
   * Sets the worker number to try first.
   *
   * @param worker a number in the range
   * @return this
   */
  public final B preferWorker(long worker) {
    preferred = OptionalLong.of(worker);
    return self();
  }

  /**
   * Sets how far ahead of now positions are claimed, and so how long ids go on while the store is
   * away: between half of it and all of it.
   *
   * @param duration a tick of a Snowflake or longer, at most an hour; default 10 s
   * @return this
   */
  public final B window(Duration duration) {
    window = duration;
    return self();
  }

  /**
   * Sets how far ids may run ahead of the clock when a tick's numbers are used up; then they wait.
   * Ticks that are longer never carry: a day that is full stays full. Where every id is a claim,
   * the larger of this and {@link #clockTolerance} holds: what is ahead there is not known to be
   * one's own.
   *
   * @param duration 0 or more; default 1 s
   * @return this
   */
  public final B maxAhead(Duration duration) {
    maxAhead = duration;
    return self();
  }

  /**
   * Sets how far this process's clock may be ahead of the store's for it to claim.
   *
   * @param duration 0 or more; default 5 s
   * @return this
   */
  public final B maxSkew(Duration duration) {
    maxSkew = duration;
    return self();
  }

  /**
   * Sets how far the clock may step back with ids just counting on at the last time.
   *
   * @param duration 0 or more; default 1 minute
   * @return this
   */
  public final B clockTolerance(Duration duration) {
    clockTolerance = duration;
    return self();
  }

  /**
   * Sets what to do when the clock has stepped back by more.
   *
   * @param action default {@link OnClockBehind#HOP} with a store, else {@link OnClockBehind#REFUSE}
   * @return this
   */
  public final B onClockBehind(OnClockBehind action) {
    onClockBehind = action;
    return self();
  }

  /**
   * Sets whether the clock is believed where the store has none to compare with, and the lines were
   * idle for over a day.
   *
   * @param believed whether this host keeps its time, for example by NTP; default false
   * @return this
   */
  public final B clockConfirmed(boolean believed) {
    clockConfirmed = believed;
    return self();
  }

  /**
   * Returns whose worker numbers are used.
   *
   * @param name the generator's name
   * @return the scope, or the name if none was set
   */
  public final String scopeOf(String name) {
    return scope == null ? name : scope;
  }

  /**
   * Tells the scope as one of the settings that bear on uniqueness: the same worker's positions in
   * two scopes are the same ids.
   *
   * @param name the generator's name
   * @return nothing if the name has a scope of its own, as most have
   */
  protected final String sharedScope(String name) {
    return scopeOf(name).equals(name) ? "" : " scope=" + scope;
  }

  /**
   * Returns the lowest worker number.
   *
   * @return 0 or more, once checked
   */
  protected final long workersFrom() {
    return workersFrom;
  }

  /**
   * Returns where the worker numbers end.
   *
   * @param all how many there can be
   * @return the end, exclusive
   */
  protected final long workersEnd(long all) {
    return workersEnd.orElse(all);
  }

  /**
   * Returns the worker number to try first.
   *
   * @return the number, if one was set
   */
  protected final OptionalLong preferredWorker() {
    return preferred;
  }

  /**
   * Tells whether anything was said of worker numbers.
   *
   * @return whether a scope, a range or a preferred number was set
   */
  protected final boolean hasWorkers() {
    return scope != null || workersEnd.isPresent() || preferred.isPresent();
  }

  /**
   * Returns how far ahead positions are claimed.
   *
   * @return the window
   */
  protected final Duration window() {
    return window;
  }

  /**
   * Returns how far ids may run ahead.
   *
   * @return 0 or more, once checked
   */
  protected final Duration maxAhead() {
    return maxAhead;
  }

  /**
   * Returns how far the clock may be ahead of the store's.
   *
   * @return 0 or more, once checked
   */
  protected final Duration maxSkew() {
    return maxSkew;
  }

  /**
   * Returns how far the clock may step back.
   *
   * @return 0 or more, once checked
   */
  protected final Duration clockTolerance() {
    return clockTolerance;
  }

  /**
   * Returns what to do beyond that.
   *
   * @param usual what is done unless something was set
   * @return the action
   */
  protected final OnClockBehind onClockBehindOr(OnClockBehind usual) {
    return onClockBehind == null ? usual : onClockBehind;
  }

  /**
   * Tells whether the clock is right in any case.
   *
   * @return whether it was confirmed
   */
  protected final boolean isClockConfirmed() {
    return clockConfirmed;
  }

  /**
   * Tells all of these settings in one fixed form.
   *
   * @return equal for builders whose settings here are equal
   */
  protected final String windowSettings() {
    return " scope="
        + scope
        + " workers="
        + workersFrom
        + ".."
        + workersEnd
        + " preferred="
        + preferred
        + " window="
        + window
        + " maxAhead="
        + maxAhead
        + " maxSkew="
        + maxSkew
        + " clockTolerance="
        + clockTolerance
        + " onClockBehind="
        + onClockBehind
        + " clockConfirmed="
        + clockConfirmed;
  }

  /**
   * Checks what was said of worker numbers.
   *
   * @param name the generator's name
   * @param all how many there can be
   * @param where what shows them, for the message
   * @param faults takes what is wrong
   */
  protected final void checkWorkers(String name, long all, String where, List<String> faults) {
    long end = workersEnd(all);
    fault(
        faults,
        workersFrom < 0 || end <= workersFrom || end > all,
        Message.of(
            "worker numbers lie outside the {}: workers={}..{}, it has 0 to {}",
            where,
            workersFrom,
            end - 1,
            all - 1));
    fault(
        faults,
        preferred.isPresent()
            && (preferred.getAsLong() < workersFrom || preferred.getAsLong() >= end),
        Message.of("the preferred worker is not in the range: worker={}", preferred.orElse(-1)));
    try {
      LineName.check(SpecLine.WORKERS + scopeOf(name) + "/" + (all - 1));
      LineName.check(SpecLine.of(SpecLine.WORKERS + scopeOf(name)));
    } catch (IllegalArgumentException e) {
      faults.add("the scope cannot be part of a line's name: " + e.getMessage());
    }
  }

  /**
   * Checks the rules of the clock.
   *
   * @param faults takes what is wrong
   */
  protected final void checkClockRules(List<String> faults) {
    duration(faults, "maxAhead", maxAhead);
    duration(faults, "maxSkew", maxSkew);
    duration(faults, "clockTolerance", clockTolerance);
  }

  private static void duration(List<String> faults, String name, Duration value) {
    fault(
        faults,
        value.isNegative() || value.compareTo(MAX_RULE) > 0,
        Message.of("the duration is not 0 to {} days: {}={}", MAX_RULE.toDays(), name, value));
  }

  /**
   * Adds a fault.
   *
   * @param faults takes it
   * @param broken whether the rule is broken
   * @param rule the rule and what broke it
   */
  protected static void fault(List<String> faults, boolean broken, String rule) {
    if (broken) {
      faults.add(rule);
    }
  }
}
