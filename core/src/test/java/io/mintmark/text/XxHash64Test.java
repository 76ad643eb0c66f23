package io.mintmark.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XxHash64Test {

  /** The last one is long enough for stripes, longs, an int and single bytes. */
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
  void hash_withSeed_isThePublishedValue() {
    assertThat(XxHash64.hash("xxhash".getBytes(StandardCharsets.UTF_8), 20141025))
        .isEqualTo(0xB559B98D844E0635L);
  }

  @Test
  void hash_ofTextBeyondAscii_isOfItsUtf8Bytes() {
    byte[] utf8 = {(byte) 0xE9, (byte) 0x97, (byte) 0xBB};
    assertThat(XxHash64.hash("闻")).isEqualTo(XxHash64.hash(utf8));
  }
}
