package io.mintmark.opaque;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.internal.kind.IdCipher;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.snowflake.SnowflakeId;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.testkit.Race;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snowflakes that show neither time nor worker. They stay unique, and can be read with the key. */
final class OpaqueSnowflakeTest {

  private static final OpaqueKey KEY = key("00112233445566778899aabbccddeeff");
  private static final OpaqueKey OTHER = key("ffeeddccbbaa99887766554433221100");

  private final MemoryStore store = new MemoryStore();

  private static OpaqueKey key(String hex) {
    return OpaqueKey.of(HexFormat.of().parseHex(hex));
  }

  @ParameterizedTest
  @ValueSource(strings = {"41/10/12", "js-safe", "sonyflake", "40/4/8"})
  void decode_ids_matchesAPlainGenerator(String layout) throws Exception {
    try (Mintmark mint = Mintmark.open(store)) {
      SnowflakeGenerator users = mint.snowflake("users", s -> s.layout(layout).opaque(KEY));
      long last = Long.MAX_VALUE >>> (63 - users.layout().bits());
      Instant start = Instant.now().minusSeconds(2);
      long before = -1;
      for (long id :
          List.of(users.next(), users.nextBatch(2)[1], users.nextBatchAsync(1).get()[0])) {
        SnowflakeId read = users.decode(id);

        assertThat(id).isBetween(0L, last);
        assertThat(read.id()).isEqualTo(id);
        assertThat(read.time()).isBetween(start, Instant.now().plusSeconds(2));
        long plain = KEY.permutation("worker/users", last).decrypt(id);
        SnowflakeId decoded = users.layout().decode(plain);
        assertThat(decoded.time()).isEqualTo(read.time());
        assertThat(decoded.worker()).isEqualTo(read.worker());
        assertThat(decoded.number()).isEqualTo(read.number());
        assertThat(plain).isGreaterThan(before);
        before = plain;
      }
    }
  }

  @Test
  void ids_severalProcessesAndNamesInAScope_areUnique() {
    List<long[]> all = Race.run(6, process -> {
      try (Mintmark mint = Mintmark.open(store)) {
        return mint.snowflake(
                process % 2 == 0 ? "users" : "orders", s -> s.workerPool("all").opaque(KEY))
            .nextBatch(20_000);
      }
    });
    assertThat(all.stream().flatMapToLong(Arrays::stream).distinct().count()).isEqualTo(120_000);
  }

  /**
   * If each name had its own permutation, two names in a shared scope could produce the same id.
   */
  @Test
  void scope_otherKeyOrLengthOrNone_throws() {
    use("users", s -> s.workerPool("all").opaque(KEY));
    SnowflakeLayout shorter = SnowflakeLayout.parse("40/10/12");
    for (Consumer<SnowflakeBuilder> changed : List.<Consumer<SnowflakeBuilder>>of(
        s -> s.workerPool("all").opaque(OTHER),
        s -> s.workerPool("all"),
        s -> s.workerPool("all").opaque(KEY).layout(shorter))) {
      assertThatThrownBy(() -> use("orders", changed))
          .isInstanceOf(SettingsMismatchException.class)
          .hasMessageContaining("ids of this worker pool could be equal")
          .hasMessageNotContaining("00112233");
    }
    use("orders", s -> s.workerPool("all").opaque(KEY));
    assertThat(store.line("spec/:id/all").orElseThrow().note())
        .contains(" opaque=" + KEY.identity() + "/63");
  }

  @Test
  void name_otherKeyOrNone_throws() {
    use("users", s -> s.opaque(KEY));
    assertThatThrownBy(() -> use("users", s -> s.opaque(OTHER)))
        .isInstanceOf(SettingsMismatchException.class)
        .hasMessageContaining("name=users");
    assertThatThrownBy(() -> use("users", s -> {})).isInstanceOf(SettingsMismatchException.class);
    use("plain", s -> {});
    assertThatThrownBy(() -> use("plain", s -> s.opaque(KEY)))
        .isInstanceOf(SettingsMismatchException.class);
  }

  private void use(String name, Consumer<SnowflakeBuilder> settings) {
    try (Mintmark mint = Mintmark.open(store)) {
      mint.snowflake(name, settings).next();
    }
  }

  /**
   * The rising times, workers and numbers are in the high bits. Hidden ids do not resemble the next
   * ones.
   */
  @Test
  void ids_inOrder_appearRandom() {
    try (Mintmark mint = Mintmark.open(store)) {
      long[] ids = mint.snowflake("users", s -> s.opaque(KEY)).nextBatch(100_000);
      int rises = 0;
      int[] ones = new int[63];
      for (int i = 0; i < ids.length; i++) {
        rises += i > 0 && ids[i] > ids[i - 1] ? 1 : 0;
        for (int bit = 0; bit < ones.length; bit++) {
          ones[bit] += (int) (ids[i] >> bit & 1);
        }
      }
      // Five standard deviations of fair coins. The count of rises varies less.
      int bound = (int) (5 * Math.sqrt(ids.length) / 2);
      assertThat(rises).isBetween(50_000 - bound, 50_000 + bound);
      assertThat(ones).satisfies(all -> {
        for (int bit = 0; bit < all.length; bit++) {
          assertThat(all[bit]).as("bit %d", bit).isBetween(50_000 - bound, 50_000 + bound);
        }
      });
    }
  }

  @Test
  void decode_impossibleId_throws() {
    try (Mintmark mint = Mintmark.open(store)) {
      SnowflakeGenerator web = mint.snowflake("web", s -> s.layout("js-safe").opaque(KEY));
      for (long none : new long[] {-1, 1L << 53, Long.MIN_VALUE, Long.MAX_VALUE}) {
        assertThatThrownBy(() -> web.decode(none))
            .isInstanceOf(InvalidIdException.class)
            .hasMessage(
                "the id has more bits than the layout: id=" + none + ", bits=53, snowflake=web");
      }
      assertThat(web.decode((1L << 53) - 1).id()).isEqualTo((1L << 53) - 1);
    }
  }

  @Test
  void generator_opaque_hasNoRangesAndShowsOnlyTheKeysIdentity() {
    try (Mintmark mint = Mintmark.open(store)) {
      SnowflakeGenerator users = mint.snowflake("users", s -> s.opaque(KEY));
      Instant day = Instant.parse("2026-01-01T00:00:00Z");

      assertThatThrownBy(() -> users.range(day, day.plusSeconds(1)))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("opaque ids have no order of time");
      assertThat(users.describe().facts()).containsEntry("opaque", KEY.identity());
    }
  }

  @Test
  void generator_ofFewBits_isRefused() {
    try (Mintmark mint = Mintmark.open(store)) {
      assertThatThrownBy(() -> mint.snowflake(
              "few", s -> s.layout(SnowflakeLayout.parse("15/2/2")).opaque(KEY)))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("opaque ids need more values: ids=524288 < " + IdCipher.MIN_COUNT);
    }
  }
}
