package io.mintmark.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.InvalidIdException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers in base 62: byte arrays that represent one number, and unsigned longs. */
class RadixTest {

  private static final Radix BASE_62 = new Radix("a base62 digit", Alphabet.BASE_62);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void decode_ofWhatWasEncoded_isTheSame(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 1_000; i++) {
      byte[] bytes = new byte[random.nextInt(64)];
      random.nextBytes(bytes);
      Arrays.fill(bytes, 0, random.nextInt(bytes.length + 1), (byte) 0);
      assertThat(BASE_62.decode(BASE_62.encode(bytes), bytes.length)).isEqualTo(bytes);
    }
  }

  @Test
  void base62_ofLargestNumber_hasTheWidthOfItsLength() {
    BigInteger base = BigInteger.valueOf(62);
    for (int length = 0; length <= 64; length++) {
      byte[] bytes = new byte[length];
      Arrays.fill(bytes, (byte) -1);
      int width = BASE_62.encode(bytes).length();
      BigInteger largest = new BigInteger(1, bytes);
      assertThat(base.pow(width)).isGreaterThan(largest);
      assertThat(width == 0 || base.pow(width - 1).compareTo(largest) <= 0).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"LygHa16AHYG", "LygHa16AHYz", "10000000000000000", "M0000000000"})
  void decode_above64Bits_isRefused(String text) {
    assertThat(BASE_62.decode("LygHa16AHYF", 0, 11)).isEqualTo(-1);
    assertThatThrownBy(() -> BASE_62.decode(text, 0, text.length()))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageContaining("64 bits");
  }

  @Test
  void decode_ofForeignCharacter_saysWhichAndWhere() {
    assertThatThrownBy(() -> BASE_62.decode("ab-c", 0, 4))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageEndingWith("character='-', index=2");
  }

  @Test
  void base62_ofAnotherWidth_isRefused() {
    assertThatThrownBy(() -> BASE_62.decode("000", 20))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("20 bytes have 27 digits: length=3");
    assertThatThrownBy(() -> BASE_62.decode("z".repeat(27), 20))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("the number does not fit its bytes: bytes=20, index=26");
  }
}
