package io.mintmark.sequence;

import io.mintmark.generator.IdOrder;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.kind.Faults;
import io.mintmark.internal.kind.IdCipher;
import io.mintmark.internal.kind.SettingRange;
import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.line.ClaimQueue;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.NumberClaims;
import io.mintmark.internal.line.Positions;
import io.mintmark.internal.line.SegmentSize;
import io.mintmark.internal.line.Segments;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.PublishedCounter;
import io.mintmark.internal.store.Spec;
import io.mintmark.internal.text.WholeNumber;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The settings of a sequence.
 *
 * @param start the lowest number
 * @param step the difference between two successive numbers
 * @param offset the remainder that all numbers have after division by the step, if it was set
 * @param maximum the highest number, if it was set
 * @param cycle the first and last number of a cycle; empty if the sequence is not a cycle
 * @param opaque the secret that hides the order; empty if the order is not hidden
 * @param isStrict whether each call claims its numbers from the store
 * @param segmentDuration how long a segment should last, if that was set
 * @param segment the bounds of a segment's size, if they were set
 * @param order the order of numbers: over all calls, or only within each thread
 */
record SequenceSettings(
    long start,
    long step,
    OptionalLong offset,
    OptionalLong maximum,
    Optional<SettingRange<Long>> cycle,
    Optional<IdCipher> opaque,
    boolean isStrict,
    Optional<Duration> segmentDuration,
    Optional<SettingRange<Long>> segment,
    IdOrder order)
    implements Settings<Sequence> {

  private static final SettingRange<Long> DEFAULT_SEGMENT = new SettingRange<>(1L, 1L << 33);
  private static final Duration DEFAULT_DURATION = Duration.ofSeconds(10);

  @Override
  public String subject(String name) {
    return "sequence '" + name + "'";
  }

  @Override
  public List<String> faults(String name) {
    Faults faults = new Faults();
    faults.addUnlessIn("start", start, SettingRange.SEQUENCE_START);
    faults.addUnlessIn("step", step, SettingRange.SEQUENCE_STEP);
    offset.ifPresent(
        given -> faults.addUnlessIn("offset", given, new SettingRange<>(1L, Math.max(step, 1))));
    maximum.ifPresent(
        given -> faults.addIf(given < start, "the maximum is below the start: maximum={}", given));
    faults.addIf(
        start > Long.MAX_VALUE - Math.max(step, 1),
        "the start leaves no room for a step below 2^63: start={}",
        start);
    cycle.ifPresent(given -> {
      faults.addIf(
          !SettingRange.SEQUENCE_START.has(given.least())
              || !SettingRange.SEQUENCE_START.has(given.most())
              || given.most() <= given.least(),
          "the cycle does not run from 0 or above to a higher number below 2^63 - 1: cycle={}..{}",
          given.least(),
          given.most());
      faults.addIf(
          start != 1 || step != 1 || offset.isPresent() || maximum.isPresent(),
          "a start, step, offset or maximum cannot be set together with a cycle, which has its"
              + " own");
    });
    long count = faults.all().isEmpty() ? plainNumbering().hideable() : IdCipher.MIN_COUNT;
    faults.addIf(
        opaque.isPresent() && count < IdCipher.MIN_COUNT,
        "an opaque sequence needs more numbers: numbers={} < {}",
        count,
        IdCipher.MIN_COUNT);
    faults.addIf(
        isStrict && (segment.isPresent() || segmentDuration.isPresent()),
        "a segment is given for a strict sequence, which claims each number by itself; a cycle is"
            + " strict unless strict is set to false");
    segmentDuration.ifPresent(
        given -> faults.addUnlessIn("segmentDuration", given, SettingRange.AHEAD));
    segment.ifPresent(given -> faults.addIf(
        !SettingRange.SEGMENT.has(given.least())
            || !SettingRange.SEGMENT.has(given.most())
            || given.most() < given.least(),
        "the sizes of a segment are not 1 to 2^40, or the least is above the most: segment={}..{}",
        given.least(),
        given.most()));
    faults.addIf(
        order == IdOrder.THREAD && (isStrict || cycle.isPresent()),
        "an order by thread is not possible for a sequence that is strict or a cycle");
    return faults.all();
  }

  @Override
  public List<Spec> fingerprint(String name) {
    String order = isStrict ? " strict" : " segmented";
    return List.of(Spec.ofName(name, "sequence " + numbering(name).text() + order));
  }

  private Numbering numbering(String name) {
    Numbering plain = plainNumbering();
    return opaque.map(cipher -> plain.hidden(name, cipher)).orElse(plain);
  }

  private Numbering plainNumbering() {
    return cycle
        .map(given -> Numbering.cycle(given.least(), given.most()))
        .orElseGet(() -> Numbering.counting(first(), step, maximum.orElse(Long.MAX_VALUE)));
  }

  private long first() {
    return offset.isPresent() ? start + Math.floorMod(offset.getAsLong() - start, step) : start;
  }

  @Override
  public long continuing(String name, PublishedCounter counter, long from) {
    return numbering(name).continuing(name, counter, from);
  }

  @Override
  public long plain(String name, String id) {
    return numbering(name).plain(name, WholeNumber.parse(id));
  }

  /** Creates a sequence, which claims on the line (a counter in the store) {@code seq/NAME}. */
  @Override
  public Built<Sequence> make(String name, LineStore store, Context context) {
    Numbering numbering = numbering(name);
    Positions positions = positions(name, numbering, store, context);
    return new Built<>(NumberedSequence.of(name, numbering, positions), positions);
  }

  private Positions positions(String name, Numbering numbering, LineStore store, Context context) {
    String line = "seq/" + name;
    if (isStrict) {
      NumberClaims claims =
          new NumberClaims(store, line, () -> 0, numbering.positions(), numbering.end(), context);
      return new ClaimQueue(name, claims, context);
    }
    SettingRange<Long> sizes = segment.orElse(DEFAULT_SEGMENT);
    SegmentSize size = new SegmentSize(
        context.oneShot() ? Duration.ZERO : segmentDuration.orElse(DEFAULT_DURATION),
        sizes.least(),
        sizes.most(),
        context.elapsed());
    Segments source =
        new Segments(store, line, numbering.positions(), numbering.end(), size, context.ends());
    return new LocalLine(name, IdForm.plain(order), source, null, context);
  }
}
