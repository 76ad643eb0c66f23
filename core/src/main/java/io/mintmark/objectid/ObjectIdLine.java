package io.mintmark.objectid;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.batch.ByteEncoder;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.Lifecycle;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.LocalLine.Encoder;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.Pace;
import io.mintmark.internal.line.RangeSource;
import io.mintmark.internal.line.TickRules;
import io.mintmark.internal.line.TickScale;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Makes ObjectIds from the positions of a {@link LocalLine} that needs no store. A position
 * consists of a second and a number within the second. The line gets its positions in
 * <i>stretches</i>: some numbers of one second, from 0 on, together with a prefix, which is the
 * bits between the second and the counter of an id.
 *
 * <p><b>Why no id repeats.</b> The line hands out each position of a stretch once. In one stretch,
 * the counter is a start value plus the number, modulo the size of the counter, and a stretch has
 * at most as many numbers as the counter has values. So the ids of one stretch differ. The ids of
 * two stretches differ in the second or in the prefix, because {@link Stretches} never returns the
 * same pair twice.
 *
 * <p>A new stretch begins when the clock shows a later second, and when the numbers of a stretch
 * are used up. The counter starts at a random value, and continues from stretch to stretch. The
 * claim of a stretch is a computation, so the thread that needs it makes it at once. The line's
 * lock is held meanwhile, and guards the fields of this class and of its {@link Stretches}.
 */
final class ObjectIdLine implements RangeSource, Lifecycle {

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final int SECOND_BITS = 32;

  /** The largest count of numbers in a second for which all positions fit into 63 bits. */
  private static final int MOST_NUMBER_BITS = 30;

  /** Chooses the stretches of a generator. */
  interface Stretches {

    /**
     * Returns the next stretch. No two stretches of a generator have the same second and the same
     * prefix.
     *
     * @param second the second of the clock. After a small step back of the clock, it is the
     *     highest second of an id
     */
    Stretch next(long second);

    /**
     * Called when a snapshot is taken. The stretches after it are different in each copy of the
     * process, as far as that is possible.
     */
    void forget();

    /** Returns how far the clock may step back before stretches of earlier seconds are needed. */
    default long toleranceMs() {
      return Long.MAX_VALUE;
    }
  }

  /**
   * A second, and the prefix of its ids.
   *
   * @param second the second; if the clock has not reached it yet, callers wait
   * @param prefix the last 8 bytes of an id whose counter is 0
   */
  record Stretch(long second, long prefix) {}

  final LocalLine line;
  final IdLayout layout;
  private final Stretches stretches;
  private final int limit;

  /** The value at which the counter started. Meaningless if {@code counterStarted} is false. */
  private long counterStart;

  private boolean counterStarted;

  /**
   * Creates a line.
   *
   * @param layout maps positions to ids
   * @param order whether ids are in the order of their seconds over all calls, or only within each
   *     thread
   * @param pace measures how fast ids are made
   * @param limit the count of numbers in a stretch: that of the layout, or fewer in a test
   */
  ObjectIdLine(
      String name,
      Stretches stretches,
      IdLayout layout,
      IdOrder order,
      Context context,
      Pace pace,
      int limit) {
    this.stretches = stretches;
    this.layout = layout;
    this.limit = limit;
    TickRules rules = new TickRules(
        TickScale.of(0, 1_000),
        1L << layout.numberBits,
        1L << SECOND_BITS,
        0,
        stretches.toleranceMs(),
        OnClockBehind.HOP);
    this.line = new LocalLine(name, IdForm.plain(order), this, rules, context, pace);
  }

  /** Maps positions to ids. The worker number of a position is its stretch. */
  record IdLayout(int numberBits, long counterMask) implements Encoder<ObjectId>, ByteEncoder {

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

    @Override
    public boolean encode(long worker, long position, byte[] into, int at) {
      INTS.set(into, at, seconds(position));
      LONGS.set(into, at + Integer.BYTES, low(worker, position));
      return true;
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
    Stretch next = stretches.next(second);
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
    return stretches.toleranceMs() < Long.MAX_VALUE;
  }

  @Override
  public boolean sharesTicks() {
    return true;
  }

  /** Discards the stretch, so that the copies of a process do not share it. */
  @Override
  public void suspend() {
    line.suspend();
    // No claim is made between these two steps and the resumption.
    stretches.forget();
    counterStarted = false;
  }

  @Override
  public void resume() {
    line.resume();
  }

  @Override
  public void close() {
    line.close();
  }
}
