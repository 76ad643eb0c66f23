package io.mintmark.settings;

import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.kind.TimedChoices;
import io.mintmark.opaque.OpaqueKey;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The common settings of ids that contain a time: which worker numbers to use, how far ahead of the
 * clock to claim, and how far the clock may be wrong. A <i>tick</i> is the unit of the time in an
 * id. If ids contain a worker number, a process holds at least one such number. Not thread-safe.
 *
 * @param <B> the builder of a kind
 */
public abstract class TimedBuilder<B extends TimedBuilder<B>> {

  private final TimedChoices choices;

  /**
   * Called only by Mintmark's own builders.
   *
   * @param choices the object in which this builder stores the settings
   * @hidden for Mintmark alone
   */
  protected TimedBuilder(TimedChoices choices) {
    this.choices = choices;
  }

  @SuppressWarnings("unchecked") // The builder of each kind passes itself as B.
  private B self() {
    return (B) this;
  }

  /**
   * Shares worker numbers with other generators, so that all of them together make no id twice. All
   * generators of a pool must have the same unit of time, the same epoch or zone, and the same
   * count of numbers in a tick. Snowflakes must also have the same count of worker bits, and must
   * have worker and number in the same order. If two keys have the same length, time, worker and
   * number must be at the same positions in both. A generator with different settings is refused
   * with a {@link io.mintmark.error.SettingsMismatchException}.
   *
   * @param name the pool; default the generator's name
   * @return this
   */
  public final B workerPool(String name) {
    choices.workerPool = Optional.of(Objects.requireNonNull(name, "name"));
    return self();
  }

  /**
   * Limits the worker numbers to a range. Regions that each have their own store use disjoint
   * ranges, so that they never make the same id.
   *
   * @param first the lowest number
   * @param last the highest number, included
   * @return this
   */
  public final B workers(long first, long last) {
    choices.workersFrom = first;
    choices.workersEnd = OptionalLong.of(last + 1);
    return self();
  }

  /**
   * Sets the worker number to try first.
   *
   * @param worker a number in the range
   * @return this
   */
  public final B preferWorker(long worker) {
    choices.preferred = OptionalLong.of(worker);
    return self();
  }

  /**
   * Sets the window: the time ahead of the clock for which positions are claimed. While the store
   * is away, generators continue for between half the window and all of it.
   *
   * @param duration 1 ms to an hour; for a Snowflake, at least a tick; at most 10 s on a store that
   *     can lose writes; default 10 s
   * @return this
   */
  public final B window(Duration duration) {
    choices.window = Objects.requireNonNull(duration, "duration");
    return self();
  }

  /**
   * Sets how far ids may run ahead of the clock when the numbers of a tick are used up. At that
   * limit callers wait. A tick longer than this duration never borrows from the next tick: if the
   * keys of a day are used up, no more can be made until midnight. For keys that are claimed one by
   * one on the store, the limit is the larger of this duration and {@link #clockTolerance}, because
   * another process whose clock is ahead may already have claimed later positions.
   *
   * @param duration 0 to 366 days; default 1 s
   * @return this
   */
  public final B maxAhead(Duration duration) {
    choices.maxAhead = Objects.requireNonNull(duration, "duration");
    return self();
  }

  /**
   * Sets how far this process's clock may be ahead of the store's clock. If it is further ahead,
   * the process's claims are refused.
   *
   * @param duration 0 to 366 days; default 5 s
   * @return this
   */
  public final B maxSkew(Duration duration) {
    choices.maxSkew = Objects.requireNonNull(duration, "duration");
    return self();
  }

  /**
   * Sets how far the clock may step back before {@link #onClockBehind(OnClockBehind)} applies.
   * Within this tolerance, ids keep the last time and only their numbers increase.
   *
   * @param duration 0 to 366 days; default 1 minute
   * @return this
   */
  public final B clockTolerance(Duration duration) {
    choices.clockTolerance = Optional.of(Objects.requireNonNull(duration, "duration"));
    return self();
  }

  /**
   * Sets the reaction when the clock has stepped back by more than {@link #clockTolerance}.
   *
   * @param action default {@link OnClockBehind#HOP} with a store, else {@link OnClockBehind#REFUSE}
   * @return this
   */
  public final B onClockBehind(OnClockBehind action) {
    choices.onClockBehind = Optional.of(Objects.requireNonNull(action, "action"));
    return self();
  }

  /**
   * Confirms that this host's clock is right. This matters only for a store without a clock. There,
   * a claim that is more than a day later than all earlier claims of this generator is refused
   * unless the clock is confirmed.
   *
   * @param clockConfirmed whether this host's clock is synchronized, for example by NTP; default
   *     false
   * @return this
   */
  public final B clockConfirmed(boolean clockConfirmed) {
    choices.clockConfirmed = clockConfirmed;
    return self();
  }

  /**
   * Hides the order and count of ids. In a Snowflake all bits are hidden, including its time. In a
   * key only the number is hidden, with a different permutation for each tick and worker. Ids keep
   * their length and stay unique. Reading them requires the secret.
   *
   * <p>The secret of a name, and of all generators in a {@link #workerPool}, can never be changed:
   * the store refuses a different one. A new secret needs a new name, and ids that can be
   * distinguished from the old ones.
   *
   * @param secret a secret key
   * @return this
   */
  public final B opaque(OpaqueKey secret) {
    choices.opaque = Optional.of(secret);
    return self();
  }

  /**
   * Sets the order of ids: over all calls of this generator, or only within each thread. With
   * {@link IdOrder#THREAD}, several threads together make ids many times as fast, because no thread
   * writes memory that another thread reads. The time in the ids is as recent as with {@link
   * IdOrder#GENERATOR}, because the ids that a thread has taken expire at the end of their tick.
   * {@link IdOrder#THREAD} is refused for keys without a worker number. It is also refused for
   * ticks longer than {@link #maxAhead}, because numbers that a thread took and did not use would
   * be missing until the next tick.
   *
   * @param order default {@link IdOrder#GENERATOR}
   * @return this
   */
  public final B order(IdOrder order) {
    choices.order = Objects.requireNonNull(order, "order");
    return self();
  }
}
