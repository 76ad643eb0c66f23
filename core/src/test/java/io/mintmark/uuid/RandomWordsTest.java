package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.internal.batch.WordEncoder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Which bits of versions 4 and 7 are fixed. All others are drawn for each UUID. */
@Isolated("suspends every generator of the JVM")
final class RandomWordsTest {

  private static final int COUNT = 600;
  private static final int FROM = 3;

  /** Draws new keys, which no earlier test has used. */
  @BeforeEach
  void drawNewKeys() {
    Mintmark.beforeSnapshot();
    Mintmark.afterRestore();
  }

  @Test
  void highAndLow_ofVersion4_markTheRandomBits() {
    assertThat(RandomWords.NUMBERS.high(0)).isEqualTo(0x4000);
    assertThat(RandomWords.NUMBERS.high(-1)).isEqualTo(0xffff_ffff_ffff_4fffL);
    assertThat(RandomWords.NUMBERS.low(0)).isEqualTo(0x8000_0000_0000_0000L);
    assertThat(RandomWords.NUMBERS.low(-1)).isEqualTo(0xbfff_ffff_ffff_ffffL);
    for (long random : new long[] {0, -1, 0x0123_4567_89ab_cdefL}) {
      assertThat(RandomWords.REVERSED.high(random))
          .isEqualTo(Long.reverseBytes(RandomWords.NUMBERS.high(Long.reverseBytes(random))));
      assertThat(RandomWords.REVERSED.low(random))
          .isEqualTo(Long.reverseBytes(RandomWords.NUMBERS.low(Long.reverseBytes(random))));
    }
  }

  @Test
  void highAndLow_ofVersion7_haveTheirFieldsInTheirPlaces() {
    long position = 0x0123_4567_89abL << OrderedWords.COUNTER_BITS | 0xcdef1;
    assertThat(OrderedWords.NUMBERS.high(position)).isEqualTo(0x0123_4567_89ab_7cdeL);
    assertThat(OrderedWords.NUMBERS.low(position, 0)).isEqualTo(2L << 62 | 0xf1L << 54);
    assertThat(OrderedWords.NUMBERS.low(position, -1)).isEqualTo((2L << 62 | 0xf2L << 54) - 1);
    assertThat(OrderedWords.REVERSED.high(position)).isEqualTo(0xde7c_ab89_6745_2301L);
    for (long random : new long[] {0, -1, 0x0123_4567_89ab_cdefL}) {
      long low = OrderedWords.NUMBERS.low(position, Long.reverseBytes(random));
      assertThat(OrderedWords.REVERSED.low(position, random)).isEqualTo(Long.reverseBytes(low));
    }
  }

  /** With this start, the counter's last bits overflow after some ids, and then once more. */
  @Test
  void encode_runsOfVersion7_areOfEachPositionAndDrawnForEach() {
    long start = (1L << 40) - 6;
    for (OrderedWords encoder : List.of(OrderedWords.NUMBERS, OrderedWords.REVERSED)) {
      long[] words = encoded(encoder, start);
      Set<Long> random = new HashSet<>();
      for (int i = 0; i < COUNT; i++) {
        long low = words[FROM + 2 * i + 1];
        assertThat(words[FROM + 2 * i]).isEqualTo(encoder.high(start + i));
        assertThat(low).isEqualTo(encoder.low(start + i, low));
        random.add(low ^ encoder.low(start + i, 0));
      }
      assertThat(random).hasSize(COUNT).doesNotContain(0L);
    }
  }

  @Test
  void encode_runsOfVersion4_areDrawnForEach() {
    for (RandomWords encoder : List.of(RandomWords.NUMBERS, RandomWords.REVERSED)) {
      long[] words = encoded(encoder, 7);
      Set<Long> random = new HashSet<>();
      for (int i = 0; i < COUNT; i++) {
        long high = words[FROM + 2 * i];
        long low = words[FROM + 2 * i + 1];
        assertThat(high).isEqualTo(encoder.high(high));
        assertThat(low).isEqualTo(encoder.low(low));
        random.add(high ^ encoder.high(0));
        random.add(low ^ encoder.low(0));
      }
      assertThat(random).hasSize(2 * COUNT).doesNotContain(0L);
    }
  }

  /** Encodes a run between words that must not change. */
  private static long[] encoded(WordEncoder encoder, long start) {
    long[] words = new long[FROM + 2 * COUNT + FROM];
    encoder.encode(0, start, COUNT, words, FROM);
    assertThat(Arrays.copyOf(words, FROM)).containsOnly(0);
    assertThat(Arrays.copyOfRange(words, FROM + 2 * COUNT, words.length)).containsOnly(0);
    return words;
  }
}
