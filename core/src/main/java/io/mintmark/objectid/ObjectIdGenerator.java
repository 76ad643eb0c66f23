package io.mintmark.objectid;

import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.generator.ValueGenerator;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.line.Checkpoints;
import io.mintmark.internal.line.ClockListener;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.Lifecycle;
import io.mintmark.internal.line.Pace;
import io.mintmark.internal.line.SuspensionGate;
import io.mintmark.internal.line.ThreadSlices;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

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
 * counter's value. A {@link SecondCounter} hands out the counter's 2^24 values for one second and
 * one random value. It hands out each value once: {@code getAndAdd} gives every caller different
 * numbers, numbers at or above the limit are refused, and {@code start + number} modulo 2^24 maps
 * each number below the limit to a different value. So ids can repeat only if two {@code
 * SecondCounter} objects have the same second and the same random value. Two rules exclude this:
 *
 * <ul>
 *   <li>An <i>era</i> has a family of 256 random values, which have 32 bits in common. The number
 *       of a random value in its family is called its <i>member</i>. Within an era, the pair
 *       (second, member) only grows. Each object is made from the object before it, with the lock
 *       held. If the clock shows a later second, the new object has that second and member 0. If
 *       the 2^24 values are used up, it has the same second and the next member.
 *   <li>Until a checkpoint, no two eras have the same 32 bits. After it, they could be equal only
 *       by chance, as those of two processes (see {@link UniqueRandoms}). A new era begins after a
 *       checkpoint, when a family is used up within a second, and when the clock has stepped back
 *       by more than {@value #TOLERANCE_SECONDS} s. After a smaller step, the second stays the same
 *       and the counter continues.
 * </ul>
 *
 * <p>So with one random value, the second never goes back. A thread may stop for any time between
 * any two steps, and then use a reference to an old object. That object still hands out each value
 * once, and hands out no value after it was retired (replaced by a newer object). So the only
 * effect is that the second of the id may be old.
 *
 * <p>A family is drawn only once in an era. If new random bits were drawn whenever the counter
 * values of a random value are used up, a fast process would draw new bits every second, and each
 * time they could equal those of another process. With one family, the probability that two
 * processes have the same bits does not grow with time: it is 2^-32 if both processes make more
 * than 2^24 ids in a second, otherwise 2^-40.
 *
 * <p><b>Why it is fast.</b> Reading the wall clock takes ten times as long as all other work for an
 * id. While ids are made slowly, {@link #fast} is an empty object, so each id is made with the lock
 * held, and the clock is read for each id. When ids are made so fast that these readings cost more
 * than a thread that reads the clock regularly (see {@link Pace}), that thread is used instead, and
 * {@link #fast} is the current object. An id then costs one atomic addition, until ids are made
 * slowly again. A thread that makes many ids takes up to {@value ThreadSlices#MOST} counter values
 * (a slice) at once, so that threads do not slow each other down. A slice is valid only for the
 * object that it was taken from (see {@link ThreadSlices}).
 */
public final class ObjectIdGenerator implements ValueGenerator<ObjectId> {

  private static final long TOLERANCE_SECONDS = 60;

  private static final ObjectIdGenerator PROCESS = makeOfProcess();

  private final String name;
  private final InstantSource clock;
  private final SuspensionGate gate;
  private final Pace pace;
  private final int limit;
  private final ThreadSlices slices;
  private final OneByOne oneByOne = new OneByOne();

  private volatile SecondCounter fast = SecondCounter.EMPTY;

  private final Object lock = new Object();

  /** The object from which ids are made. Guarded by {@link #lock}, like all fields below. */
  private SecondCounter current = SecondCounter.EMPTY;

  /** How many ids were made from earlier objects. */
  private long madeBefore;

  /** How many numbers threads had taken in slices and not used before their second ended. */
  private long unused;

  ObjectIdGenerator(String name, Context context) {
    this(name, context, new Pace(context), SecondCounter.CAPACITY);
  }

  ObjectIdGenerator(String name, Context context, Pace pace, int limit) {
    this.name = name;
    this.clock = context.wall();
    this.gate = new SuspensionGate(name, context, new Drop());
    this.pace = pace;
    this.limit = limit;
    this.slices = new ThreadSlices(limit, pace);
  }

  private static ObjectIdGenerator makeOfProcess() {
    ObjectIdGenerator made = new ObjectIdGenerator("objectid", Context.local());
    Checkpoints.add(made.gate);
    return made;
  }

  /** Returns the object that closes and suspends this generator. */
  Lifecycle lifecycle() {
    return gate;
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
    long[] slice = slices.ofThread();
    long number = ThreadSlices.take(slice);
    SecondCounter second = fast;
    if (!ThreadSlices.has(slice, number, second.serial())) {
      number = takeSlice(second, slice);
    }
    return number < 0 ? await(oneByOne) : second.id(number);
  }

  private long takeSlice(SecondCounter second, long[] slice) {
    long left = ThreadSlices.empty(slice, true);
    if (left > 0) {
      synchronized (lock) {
        unused += left;
      }
    }
    return second == SecondCounter.EMPTY ? -1 : second.takeSlice(slices, slice);
  }

  /**
   * Makes the next id and returns its text, as {@code next().toString()} does, but without creating
   * the {@link ObjectId}.
   *
   * @return 24 hex digits in lower case, of an id that this process never made before
   * @throws MintmarkException as {@link #next()} does; no id is issued
   */
  public String nextHex() {
    long[] slice = slices.ofThread();
    long number = ThreadSlices.take(slice);
    SecondCounter second = fast;
    if (!ThreadSlices.has(slice, number, second.serial())) {
      number = takeSlice(second, slice);
    }
    return number < 0 ? await(oneByOne).toString() : second.hex(number);
  }

  /**
   * Returns a batch of ids, in the order in which they were made. Takes one atomic step, or two if
   * the counter values of one random value are used up within the batch.
   *
   * @param count the number of ids, 1 to {@value Generator#MAX_BATCH}
   * @return the ids, unmodifiable
   * @throws IllegalArgumentException if count is out of range; no id is issued
   * @throws MintmarkException as {@link #next()} does; ids already made are discarded
   */
  @Override
  public List<ObjectId> nextBatch(int count) {
    Generator.checkCount(count);
    return ids(await(() -> takeRuns(count)));
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
    int count = BatchSize.of(ids, ObjectId.BYTES);
    ByteBuffer made = ByteBuffer.allocate(count * ObjectId.BYTES);
    for (CounterRun run : await(() -> takeRuns(count))) {
      for (int i = 0; i < run.count; i++) {
        run.second.put(run.first + i, made);
      }
    }
    ids.put(made.flip());
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
    Generator.checkCount(count);
    return gate.passAsync(() -> takeRuns(count).map(ObjectIdGenerator::ids));
  }

  /**
   * Takes all numbers of a batch with the lock held. Takes none while the process is suspended. If
   * the process was suspended meanwhile, discards the numbers, because other copies of the process
   * may also have them.
   *
   * @return empty if the caller must try again
   */
  private Optional<List<CounterRun>> takeRuns(int count) {
    long before = gate.suspensions();
    List<CounterRun> runs = new ArrayList<>();
    synchronized (lock) {
      if (!gate.isOpen()) {
        return Optional.empty();
      }
      for (int left = count; left > 0; ) {
        follow(clock.millis());
        long first = take(left);
        CounterRun run = new CounterRun(current, first, current.countFrom(first, left));
        runs.add(run);
        left -= run.count;
      }
    }
    return Optional.of(runs).filter(taken -> gate.suspensions() == before);
  }

  private static List<ObjectId> ids(List<CounterRun> runs) {
    List<ObjectId> ids = new ArrayList<>();
    for (CounterRun run : runs) {
      for (int i = 0; i < run.count; i++) {
        ids.add(run.second.id(run.first + i));
      }
    }
    return Collections.unmodifiableList(ids);
  }

  /**
   * Successive numbers that share one second and one random value: at least one number, and at most
   * as many as the caller still needs.
   */
  private record CounterRun(SecondCounter second, long first, int count) {}

  /**
   * Makes single ids with the lock held, while ids are made slowly. While ids are made fast, the
   * clock's thread calls {@link #clockTurned} instead.
   */
  private final class OneByOne implements Supplier<Optional<ObjectId>>, ClockListener {

    @Override
    public Optional<ObjectId> get() {
      synchronized (lock) {
        if (!gate.isOpen()) {
          return Optional.empty();
        }
        long nowMs = clock.millis();
        follow(nowMs);
        boolean wasFast = pace.isFast();
        pace.called(nowMs, current.position(), this);
        if (pace.isFast() != wasFast) {
          publish();
        }
        long number = take(1);
        return Optional.of(current.id(number));
      }
    }

    @Override
    public boolean clockTurned() {
      synchronized (lock) {
        try {
          pace.turned(current.position());
          if (!gate.isOpen()) {
            pace.slow();
          } else if (pace.isFast()) {
            follow(clock.millis());
          }
          pace.moved(current.position());
        } catch (MintmarkException e) {
          // The clock is out of range. The next caller reads the clock itself and gets the
          // exception.
          pace.slow();
        } finally {
          publish();
        }
        return pace.isFast();
      }
    }
  }

  /**
   * Repeats an attempt until it makes something. An attempt takes the lock, and then makes nothing
   * unless the gate is open. Suspending the process first closes the gate and then takes the lock,
   * so nothing is made after that. Each iteration of the loop waits for the end of one suspension.
   */
  private <T> T await(Supplier<Optional<T>> attempt) {
    while (true) {
      gate.pass();
      Optional<T> made = attempt.get();
      if (made.isPresent()) {
        return made.get();
      }
    }
  }

  /**
   * Takes numbers from {@link #current}. At least the first of them is below the limit, so the
   * caller can use it.
   */
  private long take(int count) {
    long number = current.take(count);
    if (!current.has(number)) {
      // The number is taken before the new object is published to other threads, so at least one
      // value is left.
      moveTo(current.another());
      number = current.take(count);
      publish();
    }
    return number;
  }

  /**
   * Publishes {@link #current} to callers without the lock, if the clock's thread keeps it up to
   * date.
   */
  private void publish() {
    fast = pace.isFast() ? current : SecondCounter.EMPTY;
  }

  private void follow(long nowMs) {
    long seconds = seconds(nowMs);
    if (current == SecondCounter.EMPTY || current.seconds() - seconds > TOLERANCE_SECONDS) {
      current.retire();
      moveTo(SecondCounter.ofNewEra(seconds, limit));
      publish();
    } else if (seconds > current.seconds()) {
      moveTo(current.later(seconds));
      publish();
    }
  }

  /** Replaces the current object, which was already retired. */
  private void moveTo(SecondCounter next) {
    madeBefore += current.made();
    current = next;
  }

  static long seconds(long nowMs) {
    long seconds = Math.floorDiv(nowMs, 1000L);
    if (seconds < 0) {
      throw new ClockBehindException(Message.of(
          "the clock is before an ObjectId's first time, 1970-01-01T00:00:00Z: clockMs={}; no id"
              + " issued",
          nowMs));
    }
    if (seconds >>> Integer.SIZE != 0) {
      throw new ExhaustedException(Message.of(
          "the clock is after the last time of an ObjectId, which is before {}: clockMs={}; no id"
              + " issued",
          ObjectId.END,
          nowMs));
    }
    return seconds;
  }

  /**
   * Discards the random values after the gate is closed, so that the copies of a process that is
   * restored from a checkpoint do not share them. An id that a caller already has, or is just
   * receiving, exists in every copy. Only the caller can prevent that it is used twice.
   */
  private final class Drop implements Runnable {

    @Override
    public void run() {
      synchronized (lock) {
        current.retire();
        moveTo(SecondCounter.EMPTY);
        fast = SecondCounter.EMPTY;
      }
      if (gate.isSuspended()) {
        UniqueRandoms.forget();
      }
    }
  }

  @Override
  public long made() {
    synchronized (lock) {
      return madeBefore + current.made() - unused;
    }
  }

  @Override
  public Description describe() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("layout", "32 bits of seconds, 40 random, 24 counter");
    facts.put("capacity-per-second", SecondCounter.CAPACITY + " for each random value");
    facts.put("time-ends", ObjectId.END.toString());
    facts.put("unique", "within the process by counting, between processes by 40 random bits");
    return new Description(name, kind(), facts, List.of());
  }
}
