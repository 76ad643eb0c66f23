package io.mintmark.uuid;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.line.Checkpoints;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.SuspensionGate;
import io.mintmark.internal.store.StackRoom;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Random bits that cannot be guessed, at the speed of AES.
 *
 * <p><b>Where they are from.</b> A key of 256 bits, drawn from {@link SecureRandom}, encrypts zeros
 * in counter mode. Of each such run the first 32 bytes replace the key, and the rest is handed out
 * and zeroed as it goes. A thief of this memory learns what will come, but nothing that went: the
 * key of it is gone (what the JDK's cipher copied stays until the garbage collector takes it).
 * {@link SecureRandom} itself does likewise, under one lock and for ten times the time.
 *
 * <p><b>Why no bits are handed out twice.</b> A run is written before it is published, and each
 * caller's {@code getAndAdd} gives it bytes of its own, as in a line; what lies
 * past the end is refused. The next run is made under the lock of its stripe. Threads spread over
 * stripes, each with a key of its own, so that few share a lock or a position. A thread takes up to
 * {@value #MOST_WORDS} words at once, twice as many each time, into an array that only it reaches,
 * and uses them up one after another. That array holds no class of ours, and what is used of it
 * shares no cache line with another thread's.
 *
 * <p><b>Checkpoints.</b> Suspending shuts the gate, ends the words of all threads by raising their
 * stamp, and then empties each stripe's run and forgets its key under its lock; a caller that needs
 * bits waits at the gate, and asks for it again under the lock. A caller that had taken a word and
 * finds it emptied, or of an old stamp, draws another: it would be the same in every copy. After
 * the restore each stripe draws a key anew.
 */
final class RandomBits {

  private static final int KEY_BYTES = 32;
  private static final int RUN_BYTES = 32_768;
  private static final int MAX_STRIPES = 64;

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** What a word reads after it was handed out, or after its run was emptied. */
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

  private static final byte[] ZEROS = new byte[RUN_BYTES];
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

  private volatile Run run = new Run(new byte[0], 0);

  /** Guarded by {@link #lock}, as is what follows. */
  private final byte[] key = new byte[KEY_BYTES];

  private boolean seeded;

  /** Holds no key between two uses. */
  private @Nullable Cipher cipher;

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

  /** Takes more words for the thread, and returns the first of them. */
  private static long nextOfMore(long[] words) {
    words[END] = 0;
    long now = stamp;
    int size = (int) Math.min(2 * words[SIZE] + 1, MOST_WORDS);
    ofThread().draw(words, WORDS, size);
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
    return UuidBits.marked(4, next(words), next(words));
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
      synchronized (stripe.lock) {
        byte[] unused = stripe.encrypted(NO_KEY, new byte[1]);
      }
    }
  }

  /** Whether callers would wait for the end of a checkpoint. */
  static boolean isSuspended() {
    return !GATE.isOpen();
  }

  long draw() {
    Run current = run;
    int at = current.take(Long.BYTES);
    long word = current.has(at) ? current.word(at) : WIPED;
    return word == WIPED ? drawUnderLock() : word;
  }

  /** Draws several words in one step. */
  void draw(long[] into, int from, int count) {
    Run current = run;
    int at = current.take(count * Long.BYTES);
    for (int i = 0; i < count; i++, at += Long.BYTES) {
      long word = current.has(at) ? current.word(at) : WIPED;
      into[from + i] = word == WIPED ? drawUnderLock() : word;
    }
  }

  private long drawUnderLock() {
    while (true) {
      gate.pass();
      synchronized (lock) {
        if (gate.isOpen()) {
          Run current = run;
          int at = current.take(Long.BYTES);
          if (!current.has(at)) {
            current = encrypted();
            at = current.take(Long.BYTES);
            run = current;
          }
          return current.word(at);
        }
      }
    }
  }

  private Run encrypted() {
    StackRoom.forLibrary();
    if (!seeded) {
      new SecureRandom().nextBytes(key);
      seeded = true;
    }
    byte[] bytes = encrypted(new SecretKeySpec(key, AES), ZEROS);
    System.arraycopy(bytes, 0, key, 0, KEY_BYTES);
    Arrays.fill(bytes, 0, KEY_BYTES, (byte) 0);
    return new Run(bytes, KEY_BYTES);
  }

  private byte[] encrypted(SecretKeySpec of, byte[] text) {
    try {
      Cipher used = cipher == null ? Cipher.getInstance("AES/CTR/NoPadding") : cipher;
      used.init(Cipher.ENCRYPT_MODE, of, ZERO_COUNTER);
      byte[] bytes = used.doFinal(text);
      used.init(Cipher.ENCRYPT_MODE, NO_KEY, ZERO_COUNTER);
      cipher = used;
      return bytes;
    } catch (GeneralSecurityException e) {
      throw new MintmarkException("random bits need the JDK's AES/CTR/NoPadding; no id issued", e);
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // One suspension comes after another.
  private static void dropAll() {
    stamp++;
    for (RandomBits stripe : STRIPES) {
      stripe.drop();
    }
  }

  /** Forgets all, once the gate is shut. */
  void drop() {
    synchronized (lock) {
      run.retire();
      Arrays.fill(key, (byte) 0);
      seeded = false;
    }
  }

  /** Bytes to hand out. */
  private static final class Run {

    private final byte[] bytes;
    private final AtomicInteger position;

    Run(byte[] bytes, int start) {
      this.bytes = bytes;
      this.position = new AtomicInteger(start);
    }

    int take(int count) {
      return position.getAndAdd(count);
    }

    boolean has(int at) {
      return at < bytes.length;
    }

    long word(int at) {
      long word = (long) WORD.get(bytes, at);
      WORD.set(bytes, at, 0L);
      return word;
    }

    /** Ends this, any number of times: callers that still hold it get nothing more from it. */
    void retire() {
      position.set(bytes.length);
      Arrays.fill(bytes, (byte) 0);
    }
  }
}
