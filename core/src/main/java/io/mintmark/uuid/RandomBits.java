package io.mintmark.uuid;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.line.Checkpoints;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.SuspensionGate;
import io.mintmark.internal.line.SystemRandom;
import io.mintmark.internal.store.StackRoom;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Random bits that cannot be guessed: what the JDK's AES makes of zeros in counter mode.
 *
 * <p><b>Keys.</b> A key has 256 bits of {@link SecureRandom}, and is replaced after 256 KB and
 * after a checkpoint. The first runs of a process come from the operating system (see
 * {@link SystemRandom}).
 *
 * <p><b>Why no bits are handed out twice.</b> Words leave a run under the lock of its stripe. The
 * place of the next word only grows until the next run is there, and the cipher's counter only
 * grows. Threads spread over stripes, so that few share a lock. A batch draws all that it needs at
 * once. For single ids a thread takes up to {@value #MOST_WORDS} words at once, twice as many each
 * time, into an array that only it reaches, and uses them up one after another. That array holds
 * no class of ours, so it keeps no class loader alive. What is used of it shares no cache line
 * with another thread's.
 *
 * <p><b>Errors.</b> Where anything is thrown while a run is made, such as for want of memory,
 * nothing of it is handed out, and the stripe begins anew with another key. If the JDK's cipher
 * cannot be loaded any more, runs come from the operating system.
 *
 * <p><b>Checkpoints.</b> Suspending shuts the gate, ends the words of all threads by raising their
 * stamp, and then discards each stripe's run and cipher under its lock. A caller that needs bits
 * waits at the gate, and asks for it again under the lock. A caller that had taken a word of an
 * old stamp draws another: it would be the same in every copy.
 */
final class RandomBits {

  private static final int KEY_BYTES = 32;
  private static final int RUNS_OF_A_KEY = 128;
  private static final int MAX_STRIPES = 64;

  /** What a word reads after it was handed out. */
  private static final long WIPED = 0;

  /** The most words that a thread takes at once. */
  private static final int MOST_WORDS = 32;

  // Places in a thread's array, between two cache lines that nobody uses.
  private static final int AT = 8;
  private static final int END = 9;
  private static final int STAMP = 10;
  private static final int SIZE = 11;
  private static final int WORDS = 12;
  private static final int LENGTH = WORDS + MOST_WORDS + 8;

  private static final ThreadLocal<long[]> OF_THREAD = new ThreadWords();

  /** How many runs still come from the operating system. */
  private static final AtomicInteger FIRST_RUNS = new AtomicInteger(16);

  private static final byte[] ZEROS = new byte[2_048];
  private static final IvParameterSpec ZERO_COUNTER = new IvParameterSpec(new byte[16]);

  private static final SuspensionGate GATE =
      new SuspensionGate("random bits", Context.local(), new DropAll());
  private static final RandomBits[] STRIPES = stripes();

  static {
    Checkpoints.add(GATE);
  }

  /** Words that threads took under another one are not used. */
  private static volatile long stamp;

  private final SuspensionGate gate;

  /** A monitor: leaving it takes no stack, so a caller whose stack is full cannot keep it. */
  private final Object lock = new Object();

  /** What was drawn last; guarded by {@link #lock}, as is what follows. */
  private final byte[] run = new byte[ZEROS.length];

  private final LongBuffer words =
      ByteBuffer.wrap(run).order(ByteOrder.nativeOrder()).asLongBuffer();

  /** The next word to hand out. */
  private int next = words.capacity();

  private @Nullable Cipher cipher;

  /** How many runs the cipher still makes with its key. */
  private int runsLeft;

  private static final class ThreadWords extends ThreadLocal<long[]> {

    @Override
    protected long[] initialValue() {
      return new long[LENGTH];
    }
  }

  private static final class DropAll implements Runnable {

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // One suspension comes after another.
    public void run() {
      stamp++;
      for (RandomBits stripe : STRIPES) {
        stripe.drop();
      }
    }
  }

  RandomBits(SuspensionGate gate) {
    this.gate = gate;
  }

  private static RandomBits[] stripes() {
    int atLeast = Math.min(Runtime.getRuntime().availableProcessors(), MAX_STRIPES);
    RandomBits[] stripes = new RandomBits[Integer.highestOneBit(2 * atLeast - 1)];
    for (int i = 0; i < stripes.length; i++) {
      stripes[i] = new RandomBits(GATE);
    }
    return stripes;
  }

  /**
   * Returns bits that nobody else gets.
   *
   * @return 64 bits
   * @throws MintmarkException if the process is suspended for a checkpoint for too long
   */
  static long next() {
    return next(OF_THREAD.get());
  }

  private static long next(long[] words) {
    int at = (int) words[AT];
    if (at < words[END]) {
      words[AT] = at + 1L;
      long word = words[at];
      words[at] = WIPED;
      if (words[STAMP] == stamp) {
        return word;
      }
    }
    return nextOfMore(words);
  }

  /**
   * Takes more words for the thread, and returns the first of them. Where a checkpoint came while
   * they were drawn, some may be of before it, and all are drawn anew.
   */
  private static long nextOfMore(long[] words) {
    words[END] = 0;
    int size = (int) Math.min(2 * words[SIZE] + 1, MOST_WORDS);
    long now;
    do {
      now = stamp;
      fill(words, WORDS, size);
    } while (now != stamp);
    words[SIZE] = size;
    words[STAMP] = now;
    words[END] = (long) WORDS + size;
    words[AT] = WORDS + 1;
    long first = words[WORDS];
    words[WORDS] = WIPED;
    return first;
  }

  /**
   * Returns 122 bits that nobody else gets.
   *
   * @return a UUID of version 4
   * @throws MintmarkException as {@link #next} does
   */
  static UUID nextUuid() {
    long[] words = OF_THREAD.get();
    return new UUID(RandomWords.NUMBERS.high(next(words)), RandomWords.NUMBERS.low(next(words)));
  }

  /**
   * Draws bits that nobody else gets.
   *
   * @param into where to write them
   * @param from the index of the first word
   * @param count how many words
   * @throws MintmarkException as {@link #next} does
   */
  static void fill(long[] into, int from, int count) {
    ofThread().draw(into, from, count);
  }

  private static RandomBits ofThread() {
    return STRIPES[(int) Thread.currentThread().getId() & (STRIPES.length - 1)];
  }

  /**
   * Loads every class that drawing needs but those of the JDK's cipher: one whose first use fails
   * for want of memory or of stack is lost to the process.
   */
  static void prepare() {
    long[] unusedWords = OF_THREAD.get();
    byte[] unusedBytes = SystemRandom.bytes(1);
  }

  /** Whether callers would wait for the end of a checkpoint. */
  static boolean isSuspended() {
    return !GATE.isOpen();
  }

  /** How often there was a checkpoint: every copy has the bits that were drawn before one. */
  static long suspensions() {
    return stamp;
  }

  void draw(long[] into, int from, int count) {
    int done = 0;
    while (done < count) {
      gate.pass();
      synchronized (lock) {
        if (gate.isOpen()) {
          done += take(into, from + done, count - done);
        }
      }
    }
  }

  /** Takes what is wanted, or what is left of a run. Called under the lock. */
  private int take(long[] into, int from, int wanted) {
    if (next == words.capacity()) {
      run();
      next = 0;
    }
    int first = next;
    int count = Math.min(wanted, words.capacity() - first);
    // First, so that words that a failed copy has handed out in part are burned.
    next = first + count;
    words.get(first, into, from, count);
    return count;
  }

  private void run() {
    if (FIRST_RUNS.get() > 0 && FIRST_RUNS.getAndDecrement() > 0) {
      takeRunOfSystem();
      return;
    }
    Cipher used = cipher;
    cipher = null;
    try {
      if (used == null || runsLeft == 0) {
        StackRoom.forLibrary();
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        used = used != null ? used : Cipher.getInstance("AES/CTR/NoPadding");
        used.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), ZERO_COUNTER);
        runsLeft = RUNS_OF_A_KEY;
      }
      runsLeft--;
      int unused = used.update(ZEROS, 0, ZEROS.length, run);
    } catch (GeneralSecurityException e) {
      throw noCipher(e);
    } catch (LinkageError e) {
      // A class of the JDK's whose first use failed for want of memory cannot be used any more.
      takeRunOfSystem();
      return;
    }
    cipher = used;
  }

  private void takeRunOfSystem() {
    System.arraycopy(SystemRandom.bytes(run.length), 0, run, 0, run.length);
  }

  private static MintmarkException noCipher(GeneralSecurityException cause) {
    return new MintmarkException(
        "random bits need the JDK's AES/CTR/NoPadding; no id issued", cause);
  }

  /** Discards what was drawn and the cipher, once the gate is shut. */
  void drop() {
    synchronized (lock) {
      next = words.capacity();
      cipher = null;
    }
  }
}
