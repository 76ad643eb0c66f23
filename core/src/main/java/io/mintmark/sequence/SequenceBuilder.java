package io.mintmark.sequence;

import io.mintmark.generator.IdCipher;
import io.mintmark.generator.IdOrder;
import io.mintmark.internal.kind.SettingsBuilder;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Settings of a sequence. By default it counts up from 1 by 1, in segments. Not thread-safe.
 */
public final class SequenceBuilder extends SettingsBuilder<Sequence> {

  /** The most numbers that {@link Sequence#reserve} takes at once. */
  public static final long MAX_RESERVE = 1L << 40;

  private long start = 1;
  private long step = 1;
  private OptionalLong offset = OptionalLong.empty();
  private OptionalLong maximum = OptionalLong.empty();
  private Optional<SequenceSettings.Cycle> cycle = Optional.empty();
  private Optional<IdCipher> opaque = Optional.empty();
  private boolean strict;
  private boolean segmented;
  private Duration segmentDuration = Duration.ofSeconds(10);
  private long minSegment = 1;
  private long maxSegment = 1L << 33;
  private IdOrder order = IdOrder.GENERATOR;

  /** Makes one with the defaults. */
  public SequenceBuilder() {}

  /**
   * Claims every number, or batch, from the store: one order over all processes.
   *
   * @return this
   */
  public SequenceBuilder strict() {
    strict = true;
    return this;
  }

  /**
   * Claims segments ahead, which is the default except for a cycle.
   *
   * @return this
   */
  public SequenceBuilder segmented() {
    segmented = true;
    return this;
  }

  /**
   * Sets how long a segment should last, at the rate at which numbers are drawn. A sequence
   * survives an outage of its store for about this long, and a crash leaves a gap of about as many
   * numbers.
   *
   * @param duration 1 ms to an hour; default 10 s
   * @return this
   */
  public SequenceBuilder segmentDuration(Duration duration) {
    segmentDuration = Objects.requireNonNull(duration, "duration");
    return this;
  }

  /**
   * Sets the bounds of a segment.
   *
   * @param minimum the fewest numbers, 1 or more; default 1
   * @param maximum the most numbers, at most 2^40; default 2^33
   * @return this
   */
  public SequenceBuilder segment(long minimum, long maximum) {
    minSegment = minimum;
    maxSegment = maximum;
    return this;
  }

  /**
   * Sets the lowest number.
   *
   * @param first 0 or more; default 1
   * @return this
   */
  public SequenceBuilder start(long first) {
    start = first;
    return this;
  }

  /**
   * Sets the step from one number to the next.
   *
   * @param by 1 or more; default 1
   * @return this
   */
  public SequenceBuilder step(long by) {
    step = by;
    return this;
  }

  /**
   * Takes only numbers with this remainder by the step, as MySQL's {@code auto_increment_offset}
   * does. Several stores can then interleave, each with the same step and its own offset.
   *
   * @param remainder 1 to the step
   * @return this
   */
  public SequenceBuilder offset(long remainder) {
    offset = OptionalLong.of(remainder);
    return this;
  }

  /**
   * Sets the highest number; past it the sequence is exhausted. Processes may have different
   * maxima, and the maximum may be raised at any time: the sequence then goes on above the old one,
   * with a gap of about one call or segment for each process that had reached it. That of an
   * {@link #opaque} sequence cannot be changed.
   *
   * @param last the start or above
   * @return this
   */
  public SequenceBuilder maximum(long last) {
    maximum = OptionalLong.of(last);
    return this;
  }

  /**
   * Counts round and round. Each number is a claim on the store (strict) unless {@link #segmented}
   * is called too. All numbers come equally often, except those that are burned by a lost reply or
   * with the rest of a segment.
   *
   * @param min the first number, 0 or more
   * @param max the last, inclusive, above the first
   * @return this
   */
  public SequenceBuilder cycle(long min, long max) {
    cycle = Optional.of(new SequenceSettings.Cycle(min, max));
    return this;
  }

  /**
   * Hides the order of the numbers, and with it how many there are: they come in an order that only
   * those can tell who have the secret. They are the same numbers, each once: from the start to the
   * maximum, or the numbers of the cycle, of which there have to be {@value IdCipher#MIN_COUNT}.
   * {@link Sequence#reserve} is not offered then.
   *
   * <p>A name keeps its secret, start, step and maximum for ever, and the store refuses others. If
   * the secret has to change, a new name goes on with a new one, and with a start above the maximum
   * of the old name, so that none of its numbers comes again.
   *
   * @param secret an {@code OpaqueKey}
   * @return this
   */
  public SequenceBuilder opaque(IdCipher secret) {
    opaque = Optional.of(secret);
    return this;
  }

  /**
   * Sets among which calls numbers of a segmented sequence rise. By thread they are made many times
   * as fast where several threads draw them, for no thread writes what another one reads. A cycle,
   * which gives each number equally often, and a strict sequence cannot have that. With a {@link
   * #maximum}, what threads have taken and not used is left when the sequence ends.
   *
   * @param among default {@link IdOrder#GENERATOR}
   * @return this
   */
  public SequenceBuilder order(IdOrder among) {
    order = Objects.requireNonNull(among, "among");
    return this;
  }

  /**
   * {@inheritDoc}
   *
   * @hidden for Mintmark alone
   */
  @Override
  protected SequenceSettings settings() {
    return new SequenceSettings(
        start,
        step,
        offset,
        maximum,
        cycle,
        opaque,
        strict,
        segmented,
        segmentDuration,
        minSegment,
        maxSegment,
        order);
  }
}
