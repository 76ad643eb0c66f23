package io.mintmark.objectid;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.generator.Description;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.generator.ValueGenerator;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.Pace;
import io.mintmark.internal.line.Positions.Encoder;
import io.mintmark.internal.line.RangeSource;
import io.mintmark.internal.line.TickRules;
import io.mintmark.internal.line.TickScale;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Makes ObjectIds from the positions of a {@link LocalLine}, which need no store. A position
 * consists of a second and a number within the second. The line gets its positions from this class,
 * in <i>stretches</i>: some numbers of one second, from 0 on, together with a prefix, which is the
 * bits between the second and the counter of an id.
 *
 * <p><b>Why no id repeats.</b> The line hands out each position of a stretch once. In one stretch,
 * the counter is a start value plus the number, modulo the size of the counter, and a stretch has
 * at most as many numbers as the counter has values. So the ids of one stretch differ. The ids of
 * two stretches differ in the second or in the prefix, because {@link #stretch} never returns the
 * same pair twice.
 *
 * <p>A new stretch begins when the clock shows a later second, and when the numbers of a stretch
 * are used up. The counter starts at a random value, and continues from stretch to stretch. The
 * claim of a stretch is a computation, so the thread that needs it makes it at once. The line's
 * lock is held meanwhile, and guards the fields of this class and of its subclasses.
 */
abstract class LineObjectIds implements RangeSource, ValueGenerator<ObjectId> {

  private static final int SECOND_BITS = 32;

  /** The largest count of numbers in a second for which all positions fit into 63 bits. */
  private static final int MOST_NUMBER_BITS = 30;

  /** The line, which closes and suspends this generator. */
  final LocalLine line;

  final IdLayout layout;

  private final String name;

  /** The value at which the counter started, 32 bits; negative if it has not started. */
  private long counterStart = -1;

  /**
   * A second, and the prefix of its ids.
   *
   * @param second the second; if the clock has not reached it yet, callers wait
   * @param prefix the last 8 bytes of an id whose counter is 0
   */
  record Stretch(long second, long prefix) {}

  /**
   * Creates a generator.
   *
   * @param layout maps positions to ids
   * @param order whether ids are in the order of their seconds over all calls, or only within each
   *     thread
   * @param toleranceMs how far the clock may step back before stretches of earlier seconds are
   *     needed; {@code Long.MAX_VALUE} if they never are
   * @param pace measures how fast ids are made
   */
  LineObjectIds(
      String name, IdLayout layout, IdOrder order, long toleranceMs, Context context, Pace pace) {
    this.name = name;
    this.layout = layout;
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
  abstract Stretch stretch(long second);

  /**
   * Maps positions to ids. The worker number of a position is its stretch.
   *
   * @param text describes the bits of an id
   * @param limit the count of numbers in a stretch
   */
  record IdLayout(String text, int numberBits, long counterMask, int limit)
      implements Encoder<ObjectId> {

    static IdLayout of(String text, int counterBits) {
      int numberBits = Math.min(counterBits, MOST_NUMBER_BITS);
      return new IdLayout(text, numberBits, (1L << counterBits) - 1, 1 << numberBits);
    }

    /** Returns this layout with fewer numbers in a stretch, for tests. */
    IdLayout limitedTo(int numbers) {
      return new IdLayout(text, numberBits, counterMask, numbers);
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

  @Override
  public final Claimed claim(ClaimRequest request) {
    long second = request.otherFloor() >>> layout.numberBits;
    if (second >>> SECOND_BITS != 0) {
      throw new ExhaustedException(Message.of(
          "the clock is after the last time of an ObjectId, which is before {}: clockMs={}; no id"
              + " issued",
          ObjectId.END,
          request.wallMs()));
    }
    if (counterStart < 0) {
      counterStart = Integer.toUnsignedLong(UniqueRandoms.bits(Integer.SIZE));
    }
    Stretch next = stretch(second);
    long start = next.second << layout.numberBits;
    long counter = (counterStart + line.made()) & layout.counterMask;
    return new Claimed(next.prefix | counter, start, start + layout.limit, -1);
  }

  @Override
  public final boolean isLocal() {
    return true;
  }

  @Override
  public final boolean sharesTicks() {
    return true;
  }

  /** Makes the copies of a process differ, as far as that is possible. */
  @Override
  public void forget() {
    counterStart = -1;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String kind() {
    return "objectid";
  }

  @Override
  public ObjectId next() {
    return line.next(0, layout);
  }

  @Override
  public final List<ObjectId> nextBatch(int count) {
    BatchSize.check(count);
    List<ObjectId> ids = new ArrayList<>(count);
    line.fill(count, layout.into(ids, 0), false);
    return Collections.unmodifiableList(ids);
  }

  @Override
  public final CompletableFuture<List<ObjectId>> nextBatchAsync(int count) {
    BatchSize.check(count);
    List<ObjectId> ids = new ArrayList<>(count);
    return line.fillAsync(
        count, layout.into(ids, 0), false, () -> Collections.unmodifiableList(ids));
  }

  /** Fills a buffer from its position to its limit. */
  public final void fill(ByteBuffer ids) {
    int size = BatchSize.of(ids, ObjectId.BYTES);
    ByteBuffer target = ids.slice(); // Its byte order is big-endian.
    RunSink sink = (worker, start, count, made) -> {
      target.position((int) made * ObjectId.BYTES);
      for (long position = start; position < start + count; position++) {
        target.putInt(layout.seconds(position)).putLong(layout.low(worker, position));
      }
      return count;
    };
    line.fill(size, sink, false);
    ids.position(ids.limit());
  }

  @Override
  public final long made() {
    return line.made();
  }

  final Description describe(String capacity, String unique, List<String> warnings) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("layout", layout.text);
    facts.put("capacity-per-second", capacity);
    facts.put("time-ends", ObjectId.END.toString());
    facts.put("unique", unique);
    return new Description(name, kind(), facts, warnings);
  }
}
