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
import io.mintmark.internal.batch.ByteEncoder;
import io.mintmark.internal.batch.TextBuffer;
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
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;

/**
 * Makes ObjectIds without settings and without a store. Within one process, no id is made twice, at
 * any speed.
 *
 * <p>Scope: within a process, no two generators ever make the same id. Between processes,
 * uniqueness rests on the 40 random bits, as for every ObjectId. If two class loaders load this
 * class, for example for two applications of one container, each of them counts as a process.
 * Order: by second. Blocking: none, except while the process is suspended for a checkpoint.
 * Failure: a call fails if the clock is outside the 32 bits of seconds, if a checkpoint takes
 * longer than the claim timeout, or if the generator is closed. Thread-safe.
 *
 * <p><b>Why no id repeats.</b> An id is a function of its second, its random value and its
 * counter's value. A {@link SecondCounter} holds the counter's 2^24 values for one second and one
 * random value. It hands out each of them once: {@code getAndAdd} gives every caller different
 * numbers, numbers from the limit on are refused, and {@code start + number} modulo 2^24 maps the
 * others one to one. So ids can repeat only if two such objects have the same second and the same
 * random value. Two rules exclude this:
 *
 * <ul>
 *   <li>Within an <i>era</i>, the pair (second, member) only grows. Each object is made under the
 *       lock from the object before it. If the clock shows a later second, the new object has that
 *       second and member 0. If the 2^24 values are used up, it has the same second and the next
 *       member. An era has a family of 256 random values with 32 bits in common, and each member
 *       has one of them.
 *   <li>No two eras have the same 32 bits, see {@link UniqueRandoms}. A new era begins after a
 *       checkpoint, when a family is used up within a second, and when the clock has stepped back
 *       by more than {@value #TOLERANCE_SECONDS} s. After a smaller step, the second stays the same
 *       and the count continues.
 * </ul>
 *
 * <p>So seconds never run backwards under one random value. A thread may stop for any time between
 * any two steps. It may then hold a reference to an old object. That object still hands out each
 * value once, and hands out no value after it was retired. So only the id's second may be old.
 *
 * <p>A family is drawn once and kept. If new random bits were drawn whenever a random value is used
 * up, a fast process would draw them every second, and each draw could match another process. With
 * a kept family, the probability of a match is fixed: 2^-32 for two processes that both exceed 2^24
 * ids in a second, else 2^-40.
 *
 * <p><b>Why it is fast.</b> Reading the wall clock costs ten times as much as everything else.
 * While ids are made slowly, {@link #fast} is an empty object, and each id is made under the lock,
 * with its own reading of the clock. When ids are made so fast that the readings cost more than the
 * clock's thread (see {@link Pace}), {@link #fast} is the current object and that thread reads the
 * clock. An id then costs one atomic addition, until ids are made slowly again. A thread that makes
 * many ids takes a slice of up to {@value ThreadSlices#MOST} of the counter's values at once, so
 * that threads do not slow each other down. A slice is valid only for the object that it was taken
 * from (see {@link ThreadSlices}).
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

  /** How many numbers were in the slices of threads and not used before their second ended. */
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
   * @return the process's own generator, named {@code objectid}
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
    return number < 0 ? underLock(oneByOne) : second.id(number);
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
   * Returns the text of the next id, as {@code next().toString()} does, without creating the
   * object.
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
    return number < 0 ? underLock(oneByOne).toString() : second.hex(number);
  }

  /**
   * Returns a batch of ids, in the order in which they were made. Takes one atomic step, or two if
   * a random value is used up on the way.
   *
   * @param count how many, 1 to {@value Generator#MAX_BATCH}
   * @return the ids, unmodifiable
   * @throws IllegalArgumentException if count is out of range; no id is issued
   * @throws MintmarkException as {@link #next()} does; ids already made are burned
   */
  @Override
  public List<ObjectId> nextBatch(int count) {
    Generator.checkCount(count);
    List<ObjectId> ids = new ArrayList<>(count);
    takeRuns(count, (run, done) -> {
      if (done == 0) {
        ids.clear();
      }
      add(ids, run);
    });
    return Collections.unmodifiableList(ids);
  }

  /**
   * If the process was suspended meanwhile, makes the whole batch again, because other copies of
   * the process may have the first ids too.
   */
  private void takeRuns(int count, ObjIntConsumer<CounterRun> writer) {
    long before;
    do {
      before = gate.suspensions();
      for (int done = 0; done < count; ) {
        int wanted = count - done;
        CounterRun run = underLock(() -> takeRun(wanted));
        writer.accept(run, done);
        done += run.count;
      }
    } while (gate.suspensions() != before);
  }

  /**
   * Makes a batch of ids as {@link #nextBatch(int)} does, as bytes in the caller's array.
   *
   * @param ids filled completely, in the order in which ids are made, with {@value ObjectId#BYTES}
   *     bytes for each; after a failure its contents are undefined
   * @throws IllegalArgumentException if it does not hold 1 to {@value Generator#MAX_BATCH}
   *     whole ids; no id is issued
   * @throws MintmarkException as {@link #nextBatch(int)} does
   */
  public void fill(byte[] ids) {
    fill(ByteBuffer.wrap(Objects.requireNonNull(ids, "ids")));
  }

  /**
   * Makes a batch of ids as {@link #nextBatch(int)} does, as bytes in the caller's buffer.
   *
   * @param ids filled from its position to its limit, in the order in which ids are made, with
   *     {@value ObjectId#BYTES} bytes for each, big-endian with any byte order of the buffer. Then
   *     its position is at its limit. After a failure its position is unchanged, and the bytes are
   *     undefined
   * @throws IllegalArgumentException if it does not have room for 1 to {@value Generator#MAX_BATCH}
   *     whole ids; no id is issued
   * @throws java.nio.ReadOnlyBufferException if it cannot be written; no id is issued
   * @throws MintmarkException as {@link #nextBatch(int)} does
   */
  public void fill(ByteBuffer ids) {
    int count = BatchSize.of(ids, ObjectId.BYTES);
    ByteBuffer made = ids.slice();
    takeRuns(count, (run, done) -> {
      ByteEncoder encoder = (worker, number, into, at) -> run.second.put(number, into, at);
      made.position(done * ObjectId.BYTES);
      new TextBuffer(made, ObjectId.BYTES, encoder).add(-1, run.first, run.count);
    });
    ids.position(ids.limit());
  }

  /**
   * Makes a batch of ids as {@link #nextBatch(int)} does, and never blocks the caller. The future
   * is already complete, unless the process is suspended for a checkpoint. See {@link
   * io.mintmark.generator.LongGenerator#nextBatchAsync} for the thread that completes the future,
   * and for the effect of cancelling.
   *
   * @param count how many, 1 to {@value Generator#MAX_BATCH}
   * @return the ids, when they are made
   * @throws IllegalArgumentException if count is out of range; no id is issued
   */
  @Override
  public CompletableFuture<List<ObjectId>> nextBatchAsync(int count) {
    Generator.checkCount(count);
    return gate.passAsync(() -> {
      long before = gate.suspensions();
      List<ObjectId> ids = new ArrayList<>(count);
      while (ids.size() < count) {
        Optional<CounterRun> run = ifOpen(() -> takeRun(count - ids.size()));
        if (run.isEmpty()) {
          return Optional.empty();
        }
        add(ids, run.get());
      }
      return Optional.of(Collections.unmodifiableList(ids))
          .filter(made -> gate.suspensions() == before);
    });
  }

  private CounterRun takeRun(int wanted) {
    follow(clock.millis());
    long first = take(wanted);
    return new CounterRun(current, first, current.countFrom(first, wanted));
  }

  private static void add(List<ObjectId> ids, CounterRun run) {
    for (int i = 0; i < run.count; i++) {
      ids.add(run.second.id(run.first + i));
    }
  }

  /** Successive numbers under one random value: at least one, and at most as many as are wanted. */
  private record CounterRun(SecondCounter second, long first, int count) {}

  /** Makes one id under the lock. Once ids are made fast, the clock's thread calls it. */
  private final class OneByOne implements Supplier<ObjectId>, ClockListener {

    @Override
    public ObjectId get() {
      long nowMs = clock.millis();
      follow(nowMs);
      boolean wasFast = pace.isFast();
      pace.called(nowMs, current.position(), this);
      if (pace.isFast() != wasFast) {
        publish();
      }
      long number = take(1);
      return current.id(number);
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
          // The clock is out of range. The next caller reads it and gets the exception.
          pace.slow();
        } finally {
          publish();
        }
        return pace.isFast();
      }
    }
  }

  /**
   * Does work under the lock while the gate is open. Suspending first shuts the gate and then takes
   * the lock, so nothing is made after that. Each round waits for the end of a suspension.
   */
  private <T> T underLock(Supplier<T> work) {
    while (true) {
      gate.pass();
      Optional<T> made = ifOpen(work);
      if (made.isPresent()) {
        return made.get();
      }
    }
  }

  private <T> Optional<T> ifOpen(Supplier<T> work) {
    synchronized (lock) {
      return gate.isOpen() ? Optional.of(work.get()) : Optional.empty();
    }
  }

  /**
   * Takes numbers from {@link #current}. At least the first of these numbers is below the limit, so
   * it can be used.
   */
  private long take(int count) {
    long number = current.take(count);
    if (!current.has(number)) {
      // Takes its own number before other threads can, so at least one value is left for it.
      moveTo(current.another());
      number = current.take(count);
      publish();
    }
    return number;
  }

  /**
   * Lets callers make ids from {@link #current} without the lock, if the clock's thread updates it.
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

  /** Replaces the current object, which was retired. */
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
          "the clock is past an ObjectId's last time, before {}: clockMs={}; no id" + " issued",
          ObjectId.END,
          nowMs));
    }
    return seconds;
  }

  /**
   * Discards the random values once no caller passes the gate, so that copies restored from a
   * checkpoint do not share them. A caller that already holds an id, or is just receiving one, must
   * itself keep the id from being copied.
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
    facts.put("capacity-per-second", SecondCounter.CAPACITY + " under one random, then the next");
    facts.put("time-ends", ObjectId.END.toString());
    facts.put("unique", "within the process by counting, between processes by 40 random bits");
    return new Description(name, kind(), facts, List.of());
  }
}
