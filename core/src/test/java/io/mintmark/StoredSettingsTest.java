package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.SettingsDamagedException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.LongGenerator;
import io.mintmark.generator.ValueGenerator;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.key.KeyBuilder;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.KeyRequest;
import io.mintmark.key.Shards;
import io.mintmark.opaque.OpaqueKey;
import io.mintmark.sequence.Sequence;
import io.mintmark.sequence.SequenceBuilder;
import io.mintmark.snowflake.SnowflakeBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** When a name is bound to its settings, and calls that give no settings. */
class StoredSettingsTest {

  private static final OpaqueKey SECRET =
      OpaqueKey.of("0123456789abcdef".getBytes(StandardCharsets.US_ASCII));

  private final MemoryStore store = new MemoryStore();
  private final Mintmark first = Mintmark.open(store);
  private final Mintmark second = Mintmark.open(store);

  static List<Consumer<SnowflakeBuilder>> snowflakes() {
    return List.of(
        settings -> settings.layout("41/5/7"),
        settings -> settings.layout("sonyflake"),
        settings -> settings.layout("shardingsphere"),
        settings -> settings.layout("40/8/14").unit(Duration.ofMillis(10)),
        settings -> settings.epoch(Instant.parse("2024-02-29T12:00:00.250Z")).workerPool("all"));
  }

  @ParameterizedTest
  @MethodSource("snowflakes")
  void snowflake_nameInTheStore_hasTheSettingsOfTheStore(Consumer<SnowflakeBuilder> settings) {
    long id = first.snowflake("users", settings).next();

    assertThat(second.snowflake("users").decode(id))
        .hasToString(first.snowflake("users").decode(id).toString());
    assertThat(second.snowflake("users").next()).isNotEqualTo(id);
  }

  static List<Consumer<SequenceBuilder>> sequences() {
    return List.of(
        settings -> settings.start(0),
        settings -> settings.start(1_000).step(10),
        settings -> settings.step(4).offset(3),
        settings -> settings.cycle(5, 9),
        settings -> settings.cycle(5, 9).strict(false),
        settings -> settings.strict(true));
  }

  @ParameterizedTest
  @MethodSource("sequences")
  void sequence_nameInTheStore_hasTheSettingsOfTheStore(Consumer<SequenceBuilder> settings) {
    Sequence numbers = first.sequence("numbers", settings);
    long unused = numbers.next();

    assertThat(settings(second.sequence("numbers"))).isEqualTo(settings(numbers));
  }

  static List<Consumer<KeyBuilder>> keys() {
    return List.of(
        settings -> settings.format("OD-{seq:9}"),
        settings -> settings.format("a-zone=b{time:yyMMdd}{seq:4}").zone("Asia/Shanghai"),
        settings -> settings.format("{time:yyMMddHHmmssSSS}{worker:2}{seq:5}").workerPool("all"),
        settings -> settings.format("{{{time:yyyyMMddHHmm}{var:shop:2}{seq:4:base36}"));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void keys_nameInTheStore_haveTheSettingsOfTheStore(Consumer<KeyBuilder> settings) {
    assertThat(first.keys("orders", settings).format().toString()).isNotEmpty();
    long unused = first.sequence("other").next();
    assertThatThrownBy(() -> second.keys("orders"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("format=none");
    bind(first.find("orders").orElseThrow());

    assertThat(settings(second.keys("orders"))).isEqualTo(settings(first.keys("orders")));
  }

  /** Makes an id, so that the store keeps the generator's settings. */
  static void bind(Generator generator) {
    if (generator instanceof KeyGenerator keys) {
      String format = keys.format().toString();
      KeyRequest plain =
          format.contains("{db:") ? KeyRequest.forRoute("customer") : KeyRequest.PLAIN;
      String unused = keys.nextFor(format.contains("{var:") ? plain.with("shop", "07") : plain);
    } else if (generator instanceof LongGenerator numbers) {
      long unused = numbers.next();
    } else {
      Object unused = ((ValueGenerator<?>) generator).next();
    }
  }

  /** The settings of a generator, without those facts that its ids change. */
  private static Map<String, String> settings(Generator generator) {
    Map<String, String> facts = new TreeMap<>(generator.describe().facts());
    facts.keySet().removeIf(fact -> fact.equals("worker") || fact.contains("left"));
    return facts;
  }

  @Test
  void lookup_newName_writesNothing() {
    first.snowflake("users");
    first.sequence("numbers");
    first.keys("orders", settings -> settings.format("OD-{seq:9}"));

    assertThat(store.lines("")).isEmpty();
  }

  @Test
  void next_firstClaim_writesSettingsBeforeTheClaim() {
    long unused = first.sequence("numbers").next();

    assertThat(store.line("spec/numbers").orElseThrow().note())
        .isEqualTo("sequence first=1 step=1 segmented");
  }

  @Test
  void next_otherProcessBoundTheNameSinceTheLookup_throwsAndClaimsNothing() {
    Sequence late = first.sequence("numbers");
    long unused =
        second.sequence("numbers", settings -> settings.start(7).strict(true)).next();
    long claimed = store.position("seq/numbers");

    assertThatThrownBy(late::next)
        .isInstanceOf(SettingsMismatchException.class)
        .hasMessageContaining("first=7");
    assertThat(store.position("seq/numbers")).isEqualTo(claimed);
  }

  @Test
  void lookup_givenSettingsDiffer_areNeverReplaced() {
    long unused = first.sequence("numbers", settings -> settings.start(7)).next();

    assertThatThrownBy(() -> second.sequence("numbers", settings -> settings.start(1)))
        .isInstanceOf(SettingsMismatchException.class);
  }

  @Test
  void lookup_noteIsMissing_throws() {
    store.compareAndSet("spec/numbers", 0, SpecLine.fingerprint("sequence first=7"));

    assertThatThrownBy(() -> second.sequence("numbers"))
        .isInstanceOf(SettingsDamagedException.class);
  }

  @Test
  void lookup_opaqueIds_throws() {
    long unused = first.snowflake("users", settings -> settings.opaque(SECRET)).next();

    assertThatThrownBy(() -> second.snowflake("users"))
        .isInstanceOf(SettingsMismatchException.class);
  }

  @Test
  void lookup_keysWithShards_throws() {
    String unused = first
        .keys("orders", settings -> settings.format("{db:1}{seq:9}").shards(Shards.of(4, 1)))
        .nextFor("customer");

    assertThatThrownBy(() -> second.keys("orders")).isInstanceOf(ConfigurationException.class);
  }

  @Test
  void lookup_otherKind_throws() {
    long unused = first.sequence("users").next();

    assertThatThrownBy(() -> second.snowflake("users"))
        .isInstanceOf(SettingsMismatchException.class);
    assertThatThrownBy(() -> second.keys("users")).isInstanceOf(ConfigurationException.class);
  }

  @Test
  void declaredNamesOnly_unknownName_throws() {
    Mintmark strict = Mintmark.builder().store(store).declaredNamesOnly(true).open();
    long unused = first.sequence("invoices").next();

    assertThat(strict.sequence("invoices").next()).isPositive();
    assertThatThrownBy(() -> strict.sequence("invocies"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("invocies")
        .hasMessageContaining("only declared names are allowed");
    assertThat(strict.sequence("new", settings -> settings.start(5)).next()).isEqualTo(5);
    assertThat(strict.uuids("events").next()).isNotNull();
  }
}
