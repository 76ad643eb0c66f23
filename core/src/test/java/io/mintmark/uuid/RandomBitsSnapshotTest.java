package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.line.Context;
import io.mintmark.rigs.LongRun;
import io.mintmark.testkit.Race;
import java.io.Serial;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A snapshot occurs while random bits are drawn, at the moment when the JDK's cipher gets their
 * key. The test replaces this key. So it knows which bits every copy of the process would have.
 */
@Isolated("suspends every generator of the JVM, and replaces random keys")
class RandomBitsSnapshotTest {

  /** Changes the keys that a thread draws. */
  private static final ThreadLocal<Consumer<byte[]>> KEYS =
      ThreadLocal.withInitial(() -> RandomBitsSnapshotTest::drawnKey);

  private final Provider keys = new Keys();

  private static final class Keys extends Provider {

    @Serial
    private static final long serialVersionUID = 1L;

    Keys() {
      super("Keys", "1", "keys of a test");
      put("Cipher." + KeyCipher.ALGORITHM, KeyCipher.class.getName());
    }
  }

  /** The JDK's cipher, with the key and the first counter that the thread's function leaves. */
  public static final class KeyCipher extends CipherSpi {

    private static final String ALGORITHM = "AES/CTR/NoPadding";

    private final Cipher jdk;

    /** Called by the provider. */
    public KeyCipher() throws GeneralSecurityException {
      this.jdk = Cipher.getInstance(ALGORITHM, "SunJCE");
    }

    @Override
    protected void engineInit(
        int mode, Key key, AlgorithmParameterSpec counter, SecureRandom unused)
        throws InvalidKeyException, InvalidAlgorithmParameterException {
      byte[] drawn = Arrays.copyOf(key.getEncoded(), 32);
      System.arraycopy(((IvParameterSpec) counter).getIV(), 0, drawn, 16, 16);
      KEYS.get().accept(drawn);
      jdk.init(mode, new SecretKeySpec(drawn, 0, 16, "AES"), new IvParameterSpec(drawn, 16, 16));
    }

    @Override
    protected byte[] engineUpdate(byte[] input, int from, int count) {
      return jdk.update(input, from, count);
    }

    @Override
    protected int engineUpdate(byte[] input, int from, int count, byte[] into, int at) {
      throw new AssertionError("RandomBits does not call this");
    }

    @Override
    protected byte[] engineDoFinal(byte[] input, int from, int count) {
      throw new AssertionError("RandomBits does not call this");
    }

    @Override
    protected int engineDoFinal(byte[] input, int from, int count, byte[] into, int at) {
      throw new AssertionError("RandomBits does not call this");
    }

    @Override
    protected void engineInit(int mode, Key key, SecureRandom unused) {
      throw new AssertionError("RandomBits does not call this");
    }

    @Override
    protected void engineInit(
        int mode, Key key, AlgorithmParameters parameters, SecureRandom unused) {
      throw new AssertionError("RandomBits does not call this");
    }

    @Override
    protected void engineSetMode(String mode) {
      throw new AssertionError("RandomBits does not call this");
    }

    @Override
    protected void engineSetPadding(String padding) {
      throw new AssertionError("RandomBits does not call this");
    }

    @Override
    protected int engineGetBlockSize() {
      return 16;
    }

    @Override
    protected int engineGetOutputSize(int count) {
      return count;
    }

    @Override
    protected byte[] engineGetIV() {
      return jdk.getIV();
    }

    @Override
    protected AlgorithmParameters engineGetParameters() {
      return jdk.getParameters();
    }
  }

  /** The first random bits of a process do not use a cipher, so they are used up first. */
  @BeforeEach
  void supply() {
    long unused = RandomBits.fill(new long[5_000], 0, 5_000);
    assertThat(Security.insertProviderAt(keys, 1)).isEqualTo(1);
  }

  @AfterEach
  void stopSupplying() {
    Security.removeProvider(keys.getName());
  }

  private static void drawnKey(byte[] key) {
    assertThat(key).hasSize(32);
  }

  private static void knownKey(byte[] key) {
    Arrays.fill(key, (byte) 7);
  }

  private static void snapshot() {
    Mintmark.beforeSnapshot();
    Mintmark.afterRestore();
  }

  /** Draws in a thread that has not drawn any bits before. */
  private static long inThread(Consumer<byte[]> supplier, LongSupplier draw) {
    return Race.run(1, thread -> {
          KEYS.set(supplier);
          return draw.getAsLong();
        })
        .get(0);
  }

  /** Draws the first bits of the known key. Each copy of the process would draw them too. */
  private static long ofKnownKey(LongSupplier draw) {
    snapshot();
    return inThread(RandomBitsSnapshotTest::knownKey, draw);
  }

  /** Draws bits during a snapshot. Bits from before the snapshot have the known key. */
  private static long underSnapshot(LongSupplier draw) {
    snapshot();
    long before = suspensions();
    FutureTask<Boolean> snapshot = new FutureTask<>(RandomBitsSnapshotTest::snapshot, true);
    long drawn = inThread(
        key -> {
          if (suspensions() > before) {
            return;
          }
          knownKey(key);
          new Thread(snapshot).start();
          awaitSuspension(before);
        },
        draw);
    assertThat(snapshot).succeedsWithin(Duration.ofSeconds(60));
    return drawn;
  }

  private static long suspensions() {
    return RandomBits.fill(new long[0], 0, 0);
  }

  /** Waits until a suspension has begun. */
  private static void awaitSuspension(long before) {
    long start = System.nanoTime();
    while (suspensions() == before) {
      assertThat(System.nanoTime() - start).isLessThan(Duration.ofSeconds(60).toNanos());
      Thread.onSpinWait();
    }
  }

  @Test
  void next_snapshotDuringADraw_differsFromTheCopy() {
    long ofEachCopy = ofKnownKey(RandomBits::next);
    assertThat(ofKnownKey(RandomBits::next)).isEqualTo(ofEachCopy);
    assertThat(underSnapshot(RandomBits::next)).isNotEqualTo(ofEachCopy);
  }

  @Test
  void fill_snapshotDuringADraw_differsFromTheCopy() {
    UuidGenerator uuids = RandomUuids.make("uuids", Context.local()).generator();
    LongSupplier ofBatch = () -> uuids.nextBatch(1).get(0).getLeastSignificantBits();
    long ofEachCopy = ofKnownKey(ofBatch);
    assertThat(ofKnownKey(ofBatch)).isEqualTo(ofEachCopy);
    assertThat(underSnapshot(ofBatch)).isNotEqualTo(ofEachCopy);
  }

  /** Draws across the ends of the blocks that a thread takes at once. */
  @Test
  void next_manyWordsAfterASnapshot_neverRepeat() {
    snapshot();
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      assertThat(seen.add(RandomBits.next())).isTrue();
      UUID uuid = RandomBits.nextUuid();
      assertThat(seen.add(uuid.getMostSignificantBits())).isTrue();
      assertThat(seen.add(uuid.getLeastSignificantBits())).isTrue();
    }
    assertThat(seen).doesNotContain(0L);
  }

  /** At that moment, the thread has taken four words and used two of them. */
  @Test
  void next_snapshotWithUnusedWords_differsFromTheCopy() {
    long[] ofEachCopy = new long[100];
    long first = ofKnownKey(() -> {
      long unused = RandomBits.fill(ofEachCopy, 0, ofEachCopy.length);
      return ofEachCopy[0];
    });
    long drawn = ofKnownKey(() -> {
      assertThat(List.of(RandomBits.next(), RandomBits.next()))
          .containsExactly(first, ofEachCopy[3]);
      KEYS.set(RandomBitsSnapshotTest::drawnKey);
      snapshot();
      return RandomBits.next();
    });
    assertThat(ofEachCopy).doesNotContain(drawn);
  }

  @Test
  void isSuspended_duringASnapshot_true() {
    assertThat(RandomBits.isSuspended()).isFalse();
    Mintmark.beforeSnapshot();
    try {
      assertThat(RandomBits.isSuspended()).isTrue();
    } finally {
      Mintmark.afterRestore();
    }
    assertThat(RandomBits.isSuspended()).isFalse();
  }

  @Test
  void next_suspended_drawsNothingUntilTheRestore() {
    Mintmark.beforeSnapshot();
    try {
      Thread.currentThread().interrupt();
      assertThatThrownBy(RandomBits::next).isInstanceOf(StoreUnavailableException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
      Mintmark.afterRestore();
    }
    assertThat(RandomBits.next()).isNotEqualTo(RandomBits.next());
  }

  @Test
  @Tag("sized")
  void next_snapshotsMeanwhile_neverRepeats() {
    int times = LongRun.size(300, 10_000);
    List<long[]> drawn = Race.run(3, thread -> {
      long[] words = new long[thread == 0 ? 0 : 1_000 * times];
      for (int i = 0; i < words.length; i++) {
        words[i] = RandomBits.next();
      }
      for (int i = 0; thread == 0 && i < times; i++) {
        snapshot();
      }
      return words;
    });
    long[] all = drawn.stream().flatMapToLong(LongStream::of).distinct().toArray();
    assertThat(all).hasSize(2_000 * times).doesNotContain(0);
  }

  @Test
  void fill_jdkWithoutTheCipher_failsWithMessage() {
    snapshot(); // So the next bits need another key.
    Provider ciphers = Security.getProvider("SunJCE");
    int place = List.of(Security.getProviders()).indexOf(ciphers) + 1;
    Security.removeProvider(ciphers.getName());
    try {
      assertThatThrownBy(() -> RandomBits.fill(new long[1], 0, 1))
          .isInstanceOf(MintmarkException.class)
          .hasMessage("random bits need the JDK's AES/CTR/NoPadding; no id issued");
    } finally {
      assertThat(Security.insertProviderAt(ciphers, place)).isEqualTo(place);
    }
    long[] word = new long[1];
    long unused = RandomBits.fill(word, 0, 1);
    assertThat(word[0]).isNotZero();
  }
}
