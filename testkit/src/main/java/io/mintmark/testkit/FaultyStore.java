package io.mintmark.testkit;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store for tests of faults. {@link #script(Fault...)} and {@link #randomFaults} make single
 * writes fail: each call of {@link #claim}, {@link #compareAndSet} or {@link #lower} has at most
 * one fault. {@link #setDown} makes every read and write fail.
 *
 * <p>{@link #rewind} forgets acknowledged writes, as an engine does after a failover or with a
 * restored backup. {@link #beforeDelivery} and {@link #afterDelivery} run the test's own code in
 * the caller's thread. To delay a write, this code may advance a {@link ManualTime} or wait for a
 * latch. Thread-safe.
 */
public final class FaultyStore extends ForwardingStore {

  /** The most writes that {@link #rewind} can forget. */
  public static final int MAX_REWIND = 1_000;

  /** The fault of a write. */
  public enum Fault {
    /** No fault. */
    NONE,
    /** The write never reaches the engine. The caller gets a StoreUnavailableException. */
    FAIL_BEFORE,
    /**
     * The engine makes the write, and its answer is lost. The caller gets a
     * StoreUnavailableException.
     */
    LOSE_REPLY,
    /** The network delivers the write twice. The caller gets the first answer. */
    REPEAT,
    /** The answer is lost and the driver resends the write. The caller gets the second answer. */
    RETRY
  }

  private record Move(String line, long before) {}

  private final Supplier<? extends ClaimStore> fresh;
  private final AtomicLong calls = new AtomicLong();

  /** Guarded by this object's lock, like all fields down to {@link #began}. */
  private final Deque<Fault> script = new ArrayDeque<>();

  private final Deque<Move> moves = new ArrayDeque<>();
  private LineStore inner;
  private @Nullable Random random;
  private int faultPercent;
  private @Nullable Supplier<?> lastWrite;
  private int lives;
  private Instant began = Instant.EPOCH;

  private volatile boolean down;
  private volatile boolean clockless;
  private volatile boolean canLoseAcknowledgedWrites;
  private volatile Durability durability = Durability.NOTHING_READ;
  private volatile Duration clockOffset = Duration.ZERO;
  private volatile Runnable beforeDelivery = () -> {};
  private volatile Runnable afterDelivery = () -> {};

  /** Makes a store around an empty {@link MemoryStore}. */
  public FaultyStore() {
    this(MemoryStore::new);
  }

  /**
   * Makes a store around another store.
   *
   * @param fresh returns a new empty store; called at once for the first store, and again in each
   *     {@link #rewind} and {@link #forgetAll}
   */
  public FaultyStore(Supplier<? extends ClaimStore> fresh) {
    this.fresh = fresh;
    this.inner = LineStore.of(fresh.get());
  }

  /**
   * Appends faults for the next writes, one per write. After the end of the script, writes succeed,
   * or {@link #randomFaults} apply.
   *
   * @param faults the faults of the next writes, in order
   */
  public synchronized void script(Fault... faults) {
    script.addAll(Arrays.asList(faults));
  }

  /**
   * Makes writes fail at random, with each kind of fault equally likely.
   *
   * @param seed the same seed gives the same faults for the same order of writes
   * @param percent the percentage of writes with a fault
   */
  public synchronized void randomFaults(long seed, int percent) {
    random = new Random(seed);
    faultPercent = percent;
  }

  /**
   * Takes the engine down, or brings it up again.
   *
   * @param down whether every read and write from now on throws a StoreUnavailableException
   */
  public void setDown(boolean down) {
    this.down = down;
  }

  /**
   * Sets the offset of {@link #now}.
   *
   * @param offset is added to the engine's clock
   */
  public void setClockOffset(Duration offset) {
    this.clockOffset = offset;
  }

  /**
   * Sets whether the engine lacks a clock.
   *
   * @param clockless whether {@link #now} returns empty
   */
  public void setClockless(boolean clockless) {
    this.clockless = clockless;
  }

  /**
   * Sets the result of {@link #canLoseAcknowledgedWrites}.
   *
   * @param canLose the result
   */
  public void setCanLoseAcknowledgedWrites(boolean canLose) {
    this.canLoseAcknowledgedWrites = canLose;
  }

  /**
   * Sets the result of {@link #durability}.
   *
   * @param settings the result
   */
  public void setDurability(Durability settings) {
    this.durability = settings;
  }

  /**
   * Sets code that runs in the caller's thread before a write reaches the engine.
   *
   * @param action the test's code
   */
  public void beforeDelivery(Runnable action) {
    this.beforeDelivery = action;
  }

  /**
   * Sets code that runs in the caller's thread after the engine made a write, before the caller
   * gets the answer.
   *
   * @param action the test's code
   */
  public void afterDelivery(Runnable action) {
    this.afterDelivery = action;
  }

  /**
   * Forgets the last acknowledged writes, like an engine that restarts. A new {@link EngineLife}
   * begins. Notes are kept.
   *
   * @param writes how many writes to forget, at most {@value #MAX_REWIND}; a write that did not
   *     raise the position of a line, such as {@link #lower} or a note, is not counted
   * @throws IllegalArgumentException if fewer writes were made, or fewer are still remembered
   */
  public synchronized void rewind(int writes) {
    if (writes > moves.size()) {
      throw new IllegalArgumentException(Message.of(
          "a rewind cannot forget more than was written: writes={} > remembered={}, maximum={}",
          writes,
          moves.size(),
          MAX_REWIND));
    }
    List<Line> lines = inner.lines("");
    Map<String, Long> next = new HashMap<>();
    lines.forEach(line -> next.put(line.name(), line.next()));
    for (int i = 0; i < writes; i++) {
      Move move = moves.removeLast();
      next.put(move.line(), move.before());
    }
    LineStore rewound = LineStore.of(fresh.get());
    for (Line line : lines) {
      long position = next.getOrDefault(line.name(), 0L);
      if (position > 0) {
        rewound.compareAndSet(line.name(), 0, position);
        rewound.annotate(line.name(), line.note());
      }
    }
    comeUp(rewound);
  }

  /** Forgets everything, like an engine that restarts empty. A new {@link EngineLife} begins. */
  public synchronized void forgetAll() {
    moves.clear();
    comeUp(LineStore.of(fresh.get()));
  }

  private void comeUp(LineStore next) {
    inner.close();
    inner = next;
    lives++;
    began = next.now().map(instant -> instant.plus(clockOffset)).orElse(Instant.EPOCH);
  }

  /** Delivers the last write to the engine once more, late, and discards the answer. */
  public synchronized void redeliver() {
    if (lastWrite == null) {
      throw new IllegalStateException("no delivered write can be delivered again: writes=0");
    }
    try {
      Object unused = lastWrite.get();
    } catch (ExhaustedException e) {
      // The caller already has the answer of the first delivery, so this exception is discarded.
    }
  }

  /**
   * Returns the number of reads and writes so far, including failed calls.
   *
   * @return the number of calls
   */
  public long calls() {
    return calls.get();
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    return write(line, () -> {
      long before = inner.position(line);
      long start = inner.claim(line, atLeast, count);
      remember(line, before);
      return start;
    });
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    return write(line, () -> {
      boolean moved = inner.compareAndSet(line, expected, next);
      if (moved) {
        remember(line, expected);
      }
      return moved;
    });
  }

  @Override
  public boolean lower(String line, long expected, long next) {
    return write(line, () -> inner.lower(line, expected, next));
  }

  @Override
  public Optional<Instant> now() {
    Optional<Instant> now = super.now();
    return clockless ? Optional.empty() : now.map(instant -> instant.plus(clockOffset));
  }

  @Override
  public boolean canLoseAcknowledgedWrites() {
    return canLoseAcknowledgedWrites;
  }

  /**
   * Returns a new life after each {@link #rewind} and {@link #forgetAll}. The first life began long
   * ago.
   */
  @Override
  public synchronized Optional<EngineLife> life(List<String> lines) {
    LineStore engine = store();
    Instant now = engine.now().orElse(Instant.EPOCH).plus(clockOffset);
    return Optional.of(
            new EngineLife("life-" + lives, began, now, engine.positions(lines).next()))
        .filter(life -> canLoseAcknowledgedWrites);
  }

  @Override
  public synchronized void declareNew() {
    began = Instant.EPOCH;
  }

  @Override
  public Durability durability() {
    return durability;
  }

  @Override
  public synchronized void close() {
    inner.close();
  }

  private <T> T write(String line, Supplier<T> once) {
    calls.incrementAndGet();
    beforeDelivery.run();
    Fault fault;
    T answer;
    synchronized (this) {
      fault = down ? Fault.FAIL_BEFORE : nextFault();
      if (fault == Fault.FAIL_BEFORE) {
        throw unavailable("fault={}, line={}; nothing was changed", fault, line);
      }
      lastWrite = once;
      answer = once.get();
      if (fault == Fault.REPEAT) {
        redeliver();
      } else if (fault == Fault.RETRY) {
        answer = once.get();
      }
    }
    afterDelivery.run();
    if (fault == Fault.LOSE_REPLY) {
      throw unavailable("fault={}, line={}; a range may be burned", fault, line);
    }
    return answer;
  }

  private Fault nextFault() {
    Fault scripted = script.poll();
    if (scripted != null) {
      return scripted;
    }
    if (random == null || random.nextInt(100) >= faultPercent) {
      return Fault.NONE;
    }
    return Fault.values()[1 + random.nextInt(Fault.values().length - 1)];
  }

  private void remember(String line, long before) {
    moves.addLast(new Move(line, before));
    if (moves.size() > MAX_REWIND) {
      moves.removeFirst();
    }
  }

  @Override
  protected synchronized LineStore store() {
    calls.incrementAndGet();
    if (down) {
      throw unavailable("down=true");
    }
    return inner;
  }

  private static StoreUnavailableException unavailable(String detail, Object... values) {
    return new StoreUnavailableException(
        Message.of("the store does not answer, as the test requested: " + detail, values));
  }
}
