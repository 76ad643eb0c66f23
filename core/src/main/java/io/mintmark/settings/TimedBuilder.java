package io.mintmark.settings;

import io.mintmark.generator.Generator;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.kind.SettingsBuilder;
import io.mintmark.internal.kind.TimedSettings;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What every kind of id that claims positions in time is asked for: whose worker numbers it takes,
 * how far ahead it claims, and what the clock may do. Not thread-safe.
 *
 * @param <B> the builder of a kind
 * @param <G> what is to be made
 */
public abstract class TimedBuilder<B extends TimedBuilder<B, G>, G extends Generator>
    extends SettingsBuilder<G> {

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
  protected TimedBuilder() {}

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
    scope = Objects.requireNonNull(name, "name");
    return self();
  }

  /**
   * Keeps to a part of the worker numbers, so that regions with a store each do not meet.
   *
   * @param first the lowest number
   * @param last the highest number, included
   * @return this
   */
  public final B workers(long first, long last) {
    workersFrom = first;
    workersEnd = OptionalLong.of(last + 1);
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
    window = Objects.requireNonNull(duration, "duration");
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
    maxAhead = Objects.requireNonNull(duration, "duration");
    return self();
  }

  /**
   * Sets how far this process's clock may be ahead of the store's for it to claim.
   *
   * @param duration 0 or more; default 5 s
   * @return this
   */
  public final B maxSkew(Duration duration) {
    maxSkew = Objects.requireNonNull(duration, "duration");
    return self();
  }

  /**
   * Sets how far the clock may step back with ids just counting on at the last time.
   *
   * @param duration 0 or more; default 1 minute
   * @return this
   */
  public final B clockTolerance(Duration duration) {
    clockTolerance = Objects.requireNonNull(duration, "duration");
    return self();
  }

  /**
   * Sets what to do when the clock has stepped back by more.
   *
   * @param action default {@link OnClockBehind#HOP} with a store, else {@link OnClockBehind#REFUSE}
   * @return this
   */
  public final B onClockBehind(OnClockBehind action) {
    onClockBehind = Objects.requireNonNull(action, "action");
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
   * Returns what was set here.
   *
   * @return a value that later calls to this builder do not change
   */
  protected final TimedSettings timed() {
    return new TimedSettings(
        Optional.ofNullable(scope),
        workersFrom,
        workersEnd,
        preferred,
        window,
        maxAhead,
        maxSkew,
        clockTolerance,
        Optional.ofNullable(onClockBehind),
        clockConfirmed);
  }
}
