package io.mintmark.testkit;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Durability;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import io.mintmark.store.MemoryStore;
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
 * A store that fails to order: by a script, by a seed, or altogether. Faults strike writes, which
 * are {@link #claim} and {@link #compareAndSet}, one fault a call; {@link #setDown} strikes every
 * call but {@link #close}.
 *
 * <p>It also does what a real engine does after a failover or with a restored backup: {@link
 * #rewind} makes it forget writes that it had acknowledged. Delays are made with {@link
 * #beforeDelivery} and {@link #afterDelivery}, which run the test's own code in the caller's
 * thread: it may move a {@link ManualTime} or wait at a latch. Thread-safe.
 */
public final class FaultyStore implements ClaimStore {

  /** How many writes {@link #rewind} can forget at most. */
  public static final int MAX_REWIND = 1_000;

  /** What befalls a write. */
  public enum Fault {
    /** Nothing does. */
    NONE,
    /** It never reaches the engine; the caller is told that the store is unavailable. */
    FAIL_BEFORE,
    /** The engine does it and the answer gets lost; the caller is told the same. */
    LOSE_REPLY,
    /** The network delivers it twice; the caller gets the first answer. */
    REPEAT,
    /** The first answer gets lost and the driver sends it again; the caller gets the second. */
    RETRY
  }

  @FunctionalInterface
  private interface Write<T> {
    T deliver();
  }

  private record Move(String line, long before) {}

  private final Supplier<? extends ClaimStore> fresh;
  private final AtomicLong calls = new AtomicLong();

  /** Guarded by this, as are all fields down to {@link #began}. */
  private final Deque<Fault> script = new ArrayDeque<>();

  private final Deque<Move> moves = new ArrayDeque<>();
  private ClaimStore inner;
  private @Nullable Random random;
  private int faultPercent;
  private @Nullable Write<?> lastWrite;
  private int lives;
  private Instant began = Instant.EPOCH;

  private volatile boolean down;
  private volatile boolean clockless;
  private volatile boolean canLoseAcknowledgedWrites;
  private volatile Durability durability = Durability.NOTHING_READ;
  private volatile Duration clockOffset = Duration.ZERO;
  private volatile Runnable beforeDelivery = () -> {};
  private volatile Runnable afterDelivery = () -> {};

  /** Makes one around an empty {@link MemoryStore}. */
  public FaultyStore() {
    this(MemoryStore::new);
  }

  /**
   * Makes one around a store.
   *
   * @param fresh gives an empty store: the first at once, and another for each {@link #rewind}
   */
  public FaultyStore(Supplier<? extends ClaimStore> fresh) {
    this.fresh = fresh;
    this.inner = fresh.get();
  }

  /**
   * Appends to the faults of the writes to come, one a write. When the script has run out, writes
   * go well, or as {@link #randomFaults} says.
   *
   * @param faults what befalls the next writes, in order
   */
  public synchronized void script(Fault... faults) {
    script.addAll(Arrays.asList(faults));
  }

  /**
   * Lets faults strike at random, each kind as often as the others.
   *
   * @param seed the same seed gives the same faults to the same order of writes
   * @param percent how many writes of 100 are struck
   */
  public synchronized void randomFaults(long seed, int percent) {
    random = new Random(seed);
    faultPercent = percent;
  }

  /**
   * Takes the engine down, or back up.
   *
   * @param down whether every call from now on is told that the store is unavailable
   */
  public void setDown(boolean down) {
    this.down = down;
  }

  /**
   * Sets what {@link #now} is off by.
   *
   * @param offset what is added to the engine's clock
   */
  public void setClockOffset(Duration offset) {
    this.clockOffset = offset;
  }

  /**
   * Sets whether the engine has no clock.
   *
   * @param clockless whether {@link #now} answers empty
   */
  public void setClockless(boolean clockless) {
    this.clockless = clockless;
  }

  /**
   * Sets what {@link #canLoseAcknowledgedWrites} answers.
   *
   * @param canLose the answer
   */
  public void setCanLoseAcknowledgedWrites(boolean canLose) {
    this.canLoseAcknowledgedWrites = canLose;
  }

  /**
   * Sets what {@link #durability} answers.
   *
   * @param settings the answer
   */
  public void setDurability(Durability settings) {
    this.durability = settings;
  }

  /**
   * Sets what runs in the caller's thread before a write reaches the engine.
   *
   * @param action the test's code
   */
  public void beforeDelivery(Runnable action) {
    this.beforeDelivery = action;
  }

  /**
   * Sets what runs in the caller's thread after the engine did a write, before the caller knows.
   *
   * @param action the test's code
   */
  public void afterDelivery(Runnable action) {
    this.afterDelivery = action;
  }

  /**
   * Forgets writes that were acknowledged, the last ones first, as an engine does that comes up
   * anew: another life begins. Notes are kept.
   *
   * @param writes how many of the writes that moved a line, at most {@value #MAX_REWIND}
   * @throws IllegalArgumentException if fewer were made, or are remembered
   */
  public synchronized void rewind(int writes) {
    if (writes > moves.size()) {
      throw new IllegalArgumentException(Message.of(
          "a rewind forgets what was written: writes={} > remembered={}, maximum={}",
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
    ClaimStore rewound = fresh.get();
    for (Line line : lines) {
      long position = next.getOrDefault(line.name(), 0L);
      if (position > 0) {
        rewound.compareAndSet(line.name(), 0, position);
        rewound.annotate(line.name(), line.note());
      }
    }
    comeUp(rewound);
  }

  /** Forgets all, as an engine does that comes up empty: another life begins. */
  public synchronized void forgetAll() {
    moves.clear();
    comeUp(fresh.get());
  }

  private void comeUp(ClaimStore next) {
    inner.close();
    inner = next;
    lives++;
    began = next.now().map(instant -> instant.plus(clockOffset)).orElse(Instant.EPOCH);
  }

  /** Delivers the last write to the engine once more, late; nobody gets the answer. */
  public synchronized void redeliver() {
    if (lastWrite == null) {
      throw new IllegalStateException("only what was delivered can be delivered again: writes=0");
    }
    try {
      lastWrite.deliver();
    } catch (ExhaustedException e) {
      // The answer of a late delivery, this one too, reaches nobody.
    }
  }

  /**
   * Counts the calls made so far, struck or not; {@link #close} is none.
   *
   * @return how many
   */
  public long calls() {
    return calls.get();
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    Write<Long> once = () -> {
      long before = inner.position(line);
      long start = inner.claim(line, atLeast, count);
      remember(line, before);
      return start;
    };
    return write("claim", line, once);
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    Write<Boolean> once = () -> {
      boolean moved = inner.compareAndSet(line, expected, next);
      if (moved) {
        remember(line, expected);
      }
      return moved;
    };
    return write("compareAndSet", line, once);
  }

  @Override
  public boolean lower(String line, long expected, long next) {
    return write("lower", line, () -> inner.lower(line, expected, next));
  }

  @Override
  public long position(String line) {
    return engine("next").position(line);
  }

  @Override
  public List<Line> lines(LinePage page) {
    return engine("lines").lines(page);
  }

  @Override
  public void annotate(String line, String note) {
    engine("annotate").annotate(line, note);
  }

  @Override
  public Optional<Instant> now() {
    Optional<Instant> now = engine("now").now();
    return clockless ? Optional.empty() : now.map(instant -> instant.plus(clockOffset));
  }

  @Override
  public boolean canLoseAcknowledgedWrites() {
    return canLoseAcknowledgedWrites;
  }

  /** Another one after each {@link #rewind} and {@link #forgetAll}; the first began long ago. */
  @Override
  public synchronized Optional<EngineLife> life(List<String> lines) {
    Instant now = engine("life").now().orElse(Instant.EPOCH).plus(clockOffset);
    return canLoseAcknowledgedWrites
        ? Optional.of(new EngineLife(
            "life-" + lives, began, now, engine("life").positions(lines).next()))
        : Optional.empty();
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

  private <T> T write(String call, String line, Write<T> once) {
    calls.incrementAndGet();
    beforeDelivery.run();
    Fault fault;
    T answer;
    synchronized (this) {
      fault = down ? Fault.FAIL_BEFORE : nextFault();
      if (fault == Fault.FAIL_BEFORE) {
        throw unavailable(call, "fault=" + fault + ", line=" + line + "; nothing was changed");
      }
      lastWrite = once;
      answer = once.deliver();
      if (fault == Fault.REPEAT) {
        redeliver();
      } else if (fault == Fault.RETRY) {
        answer = once.deliver();
      }
    }
    afterDelivery.run();
    if (fault == Fault.LOSE_REPLY) {
      throw unavailable(call, "fault=" + fault + ", line=" + line + "; a range may be burned");
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

  private synchronized ClaimStore engine(String call) {
    calls.incrementAndGet();
    if (down) {
      throw unavailable(call, "down=true");
    }
    return inner;
  }

  private static StoreUnavailableException unavailable(String call, String detail) {
    return new StoreUnavailableException(
        Message.of("the store does not answer, as the test told it: call={}, {}", call, detail));
  }
}
