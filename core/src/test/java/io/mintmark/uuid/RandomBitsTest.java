package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.LongRun;
import io.mintmark.testkit.Race;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RandomBitsTest {

  private static long word() {
    long[] word = new long[1];
    long unused = RandomBits.fill(word, 0, 1);
    return word[0];
  }

  @Test
  @Tag("sized")
  void fill_manyThreads_neverRepeats() {
    // Among 3 million values of 64 random bits, a collision occurs once in four million runs.
    int each = LongRun.size(200_000, 1_000_000);
    assertAllDiffer(Race.run(3, thread -> {
      long[] words = new long[each];
      for (int i = 0; i < each; i++) {
        words[i] = word();
      }
      return words;
    }));
  }

  private static void assertAllDiffer(List<long[]> drawn) {
    long[] all = drawn.stream().flatMapToLong(LongStream::of).sorted().toArray();
    for (int i = 1; i < all.length; i++) {
      assertThat(all[i] != all[i - 1]).as("drawn twice: %s", all[i]).isTrue();
    }
  }

  /** Single words between the batches leave a part of the last words to the next run. */
  @Test
  void fill_severalAndSingleWords_neverRepeats() {
    Set<Long> seen = new HashSet<>();
    long[] words = new long[5];
    for (int i = 0; i < 20_000; i++) {
      long unused = RandomBits.fill(words, 1, 4);
      assertThat(words[0]).isZero();
      for (int j = 1; j < words.length; j++) {
        assertThat(words[j]).isNotZero();
        assertThat(seen.add(words[j])).isTrue();
      }
      assertThat(i % 3 != 0 || seen.add(word())).isTrue();
    }
  }

  @Test
  @Tag("sized")
  void nextUuid_manyThreads_neverRepeats() {
    int each = LongRun.size(100_000, 1_000_000);
    assertAllDiffer(Race.run(3, thread -> {
      long[] words = new long[2 * each];
      for (int i = 0; i < each; i++) {
        UUID uuid = RandomBits.nextUuid();
        assertThat(uuid.version()).isEqualTo(4);
        assertThat(uuid.variant()).isEqualTo(2);
        words[2 * i] = uuid.getMostSignificantBits();
        words[2 * i + 1] = RandomBits.next();
      }
      return words;
    }));
  }

  @Test
  void fill_manyWords_everyBitIsSetHalfTheTime() {
    int words = 1 << 16;
    int[] set = new int[Long.SIZE];
    for (int i = 0; i < words; i++) {
      long word = word();
      for (int bit = 0; bit < Long.SIZE; bit++) {
        set[bit] += (int) (word >>> bit & 1);
      }
    }
    // Ten standard deviations of 128 each.
    for (int count : set) {
      assertThat(count).isBetween(words / 2 - 1280, words / 2 + 1280);
    }
  }
}
