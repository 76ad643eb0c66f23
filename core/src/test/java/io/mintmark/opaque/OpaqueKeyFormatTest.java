package io.mintmark.opaque;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.key.KeyBuilder;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.KeyRequest;
import io.mintmark.key.ParsedKey;
import io.mintmark.key.Shards;
import io.mintmark.testkit.Race;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys whose number shows no order. Their time, worker and route are not hidden. */
final class OpaqueKeyFormatTest {

  private static final OpaqueKey KEY = key("00112233445566778899aabbccddeeff");
  private static final OpaqueKey OTHER = key("ffeeddccbbaa99887766554433221100");

  private final MemoryStore store = new MemoryStore();

  private static OpaqueKey key(String hex) {
    return OpaqueKey.of(HexFormat.of().parseHex(hex));
  }

  @Test
  void keys_decoded_areInOrder() {
    try (Mintmark mint = Mintmark.open(store)) {
      KeyGenerator orders = mint.keys(
          "orders", k -> k.format("{time:yyyy}{seq:7}{check:luhn}").zone("UTC").opaque(KEY));
      List<String> keys = orders.nextBatchFor(KeyRequest.PLAIN, 10_000);
      Set<Long> numbers = new HashSet<>();
      int rises = 0;
      long before = orders.parse(keys.get(0)).number() - 1;
      long shownBefore = 0;
      for (String key : keys) {
        ParsedKey shown = orders.format().parseKey(key);
        ParsedKey read = orders.parse(key);

        assertThat(read.number()).isEqualTo(before + 1);
        assertThat(read.time()).isEqualTo(shown.time());
        assertThat(orders.isKey(key)).isTrue();
        assertThat(numbers.add(shown.number())).isTrue();
        rises += shown.number() > shownBefore ? 1 : 0;
        before = read.number();
        shownBefore = shown.number();
      }
      assertThat(rises).isBetween(4_750, 5_250);
    }
  }

  /** Keys in databases must stay readable. So the choice of the permutation must never change. */
  @ParameterizedTest
  @ValueSource(strings = {"{time:yyMMddHHmmss}{seq:6}", "{worker:2}{time:yyMMddHHmmss}{seq:6}"})
  void number_ofATick_isHiddenByAPermutationOfItsLineAndTick(String format) {
    try (Mintmark mint = Mintmark.open(store)) {
      KeyGenerator orders =
          mint.keys("orders", k -> k.format(format).zone("UTC").opaque(KEY));
      for (String key : orders.nextBatchFor(KeyRequest.PLAIN, 100)) {
        ParsedKey read = orders.parse(key);
        String line =
            read.worker().isPresent() ? "worker/orders/" + read.worker().getAsLong() : "key/orders";
        long tick = read.time().orElseThrow().toEpochSecond(ZoneOffset.UTC);
        assertThat(orders.format().parseKey(key).number())
            .isEqualTo(KEY.permutation(line + ":" + tick, 999_999).encrypt(read.number()));
      }
    }
  }

  @Test
  void keys_severalProcessesAndNames_areUniqueAndRouted() {
    Consumer<KeyBuilder> settings = k -> k.format("{time:yyMMddHH}{worker:2}{db:1}{seq:6}")
        .zone("UTC")
        .workerPool("all")
        .shards(Shards.of(4, 1))
        .opaque(KEY);
    List<List<String>> all = Race.run(4, process -> {
      try (Mintmark mint = Mintmark.open(store)) {
        KeyGenerator keys = mint.keys(process % 2 == 0 ? "orders" : "bills", settings);
        int home = Objects.requireNonNull(keys.routesFor("customer-7").get(0)).database();
        List<String> made = keys.nextBatchFor(KeyRequest.forRoute("customer-7"), 5_000);
        assertThat(made)
            .allSatisfy(key -> assertThat(keys.route(key).database()).isEqualTo(home));
        return made;
      }
    });
    Set<String> distinct = new HashSet<>();
    all.forEach(distinct::addAll);
    assertThat(distinct).hasSize(20_000);
  }

  @Test
  void nameOrScope_otherKeyOrNone_throws() {
    String format = "{time:yyMMddHH}{worker:2}{seq:6}";
    use("orders", k -> k.format(format).zone("UTC").workerPool("all").opaque(KEY));
    for (Consumer<KeyBuilder> changed : List.<Consumer<KeyBuilder>>of(
        k -> k.format(format).zone("UTC").workerPool("all").opaque(OTHER),
        k -> k.format(format).zone("UTC").workerPool("all"))) {
      assertThatThrownBy(() -> use("bills", changed))
          .isInstanceOf(SettingsMismatchException.class)
          .hasMessageContaining("ids of this worker pool could be equal");
    }
    use("numbers", k -> k.format("N{seq:8}").opaque(KEY));
    assertThatThrownBy(() -> use("numbers", k -> k.format("N{seq:8}").opaque(OTHER)))
        .isInstanceOf(SettingsMismatchException.class)
        .hasMessageContaining("name=numbers");
    assertThat(store.line("spec/numbers").orElseThrow().note())
        .contains(" opaque=" + KEY.identity() + "/100000000")
        .doesNotContain("00112233");
  }

  private void use(String name, Consumer<KeyBuilder> settings) {
    try (Mintmark mint = Mintmark.open(store)) {
      mint.keys(name, settings).next();
    }
  }

  @Test
  void format_withTooFewNumbers_isRefused() {
    try (Mintmark mint = Mintmark.open(store)) {
      assertThatThrownBy(
              () -> mint.keys("few", k -> k.format("{time:yyMMddHHmmss}{seq:5}").opaque(KEY)))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("opaque ids need more values: ids=100000 < 1000000");
    }
  }
}
