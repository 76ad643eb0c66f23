package io.mintmark.sequence;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.line.Built;
import io.mintmark.internal.line.ClaimQueue;
import io.mintmark.internal.line.ClaimedLine;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.LocalLines;
import io.mintmark.internal.line.LocalLines.SegmentRules;
import io.mintmark.internal.store.Spec;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.PublishedCounter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a sequence is to be: counting up from 1 by 1 in segments, unless told otherwise. Not
 * thread-safe.
 */
public final class SequenceBuilder {

  /** The most numbers that {@link Sequence#reserve} takes at once. */
  public static final long MAX_RESERVE = 1L << 40;

  private static final Duration MAX_DURATION = Duration.ofHours(1);

  private long start = 1;
  private long step = 1;
  private long offset;
  private boolean offsetGiven;
  private long maximum = Long.MAX_VALUE;
  private boolean maximumGiven;
  private long cycleMin;
  private long cycleMax;
  private boolean cycles;
  private boolean strict;
  private boolean segmented;
  private Duration segmentDuration = Duration.ofSeconds(10);
  private long minSegment = 1;
  private long maxSegment = 1L << 33;

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
   * Sets how long a segment should last, at the rate at which numbers are drawn: about so long a
   * sequence survives an outage of its store, and so much a crash leaves as a gap.
   *
   * @param duration above zero, at most an hour; default 10 s
   * @return this
   */
  public SequenceBuilder segmentDuration(Duration duration) {
    segmentDuration = duration;
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
   * does: so that several stores interleave, each with the same step and an offset of its own.
   *
   * @param remainder 1 to the step
   * @return this
   */
  public SequenceBuilder offset(long remainder) {
    offset = remainder;
    offsetGiven = true;
    return this;
  }

  /**
   * Sets the highest number; past it the sequence is exhausted. It may be another one in each
   * process, and be raised at any time: the sequence goes on above, with a gap of about one call or
   * segment for each process that came to the lower one.
   *
   * @param last the start or above
   * @return this
   */
  public SequenceBuilder maximum(long last) {
    maximum = last;
    maximumGiven = true;
    return this;
  }

  /**
   * Counts round and round. Strict unless {@link #segmented} is called too; each number of the
   * cycle is given equally often, from any number of threads and processes.
   *
   * @param min the first number, 0 or more
   * @param max the last, inclusive, above the first
   * @return this
   */
  public SequenceBuilder cycle(long min, long max) {
    cycleMin = min;
    cycleMax = max;
    cycles = true;
    return this;
  }

  /**
   * Tells all settings in one fixed form.
   *
   * @return equal for builders that build the same
   */
  public String settings() {
    return spec()
        + " maximum="
        + maximum
        + " segmentDuration="
        + segmentDuration
        + " segment="
        + minSegment
        + ".."
        + maxSegment;
  }

  /**
   * Tells the settings that bear on uniqueness or on promised order.
   *
   * @param name the sequence's name
   * @return what sequences share that share a line
   */
  public List<Spec> specs(String name) {
    return List.of(Spec.ofName(name, spec(), List::of));
  }

  private String spec() {
    return "sequence " + numbering().text() + (isStrict() ? " strict" : " segmented");
  }

  private boolean isStrict() {
    return strict || (cycles && !segmented);
  }

  private Numbering numbering() {
    return cycles
        ? Numbering.cycle(cycleMin, cycleMax)
        : Numbering.counting(first(), step, maximum);
  }

  private long first() {
    return offsetGiven ? start + Math.floorMod(offset - start, step) : start;
  }

  /**
   * Checks the settings.
   *
   * @param name the sequence's name, for the message
   * @throws ConfigurationException with every fault there is
   */
  public void check(String name) {
    List<String> faults = new ArrayList<>();
    fault(
        faults,
        strict && segmented,
        "the sequence is made strict and segmented, which cannot" + " be both");
    fault(faults, start < 0, Message.of("the start is below 0: start={}", start));
    fault(faults, step < 1, Message.of("the step is not 1 or more: step={}", step));
    fault(
        faults,
        offsetGiven && (offset < 1 || offset > step),
        Message.of("the offset is not 1 to the step: offset={}, step={}", offset, step));
    fault(
        faults, maximum < start, Message.of("the maximum is below the start: maximum={}", maximum));
    fault(
        faults,
        start > Long.MAX_VALUE - Math.max(step, 1),
        Message.of(
            "the start leaves no room for a step below 2^63: start={}," + " step={}", start, step));
    if (cycles) {
      fault(
          faults,
          cycleMin < 0 || cycleMax <= cycleMin || cycleMax == Long.MAX_VALUE,
          Message.of(
              "the cycle does not run from 0 or above to a higher number:" + " cycle={}..{}",
              cycleMin,
              cycleMax));
      fault(
          faults,
          start != 1 || step != 1 || offsetGiven || maximumGiven,
          "a start, step, offset or maximum is given beside a cycle, which has its own");
    }
    fault(
        faults,
        segmentDuration.isNegative()
            || segmentDuration.isZero()
            || segmentDuration.compareTo(MAX_DURATION) > 0,
        Message.of(
            "the segment's duration is not above 0 and at most {}:" + " duration={}",
            MAX_DURATION,
            segmentDuration));
    fault(
        faults,
        minSegment < 1 || maxSegment < minSegment || maxSegment > MAX_RESERVE,
        Message.of(
            "the segment is not 1 to 2^40 numbers, the least not above the most: segment={}..{}",
            minSegment,
            maxSegment));
    if (!faults.isEmpty()) {
      throw new ConfigurationException("sequence '" + name + "'", faults);
    }
  }

  private static void fault(List<String> faults, boolean broken, String rule) {
    if (broken) {
      faults.add(rule);
    }
  }

  /**
   * Finds where the line of such a sequence has to stand so that it continues a counter of another
   * system: its next number is the one that the counter would have given, or, if that is none of
   * its own, the first above it. Of a cycle it goes on at the same place.
   *
   * @param name the sequence's name, for the message
   * @param counter where the counter stands
   * @param from where the line stands, 0 or more
   * @return {@code from} or above
   * @throws ConfigurationException if the sequence could repeat what the counter or its other
   *     writers give, or does not start over where it does; the message has settings that fit
   */
  public long continuing(String name, PublishedCounter counter, long from) {
    return numbering().continuing(name, counter, from);
  }

  /**
   * Builds the sequence on the line {@code seq/NAME}. Called by {@link io.mintmark.Mintmark}, after
   * {@link #check} and the fingerprint.
   *
   * @param name the sequence's name
   * @param store where its line is
   * @param oneShot whether to claim no more than each call asks for
   * @param context clocks, background and deadline
   * @return the sequence, and what stops it
   */
  public Built<Sequence> build(String name, ClaimStore store, boolean oneShot, Context context) {
    String line = "seq/" + name;
    Numbering numbering = numbering();
    if (isStrict()) {
      ClaimQueue claims = new ClaimQueue(
          name, new ClaimedLine(store, line, numbering.positions(), context), context);
      return new Built<>(new StrictSequence(name, numbering, claims), claims);
    }
    SegmentRules rules = new SegmentRules(
        numbering.positions(), oneShot ? Duration.ZERO : segmentDuration, minSegment, maxSegment);
    LocalLine positions = LocalLines.sequence(name, store, line, rules, context);
    return new Built<>(new SegmentedSequence(name, numbering, positions), positions);
  }
}
