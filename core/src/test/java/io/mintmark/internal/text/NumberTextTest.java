package io.mintmark.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.InvalidIdException;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Base36, Base62 and Crockford of unsigned longs. */
class NumberTextTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 0",
    "35, Z, Z, 13",
    "61, 1P, z, 1X",
    "1234, YA, Ju, 16J",
    "9223372036854775807, 1Y2P0IJ32E8E7, AzL8n0Y58m7, 7ZZZZZZZZZZZZ",
    "18446744073709551615, 3W5E11264SGSF, LygHa16AHYF, FZZZZZZZZZZZZ"
  })
  void encode_ofNumber_isUnsignedAndShortest(
      String number, String base36, String base62, String crockford) {
    long value = Long.parseUnsignedLong(number);
    assertThat(Base36.encode(value)).isEqualTo(base36);
    assertThat(Base62.encode(value)).isEqualTo(base62);
    assertThat(Crockford.encode(value)).isEqualTo(crockford);
    assertThat(Base36.decode(base36)).isEqualTo(value);
    assertThat(Base62.decode(base62)).isEqualTo(value);
    assertThat(Crockford.decode(crockford)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void decode_ofWhatWasEncoded_isTheSame(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      long number = random.nextLong() >>> random.nextInt(64);
      assertThat(Base36.encode(number)).isEqualToIgnoringCase(Long.toUnsignedString(number, 36));
      assertThat(Base36.decode(Base36.encode(number).toLowerCase(Locale.ROOT))).isEqualTo(number);
      assertThat(Base36.decode(Base36.encode(number, 13))).isEqualTo(number);
      assertThat(Base62.decode(Base62.encode(number))).isEqualTo(number);
      assertThat(Base62.decode(Base62.encode(number, 11))).isEqualTo(number);
      assertThat(Crockford.decode(Crockford.encode(number))).isEqualTo(number);
      assertThat(Crockford.decode(Crockford.encode(number, 13))).isEqualTo(number);
      assertThat(Crockford.decodeChecked(Crockford.encodeChecked(number))).isEqualTo(number);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void encode_withWidth_sortsAsTheNumbers(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      long a = random.nextLong() >>> random.nextInt(64);
      long b = random.nextLong() >>> random.nextInt(64);
      int order = Integer.signum(Long.compareUnsigned(a, b));
      assertThat(Integer.signum(Base36.encode(a, 13).compareTo(Base36.encode(b, 13))))
          .isEqualTo(order);
      assertThat(Integer.signum(Base62.encode(a, 11).compareTo(Base62.encode(b, 11))))
          .isEqualTo(order);
      assertThat(Integer.signum(Crockford.encode(a, 13).compareTo(Crockford.encode(b, 13))))
          .isEqualTo(order);
    }
  }

  @Test
  void encode_ofNumberThatDoesNotFit_isRefused() {
    assertThat(Base36.encode(35, 4)).isEqualTo("000Z");
    assertThat(Base36.encode(36 * 36 - 1, 2)).isEqualTo("ZZ");
    assertThatThrownBy(() -> Base36.encode(36 * 36, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the number does not fit its width: number=1296, width=2, base=36");
    assertThatThrownBy(() -> Base62.encode(-1, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the number does not fit its width: number=18446744073709551615, width=10,"
            + " base=62");
  }

  @Test
  void encode_withoutWidth_isRefused() {
    assertThatThrownBy(() -> Base36.encode(0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the number does not fit its width: number=0, width=0, base=36");
  }

  @ParameterizedTest
  @ValueSource(strings = {"LygHa16AHYG", "LygHa16AHYz", "10000000000000000", "M0000000000"})
  void decode_above64Bits_isRefused(String text) {
    assertThatThrownBy(() -> Base62.decode(text))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageContaining("64 bits");
  }

  @Test
  void decode_ofForeignCharacter_saysWhichAndWhere() {
    assertThatThrownBy(() -> Base62.decode("ab-c"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageEndingWith("character='-', index=2");
    assertThatThrownBy(() -> Crockford.decode("16U"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("a Crockford digit is one of 0123456789ABCDEFGHJKMNPQRSTVWXYZ:"
            + " character='U', index=2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", "---"})
  void decode_withoutDigit_isRefused(String text) {
    assertThatThrownBy(() -> Crockford.decode(text))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageContaining("the number has no digit");
  }

  @ParameterizedTest
  @ValueSource(strings = {"16J", "16j", "I6J", "i6j", "L6J", "l-6-J", "0016J", "oO16J", "-16J-"})
  void decode_asCrockfordReads_isForgiving(String text) {
    assertThat(Crockford.decode(text)).isEqualTo(1234);
  }

  @ParameterizedTest
  @CsvSource({"1234, 16JD", "32, 10*", "33, 11~", "34, 12$", "35, 13=", "36, 14U", "0, 00"})
  void encodeChecked_ofNumber_endsWithItsSymbol(long number, String text) {
    assertThat(Crockford.encodeChecked(number)).isEqualTo(text);
    assertThat(Crockford.decodeChecked(text.toLowerCase(Locale.ROOT))).isEqualTo(number);
  }

  @Test
  void decodeChecked_withAnotherSymbol_isRefused() {
    assertThatThrownBy(() -> Crockford.decodeChecked("16JE"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("the check symbol is not the number modulo 37: symbol=E, expected=D, index=3");
    assertThatThrownBy(() -> Crockford.decodeChecked("D"))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("no digit and check symbol: length=1");
  }
}
