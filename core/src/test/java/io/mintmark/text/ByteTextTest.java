package io.mintmark.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.InvalidIdException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Base58 and Base62 of bytes. */
class ByteTextTest {

  @ParameterizedTest
  @CsvSource({
    "'', ''",
    "48656c6c6f20576f726c6421, 2NEpo7TZRRrLZSi2U",
    "0000287fb4cd, 11233QC4",
    "00, 1",
    "00000000, 1111",
    "ff, 5Q"
  })
  void base58_ofBytes_isThePublishedText(String hex, String text) {
    assertThat(Base58.encode(Hex.decode(hex))).isEqualTo(text);
    assertThat(Base58.decode(text)).isEqualTo(Hex.decode(hex));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void decode_ofWhatWasEncoded_isTheSame(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 1_000; i++) {
      byte[] bytes = new byte[random.nextInt(64)];
      random.nextBytes(bytes);
      Arrays.fill(bytes, 0, random.nextInt(bytes.length + 1), (byte) 0);
      assertThat(Base58.decode(Base58.encode(bytes))).isEqualTo(bytes);
      assertThat(Base62.decode(Base62.encode(bytes), bytes.length)).isEqualTo(bytes);
    }
  }

  @Test
  void base62_ofLargestNumber_hasTheWidthOfItsLength() {
    BigInteger base = BigInteger.valueOf(62);
    for (int length = 0; length <= 64; length++) {
      byte[] bytes = new byte[length];
      Arrays.fill(bytes, (byte) -1);
      int width = Base62.encode(bytes).length();
      BigInteger largest = new BigInteger(1, bytes);
      assertThat(base.pow(width)).isGreaterThan(largest);
      assertThat(width == 0 || base.pow(width - 1).compareTo(largest) <= 0).isTrue();
    }
  }

  @Test
  void decode_ofForeignCharacter_saysWhichAndWhere() {
    assertThatThrownBy(() -> Base58.decode("2NEl"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageEndingWith("character='l', index=3");
  }

  @Test
  void base62_ofAnotherWidth_isRefused() {
    assertThatThrownBy(() -> Base62.decode("000", 20))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("20 bytes have 27 digits: length=3");
    assertThatThrownBy(() -> Base62.decode("z".repeat(27), 20))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("a number fits its bytes: bytes=20, index=26");
  }

  @Test
  void encode_ofMoreThanTheMost_isRefused() {
    byte[] most = "x".repeat(Base58.MAX_BYTES).getBytes(StandardCharsets.US_ASCII);
    assertThat(Base58.decode(Base58.encode(most))).isEqualTo(most);
    assertThatThrownBy(() -> Base58.encode(new byte[Base58.MAX_BYTES + 1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a number of bytes has 0 to 1024 bytes: length=1025");
    assertThatThrownBy(() -> Base58.decode("2".repeat(10_000_000)))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("base58 has 1399 digits at most, for 1024 bytes: length=10000000");
  }
}
