package io.mintmark.objectid;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.LocalLine.Encoder;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.Pace;
import io.mintmark.internal.line.RangeSource;
import io.mintmark.internal.line.TickRules;
import io.mintmark.internal.line.TickScale;

/**
 * Claims the positions of ObjectIds, which need no store. A position consists of a second and a
 * number within the second. The generator's {@link LocalLine} gets its positions in
 * <i>stretches</i>: some numbers of one second, from 0 on, together with a prefix, which is the
 * bits between the second and the counter of an id.
 *
 * <p><b>Why no id repeats.</b> The line hands out each position of a stretch once. In one stretch,
 * the counter is a start value plus the number, modulo the size of the counter, and a stretch has
 * at most as many numbers as the counter has values. So the ids of one stretch differ. The ids of
 * two stretches differ in the second or in the prefix, because {@link #next} never returns the same
 * pair twice.
 *
 * <p>A new stretch begins when the clock shows a later second, and when the numbers of a stretch
 * are used up. The counter starts at a random value, and continues from stretch to stretch. The
 * claim of a stretch is a computation, so the thread that needs it makes it at once. The line's
 * lock is held meanwhile, and guards the fields of this class and of its subclasses.
 */
abstract class ObjectIdLine implements RangeSource {

  private static final int SECOND_BITS = 32;

  /** The largest count of numbers in a second for which all positions fit into 63 bits. */
  private static final int MOST_NUMBER_BITS = 30;

  final LocalLine line;
  final IdLayout layout;
  private final int limit;
  private final boolean canStepBack;

  /** The value at which the counter started. Meaningless if {@code counterStarted} is false. */
  private long counterStart;

  private boolean counterStarted;

  /**
   * A second, and the prefix of its ids.
   *
   * @param second the second; if the clock has not reached it yet, callers wait
   * @param prefix the last 8 bytes of an id whose counter is 0
   */
  record Stretch(long second, long prefix) {}

  /**
   * Creates a line.
   *
   * @param layout maps positions to ids
   * @param order whether ids are in the order of their seconds over all calls, or only within each
   *     thread
   * @param toleranceMs how far the clock may step back before stretches of earlier seconds are
   *     needed; {@code Long.MAX_VALUE} if they never are
   * @param pace measures how fast ids are made
   * @param limit the count of numbers in a stretch: that of the layout, or fewer in a test
   */
  ObjectIdLine(
      String name,
      IdLayout layout,
      IdOrder order,
      long toleranceMs,
      Context context,
      Pace pace,
      int limit) {
    this.layout = layout;
    this.limit = limit;
    this.canStepBack = toleranceMs < Long.MAX_VALUE;
    TickRules rules = new TickRules(
        TickScale.of(0, 1_000),
        1L << layout.numberBits,
        1L << SECOND_BITS,
        0,
        toleranceMs,
        OnClockBehind.HOP);
    this.line = new LocalLine(name, IdForm.plain(order), this, rules, context, pace);
  }

  /**
   * Returns the next stretch. No two stretches of a generator have the same second and the same
   * prefix.
   *
   * @param second the second of the clock. After a small step back of the clock, it is the highest
   *     second of an id
   */
  abstract Stretch next(long second);

  /** Maps positions to ids. The worker number of a position is its stretch. */
  record IdLayout(int numberBits, long counterMask) implements Encoder<ObjectId> {

    static IdLayout of(int counterBits) {
      return new IdLayout(Math.min(counterBits, MOST_NUMBER_BITS), (1L << counterBits) - 1);
    }

    /** Returns how many numbers a stretch has. */
    int limit() {
      return 1 << numberBits;
    }

    @Override
    public ObjectId encode(long worker, long position, long unused) {
      return new ObjectId(seconds(position), low(worker, position));
    }

    int seconds(long position) {
      return (int) (position >>> numberBits);
    }

    long low(long worker, long position) {
      long number = position & ((1L << numberBits) - 1);
      return (worker & ~counterMask) | ((worker + number) & counterMask);
    }
  }

  /** Makes the texts of ids without creating the ids. */
  record HexLayout(IdLayout layout) implements Encoder<String> {

    @Override
    public String encode(long worker, long position, long unused) {
      return ObjectId.hex(layout.seconds(position), layout.low(worker, position));
    }
  }

  @Override
  public Claimed claim(ClaimRequest request) {
    long second = request.otherFloor() >>> layout.numberBits;
    if (second >>> SECOND_BITS != 0) {
      throw new ExhaustedException(Message.of(
          "the clock is after the last time of an ObjectId, which is before {}: clockMs={}; no id"
              + " issued",
          ObjectId.END,
          request.wallMs()));
    }
    if (!counterStarted) {
      counterStart = Integer.toUnsignedLong(UniqueRandoms.bits(Integer.SIZE));
      counterStarted = true;
    }
    Stretch next = next(second);
    long start = next.second << layout.numberBits;
    long counter = (counterStart + line.made()) & layout.counterMask;
    return new Claimed(next.prefix | counter, start, start + limit, -1);
  }

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public boolean canHop() {
    return canStepBack;
  }

  @Override
  public boolean sharesTicks() {
    return true;
  }

  /** Makes the copies of a process differ, as far as that is possible. */
  @Override
  public void forget() {
    counterStarted = false;
  }
}
