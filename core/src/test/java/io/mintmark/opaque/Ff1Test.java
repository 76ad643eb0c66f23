package io.mintmark.opaque;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.fpe.FPEFF1Engine;
import org.bouncycastle.crypto.params.FPEParameters;
import org.bouncycastle.crypto.params.KeyParameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares FF1 with the standard's examples and with Bouncy Castle, and checks that it is a
 * bijection.
 */
final class Ff1Test {

  private static final HexFormat HEX = HexFormat.of();

  /** The nine examples of NIST, "FF1samples.pdf", beside SP 800-38G. */
  @ParameterizedTest
  @CsvSource({
    "16, 10, '', 0123456789, 2433477484",
    "16, 10, 39383736353433323130, 0123456789, 6124200773",
    "16, 36, 3737373770717273373737, 0123456789abcdefghi, a9tv40mll9kdu509eum",
    "24, 10, '', 0123456789, 2830668132",
    "24, 10, 39383736353433323130, 0123456789, 2496655549",
    "24, 36, 3737373770717273373737, 0123456789abcdefghi, xbj3kv35jrawxv32ysr",
    "32, 10, '', 0123456789, 6657667009",
    "32, 10, 39383736353433323130, 0123456789, 1001623463",
    "32, 36, 3737373770717273373737, 0123456789abcdefghi, xs8a0azh2avyalyzuwd"
  })
  void ff1_standardExamples_match(
      int keyBytes, int radix, String tweak, String plain, String hidden) {
    byte[] all = HEX.parseHex("2B7E151628AED2A6ABF7158809CF4F3CEF4359D8D580AA4F7F036D6F04FC6A94");
    Ff1 ff1 = new Ff1(
        new SecretKeySpec(all, 0, keyBytes, "AES"), radix, plain.length(), HEX.parseHex(tweak));
    int split = plain.length() / 2;

    ff1.run(
        true,
        Long.parseLong(plain.substring(0, split), radix),
        Long.parseLong(plain.substring(split), radix));
    assertThat(ff1.left).isEqualTo(Long.parseLong(hidden.substring(0, split), radix));
    assertThat(ff1.right).isEqualTo(Long.parseLong(hidden.substring(split), radix));

    ff1.run(false, ff1.left, ff1.right);
    assertThat(ff1.left).isEqualTo(Long.parseLong(plain.substring(0, split), radix));
    assertThat(ff1.right).isEqualTo(Long.parseLong(plain.substring(split), radix));
  }

  @ParameterizedTest
  @CsvSource({"2, 20, 122", "10, 6, 36", "36, 4, 24", "256, 3, 12", "1000, 3, 10", "10000, 2, 8"})
  void ff1_randomTexts_matchBouncyCastle(int radix, int shortest, int longest) {
    Random random = new Random(20_261_124);
    for (int i = 0; i < 300; i++) {
      byte[] key = bytes(random, 16 + 8 * random.nextInt(3));
      byte[] tweak = bytes(random, random.nextInt(40));
      int length = shortest + random.nextInt(longest - shortest + 1);
      int split = length / 2;
      long left = number(random, radix, split);
      long right = number(random, radix, length - split);
      Ff1 ff1 = new Ff1(new SecretKeySpec(key, "AES"), radix, length, tweak);

      ff1.run(true, left, right);
      assertThat(digits(ff1.left, ff1.right, radix, length))
          .as("radix=%d length=%d key=%s", radix, length, HEX.formatHex(key))
          .isEqualTo(peer(key, tweak, radix, digits(left, right, radix, length)));

      ff1.run(false, ff1.left, ff1.right);
      assertThat(ff1.left).isEqualTo(left);
      assertThat(ff1.right).isEqualTo(right);
    }
  }

  @Test
  void ff1_overAllTexts_isABijection() {
    SecretKeySpec key = new SecretKeySpec(bytes(new Random(1), 16), "AES");
    for (int[] domain : new int[][] {{2, 13}, {10, 4}, {7, 5}}) {
      Ff1 ff1 = new Ff1(key, domain[0], domain[1], new byte[0]);
      int texts = BigInteger.valueOf(domain[0]).pow(domain[1]).intValueExact();
      boolean[] seen = new boolean[texts];
      for (int text = 0; text < texts; text++) {
        int hidden = (int) ff1.run(true, text);
        assertThat(seen[hidden]).isFalse();
        seen[hidden] = true;
        assertThat(ff1.run(false, hidden)).isEqualTo(text);
      }
    }
  }

  @Test
  void ff1_withHalvesTooLarge_isRefused() {
    SecretKeySpec key = new SecretKeySpec(bytes(new Random(1), 16), "AES");
    assertThatThrownBy(() -> new Ff1(key, 10, 37, new byte[0]))
        .isInstanceOf(ArithmeticException.class);
  }

  private static byte[] peer(byte[] key, byte[] tweak, int radix, byte[] text) {
    FPEFF1Engine engine = new FPEFF1Engine();
    engine.init(true, new FPEParameters(new KeyParameter(key), radix, tweak));
    byte[] hidden = new byte[text.length];
    engine.processBlock(text, 0, text.length, hidden, 0);
    return hidden;
  }

  /**
   * Returns digits in the format of Bouncy Castle: one byte for each digit, or two if the radix is
   * above 256.
   */
  private static byte[] digits(long left, long right, int radix, int length) {
    int width = radix > 256 ? 2 : 1;
    byte[] digits = new byte[length * width];
    put(digits, length / 2, 0, left, radix, width);
    put(digits, length, length / 2, right, radix, width);
    return digits;
  }

  private static void put(byte[] to, int end, int from, long number, int radix, int width) {
    long rest = number;
    for (int i = end - 1; i >= from; i--) {
      long digit = rest % radix;
      rest /= radix;
      to[i * width + width - 1] = (byte) digit;
      if (width == 2) {
        to[2 * i] = (byte) (digit >> 8);
      }
    }
  }

  private static long number(Random random, int radix, int digits) {
    BigInteger texts = BigInteger.valueOf(radix).pow(digits);
    return new BigInteger(100, random).mod(texts).longValueExact();
  }

  private static byte[] bytes(Random random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }
}
