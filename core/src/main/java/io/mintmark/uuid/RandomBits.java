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
 * Makes random bits that cannot be guessed, by encrypting zeros with the JDK's AES in counter mode.
 * Each result of the cipher is a <i>run</i> of 2 KB, from which words of 64 bits are handed out.
 * Several <i>stripes</i>, each with its own cipher, run and lock, serve different threads.
 *
 * <p><b>Keys.</b> A key has 256 bits from {@link SecureRandom}. It is replaced after it has
 * encrypted 256 KB, and after a checkpoint. The operating system makes the first runs of a process
 * (see {@link SystemRandom}).
 *
 * <p><b>Why no bits are handed out twice.</b> Words are taken from a run with the lock of the
 * stripe held. The index of the next word only grows until the next run is made, and the counter of
 * the cipher only grows. A batch takes all its words at once. For single ids, a thread takes
 * several words at once, twice as many as the last time and up to {@value #MOST_WORDS}, into an
 * array that only this thread can access. It uses these words one after another. The array contains
 * no object of Mintmark's classes, so it keeps no class loader in memory. The elements that a
 * thread uses share no cache line with the array of another thread.
 *
 * <p><b>Errors.</b> If making a run throws, for example because memory is exhausted, no word of
 * that run is handed out, and the stripe continues with a new key. If the JDK's cipher cannot be
 * loaded, the operating system makes the runs.
 *
 * <p><b>Checkpoints.</b> Every copy that is restored from a checkpoint has the words that were
 * drawn before it, so these must not be used. Suspending the process closes the gate ({@link
 * SuspensionGate}), at which callers that need more words wait. Suspending then increases {@code
 * stamp}, with which threads compare the stamp of their words. Last, it discards the run and the
 * cipher of each stripe with the stripe's lock held. A caller checks the gate again while it holds
 * the lock. A caller whose word has an old stamp draws another word.
 */
final class RandomBits {

  private static final int KEY_BYTES = 32;
  private static final int RUNS_OF_A_KEY = 128;
  private static final int MAX_STRIPES = 64;

  /** The value that replaces a word in a thread's array after the word was handed out. */
  private static final long WIPED = 0;

  /** The largest number of words that a thread takes at once. */
  private static final int MOST_WORDS = 32;

  // Indexes in a thread's array. The elements before and after these are unused, so that no other
  // thread uses the same cache line.
  private static final int AT = 8;
  private static final int END = 9;
  private static final int STAMP = 10;
  private static final int SIZE = 11;
  private static final int WORDS = 12;
  private static final int LENGTH = WORDS + MOST_WORDS + 8;

  private static final ThreadLocal<long[]> OF_THREAD = new ThreadWords();

  /** How many runs the operating system still has to make. */
  private static final AtomicInteger FIRST_RUNS = new AtomicInteger(16);

  private static final byte[] ZEROS = new byte[2_048];
  private static final IvParameterSpec ZERO_COUNTER = new IvParameterSpec(new byte[16]);

  private static final SuspensionGate GATE =
      new SuspensionGate("random bits", Context.local(), new DropAll());
  private static final RandomBits[] STRIPES = stripes();

  static {
    Checkpoints.add(GATE);
  }

  /** The number of suspensions. Threads do not use words that were taken with an earlier stamp. */
  private static volatile long stamp;

  private final SuspensionGate gate;

  /**
   * A lock for synchronized blocks. Leaving such a block needs no stack, so a caller whose stack is
   * full still releases the lock.
   */
  private final Object lock = new Object();

  /** The present run. Guarded by {@link #lock}, like the fields below. */
  private final byte[] run = new byte[ZEROS.length];

  private final LongBuffer words =
      ByteBuffer.wrap(run).order(ByteOrder.nativeOrder()).asLongBuffer();

  /** The index of the next word to hand out. */
  private int next = words.capacity();

  private @Nullable Cipher cipher;

  /** How many runs the cipher may still make with its key. */
  private int runsLeft;

  private static final class ThreadWords extends ThreadLocal<long[]> {

    @Override
    protected long[] initialValue() {
      return new long[LENGTH];
    }
  }

  private static final class DropAll implements Runnable {

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // Suspensions do not overlap.
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
   * Returns bits that no other caller gets.
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
   * Takes more words for the thread, and returns the first of them. If the process was suspended
   * while the words were drawn, all words are drawn again, because some may have been drawn before
   * the checkpoint.
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
   * Returns 122 bits that no other caller gets.
   *
   * @return a UUID of version 4
   * @throws MintmarkException as {@link #next} does
   */
  static UUID nextUuid() {
    long[] words = OF_THREAD.get();
    return UuidBits.marked(4, next(words), next(words));
  }

  /**
   * Draws bits that no other caller gets.
   *
   * @param into the array to write to
   * @param from the index of the first word in the array
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
   * Loads every class that drawing needs, except the classes of the JDK's cipher. A class whose
   * first use fails for lack of memory or stack cannot be used again in this process.
   */
  static void prepare() {
    long[] unusedWords = OF_THREAD.get();
    byte[] unusedBytes = SystemRandom.bytes(1);
  }

  /** Returns whether callers would wait for the end of a checkpoint. */
  static boolean isSuspended() {
    return !GATE.isOpen();
  }

  /**
   * Returns the number of suspensions. Bits that were drawn before a suspension must not be used
   * after it, because every copy has them.
   */
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

  /**
   * Takes the wanted number of words, or the rest of the run if it has fewer words. Called with the
   * lock held.
   */
  private int take(long[] into, int from, int wanted) {
    if (next == words.capacity()) {
      run();
      next = 0;
    }
    int first = next;
    int count = Math.min(wanted, words.capacity() - first);
    // The index is set before the words are copied. So if copying fails, the words already copied
    // are never handed out again.
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
      // The JDK's cipher cannot be loaded. If the first use of a JDK class fails because memory is
      // exhausted, the class can never be used again.
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

  /** Discards the present run and the cipher. Called after the gate is closed. */
  void drop() {
    synchronized (lock) {
      next = words.capacity();
      cipher = null;
    }
  }
}
