package io.mintmark.settings;

import io.mintmark.generator.Generator;
import io.mintmark.generator.IdCipher;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.kind.SettingsBuilder;
import io.mintmark.internal.kind.TimedSettings;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Settings of every kind of id that claims positions in time: whose worker numbers it takes, how
 * far ahead it claims, and what the clock may do. Not thread-safe.
 *
 * @param <B> the builder of a kind
 * @param <G> the generator that is made
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
  private Optional<IdCipher> opaque = Optional.empty();
  private IdOrder order = IdOrder.GENERATOR;

  /** Makes a builder with the defaults. */
  protected TimedBuilder() {}

  @SuppressWarnings("unchecked") // A kind's builder names itself as B.
  private B self() {
    return (B) this;
  }

  /**
   * Shares worker numbers with other generators, so that the ids of all of them differ. All
   * generators of a scope must have the same unit, the same epoch or zone, and as many numbers in a
   * tick; Snowflakes also as many worker bits in the same order, and keys of one length the time,
   * worker and number in the same places. A generator that differs is refused: {@link
   * io.mintmark.error.SettingsMismatchException}.
   *
   * @param name the scope; default the generator's name
   * @return this
   */
  public final B scope(String name) {
    scope = Objects.requireNonNull(name, "name");
    return self();
  }

  /**
   * Takes only some of the worker numbers, so that regions that each have a store of their own
   * never make the same id.
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
   * @param duration 1 ms to an hour, of a Snowflake at least a tick; on a store that can lose
   *     writes at most 10 s; default 10 s
   * @return this
   */
  public final B window(Duration duration) {
    window = Objects.requireNonNull(duration, "duration");
    return self();
  }

  /**
   * Sets how far ids may run ahead of the clock when the numbers of a tick are used up. Past that,
   * callers wait. A tick longer than this never borrows from the next: the keys of a full day stay
   * used up until midnight. Where every key is a claim on the store, {@link #clockTolerance} is
   * used instead if it is larger, as other processes may have moved the line ahead.
   *
   * @param duration 0 to 366 days; default 1 s
   * @return this
   */
  public final B maxAhead(Duration duration) {
    maxAhead = Objects.requireNonNull(duration, "duration");
    return self();
  }

  /**
   * Sets how far this process's clock may be ahead of the store's for it to claim.
   *
   * @param duration 0 to 366 days; default 5 s
   * @return this
   */
  public final B maxSkew(Duration duration) {
    maxSkew = Objects.requireNonNull(duration, "duration");
    return self();
  }

  /**
   * Sets how far the clock may step back before {@link #onClockBehind(OnClockBehind)} applies. Up
   * to that, ids keep the last time and only their numbers go on.
   *
   * @param duration 0 to 366 days; default 1 minute
   * @return this
   */
  public final B clockTolerance(Duration duration) {
    clockTolerance = Objects.requireNonNull(duration, "duration");
    return self();
  }

  /**
   * Sets what to do when the clock has stepped back by more than {@link #clockTolerance}.
   *
   * @param action default {@link OnClockBehind#HOP} with a store, else {@link OnClockBehind#REFUSE}
   * @return this
   */
  public final B onClockBehind(OnClockBehind action) {
    onClockBehind = Objects.requireNonNull(action, "action");
    return self();
  }

  /**
   * Says that this host's clock is right. It matters only where the store has no clock of its own:
   * there a claim more than a day past where the lines stand is refused unless this is set.
   *
   * @param believed whether this host's clock is kept right, for example by NTP; default false
   * @return this
   */
  public final B clockConfirmed(boolean believed) {
    clockConfirmed = believed;
    return self();
  }

  /**
   * Hides what ids tell of how many there are. Of a Snowflake all bits are hidden, its time too; of
   * a key the number alone, in an order of its own for each tick and worker. Ids keep their length
   * and are unique as before. Only those who have the secret can read them.
   *
   * <p>A name keeps its secret for ever, and so do all generators of a {@link #scope}; the store
   * refuses another one. If the secret has to change, that takes a new name, and ids of which the
   * two can be told apart.
   *
   * @param secret an {@code OpaqueKey}
   * @return this
   */
  public final B opaque(IdCipher secret) {
    opaque = Optional.of(secret);
    return self();
  }

  /**
   * Sets among which calls ids rise. By thread they are made many times as fast where several
   * threads draw them, for no thread writes what another one reads. Ids stay as fresh: what a
   * thread has taken ends with its tick. Ticks longer than {@link #maxAhead}, whose numbers are not
   * to be wasted, and keys without a worker number cannot have it.
   *
   * @param among default {@link IdOrder#GENERATOR}
   * @return this
   */
  public final B order(IdOrder among) {
    order = Objects.requireNonNull(among, "among");
    return self();
  }

  /**
   * Returns what was set here.
   *
   * @return a value that later calls to this builder do not change
   * @hidden for Mintmark alone
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
        clockConfirmed,
        opaque,
        order);
  }
}
