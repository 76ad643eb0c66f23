package io.mintmark.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.InvalidIdException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HexTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void write_ofRandomNumbers_agreesWithTheJdk(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      int number = random.nextInt() >>> random.nextInt(32);
      byte[] ascii = new byte[10];
      Hex.write(number, ascii, 1);
      assertThat(new String(ascii, 1, 8, StandardCharsets.US_ASCII))
          .isEqualTo(HexFormat.of().toHexDigits(number));
    }
  }

  /** Tests each value of a byte, at each of its positions in an int. */
  @Test
  void write_ofEveryByteInEveryPlace_agreesWithTheJdk() {
    for (int value = 0; value < 256; value++) {
      for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
        int number = value << shift;
        byte[] ascii = new byte[8];
        Hex.write(number, ascii, 0);
        assertThat(new String(ascii, StandardCharsets.US_ASCII))
            .isEqualTo(HexFormat.of().toHexDigits(number));
      }
    }
  }

  /** Tests every character at each of the four indexes, beside digits of every kind. */
  @Test
  void four_everyCharacterAtEveryIndex_acceptsOnlyDigits() {
    for (String other : List.of("0000", "9999", "ffff", "FFFF", "a0A9")) {
      for (int place = 0; place < 4; place++) {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
          String text = other.substring(0, place) + (char) c + other.substring(place + 1);
          boolean digit = "0123456789abcdefABCDEF".indexOf(c) >= 0;
          if (digit) {
            assertThat(Hex.four(text, 0)).isEqualTo(HexFormat.fromHexDigits(text));
          } else if (Hex.four(text, 0) >>> 16 == 0) {
            throw new AssertionError("read as digits: " + c + " at " + place);
          }
        }
      }
    }
  }

  @Test
  void four_textTooShort_throws() {
    assertThatThrownBy(() -> Hex.four("00000", 2)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void write_intoText_leavesTheRest() {
    byte[] ascii = "............".getBytes(StandardCharsets.US_ASCII);
    Hex.write(0x09AF18E7, ascii, 2);
    assertThat(new String(ascii, StandardCharsets.US_ASCII)).isEqualTo("..09af18e7..");
  }

  @Test
  void eight_foreignCharacter_failsWithCharacterAndIndex() {
    assertThat(Hex.eight("0123<89aB", 0, 5)).isEqualTo(0x012389ABL);
    assertThatThrownBy(() -> Hex.eight("000000g0", 0, 4))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("a hex digit is one of 0123456789ABCDEF: character='g', index=6");
    assertThatThrownBy(() -> Hex.eight("0\n000000", 0, 4))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageEndingWith("character=U+000A, index=1");
    assertThatThrownBy(() -> Hex.eight("0\u0661000000", 0, 4))
        .isInstanceOf(InvalidIdException.class)
        .hasMessageEndingWith("character=U+0661, index=1");
  }
}
