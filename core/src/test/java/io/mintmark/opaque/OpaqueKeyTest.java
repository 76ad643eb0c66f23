package io.mintmark.opaque;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.kind.IdCipher.Permutation;
import io.mintmark.testkit.Race;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Permutations of exactly the existing positions, and keys that are never shown. */
final class OpaqueKeyTest {

  private static final String HEX = "00112233445566778899aabbccddeeff";
  private static final OpaqueKey KEY = OpaqueKey.of(HexFormat.of().parseHex(HEX));

  @Tag("long")
  @ParameterizedTest
  @ValueSource(longs = {1_000_000, 1_000_003, 1_048_576, 1_048_577, 1_500_000})
  void permutation_allPositions_isABijection(long count) {
    Permutation permutation = KEY.permutation("orders", count - 1);
    BitSet seen = new BitSet();
    for (long position = 0; position < count; position++) {
      long hidden = permutation.encrypt(position);
      assertThat(hidden >= 0 && hidden < count && !seen.get((int) hidden)).isTrue();
      seen.set((int) hidden);
      if (position % 97 == 0) {
        assertThat(permutation.decrypt(hidden)).isEqualTo(position);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        9_999_999_998L,
        9_999_999_999L,
        (1L << 53) - 1,
        999_999_999_999_999_998L,
        (1L << 62) - 1,
        Long.MAX_VALUE - 1,
        Long.MAX_VALUE
      })
  void permutation_manyPositions_isReversibleInRange(long last) {
    Permutation permutation = KEY.permutation("orders", last);
    for (int i = 0; i < 2_000; i++) {
      for (long position : new long[] {i, last - i, last / 2 + i}) {
        long hidden = permutation.encrypt(position);
        assertThat(hidden).isBetween(0L, last);
        assertThat(permutation.decrypt(hidden)).isEqualTo(position);
      }
    }
  }

  /** Ids in databases must stay readable, so these values must never change. */
  @Test
  void permutation_fixedExamples_neverChange() {
    assertThat(KEY.permutation("orders", 1_000_000 - 1).encrypt(0)).isEqualTo(906_199L);
    assertThat(KEY.permutation("orders", 1_500_000 - 1).encrypt(0)).isEqualTo(681_811L);
    assertThat(KEY.permutation("orders", (1L << 62) - 1).encrypt(0))
        .isEqualTo(415_566_341_725_909_275L);
    assertThat(KEY.permutation("users", (1L << 62) - 1).encrypt(0))
        .isEqualTo(2_404_702_222_548_876_463L);
    assertThat(KEY.permutation("orders", Long.MAX_VALUE - 1).encrypt(0))
        .isEqualTo(3_456_588_534_390_664_297L);
  }

  /**
   * The first tests that an observer would try, on the first 100,000 positions. Do hidden positions
   * rise with the positions? Is a hidden position close to the next one? Do neighbours differ by a
   * constant? Is a bit set more often than not? The bounds are five standard deviations of a random
   * permutation.
   */
  @Test
  void permutation_ofPositionsInOrder_showsNoOrder() {
    int draws = 100_000;
    long count = 10_000_000_000L;
    Permutation permutation = KEY.permutation("orders", count - 1);
    double[] hidden = new double[draws];
    int[] changed = new int[30];
    int rises = 0;
    Set<Long> differences = new HashSet<>();
    long before = 0;
    for (int i = 0; i < draws; i++) {
      long now = permutation.encrypt(i);
      hidden[i] = (double) now / count - 0.5;
      for (int bit = 0; bit < changed.length; bit++) {
        changed[bit] += (int) ((now ^ before) >> bit & 1);
      }
      rises += now > before ? 1 : 0;
      differences.add(now - before);
      before = now;
    }
    double deviation = Math.sqrt(draws);
    double mean = 0;
    double serial = 0;
    double withPosition = 0;
    for (int i = 0; i < draws; i++) {
      mean += hidden[i];
      serial += hidden[i] * hidden[(i + 1) % draws] * 12;
      withPosition += hidden[i] * ((double) i / draws - 0.5) * 12;
    }
    assertThat(Math.abs(mean) * Math.sqrt(12)).isLessThan(5 * deviation);
    assertThat(Math.abs(serial)).isLessThan(5 * deviation);
    assertThat(Math.abs(withPosition)).isLessThan(5 * deviation);
    // Neighbouring differences are not independent, so the count of rises varies less than that of
    // coin tosses.
    assertThat(Math.abs(rises - draws / 2)).isLessThan((int) (5 * deviation / 2));
    for (int bit = 0; bit < changed.length; bit++) {
      assertThat(Math.abs(changed[bit] - draws / 2)).as("bit %d", bit).isLessThan((int)
          (5 * deviation / 2));
    }
    assertThat(differences).hasSizeGreaterThan(draws - 10);
  }

  /**
   * Someone who measures the time of calls could learn the number of steps of a walk. Is the walk
   * longer for later positions? Does its length reveal whether an id is high, even, or equal to the
   * next id's? The bounds are five standard deviations of independent walks.
   */
  @ParameterizedTest
  @Tag("long")
  @CsvSource({"1_500_000, 2, 21", "9_000_000_000, 10, 10"})
  void walk_length_revealsNeitherPositionNorId(String positions, int radix, int digits) {
    long count = Long.parseLong(positions.replace("_", ""));
    Permutation permutation = KEY.permutation("orders", count - 1);
    Ff1 ff1 = new Ff1(
        new SecretKeySpec(HexFormat.of().parseHex(HEX), "AES"),
        radix,
        digits,
        "orders".getBytes(UTF_8));
    int draws = 200_000;
    double[] steps = new double[draws];
    double[] id = new double[draws];
    for (int i = 0; i < draws; i++) {
      long at = i;
      do {
        at = ff1.run(true, at);
        steps[i]++;
      } while (at >= count);
      assertThat(at).as("the walk that the key takes").isEqualTo(permutation.encrypt(i));
      id[i] = at;
    }
    assertThat(Arrays.stream(steps).max().orElseThrow()).as("steps of a walk").isGreaterThan(3);
    assertUnrelated(
        "position", steps, IntStream.range(0, draws).asDoubleStream().toArray());
    assertUnrelated("id", steps, id);
    assertUnrelated("odd id", steps, Arrays.stream(id).map(each -> each % 2).toArray());
    double[] next = Arrays.copyOf(steps, draws);
    System.arraycopy(steps, 1, next, 0, draws - 1);
    assertUnrelated("next walk", steps, next);
  }

  private static void assertUnrelated(String what, double[] steps, double[] other) {
    double meanSteps = Arrays.stream(steps).average().orElseThrow();
    double meanOther = Arrays.stream(other).average().orElseThrow();
    double both = 0;
    double ofSteps = 0;
    double ofOther = 0;
    for (int i = 0; i < steps.length; i++) {
      both += (steps[i] - meanSteps) * (other[i] - meanOther);
      ofSteps += (steps[i] - meanSteps) * (steps[i] - meanSteps);
      ofOther += (other[i] - meanOther) * (other[i] - meanOther);
    }
    assertThat(Math.abs(both / Math.sqrt(ofSteps * ofOther)))
        .as("correlation of a walk's length with: %s", what)
        .isLessThan(5 / Math.sqrt(steps.length));
  }

  @Test
  void permutation_otherNameOrKey_differs() {
    long count = 1L << 40;
    OpaqueKey other = OpaqueKey.of(HexFormat.of().parseHex(HEX.replace('0', '1')));
    long hidden = KEY.permutation("orders", count - 1).encrypt(1);

    assertThat(KEY.permutation("orders", count - 1).encrypt(1)).isEqualTo(hidden);
    assertThat(KEY.permutation("users", count - 1).encrypt(1)).isNotEqualTo(hidden);
    assertThat(other.permutation("orders", count - 1).encrypt(1)).isNotEqualTo(hidden);
  }

  @Test
  void permutation_manyThreads_isTheSame() {
    Permutation permutation = KEY.permutation("orders", 1_234_567 - 1);
    List<Long> sums = Race.run(8, thread -> {
      long sum = 0;
      for (int position = 0; position < 5_000; position++) {
        long hidden = permutation.encrypt(position);
        assertThat(permutation.decrypt(hidden)).isEqualTo(position);
        sum = 31 * sum + hidden;
      }
      return sum;
    });
    assertThat(Set.copyOf(sums)).hasSize(1);
  }

  @Test
  void permutation_tooFewPositionsOrOutOfRange_throws() {
    assertThatThrownBy(() -> KEY.permutation("orders", 999_999 - 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("opaque ids need more positions: last=999998 < 999999");
    Permutation permutation = KEY.permutation("orders", 1_000_000 - 1);
    assertThatThrownBy(() -> permutation.encrypt(1_000_000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no such position: position=1000000, last=999999");
    assertThatThrownBy(() -> permutation.decrypt(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no such position: position=-1, last=999999");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        HEX,
        "  " + HEX + "\n",
        HEX + "0011223344556677",
        HEX + "ffeeddccbbaa99887766554433221100"
      })
  void key_inAFile_isRead(String text, @TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("key"), text);
    assertThat(OpaqueKey.fromFile(file))
        .isEqualTo(OpaqueKey.of(HexFormat.of().parseHex(text.strip())));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0011",
        HEX + "00",
        HEX + "0",
        "not hex, but long enough for it.",
        "00000000000000000000000000000000"
      })
  void key_fileWithoutKey_throwsWithoutItsContent(String text, @TempDir Path directory)
      throws Exception {
    Path file = Files.writeString(directory.resolve("key"), text);
    assertThatThrownBy(() -> OpaqueKey.fromFile(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("opaque key: the file does not hold a random key of 32, 48 or 64 hex digits:"
            + " characters=" + text.length() + ", file=" + file)
        .hasNoCause();
  }

  @Test
  void key_missingFile_throws(@TempDir Path directory) {
    Path file = directory.resolve("none");
    assertThatThrownBy(() -> OpaqueKey.fromFile(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("the key's file cannot be read: file=" + file);
  }

  /** Text after so many spaces would not be read, and the key would not be the intended one. */
  @Test
  void key_fileWithMoreThanAKey_throws(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("key"), HEX + " ".repeat(300) + "more");
    assertThatThrownBy(() -> OpaqueKey.fromFile(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("the file does not hold a random key");
  }

  /** A user wrote the key instead of the name of its file. The key must not get into a log. */
  @Test
  void key_usedAsFileName_isNotShown() {
    for (String key : List.of(HEX, HEX.toUpperCase(Locale.ROOT), HEX + HEX)) {
      assertThatThrownBy(() -> OpaqueKey.fromFile(Path.of(key)))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("its name looks like a key")
          .hasMessageNotContaining(key)
          .hasNoCause();
    }
  }

  @Test
  void key_toString_hidesTheKey() {
    assertThat(KEY).hasToString("opaque key " + KEY.identity());
    assertThat(KEY.identity()).matches("[0-9a-f]{16}").doesNotContain("00112233");
    assertThat(KEY).isEqualTo(OpaqueKey.of(HexFormat.of().parseHex(HEX))).hasSameHashCodeAs(KEY);
  }
}
