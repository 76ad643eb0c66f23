package io.mintmark.objectid;

import io.mintmark.generator.Description;
import io.mintmark.generator.IdOrder;
import io.mintmark.internal.line.Checkpoints;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.Pace;
import io.mintmark.internal.line.Positions.Encoder;
import java.time.Duration;
import java.util.List;

/**
 * The generators of ObjectIds. Within a process, no two of them ever make the same id.
 *
 * <p><b>Why no id repeats.</b> An id is a function of its second, its random value and its
 * counter's value. {@link LineObjectIds} hands out the counter's 2^24 values for one second and
 * one random value (a stretch), each value once. So ids can repeat only if two stretches have the
 * same second and the same random value. Two rules exclude this:
 *
 * <ul>
 *   <li>An <i>era</i> has a family of 256 random values, which have 32 bits in common. The number
 *       of a random value in its family is called its <i>member</i>. Within an era, the pair
 *       (second, member) only grows. If the clock shows a later second, the next stretch has that
 *       second and member 0. If the 2^24 values are used up, it has the same second and the next
 *       member.
 *   <li>Until a checkpoint, no two eras have the same 32 bits. After it, they could be equal only
 *       by chance, as those of two processes (see {@link UniqueRandoms}). A new era begins after a
 *       checkpoint, when a family is used up within a second, and when the clock has stepped back
 *       by more than a minute. After a smaller step, the second stays the same and the counter
 *       continues.
 * </ul>
 *
 * <p>So with one random value, the second never goes back. A thread may stop for any time between
 * any two steps, and then use a position of an old stretch. It alone has this position. So the only
 * effect is that the second of the id may be old.
 *
 * <p>A family is drawn only once in an era. If new random bits were drawn whenever the counter
 * values of a random value are used up, a fast process would draw new bits every second, and each
 * time they could equal those of another process. With one family, the probability that two
 * processes have the same bits does not grow with time: it is 2^-32 if both processes make more
 * than 2^24 ids in a second, otherwise 2^-40.
 *
 * <p>A thread that makes many ids takes several positions at once, a slice, so that threads do not
 * slow each other down (see {@link LocalLine}).
 */
final class ProcessObjectIds extends LineObjectIds implements ObjectIdGenerator {

  private static final IdLayout LAYOUT =
      IdLayout.of("32 bits of seconds, 40 random, 24 counter", 24);
  private static final HexLayout HEX = new HexLayout(LAYOUT);
  private static final int MEMBERS = 256;
  private static final long NONE = Long.MAX_VALUE;
  private static final long TOLERANCE_MS = Duration.ofMinutes(1).toMillis();

  static final ProcessObjectIds PROCESS = makeOfProcess();

  private long family;
  private int member;

  /** The second of the latest stretch; {@value #NONE} before the first stretch of an era. */
  private long second = NONE;

  /** Makes the texts of ids without creating the ids. */
  private record HexLayout(IdLayout layout) implements Encoder<String> {

    @Override
    public String encode(long worker, long position, long unused) {
      return ObjectId.hex(layout.seconds(position), layout.low(worker, position));
    }
  }

  ProcessObjectIds(String name, Context context) {
    this(name, context, new Pace(context), LAYOUT.limit());
  }

  /** Creates a generator with fewer counter values for each second, for tests. */
  ProcessObjectIds(String name, Context context, Pace pace, int limit) {
    super(name, LAYOUT.limitedTo(limit), IdOrder.THREAD, TOLERANCE_MS, context, pace);
  }

  private static ProcessObjectIds makeOfProcess() {
    ProcessObjectIds made = new ProcessObjectIds("objectid", Context.local());
    Checkpoints.add(made.line);
    return made;
  }

  /**
   * {@inheritDoc} In an era, the pair (second, member) only grows. If it cannot grow, a new era
   * begins.
   */
  @Override
  Stretch stretch(long now) {
    if (now > second) {
      member = 0;
    } else if (now == second && member + 1 < MEMBERS) {
      member++;
    } else {
      family = Integer.toUnsignedLong(UniqueRandoms.next()) << 8 | UniqueRandoms.bits(8);
      member = 0;
    }
    second = now;
    // The random values of a family differ only in their lowest byte, which counts up from a random
    // start.
    return new Stretch(now, ((family & ~0xffL) | ((family + member) & 0xff)) << 24);
  }

  @Override
  public boolean canHop() {
    return true;
  }

  @Override
  public void forget() {
    super.forget();
    second = NONE;
    UniqueRandoms.forget();
  }

  /** Uses the constant layout. With the field of that layout, a call took an eighth longer. */
  @Override
  public ObjectId next() {
    return line.next(0, LAYOUT);
  }

  /** Returns the text of the next id without creating the {@link ObjectId}. */
  @Override
  public String nextText() {
    return line.next(0, HEX);
  }

  @Override
  public Description describe() {
    return describe(
        LAYOUT.limit() + " for each random value",
        "within the process by counting, between processes by 40 random bits",
        List.of());
  }
}
