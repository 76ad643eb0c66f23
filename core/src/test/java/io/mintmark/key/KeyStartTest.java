package io.mintmark.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.opaque.OpaqueKey;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.Race;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The lowest number in keys: 0 or 1, set, or decided when the store has the name's settings. */
class KeyStartTest extends KeyProcesses {

  private static final String DAILY = "{time:yyyyMMdd}-{seq:3}";
  private static final String WORKER = "{time:yyMMddHHmmssSSS}{worker:1}{seq:1}";

  /** Writes the fingerprint that earlier versions wrote, with its note. */
  private void bindAsBefore(String format) {
    String settings = "key format=" + format + " zone=Z";
    memory.compareAndSet("spec/k", 0, SpecLine.fingerprint(settings));
    memory.annotate("spec/k", settings);
  }

  private String settings() {
    return memory.line("spec/k").orElseThrow().note();
  }

  @ParameterizedTest
  @CsvSource({
    "{seq:6}, 000001, 000002",
    "INV-{time:yyyyMMdd}-{seq:6}, INV-20261121-000001, INV-20261121-000002",
    "{time:yyyyMMdd}{seq:2:base36}, 2026112101, 2026112102",
    "{time:yyyyMMdd}{seq:2:base62}, 2026112101, 2026112102",
    "{time:yyyyMMdd}{worker:1}{seq:3}, 202611210001, 202611210002",
    "{time:yyyyMMddHHmmss}{worker:1}{seq:3}, 202611211000007001, 202611211000007002",
    "{time:yyyyMMddHHmmss}{seq:3}, 20261121100000001, 20261121100000002"
  })
  void next_newName_startsAtOne(String format, String first, String second) {
    try (Mintmark mint = process()) {
      KeyGenerator keys = mint.keys(
          "k",
          k -> (format.contains("ss}{worker") ? k.preferWorker(7) : k)
              .format(format)
              .zone("UTC"));
      assertThat(keys.next()).isEqualTo(first);
      assertThat(keys.nextBatch(1)).containsExactly(second);
      assertThat(keys.made()).isEqualTo(2);
      assertThat(keys.describe().facts()).containsEntry("start", "1");
    }
    assertThat(settings()).isEqualTo("key format=" + format + " zone=Z start=1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{seq:3}", DAILY, "{time:yyyyMMdd}{worker:1}{seq:3}", WORKER})
  void next_startZero_isAsInEarlierVersions(String format) {
    try (Mintmark mint = process()) {
      KeyGenerator keys = keys(mint, format, 0);
      assertThat(keys.parse(keys.next()).number()).isZero();
      assertThat(keys.describe().facts()).containsEntry("start", "0");
    }
    assertThat(settings()).isEqualTo("key format=" + format + " zone=Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{seq:3}", DAILY, "{time:yyyyMMdd}{worker:1}{seq:3}", WORKER})
  void next_nameOfAnEarlierVersion_keepsZero(String format) {
    bindAsBefore(format);
    try (Mintmark mint = process()) {
      KeyGenerator keys = keys(mint, format);
      assertThat(keys.parse(keys.next()).number()).isZero();
      assertThat(keys.describe().facts()).containsEntry("start", "0");
      assertThat(keys(mint, format, 0)).isSameAs(keys);
      assertThatThrownBy(() -> keys(mint, format, 1)).isInstanceOf(SettingsMismatchException.class);
    }
    try (Mintmark mint = process()) {
      assertThat(mint.keys("k").describe().facts()).containsEntry("start", "0");
    }
    assertThat(settings()).isEqualTo("key format=" + format + " zone=Z");
  }

  @Test
  void keys_startOtherThanTheNames_isRefused() {
    bindAsBefore(DAILY);
    try (Mintmark mint = process()) {
      assertThatThrownBy(() -> keys(mint, DAILY, 1))
          .isInstanceOf(SettingsMismatchException.class)
          .hasMessageContaining("here='start=1'")
          .hasMessageContaining("leave start out to keep the start of the name");
      assertThat(keys(mint, DAILY, 0).next()).isEqualTo("20261121-000");
    }
    try (Mintmark mint = process()) {
      assertThat(mint.keys("new", k -> k.format("{seq:3}")).next()).isEqualTo("001");
    }
    try (Mintmark mint = process()) {
      assertThatThrownBy(() -> mint.keys("new", k -> k.format("{seq:3}").start(0)))
          .isInstanceOf(SettingsMismatchException.class)
          .hasMessageContaining("there='start=1'");
      assertThat(mint.keys("new").next()).isEqualTo("002");
    }
  }

  @Test
  void keys_secondCallInOneProcess_doesNotDecideAnOpenStart() {
    try (Mintmark mint = process()) {
      KeyGenerator open = keys(mint, DAILY);
      assertThat(keys(mint, DAILY)).isSameAs(open);
      assertThatThrownBy(() -> keys(mint, DAILY, 0)).isInstanceOf(SettingsMismatchException.class);
      assertThat(keys(mint, DAILY, 1)).isSameAs(open);
      assertThat(open.next()).isEqualTo("20261121-001");
    }
    assertThat(settings()).contains("start=1");
  }

  @Test
  void next_startDecidedByAnotherProcessAfterTheLookup_isAdopted() {
    try (Mintmark waiting = process();
        Mintmark first = process();
        Mintmark third = process()) {
      KeyGenerator open = keys(waiting, DAILY);
      KeyGenerator alsoOpen = keys(third, DAILY);
      assertThat(open.isKey("20261121-000")).isTrue();
      assertThat(keys(first, DAILY, 0).next()).isEqualTo("20261121-000");

      assertThat(open.next()).isEqualTo("20261121-001");
      assertThat(alsoOpen.next()).isEqualTo("20261121-002");
      time.advance(Duration.ofDays(1));
      assertThat(open.next()).isEqualTo("20261122-000");
      assertThat(alsoOpen.next()).isEqualTo("20261122-001");
    }
  }

  @Test
  void next_storeAwayAtTheLookupOfAnOldName_adoptsZero() {
    bindAsBefore(DAILY);
    memory.claim("key/k", 20_777L * 1_000, 5);
    store.setDown(true);
    try (Mintmark mint = process()) {
      KeyGenerator keys = keys(mint, DAILY);
      store.setDown(false);
      assertThat(keys.next()).startsWith("20261121-00");
      time.advance(Duration.ofDays(1));
      assertThat(keys.next()).isEqualTo("20261122-000");
    }
  }

  @Test
  void next_processesRaceForANewName_agree() {
    for (int round = 0; round < 20; round++) {
      MemoryStore shared = new MemoryStore();
      List<String> made = new ArrayList<>();
      Race.run(4, index -> {
            try (Mintmark mint = Mintmark.open(shared)) {
              return keys(mint, "{seq:4}").nextBatch(50);
            }
          })
          .forEach(made::addAll);
      assertThat(made).doesNotHaveDuplicates().hasSize(200);
      assertThat(Collections.min(made)).isEqualTo("0001");
      assertThat(Collections.max(made)).isEqualTo("0200");
    }
  }

  @Test
  void parse_numberZero_isRefusedIfKeysStartAtOne() {
    try (Mintmark mint = process()) {
      KeyGenerator keys = keys(mint, DAILY, 1);
      assertThatThrownBy(() -> keys.parse("20261121-000"))
          .isInstanceOf(InvalidIdException.class)
          .hasMessageContaining("below the start of this generator's keys: number=0, start=1");
      assertThat(keys.isKey("20261121-000")).isFalse();
      assertThat(keys.isKey("20261121-001")).isTrue();
      assertThat(keys.format().parseKey("20261121-000").number()).isZero();
    }
    try (Mintmark mint = process()) {
      KeyGenerator open = keys(mint, DAILY);
      assertThat(open.parse("20261121-000").number()).isZero();
      assertThat(open.next()).isEqualTo("20261121-001");
      assertThat(open.isKey("20261121-000")).isFalse();
    }
  }

  @Test
  void range_ofADay_hasTheKeysOfBothStarts() {
    try (Mintmark mint = process()) {
      var day = keys(mint, DAILY)
          .range(Instant.parse("2026-11-21T00:00:00Z"), Instant.parse("2026-11-22T00:00:00Z"));
      assertThat("20261121-000").isBetween(day.from(), day.to());
      assertThat("20261121-999").isBetween(day.from(), day.to());
      assertThat("20261122-000").isGreaterThan(day.to());
    }
  }

  @Test
  void keys_startThatCannotBe_isAFault() {
    try (Mintmark mint = process()) {
      assertFault(mint, k -> k.format("{seq:6}").start(2), "start=2");
      assertFault(mint, k -> k.format("{seq:6}").start(-1), "start=-1");
      assertFault(
          mint, k -> k.format("{time:yyMMddHHmmssSSS}").start(1), "keys that show no number");
      assertFault(
          mint,
          k -> k.format("{seq:6}")
              .opaque(OpaqueKey.of("0123456789abcdef".getBytes(StandardCharsets.US_ASCII)))
              .start(1),
          "keys that show no number");
      assertThatCode(() ->
              mint.keys("time", k -> k.format("{time:yyMMddHHmmss}").start(0)).next())
          .doesNotThrowAnyException();
    }
  }

  private static void assertFault(Mintmark mint, Consumer<KeyBuilder> settings, String fault) {
    assertThatThrownBy(() -> mint.keys("fault", settings))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(fault);
  }

  @Test
  void next_keysWithoutAShownNumber_haveTheSettingsOfEarlierVersions() {
    OpaqueKey secret = OpaqueKey.of("0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
    try (Mintmark mint = process()) {
      KeyGenerator opaque = mint.keys("opaque", k -> k.format("{seq:6}").opaque(secret));
      assertThat(opaque.parse(opaque.next()).number()).isZero();
      assertThat(mint.keys("k", k -> k.format("{time:yyMMddHHmmss}")).next()).hasSize(12);
      assertThat(settings()).isEqualTo("key format={time:yyMMddHHmmss} zone=Z");
      assertThat(memory.line("spec/opaque").orElseThrow().note()).doesNotContain("start");
    }
  }

  @Test
  void life_engineForgetsSettings_holderWritesItsOwnStartAgain() {
    FaultyStore forgetful = new FaultyStore(() -> new MemoryStore(time.wall()));
    forgetful.setCanLoseAcknowledgedWrites(true);
    String format = "{time:yyMMddHHmmss}{worker:1}{seq:3}";
    String before = "key format=" + format + " zone=Z";
    forgetful.compareAndSet("spec/k", 0, SpecLine.fingerprint(before));
    forgetful.annotate("spec/k", before);
    time.advance(Duration.ofMinutes(1));
    try (Mintmark mint = process(forgetful)) {
      KeyGenerator keys = keys(mint, format);
      assertThat(keys.parse(keys.next()).number()).isZero();
      forgetful.forgetAll();
      for (int i = 0; i < 60; i++) {
        time.advance(Duration.ofSeconds(1));
        assertThat(keys.parse(keys.next()).number()).isZero();
      }
      assertThat(forgetful.position("spec/k")).isEqualTo(SpecLine.fingerprint(before));
    }
  }
}
