package io.mintmark.sequence;

import io.mintmark.generator.IdOrder;
import io.mintmark.internal.kind.Builders;
import io.mintmark.internal.kind.IdCipher;
import io.mintmark.internal.kind.SettingRange;
import io.mintmark.opaque.OpaqueKey;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Settings of a sequence. By default, a sequence starts at 1, has step 1, and claims segments
 * (ranges of numbers) ahead. Not thread-safe.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.sequence.Sequence;
 *
 * try (Mintmark mint = Mintmark.open("memory:")) {
 *   Sequence invoices = mint.sequence("invoices", s -> s.start(1000).strict(true));
 *   Sequence tables = mint.sequence("tables", s -> s.cycle(0, 15));
 * }
 * }</pre>
 */
public final class SequenceBuilder {

  /** The largest count for {@link Sequence#reserve}. */
  static final long MAX_RESERVE = 1L << 40;

  private long start = 1;
  private long step = 1;
  private OptionalLong offset = OptionalLong.empty();
  private OptionalLong maximum = OptionalLong.empty();
  private Optional<SettingRange<Long>> cycle = Optional.empty();
  private Optional<IdCipher> opaque = Optional.empty();
  private Optional<Boolean> strict = Optional.empty();
  private Optional<Duration> segmentDuration = Optional.empty();
  private Optional<SettingRange<Long>> segment = Optional.empty();
  private IdOrder order = IdOrder.GENERATOR;

  static {
    Builders.register(SequenceBuilder.class, SequenceBuilder::new, SequenceBuilder::settings);
  }

  SequenceBuilder() {}

  /**
   * Sets whether the sequence is strict. A strict sequence claims every number, or batch, from the
   * store, so that all processes share one order. A sequence that is not strict claims segments
   * ahead.
   *
   * @param strict whether each call claims from the store; default false, but true for a {@link
   *     #cycle}
   * @return this
   */
  public SequenceBuilder strict(boolean strict) {
    this.strict = Optional.of(strict);
    return this;
  }

  /**
   * Sets how long a segment should last at the rate at which numbers are currently used. If the
   * store is down, the sequence continues for about this time. A crash leaves a gap of about as
   * many numbers as are used in this time.
   *
   * @param duration 1 ms to an hour; default 10 s
   * @return this
   */
  public SequenceBuilder segmentDuration(Duration duration) {
    segmentDuration = Optional.of(Objects.requireNonNull(duration, "duration"));
    return this;
  }

  /**
   * Sets the bounds of a segment's size.
   *
   * @param minimum the smallest count of numbers, 1 or more; default 1
   * @param maximum the largest count of numbers, at most 2^40; default 2^33
   * @return this
   */
  public SequenceBuilder segment(long minimum, long maximum) {
    segment = Optional.of(new SettingRange<>(minimum, maximum));
    return this;
  }

  /**
   * Sets the lowest number.
   *
   * @param start 0 or more; default 1
   * @return this
   */
  public SequenceBuilder start(long start) {
    this.start = start;
    return this;
  }

  /**
   * Sets the step from one number to the next.
   *
   * @param step 1 or more; default 1
   * @return this
   */
  public SequenceBuilder step(long step) {
    this.step = step;
    return this;
  }

  /**
   * Limits the sequence to numbers that have this remainder after division by the step, as MySQL's
   * {@code auto_increment_offset} does. Sequences on several stores can then be interleaved: all
   * have the same step, and each has a different offset.
   *
   * @param offset 1 to the step; an offset that equals the step means the remainder 0
   * @return this
   */
  public SequenceBuilder offset(long offset) {
    this.offset = OptionalLong.of(offset);
    return this;
  }

  /**
   * Sets the highest number, after which the sequence is exhausted. Processes may have different
   * maxima, and the maximum may be raised at any time. The sequence then continues above the old
   * maximum, with a gap of about one call or segment for each process that had reached it. The
   * maximum of an {@link #opaque} sequence cannot be changed.
   *
   * @param maximum the start or above
   * @return this
   */
  public SequenceBuilder maximum(long maximum) {
    this.maximum = OptionalLong.of(maximum);
    return this;
  }

  /**
   * Makes the sequence a cycle, which starts over after its last number. A cycle is strict by
   * default: each call makes a claim on the store. {@link #strict strict(false)} changes this. All
   * numbers are used equally often, except that a lost reply, or a segment that is not used up,
   * leaves out some numbers.
   *
   * @param min the first number, 0 or more
   * @param max the last number, included, above the first
   * @return this
   */
  public SequenceBuilder cycle(long min, long max) {
    cycle = Optional.of(new SettingRange<>(min, max));
    return this;
  }

  /**
   * Hides the order of the numbers: without the secret, a reader of the numbers recognizes neither
   * their order nor how many have been made. The sequence still makes each number from the start to
   * the maximum once, or all numbers of the cycle. There must be at least
   * 1,000,000 numbers. An opaque sequence does not support {@link Sequence#reserve}.
   *
   * <p>The secret, start, step and maximum of a name can never be changed: the store refuses
   * different ones. To change the secret, use a new name with the new secret and a start above the
   * maximum of the old name, so that the new name repeats no number of the old name.
   *
   * @param secret a secret key
   * @return this
   */
  public SequenceBuilder opaque(OpaqueKey secret) {
    opaque = Optional.of(secret);
    return this;
  }

  /**
   * Sets the order of a segmented sequence's numbers: over all calls, or only within each thread.
   * With {@link IdOrder#THREAD}, several threads together make numbers many times as fast, because
   * no thread writes memory that another thread reads. {@link IdOrder#THREAD} is refused for a
   * strict sequence. It is also refused for a cycle, which must give each number equally often. If
   * the sequence has a {@link #maximum}, numbers that threads have taken and not used are lost when
   * the sequence ends.
   *
   * @param order default {@link IdOrder#GENERATOR}
   * @return this
   */
  public SequenceBuilder order(IdOrder order) {
    this.order = Objects.requireNonNull(order, "order");
    return this;
  }

  SequenceSettings settings() {
    return new SequenceSettings(
        start,
        step,
        offset,
        maximum,
        cycle,
        opaque,
        strict.orElse(cycle.isPresent()),
        segmentDuration,
        segment,
        order);
  }
}
