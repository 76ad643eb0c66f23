package io.mintmark.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.text.Alphabet;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DigitsTest {

  private static String written(long value, int width) {
    byte[] out = "..........".getBytes(StandardCharsets.US_ASCII);
    Digits.write(value, width, out, 1);
    return new String(out, StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, ..........",
    "7, 1, .7........",
    "7, 2, .07.......",
    "99, 2, .99.......",
    "100, 3, .100......",
    "12345, 6, .012345...",
    "99999999, 8, .99999999."
  })
  void write_anyWidth_writesOnlyItsDigits(long value, int width, String text) {
    assertThat(written(value, width)).isEqualTo(text);
  }

  @Test
  void read_everyDigitOfAnAlphabet_returnsItsValue() {
    for (String alphabet : new String[] {Alphabet.DECIMAL, Alphabet.BASE_36, Alphabet.BASE_62}) {
      for (int digit = 0; digit < alphabet.length(); digit++) {
        String key = "-" + alphabet.charAt(digit) + alphabet.charAt(0);
        assertThat(Digits.read(key, 1, 2, alphabet)).isEqualTo((long) digit * alphabet.length());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"/, '/'", ":, ':'", "@, '@'", "[, '['", "`, '`'", "{, '{'"})
  void read_characterNotADigit_throws(char beside, char shown) {
    assertThatThrownBy(() -> Digits.read("1" + beside, 0, 2, Alphabet.BASE_62))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("the digit is not one of " + Alphabet.BASE_62 + ": character='" + shown
            + "', column=2");
  }

  @Test
  void show_invisibleCharacter_isItsCodePoint() {
    assertThat(Alphabet.show('!')).isEqualTo("'!'");
    assertThat(Alphabet.show('~')).isEqualTo("'~'");
    assertThat(Alphabet.show(' ')).isEqualTo("U+0020");
    assertThat(Alphabet.show((char) 0x7F)).isEqualTo("U+007F");
  }
}
