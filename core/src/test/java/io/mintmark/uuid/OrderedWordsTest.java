package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Checks which bits of versions 4 and 7 are fixed, and that each UUID has new random bits. */
@Isolated("suspends every generator of the JVM")
final class OrderedWordsTest {

  private static final int COUNT = 600;
  private static final int FROM = 3;

  /** Draws new keys, which no earlier test has used. */
  @BeforeEach
  void drawNewKeys() {
    Mintmark.beforeSnapshot();
    Mintmark.afterRestore();
  }

  @Test
  void ofVersionAndOfVariant_ofVersion4_changeOnlySixBits() {
    assertThat(UuidBits.ofVersion(4, 0)).isEqualTo(0x4000);
    assertThat(UuidBits.ofVersion(4, -1)).isEqualTo(0xffff_ffff_ffff_4fffL);
    assertThat(UuidBits.ofVariant(0)).isEqualTo(0x8000_0000_0000_0000L);
    assertThat(UuidBits.ofVariant(-1)).isEqualTo(0xbfff_ffff_ffff_ffffL);
  }

  @Test
  void highAndLow_ofVersion7_haveTheirFieldsInTheirPlaces() {
    long position = 0x0123_4567_89abL << OrderedWords.COUNTER_BITS | 0xcdef1;
    assertThat(OrderedWords.high(position)).isEqualTo(0x0123_4567_89ab_7cdeL);
    assertThat(OrderedWords.low(position, 0)).isEqualTo(2L << 62 | 0xf1L << 54);
    assertThat(OrderedWords.low(position, -1)).isEqualTo((2L << 62 | 0xf2L << 54) - 1);
  }

  /** With this start, the counter's last bits overflow after some ids, and then once more. */
  @Test
  void encode_successivePositions_hasEachPositionWithNewRandomBits() {
    long start = (1L << 40) - 6;
    long[] words = new long[FROM + 2 * COUNT + FROM];
    OrderedWords.encode(0, start, COUNT, words, FROM);
    assertThat(Arrays.copyOf(words, FROM)).containsOnly(0);
    assertThat(Arrays.copyOfRange(words, FROM + 2 * COUNT, words.length)).containsOnly(0);
    Set<Long> random = new HashSet<>();
    for (int i = 0; i < COUNT; i++) {
      long low = words[FROM + 2 * i + 1];
      assertThat(words[FROM + 2 * i]).isEqualTo(OrderedWords.high(start + i));
      assertThat(low).isEqualTo(OrderedWords.low(start + i, low));
      random.add(low ^ OrderedWords.low(start + i, 0));
    }
    assertThat(random).hasSize(COUNT).doesNotContain(0L);
  }

  @Test
  void fill_version4_drawsRandomBitsForEachUuid() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      long[] words = new long[2 * COUNT];
      mint.uuids("random", u -> u.version(4)).fill(words);
      Set<Long> random = new HashSet<>();
      for (int i = 0; i < words.length; i += 2) {
        assertThat(words[i]).isEqualTo(UuidBits.ofVersion(4, words[i]));
        assertThat(words[i + 1]).isEqualTo(UuidBits.ofVariant(words[i + 1]));
        random.add(words[i] ^ UuidBits.ofVersion(4, 0));
        random.add(words[i + 1] ^ UuidBits.ofVariant(0));
      }
      assertThat(random).hasSize(2 * COUNT).doesNotContain(0L);
    }
  }
}
