package io.mintmark.uuid;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.line.Checkpoints;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.SuspensionGate;
import io.mintmark.internal.line.SystemRandom;
import io.mintmark.internal.store.StackRoom;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Makes random bits that cannot be guessed, by encrypting zeros with the JDK's AES in counter mode.
 * Several <i>stripes</i>, each with its own cipher and lock, serve different threads.
 *
 * <p><b>Keys.</b> A key and the first value of its counter have 256 bits from the operating system
 * ({@link SystemRandom}), and not from a buffer, which two copies of a process could share. They
 * are replaced after 1 MB, and after a checkpoint. The operating system also makes the first bits
 * of a process, because the classes of the cipher take long to load.
 *
 * <p><b>Why no bits are handed out twice.</b> A stripe encrypts with its lock held, and the counter
 * of the cipher only grows. Each result goes to one caller. For single ids, a thread takes several
 * words of 64 bits at once, twice as many as the last time and up to {@value #MOST_WORDS}, into an
 * array that only this thread can access. It uses these words one after another. The array contains
 * no object of Mintmark's classes, so it keeps no class loader in memory. The elements that a
 * thread uses share no cache line with the array of another thread.
 *
 * <p><b>Errors.</b> If encrypting throws, for example because memory is exhausted, no bits of that
 * call are handed out, and the stripe continues with a new key.
 *
 * <p><b>Checkpoints.</b> Every copy that is restored from a checkpoint has the keys and the words
 * that were drawn before it, so these must not be used. Suspending the process closes the gate
 * ({@link SuspensionGate}), at which callers that need more words wait, and then increases {@code
 * stamp}. A caller reads the stamp before it passes the gate. So if it reads the new stamp, it
 * passes the gate only after the restore. Each key and the words of each thread have the stamp that
 * was read before they were drawn. They are used only with an equal stamp. A caller that finds
 * another stamp after it has drawn words draws all of them again.
 */
final class RandomBits {

  private static final String ALGORITHM = "AES/CTR/NoPadding";
  private static final int KEY_BYTES = 16;
  private static final int BYTES_OF_A_KEY = 1 << 20;
  private static final int MAX_STRIPES = 64;

  /** The largest number of words that a thread takes at once. */
  private static final int MOST_WORDS = 128;

  // Indexes in a thread's array. The words are used from the last to the first. The elements
  // before and after these are unused, so that no other thread uses the same cache line.
  private static final int LEFT = 8;
  private static final int STAMP = 9;
  private static final int SIZE = 10;
  private static final int WORDS = 11;
  private static final int LENGTH = WORDS + MOST_WORDS + 8;

  private static final ThreadLocal<long[]> OF_THREAD = new ThreadWords();

  /** How many more times the operating system makes the bits. */
  private static final AtomicInteger OF_SYSTEM = new AtomicInteger(16);

  /** Larger pieces of work for the cipher are faster, up to about this size. */
  private static final byte[] ZEROS = new byte[8_192];

  private static final SuspensionGate GATE =
      new SuspensionGate("random bits", Context.local(), new NextStamp());
  private static final RandomBits[] STRIPES = stripes();

  static {
    Checkpoints.add(GATE);
  }

  /** The number of suspensions. Threads do not use words that were taken with an earlier stamp. */
  private static volatile long stamp;

  /** Guarded by the lock of this object, like the next fields. */
  private @Nullable Cipher cipher;

  private long stampOfKey;

  /** How many bytes the cipher may still encrypt with its key. */
  private int bytesLeft;

  private static final class ThreadWords extends ThreadLocal<long[]> {

    @Override
    protected long[] initialValue() {
      return new long[LENGTH];
    }
  }

  private static final class NextStamp implements Runnable {

    @Override
    public synchronized void run() {
      stamp++;
    }
  }

  private static RandomBits[] stripes() {
    int atLeast = Math.min(Runtime.getRuntime().availableProcessors(), MAX_STRIPES);
    RandomBits[] stripes = new RandomBits[Integer.highestOneBit(2 * atLeast - 1)];
    for (int i = 0; i < stripes.length; i++) {
      stripes[i] = new RandomBits();
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
    int left = (int) words[LEFT];
    if (left > 0) {
      words[LEFT] = left - 1L;
      long word = words[WORDS - 1 + left];
      if (words[STAMP] == stamp) {
        return word;
      }
    }
    return nextOfMore(words);
  }

  /** Takes more words for the thread, and returns the last word. */
  private static long nextOfMore(long[] words) {
    int size = (int) Math.min(2 * words[SIZE] + 1, MOST_WORDS);
    words[LEFT] = 0;
    words[STAMP] = fill(words, WORDS, size);
    words[SIZE] = size;
    words[LEFT] = size - 1L;
    return words[WORDS - 1 + size];
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
   * Draws bits that no other caller gets. If the process is suspended meanwhile, draws all of them
   * again, because some may have been drawn before the checkpoint.
   *
   * @param into the array to write to
   * @param from the index of the first word in the array
   * @param count how many words
   * @return the number of suspensions before the bits were drawn. The bits must not be used after
   *     another suspension, because every copy of the process would use them
   * @throws MintmarkException as {@link #next} does
   */
  static long fill(long[] into, int from, int count) {
    RandomBits stripe = STRIPES[(int) Thread.currentThread().getId() & (STRIPES.length - 1)];
    long before;
    do {
      before = stamp;
      GATE.pass();
      for (int done = 0; done < count; ) {
        int some = Math.min(count - done, ZEROS.length / Long.BYTES);
        ByteBuffer bytes = ByteBuffer.wrap(stripe.bytes(some * Long.BYTES, before));
        // The order of the machine needs no conversion.
        bytes.order(ByteOrder.nativeOrder()).asLongBuffer().get(into, from + done, some);
        done += some;
      }
    } while (before != stamp);
    return before;
  }

  /** Returns whether callers would wait for the end of a checkpoint. */
  static boolean isSuspended() {
    return !GATE.isOpen();
  }

  private synchronized byte[] bytes(int count, long stampOfCall) {
    if (OF_SYSTEM.get() > 0 && OF_SYSTEM.getAndDecrement() > 0) {
      return SystemRandom.bytes(count);
    }
    Cipher used = cipher;
    cipher = null;
    try {
      if (used == null || bytesLeft < count || stampOfKey != stampOfCall) {
        StackRoom.forLibrary(); // The classes of the cipher may be loaded now.
        byte[] seed = SystemRandom.bytes(2 * KEY_BYTES);
        used = Cipher.getInstance(ALGORITHM);
        used.init(
            Cipher.ENCRYPT_MODE,
            new SecretKeySpec(seed, 0, KEY_BYTES, "AES"),
            new IvParameterSpec(seed, KEY_BYTES, KEY_BYTES));
        bytesLeft = BYTES_OF_A_KEY;
        stampOfKey = stampOfCall;
      }
    } catch (GeneralSecurityException e) {
      throw new MintmarkException("random bits need the JDK's " + ALGORITHM + "; no id issued", e);
    }
    bytesLeft -= count;
    byte[] bytes = used.update(ZEROS, 0, count);
    cipher = used;
    return bytes;
  }
}
