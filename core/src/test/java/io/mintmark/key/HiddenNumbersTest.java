package io.mintmark.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.internal.kind.IdCipher;
import io.mintmark.opaque.OpaqueKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks which permutation hides a number: each tick of a worker has its own. */
final class HiddenNumbersTest {

  /** The ticks whose permutation was requested, in order. */
  private final List<String> asked = new ArrayList<>();

  /** The n-th permutation adds n to a number, modulo the count of numbers. */
  private final IdCipher cipher = new IdCipher() {
    @Override
    public Permutation permutation(String line, long last) {
      asked.add(line + "<=" + last);
      int by = asked.size();
      return new Permutation() {
        @Override
        public long encrypt(long position) {
          return (position + by) % (last + 1);
        }

        @Override
        public long decrypt(long hidden) {
          return (hidden + last + 1 - by) % (last + 1);
        }
      };
    }

    @Override
    public String identity() {
      return "adds";
    }
  };

  private final HiddenNumbers numbers = new HiddenNumbers(cipher, "key/a/", 100);

  @Test
  void hide_sameTickAndWorker_keepsThePermutation() {
    assertThat(numbers.hide(5, 7, 10)).isEqualTo(11);
    assertThat(numbers.hide(5, 7, 99)).isZero();
    assertThat(numbers.reveal(5, 7, 11)).isEqualTo(10);
    assertThat(asked).containsExactly("key/a/5:7<=99");
  }

  @Test
  void hide_anotherTickOrWorker_usesAnotherPermutation() {
    assertThat(numbers.hide(5, 7, 10)).isEqualTo(11);
    assertThat(numbers.hide(5, 8, 10)).isEqualTo(12);
    assertThat(numbers.hide(6, 8, 10)).isEqualTo(13);
    assertThat(numbers.hide(0, 8, 10)).isEqualTo(14);
    assertThat(numbers.hide(-1, 8, 10)).isEqualTo(15);
    assertThat(numbers.reveal(-1, 9, 16)).isEqualTo(10);
    assertThat(asked)
        .containsExactly(
            "key/a/5:7<=99",
            "key/a/5:8<=99",
            "key/a/6:8<=99",
            "key/a/0:8<=99",
            "key/a/:8<=99",
            "key/a/:9<=99");
  }

  @Test
  void identity_anyCipher_isTheCiphersIdentity() {
    assertThat(numbers.identity()).isEqualTo("adds");
  }

  /** The same permutation hides all numbers of a tick, so no two keys are equal. */
  @Test
  void write_allKeysOfATick_useOnePermutation() {
    KeyFormat format = KeyFormat.parse("{time:yyyy}{worker:1}{seq:2}");
    KeyWriter writer = new KeyWriter(format, 0, 1, () -> 0, Optional.of(numbers));
    Set<String> keys = new HashSet<>();
    for (int number = 0; number < 100; number++) {
      String key = writer.write(3, 56 * 100 + number, 0, Map.of());
      assertThat(key).startsWith("20263");
      assertThat(keys.add(key)).isTrue();
    }
    assertThat(asked).containsExactly("key/a/3:56<=99");
  }

  /** Keys without a worker lack a worker number, whichever way they are requested. */
  @Test
  void parse_keysOfAllCallsWithoutAWorker_haveTheirPositionsInOrder() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      OpaqueKey secret = OpaqueKey.of("0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
      KeyGenerator keys = mint.keys("hidden", k -> k.format("{seq:6}").opaque(secret));
      List<String> made = new ArrayList<>(List.of(keys.next()));
      made.addAll(keys.nextBatch(2));
      made.addAll(keys.nextBatchAsync(2).join());
      made.add(keys.nextAsync().join());

      assertThat(made).map(key -> keys.parse(key).number()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    }
  }
}
