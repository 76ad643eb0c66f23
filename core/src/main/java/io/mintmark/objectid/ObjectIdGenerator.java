package io.mintmark.objectid;

import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.ValueGenerator;
import io.mintmark.internal.line.Checkpoints;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.Lifecycle;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.Pace;
import io.mintmark.objectid.ObjectIdLine.HexLayout;
import io.mintmark.objectid.ObjectIdLine.IdLayout;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Makes ObjectIds without settings and without a store. Within one process, no id is made twice, at
 * any speed.
 *
 * <p>Within a process, no two generators ever make the same id. The ids of different processes
 * differ by their 40 random bits, as with every ObjectId. If two class loaders load this class, for
 * example for two applications in one container, each class loader counts as a process. Ids are
 * ordered by second. Calls block only while the process is suspended for a checkpoint. A call fails
 * if the clock is outside the 32 bits of seconds, if a checkpoint takes longer than the claim
 * timeout, or if the generator is closed. Thread-safe.
 *
 * <p><b>Why no id repeats.</b> An id is a function of its second, its random value and its
 * counter's value. An {@link ObjectIdLine} hands out the counter's 2^24 values for one second and
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
public final class ObjectIdGenerator implements ValueGenerator<ObjectId> {

  private static final IdLayout LAYOUT = IdLayout.of(24);
  private static final HexLayout HEX = new HexLayout(LAYOUT);

  private static final ObjectIdGenerator PROCESS = makeOfProcess();

  private final String name;
  private final ObjectIdLine line;

  ObjectIdGenerator(String name, Context context) {
    this(name, context, new Pace(context), LAYOUT.limit());
  }

  /** Creates a generator with fewer counter values for each second, for tests. */
  ObjectIdGenerator(String name, Context context, Pace pace, int limit) {
    this.name = name;
    this.line =
        new ObjectIdLine(name, new RandomStretches(), LAYOUT, IdOrder.THREAD, context, pace, limit);
  }

  private static ObjectIdGenerator makeOfProcess() {
    ObjectIdGenerator made = new ObjectIdGenerator("objectid", Context.local());
    Checkpoints.add(made.line);
    return made;
  }

  /** Returns the object that closes and suspends this generator. */
  Lifecycle lifecycle() {
    return line;
  }

  /**
   * Returns the generator behind {@link ObjectId#next}, which needs no store and is never closed.
   *
   * @return the shared generator of this process, named {@code objectid}
   */
  public static ObjectIdGenerator ofProcess() {
    return PROCESS;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String kind() {
    return "objectid";
  }

  /**
   * Returns the next id. Takes nanoseconds.
   *
   * @return an id that this process never made before
   * @throws ClockBehindException if the clock is before 1970; no id is issued
   * @throws ExhaustedException if the clock is at 2106-02-07T06:28:16Z or later; no id is issued
   * @throws StoreUnavailableException if the process was suspended for a checkpoint for too long;
   *     no id is issued
   */
  @Override
  public ObjectId next() {
    return line.next(LAYOUT);
  }

  /**
   * Makes the next id and returns its text, as {@code next().toString()} does, but without creating
   * the {@link ObjectId}.
   *
   * @return 24 hex digits in lower case, of an id that this process never made before
   * @throws MintmarkException as {@link #next()} does; no id is issued
   */
  public String nextHex() {
    return line.next(HEX);
  }

  /**
   * Returns a batch of ids, in the order in which they were made.
   *
   * @param count the number of ids, 1 to {@value Generator#MAX_BATCH}
   * @return the ids, unmodifiable
   * @throws IllegalArgumentException if count is out of range; no id is issued
   * @throws MintmarkException as {@link #next()} does; ids already made are discarded
   */
  @Override
  public List<ObjectId> nextBatch(int count) {
    return line.batch(count);
  }

  /**
   * Makes a batch of ids as {@link #nextBatch(int)} does, as bytes in the caller's array.
   *
   * @param ids the array to fill completely, in the order in which ids are made, with {@value
   *     ObjectId#BYTES} bytes for each id. After a failure its contents are undefined
   * @throws IllegalArgumentException if the array's length is not that of 1 to {@value
   *     Generator#MAX_BATCH} whole ids; no id is issued
   * @throws MintmarkException as {@link #nextBatch(int)} does
   */
  public void fill(byte[] ids) {
    fill(ByteBuffer.wrap(Objects.requireNonNull(ids, "ids")));
  }

  /**
   * Makes a batch of ids as {@link #nextBatch(int)} does, as bytes in the caller's buffer.
   *
   * @param ids the buffer to fill from its position to its limit, in the order in which ids are
   *     made, with {@value ObjectId#BYTES} bytes for each id, always big-endian. On success the
   *     buffer's position is then its limit. After a failure the buffer's position is unchanged,
   *     and its contents are undefined
   * @throws IllegalArgumentException if the remaining bytes are not 1 to {@value
   *     Generator#MAX_BATCH} whole ids; no id is issued
   * @throws java.nio.ReadOnlyBufferException if the buffer is read-only; no id is issued
   * @throws MintmarkException as {@link #nextBatch(int)} does
   */
  public void fill(ByteBuffer ids) {
    line.fill(ids);
  }

  /**
   * Makes a batch of ids as {@link #nextBatch(int)} does, and never blocks the caller. The returned
   * future is already complete, unless the process is suspended for a checkpoint. See {@link
   * io.mintmark.generator.LongGenerator#nextBatchAsync} for the thread that completes the future,
   * and for the effect of cancelling.
   *
   * @param count the number of ids, 1 to {@value Generator#MAX_BATCH}
   * @return a future of the ids
   * @throws IllegalArgumentException if count is out of range; no id is issued
   */
  @Override
  public CompletableFuture<List<ObjectId>> nextBatchAsync(int count) {
    return line.batchAsync(count);
  }

  @Override
  public long made() {
    return line.made();
  }

  @Override
  public Description describe() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("layout", "32 bits of seconds, 40 random, 24 counter");
    facts.put("capacity-per-second", LAYOUT.limit() + " for each random value");
    facts.put("time-ends", ObjectId.END.toString());
    facts.put("unique", "within the process by counting, between processes by 40 random bits");
    return new Description(name, kind(), facts, List.of());
  }
}
