package io.mintmark.opaque;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Permutations of few positions, which are all tested, and the domain over which each permutation
 * is computed.
 */
final class CycleWalkTest {

  private static final SecretKeySpec KEY =
      new SecretKeySpec("a key for a test".getBytes(UTF_8), "AES");

  private static CycleWalk walk(long last) {
    return new CycleWalk(KEY, new byte[] {7}, last);
  }

  @ParameterizedTest
  @ValueSource(ints = {63, 64, 98, 99, 100, 127, 128, 511, 512, 999, 1_000, 1_023, 1_024, 1_500})
  void encrypt_allPositions_isABijection(int last) {
    CycleWalk walk = walk(last);
    boolean[] seen = new boolean[last + 1];
    for (int position = 0; position <= last; position++) {
      int hidden = (int) walk.encrypt(position);
      assertThat(seen[hidden]).isFalse();
      seen[hidden] = true;
      assertThat(walk.decrypt(hidden)).isEqualTo(position);
    }
  }

  /** With a different domain, the permutation would change, and existing ids could not be read. */
  @ParameterizedTest
  @CsvSource({
    "98, 10, 2",
    "99, 10, 2",
    "100, 2, 7",
    "127, 2, 7",
    "128, 2, 8",
    "511, 2, 9",
    "512, 10, 3",
    "999, 10, 3",
    "1000, 2, 10",
    "999999999999999999, 10, 18",
    "1000000000000000000, 2, 60",
    "9223372036854775806, 2, 63"
  })
  void encrypt_positions_usesTheSmallestDomain(long last, int radix, int digits) {
    CycleWalk walk = walk(last);
    Ff1 ff1 = new Ff1(KEY, radix, digits, new byte[] {7});
    for (int i = 0; i <= 20; i++) {
      for (long position : new long[] {i, last - i}) {
        long at = position;
        do {
          at = ff1.run(true, at);
        } while (at > last);
        assertThat(walk.encrypt(position)).isEqualTo(at);
        assertThat(walk.decrypt(at)).isEqualTo(position);
      }
    }
  }

  @Test
  void encrypt_positionOutOfRange_throws() {
    CycleWalk walk = walk(99);
    for (long none : new long[] {-1, 100}) {
      assertThatThrownBy(() -> walk.encrypt(none))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("there is no such position: position=" + none + ", last=99");
      assertThatThrownBy(() -> walk.decrypt(none)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
