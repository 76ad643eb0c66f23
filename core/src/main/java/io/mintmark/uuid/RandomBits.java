package io.mintmark.uuid;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.line.Checkpoints;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.SuspensionGate;
import io.mintmark.internal.store.StackRoom;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Random bits that cannot be guessed, at the speed of AES.
 *
 * <p><b>Where they are from.</b> A key of 256 bits, drawn from {@link SecureRandom}, encrypts zeros
 * in counter mode. Of each such run the first 32 bytes are the next key, and the rest is handed out
 * and zeroed as it goes. A thief of this memory learns what will come, but nothing that went: the
 * key of it is gone (what the JDK's cipher copied stays until the garbage collector takes it).
 * {@link SecureRandom} itself does likewise, under one lock and for ten times the time.
 *
 * <p><b>Why no bits are handed out twice.</b> Words leave a run under the lock of its stripe, and
 * the place of the next word only grows until a run under a new key is there. Threads spread over
 * stripes, each with a key of its own, so that few share a lock. A batch draws all that it needs at
 * once, straight into its own memory. For single ids a thread takes up to {@value #MOST_WORDS}
 * words at once, twice as many each time, into an array that only it reaches, and uses them up one
 * after another. That array holds no class of ours, and what is used of it shares no cache line
 * with another thread's.
 *
 * <p><b>Errors.</b> Where anything is thrown while a run is made, such as for want of memory, the
 * stripe begins anew with a key from {@link SecureRandom}, and nothing of that run is handed out.
 *
 * <p><b>Checkpoints.</b> Suspending shuts the gate, ends the words of all threads by raising their
 * stamp, and then empties each stripe's run and forgets its key under its lock; a caller that needs
 * bits waits at the gate, and asks for it again under the lock. A caller that had taken a word of
 * an old stamp draws another: it would be the same in every copy. After the restore each stripe
 * draws a key anew.
 */
final class RandomBits {

  private static final int KEY_BYTES = 32;

  /** Few, as the first bits are wanted before the JVM has compiled its AES. */
  private static final int FIRST_RUN_BYTES = 1024;

  /** So many that the next key's schedule costs little beside them. */
  private static final int RUN_BYTES = 131_072;

  private static final int KEY_WORDS = KEY_BYTES / Long.BYTES;
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

  private static final ThreadLocal<long[]> OF_THREAD =
      ThreadLocal.withInitial(() -> new long[LENGTH]);

  /** Few for each call, as the JVM puts the processor's AES in after some thousand calls. */
  private static final byte[] ZEROS = new byte[2048];

  private static final String AES = "AES";
  private static final SecretKeySpec NO_KEY = new SecretKeySpec(new byte[KEY_BYTES], AES);
  private static final IvParameterSpec ZERO_COUNTER = new IvParameterSpec(new byte[16]);

  private static final SuspensionGate GATE =
      new SuspensionGate("random bits", Context.local(), RandomBits::dropAll);
  private static final RandomBits[] STRIPES = stripes();

  static {
    Checkpoints.add(GATE);
  }

  /** Words that threads took under another one are not used. */
  private static volatile long stamp;

  private final SuspensionGate gate;

  /** A monitor: leaving it takes no stack, so a caller whose stack is full cannot keep it. */
  private final Object lock = new Object();

  /** What was encrypted last, the next key first; guarded by {@link #lock}, as is what follows. */
  private byte[] run = {};

  private LongBuffer words = LongBuffer.allocate(0);

  /** The next word to hand out. */
  private int next;

  /** Holds the key of the next run, if {@link #keyed}, and else none. */
  private @Nullable Cipher cipher;

  private boolean keyed;

  RandomBits(SuspensionGate gate) {
    this.gate = gate;
  }

  private static RandomBits[] stripes() {
    int atLeast = Math.min(Runtime.getRuntime().availableProcessors(), MAX_STRIPES);
    int count = Integer.highestOneBit(2 * atLeast - 1);
    return IntStream.range(0, count).mapToObj(i -> new RandomBits(GATE)).toArray(RandomBits[]::new);
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
   * Makes and uses all ciphers once. A class of the JDK's whose first use fails for want of memory
   * or of stack is lost to its process: so that is when a generator is made, and not when an id is.
   */
  static void prepare() {
    for (RandomBits stripe : STRIPES) {
      try {
        synchronized (stripe.lock) {
          Cipher unused = stripe.cipher();
        }
      } catch (GeneralSecurityException e) {
        throw noCipher(e);
      }
    }
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

  /** Takes what is wanted, or what is left of a run; under the lock. */
  private int take(long[] into, int from, int wanted) {
    if (next == words.capacity()) {
      encrypt();
    }
    int count = Math.min(wanted, words.capacity() - next);
    words.get(next, into, from, count);
    int at = next * Long.BYTES;
    next += count;
    Arrays.fill(run, at, next * Long.BYTES, (byte) 0);
    return count;
  }

  /** Makes the next run, and has the cipher hold no key but that of the run after it. */
  private void encrypt() {
    StackRoom.forLibrary();
    boolean done = false;
    try {
      Cipher used = cipher();
      byte[] bytes = run.length == RUN_BYTES
          ? run
          : new byte[Math.max(FIRST_RUN_BYTES, Math.min(2 * run.length, RUN_BYTES))];
      if (!keyed) {
        byte[] seed = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(seed);
        used.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(seed, AES), ZERO_COUNTER);
        Arrays.fill(seed, (byte) 0);
      }
      int written = 0;
      for (int left = bytes.length; left > 0; left -= ZEROS.length) {
        written += left > ZEROS.length
            ? used.update(ZEROS, 0, ZEROS.length, bytes, written)
            : used.doFinal(ZEROS, 0, left, bytes, written);
      }
      used.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(bytes, 0, KEY_BYTES, AES), ZERO_COUNTER);
      Arrays.fill(bytes, 0, KEY_BYTES, (byte) 0);
      if (bytes != run) {
        words = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asLongBuffer();
        run = bytes;
      }
      next = KEY_WORDS;
      done = true;
    } catch (GeneralSecurityException e) {
      throw noCipher(e);
    } finally {
      keyed = done;
      if (!done) {
        cipher = null;
      }
    }
  }

  private Cipher cipher() throws GeneralSecurityException {
    Cipher known = cipher;
    if (known == null) {
      known = Cipher.getInstance("AES/CTR/NoPadding");
      known.init(Cipher.ENCRYPT_MODE, NO_KEY, ZERO_COUNTER);
      byte[] unused = known.doFinal(new byte[1]);
      cipher = known;
    }
    return known;
  }

  private static MintmarkException noCipher(GeneralSecurityException cause) {
    return new MintmarkException(
        "random bits need the JDK's AES/CTR/NoPadding; no id issued", cause);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // One suspension comes after another.
  private static void dropAll() {
    stamp++;
    for (RandomBits stripe : STRIPES) {
      stripe.drop();
    }
  }

  /** Forgets all, once the gate is shut. The cipher's key is of a run that is never made. */
  void drop() {
    synchronized (lock) {
      Arrays.fill(run, (byte) 0);
      next = words.capacity();
      keyed = false;
    }
  }
}
