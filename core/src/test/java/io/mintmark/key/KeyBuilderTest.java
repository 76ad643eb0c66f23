package io.mintmark.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.key.KeyExplanation;
import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyBuilderTest {

  private static final String PLAIN = "{time:yyMMddHHmmss}{worker:2}{seq:4}";
  private static final String ROUTED = "{db:1}{table:1}{version:1}" + PLAIN;

  static Stream<Arguments> wrongSettings() {
    return Stream.of(
        with("the keys have no format", k -> {}),
        with("the format has them, and shards=none", k -> k.format(ROUTED)),
        with(
            "routeFrom or earlier shards need shards",
            k -> k.format(PLAIN).earlierShards(1, Shards.of(2, 2))),
        with(
            "the format needs {db:N} for 2 values, and shows 0",
            k -> k.format(PLAIN).shards(Shards.of(2, 1))),
        with(
            "the format needs {db:N} for 11 values, and shows 10",
            k -> k.format(ROUTED).shards(Shards.of(11, 1))),
        with(
            "the version has two layouts",
            k -> k.format(ROUTED).shards(Shards.of(2, 2)).earlierShards(0, Shards.of(4, 2))),
        with(
            "the format has no {version:N}, which distinguishes keys of several layouts",
            k -> k.format("{db:1}{table:1}" + PLAIN)
                .shards(Shards.of(2, 2))
                .earlierShards(1, Shards.of(4, 2))),
        with(
            "version is not 0 to 9: version=10",
            k -> k.format(ROUTED).shards(Shards.of(2, 2)).version(10)),
        with(
            "workerPool, workers or preferWorker need {worker:N} in the format",
            k -> k.format("{seq:4}").preferWorker(1)),
        with("worker numbers are outside the field", k -> k.format(PLAIN).workers(0, 100)),
        with("the preferred worker is not in the range", k -> k.format(PLAIN).preferWorker(100)),
        with(
            "the worker pool cannot be part of a line's name",
            k -> k.format(PLAIN).workerPool("a b")),
        with("window is not 1ms to 1h: window=", k -> k.format(PLAIN).window(Duration.ZERO)),
        with("maxAhead=PT-1S", k -> k.format(PLAIN).maxAhead(Duration.ofSeconds(-1))),
        with("maxSkew=PT-1S", k -> k.format(PLAIN).maxSkew(Duration.ofSeconds(-1))),
        with("clockTolerance=PT", k -> k.format(PLAIN).clockTolerance(Duration.ofDays(400))),
        with("a version needs shards: version=0", k -> k.format("{version:2}" + PLAIN)),
        with("a version needs shards: version=3", k -> k.format(PLAIN).version(3)),
        with(
            "version is not 0 to 9: version=-1",
            k -> k.format(ROUTED).shards(Shards.of(2, 2)).earlierShards(-1, Shards.of(2, 2))),
        with(
            "the format needs {table:N} for 11 values, and shows 10",
            k -> k.format(ROUTED).shards(Shards.of(1, 11))),
        with(
            "the format needs {db:N} for 16 values, and shows 10 of them, version=1",
            k -> k.format(ROUTED).shards(Shards.of(2, 2)).earlierShards(1, Shards.of(16, 1))),
        with(
            "decimal-published routes to missing databases",
            k -> k.format(ROUTED).shards(Shards.of(2, 4).by(Routing.DECIMAL_PUBLISHED))),
        with("worker numbers are outside the field", k -> k.format(PLAIN).workers(5, 4)),
        with("worker numbers are outside the field", k -> k.format(PLAIN).workers(-1, 5)),
        with(
            "workerPool, workers or preferWorker need {worker:N} in the format",
            k -> k.format("{seq:4}").workerPool("s")),
        with("window is not 1ms to 1h: window=", k -> k.format(PLAIN).window(Duration.ofHours(2))),
        with(
            "the time zone has more than 100 characters: length=10000000",
            k -> k.format(PLAIN).zone("A".repeat(10_000_000))),
        with(
            "the time in keys shows no minutes, so the time zone decides when its day or hour"
                + " begins: format='{time:yyDDDHH}{seq:4}', zone=none; set the zone, for example"
                + " UTC or Asia/Shanghai",
            k -> k.format("{time:yyDDDHH}{seq:4}")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "+25:00", "Europe/berlin", "Mars"})
  void keys_unknownZone_isRefused(String zone) {
    assertRefused("no such time zone: zone='" + zone + "'", k -> k.format(PLAIN).zone(zone));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{time:yyyyMMdd}{worker:2}{seq:4}", "{time:yyyyMM}{seq:4}", "{time:yyyy}{seq:4}"})
  void keys_timeWithoutMinutesOrZone_areRefused(String format) {
    assertRefused("shows no minutes", k -> k.format(format));
  }

  @Test
  void settings_zoneUtcOrNone_areEqualForATimeWithMinutes() {
    assertThat(Settings.of(KeyBuilder.class, k -> k.format(PLAIN)))
        .isEqualTo(Settings.of(KeyBuilder.class, k -> k.format(PLAIN).zone("UTC")));
  }

  @Test
  void keys_timeWithMinutes_isInUtcWithoutAZone() {
    try (LineStore store = new MemoryStore();
        Mintmark first = Mintmark.open(store);
        Mintmark second = Mintmark.open(store)) {
      KeyGenerator keys = first.keys("k", k -> k.format("{time:yyyyMMddHHmm}{seq:4}"));
      assertThat(keys.zone()).isEqualTo(ZoneOffset.UTC);
      keys.next();
      assertThat(second
              .keys("k", k -> k.format("{time:yyyyMMddHHmm}{seq:4}").zone("UTC"))
              .next())
          .isNotEmpty();
    }
  }

  private static Arguments with(String message, Consumer<KeyBuilder> settings) {
    return arguments(message, settings);
  }

  @ParameterizedTest
  @MethodSource("wrongSettings")
  void keys_wrongSettings_failWithMessage(String message, Consumer<KeyBuilder> settings) {
    assertRefused(message, settings);
  }

  private static void assertRefused(String message, Consumer<KeyBuilder> settings) {
    try (Mintmark mint = Mintmark.open("memory:")) {
      assertThatThrownBy(() -> mint.keys("k", settings))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(message);
    }
  }

  @Test
  void keys_everySetting_makesKeys() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      KeyGenerator keys = mint.keys(
          "k",
          k -> k.format(ROUTED)
              .shards(Shards.of(4, 2))
              .version(2)
              .earlierShards(1, Shards.of(2, 2))
              .workerPool("shared")
              .workers(3, 4)
              .preferWorker(4)
              .window(Duration.ofSeconds(5))
              .maxSkew(Duration.ofSeconds(1))
              .clockTolerance(Duration.ofSeconds(1))
              .onClockBehind(OnClockBehind.REFUSE)
              .clockConfirmed(true));

      ParsedKey key = keys.parse(keys.nextFor("user"));

      assertThat(key.worker()).hasValue(4);
      assertThat(key.version()).hasValue(2);
      assertThat(mint.keys("k")).isSameAs(keys);
      assertThat(keys.routesFor("user")).containsOnlyKeys(1, 2);
      assertThat(keys.describe().facts())
          .containsEntry("shards-1", "2 x 2 by hash")
          .containsEntry("shards-2", "4 x 2 by hash")
          .containsEntry("worker", "4");
      assertThat(keys.route("0" + "1" + "1" + key(keys).substring(3))).isEqualTo(new Route(0, 1));
      assertThatThrownBy(() -> keys.route("311" + key(keys).substring(3)))
          .isInstanceOf(InvalidIdException.class)
          .hasMessageContaining("layout=2 x 2 by hash");
      assertThatThrownBy(() -> keys.route("007" + key(keys).substring(3)))
          .isInstanceOf(InvalidIdException.class)
          .hasMessageContaining("version=7");
      assertThat(keys.isKey("x")).isFalse();
      assertThat(keys.isKey("x" + key(keys).substring(1))).isFalse();
      assertThatThrownBy(keys::next).hasMessageContaining("a key with shards needs one");
      assertThatThrownBy(() -> keys.nextTextBatch(2))
          .hasMessageContaining("a key with shards needs one");
    }
  }

  private static String key(KeyGenerator keys) {
    return keys.nextFor("user");
  }

  @Test
  void keys_lenderWithoutADatabase_isRefused() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      KeyGenerator lender = mint.keys("lender", k -> k.format(PLAIN));
      assertThatThrownBy(() ->
              mint.keys("k", k -> k.format(ROUTED).shards(Shards.of(2, 2)).routeFrom(lender)))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("the keys of routeFrom show no database: routeFrom=lender");
      assertThatThrownBy(() -> mint.keys("k", k -> k.format(PLAIN).routeFrom(lender)))
          .hasMessageContaining("routeFrom or earlier shards need shards");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | 1 | needed=[tenant], given=[]",
        "tenat | 1 | needed=[tenant], given=[tenat]",
        "x | 400 | needed=[tenant], given=402 characters"
      })
  void next_otherVariables_throws(String text, int times, String message) {
    String name = text.repeat(times);
    try (Mintmark mint = Mintmark.open("memory:")) {
      KeyGenerator keys = mint.keys("k", k -> k.format("{var:tenant:4}{seq:4}"));
      KeyRequest request = name.isEmpty() ? KeyRequest.PLAIN : KeyRequest.PLAIN.with(name, "ACME");
      assertThatThrownBy(() -> keys.nextFor(request))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("the variables are not those of the format")
          .hasMessageContaining(message);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ACM, width=4, length=3",
    "ACMES, width=4, length=5",
    "AC-E, character='-', column=3",
    "AC E, character=U+0020, column=3",
    "ÄCME, character=U+00C4, column=1"
  })
  void next_wrongVariable_isRefused(String value, String what, String where) {
    try (Mintmark mint = Mintmark.open("memory:")) {
      KeyGenerator keys = mint.keys("k", k -> k.format("{var:tenant:4}{seq:4}"));
      assertThatThrownBy(() -> keys.nextFor(KeyRequest.PLAIN.with("tenant", value)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("variable=tenant", what, where, "; no id issued");
      assertThat(keys.nextFor(KeyRequest.PLAIN.with("tenant", "ACME"))).isEqualTo("ACME0001");
    }
  }

  @Test
  void keys_otherFormatOrZoneUnderOneName_isRefused() {
    MemoryStore store = new MemoryStore();
    try (Mintmark mint = Mintmark.open(store)) {
      String unused = mint.keys("k", k -> k.format(PLAIN)).next();
    }
    try (Mintmark mint = Mintmark.open(store)) {
      assertThatThrownBy(() -> mint.keys("k", k -> k.format(PLAIN).zone("Asia/Tokyo")))
          .isInstanceOf(SettingsMismatchException.class);
    }
  }

  @Test
  void keys_otherScopeUnderOneName_isRefused() {
    MemoryStore store = new MemoryStore();
    String format = "{time:yyMMddHHmmss}{worker:2}{seq:4}";
    try (Mintmark mint = Mintmark.open(store)) {
      String unused = mint.keys("k", k -> k.format(format).workerPool("common")).next();
    }
    try (Mintmark mint = Mintmark.open(store)) {
      assertThatThrownBy(() -> mint.keys("k", k -> k.format(format)))
          .isInstanceOf(SettingsMismatchException.class)
          .hasMessageContaining("scope=common");
    }
  }

  @Test
  void keys_withoutShards_haveNoRoute() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      KeyGenerator keys = mint.keys("k", k -> k.format("{seq:4}"));
      assertThat(keys.format().workers()).isZero();
      assertThat(keys.describe().facts()).containsEntry("capacity", "9999");
      assertThatThrownBy(() -> keys.nextFor("user")).hasMessageContaining("have no route");
      assertThatThrownBy(() -> keys.route("0001")).hasMessageContaining("have no route");
      assertThatThrownBy(() -> keys.routesFor("user"))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("have no route");
    }
  }

  @Test
  void explanation_showsTickExampleAndRemarks() {
    Instant now = Instant.parse("2026-11-21T10:00:00Z");
    KeyExplanation two = explain("{time:yyMMdd}{seq:4}", now);
    assertThat(two.remarks()).singleElement().asString().contains("repeat after 100 years");
    assertThat(two.facts()).containsEntry("tick", "a day");
    assertThat(two.example()).isEqualTo("2611210000");
    assertThat(explain("{time:yyyyMMddHHmmssSSSSSS}{seq:2}", now).remarks())
        .singleElement()
        .asString()
        .contains("positions have 62 bits");
    assertThat(explain("{var:a:2}{seq:4:base62}", now).remarks())
        .singleElement()
        .asString()
        .contains("case-sensitive");
    assertThat(explain("{time:yyyyMM}{worker:1}{seq:4}", now).facts())
        .containsEntry("tick", "a month");
    assertThat(explain("{time:yyyy}{seq:4}", now).facts()).containsEntry("tick", "a year");
    assertThat(explain("{time:yyMMdd}{seq:4}", Instant.parse("2099-06-01T00:00:00Z"))
            .warnings())
        .hasSize(1);
  }

  private static KeyExplanation explain(String format, Instant now) {
    return FormatExplainer.explain(KeyFormat.parse(format), ZoneOffset.UTC, Map.of(), 0, now);
  }
}
