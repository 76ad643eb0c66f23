package io.mintmark.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class XxHash64Test {

  private static final long SEED = 20_261_121;

  /**
   * The last text is long enough for the parts of the algorithm that read stripes, longs, an int
   * and single bytes.
   */
  @ParameterizedTest
  @CsvSource({
    "'', EF46DB3751D8E999",
    "a, D24EC4F1A98C6E5B",
    "as, 1C330FB2D66BE179",
    "asd, 631C37CE72A97393",
    "abc, 44BC2CF5AD770999",
    "asdf, 415872F599CEA71E",
    "xxhash, 32DD38952C4BC720",
    "Nobody inspects the spammish repetition, FBCEA83C8A378BF1",
    "Call me Ishmael. Some years ago--never mind how long precisely-, 02A2E85470D6FD96"
  })
  void hash_ofText_isThePublishedValue(String text, String expected) {
    assertThat(XxHash64.hash(text)).isEqualTo(Long.parseUnsignedLong(expected, 16));
  }

  @Test
  void hash_ofTextBeyondAscii_isOfItsUtf8Bytes() {
    byte[] utf8 = {(byte) 0xE9, (byte) 0x97, (byte) 0xBB};
    assertThat(XxHash64.hash("闻")).isEqualTo(XxHash64.hash(utf8));
  }

  /** Java stores and encodes the texts of each alphabet in a different way. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "user-42/AZaz\0\u007F",
        "na\u00EFve \u0080\u00FF",
        "\u0141\u0161\u95FB\uFFFD",
        "\uD83D\uDC5B\uD834\uDD1E",
        "x\uD83Dy\uDC5B"
      })
  void hash_ofTextOfAnyLength_isOfItsUtf8Bytes(String alphabet) {
    Random random = new Random(SEED);
    for (int length = 0; length <= 300; length++) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < length; i++) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      assertThat(XxHash64.hash(text.toString()))
          .as("length %s of '%s', seed %s", length, alphabet, SEED)
          .isEqualTo(XxHash64.hash(text.toString().getBytes(StandardCharsets.UTF_8)));
    }
  }

  @Test
  void hash_oneCharacterBeyondAscii_isOfTheUtf8BytesAtAnyIndex() {
    for (int at = 0; at < 40; at++) {
      for (char c : new char[] {'\u0080', '\u00E9', '\u0141', '\uD83D'}) {
        StringBuilder text = new StringBuilder("a".repeat(40));
        text.setCharAt(at, c);
        assertThat(XxHash64.hash(text.toString()))
            .as("U+%04X at %s", (int) c, at)
            .isEqualTo(XxHash64.hash(text.toString().getBytes(StandardCharsets.UTF_8)));
      }
    }
  }
}
