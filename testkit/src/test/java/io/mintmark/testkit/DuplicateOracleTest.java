package io.mintmark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DuplicateOracleTest {

  private static final int MANY = 200_000;

  @Test
  void duplicate_nothingOrOneId_findsNone() {
    DuplicateOracle oracle = new DuplicateOracle(10);
    assertThat(oracle.duplicate()).isEmpty();
    collect(oracle, 0);
    assertThat(oracle.duplicate()).isEmpty();
    assertThat(oracle.count()).isEqualTo(1);
  }

  @Test
  void duplicate_manyDifferentFromThreads_findsNone() {
    DuplicateOracle oracle = new DuplicateOracle(2L * MANY);

    collectInterleaved(oracle);

    assertThat(oracle.duplicate()).isEmpty();
    assertThat(oracle.count()).isEqualTo(2L * MANY);
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(longs = {0, 1, MANY - 1, MANY, 2L * MANY - 1})
  void duplicate_oneAmongMany_isFound(long repeated) {
    DuplicateOracle oracle = new DuplicateOracle(2L * MANY + 1);
    collectInterleaved(oracle);

    collect(oracle, repeated);

    assertThat(oracle.duplicate()).contains(Long.toString(repeated));
  }

  @Test
  void duplicate_amongShuffledIds_isFound() {
    DuplicateOracle oracle = new DuplicateOracle(MANY + 1L);
    long[] ids = new Random(7).longs(MANY).toArray();
    collect(oracle, ids);
    assertThat(oracle.duplicate()).isEmpty();
    collect(oracle, ids[MANY / 3]);

    assertThat(oracle.duplicate()).contains(Long.toString(ids[MANY / 3]));
  }

  @Test
  void duplicate_extremeValues_areHandled() {
    DuplicateOracle oracle = new DuplicateOracle(10);
    collect(oracle, Long.MIN_VALUE, -1, 0, Long.MAX_VALUE);
    assertThat(oracle.duplicate()).isEmpty();
    collect(oracle, Long.MIN_VALUE);
    assertThat(oracle.duplicate()).contains("-9223372036854775808");
  }

  @Test
  void duplicate_texts_areComparedExactly() {
    DuplicateOracle oracle = new DuplicateOracle(10);
    oracle.add("Aa");
    oracle.add("BB");
    assertThat("Aa").hasSameHashCodeAs("BB");
    assertThat(oracle.duplicate()).isEmpty();
    oracle.add("Aa");
    assertThat(oracle.duplicate()).contains("Aa");
    assertThat(oracle.count()).isEqualTo(3);
  }

  @Test
  void add_pastTheBound_isRefused() {
    DuplicateOracle oracle = new DuplicateOracle(2);
    collect(oracle, 1, 2);
    assertThatThrownBy(() -> oracle.add("x"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("count=3 > maxIds=2");
  }

  /** Collects the even numbers in one thread and the odd numbers in another, up to 2 * MANY. */
  private static void collectInterleaved(DuplicateOracle oracle) {
    Race.run(2, index -> {
      for (long i = 0; i < MANY; i++) {
        oracle.add(2 * i + index);
      }
      return index;
    });
  }

  private static void collect(DuplicateOracle oracle, long... ids) {
    for (long id : ids) {
      oracle.add(id);
    }
  }
}
