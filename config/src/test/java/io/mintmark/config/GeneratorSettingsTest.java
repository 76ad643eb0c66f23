package io.mintmark.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.mintmark.Mintmark;
import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.LongGenerator;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.internal.text.CheckDigit;
import io.mintmark.internal.text.IdPrefix;
import io.mintmark.opaque.OpaqueKey;
import io.mintmark.prefix.PrefixedIds;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.testkit.FaultyStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratorSettingsTest {

  private final MemoryStore memory = new MemoryStore();
  private final Mintmark mint = Mintmark.open(memory);

  @AfterEach
  void close() {
    mint.close();
  }

  private Generator open(String... keysAndValues) {
    return settings(keysAndValues).open(mint, "made");
  }

  private static GeneratorSettings settings(String... keysAndValues) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return GeneratorSettings.of(settings, key -> "made." + key);
  }

  private static List<String> faults(String... keysAndValues) {
    return catchThrowableOfType(ConfigurationException.class, () -> settings(keysAndValues))
        .faults();
  }

  @Test
  void open_plainSequence_startsAtOne() {
    assertThat(open("type", "sequence").nextTextBatch(3)).containsExactly("1", "2", "3");
  }

  @Test
  void open_sequenceWithStartAndStep_followsThem() {
    Generator sequence = open("type", "sequence", "strict", "true", "start", "3", "step", "10");

    assertThat(sequence.nextTextBatch(3)).containsExactly("3", "13", "23");
  }

  @Test
  void open_opaqueSequence_takesTheKeyFromItsFile(@TempDir Path directory) throws Exception {
    String hex = "00112233445566778899aabbccddeeff";
    Path file = Files.writeString(directory.resolve("key"), hex + "\n");
    OpaqueKey key = OpaqueKey.of(HexFormat.of().parseHex(hex));
    long first = 1 + key.permutation("made", 999_999).encrypt(0);

    GeneratorSettings settings =
        settings("type", "sequence", "maximum", "1000000", "opaque-key-file", file.toString());
    assertThat(settings.open(mint, "made").nextTextBatch(1)).containsExactly(Long.toString(first));

    Files.delete(file);
    assertThatThrownBy(() -> settings.open(mint, "other"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("opaque key: the key's file cannot be read: file=" + file);
  }

  @Test
  void open_opaqueSnowflakeAndKey_canBeReadByTheirSettings(@TempDir Path directory)
      throws Exception {
    Path file = Files.writeString(directory.resolve("key"), "00112233445566778899aabbccddeeff");
    GeneratorSettings users = settings("type", "snowflake", "opaque-key-file", file.toString());
    GeneratorSettings bills =
        settings("type", "key", "format", "B{seq:6}", "opaque-key-file", file.toString());

    String id = users.open(mint, "users").nextTextBatch(1).get(0);
    SnowflakeLayout layout = users.snowflakeLayout().orElseThrow();
    assertThat(layout.decode(users.filled().plain("users", id)).time())
        .isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
    String bill = bills.open(mint, "bills").nextTextBatch(3).get(2);
    assertThat(bills.filled().plain("bills", bill)).isEqualTo(2);
    assertThat(bill).isNotEqualTo("B000002");
  }

  @Test
  void open_cycle_includesBothEnds() {
    Generator sequence = open("type", "sequence", "cycle", "0..2");

    assertThat(sequence.nextTextBatch(5)).containsExactly("0", "1", "2", "0", "1");
  }

  /** This can happen on etcd after a weekend without claims. */
  @Test
  void next_noEngineClockAndLineIdleForDays_throwsUnlessConfirmed() {
    FaultyStore store = new FaultyStore();
    store.setClockless(true);
    Instant then = Instant.now().minus(Duration.ofDays(2));
    long ticks = Duration.between(SnowflakeLayout.DEFAULT.epoch(), then).toMillis();
    store.compareAndSet("worker/made/0", 0, ticks << 12);
    try (Mintmark clockless = Mintmark.open(store)) {
      GeneratorSettings careful = settings("type", "snowflake", "workers", "0..0");
      assertThatThrownBy(() -> ((LongGenerator) careful.open(clockless, "made")).next())
          .isInstanceOf(ClockAheadException.class)
          .hasMessageContaining("set clock-confirmed to true");
    }
    try (Mintmark clockless = Mintmark.open(store)) {
      GeneratorSettings sure =
          settings("type", "snowflake", "workers", "0..0", "clock-confirmed", "true");
      assertThat(((LongGenerator) sure.open(clockless, "made")).next()).isPositive();
    }
  }

  @Test
  void open_snowflake_hasTheGivenLayoutUnitAndEpoch() {
    Generator generator = open(
        "type", "snowflake", "layout", "38/8/16", "unit", "10ms", "epoch", "2024-01-01T00:00:00Z");

    SnowflakeLayout layout = ((SnowflakeGenerator) generator).layout();
    assertThat(layout.split()).isEqualTo("38/8/16");
    assertThat(layout.unitMs()).isEqualTo(10);
    assertThat(layout.epoch()).isEqualTo(Instant.parse("2024-01-01T00:00:00Z"));
    assertThat(settings("type", "snowflake").snowflakeLayout()).contains(SnowflakeLayout.DEFAULT);
  }

  @Test
  void open_snowflakeWithWorkers_takesOneOfThem() {
    SnowflakeGenerator generator =
        (SnowflakeGenerator) open("type", "snowflake", "workers", "5..5", "window", "1m");

    assertThat(generator.layout().decode(generator.next()).worker()).isEqualTo(5);
  }

  @Test
  void open_objectid_makesTwentyFourHexDigits() {
    assertThat(open("type", "objectid").nextTextBatch(1).get(0)).matches("[0-9a-f]{24}");
  }

  @ParameterizedTest
  @CsvSource({"1,1", "4,4", "6,6", "7,7"})
  void open_uuid_makesTheGivenVersion(String version, String digit) {
    assertThat(open("type", "uuid", "version", version).nextTextBatch(1).get(0).substring(14, 15))
        .isEqualTo(digit);
  }

  @Test
  void open_uuidWithoutVersion_makesVersionSeven() {
    assertThat(open("type", "uuid").nextTextBatch(1).get(0).substring(14, 15)).isEqualTo("7");
  }

  @Test
  void open_typeid_makesIdsOfThePrefix() {
    PrefixedIds members = (PrefixedIds) open("type", "typeid", "prefix", "member");

    assertThat(members.prefix()).isEqualTo("member");
    assertThat(members.nextTextBatch(1).get(0)).matches("member_[0-7][0-9a-hjkmnp-tv-z]{25}");
    assertThat(settings("type", "typeid", "prefix", "member").prefix())
        .contains(new IdPrefix("member", false));
  }

  @Test
  void of_typeidWithoutPrefix_isAFault() {
    assertThat(faults("type", "typeid"))
        .containsExactly("made.prefix: the TypeIDs have no prefix, for example user");
  }

  @ParameterizedTest
  @CsvSource({
    "sequence, ord_[0-9]",
    "snowflake, ord_[0-9]+",
    "uuid, ord_[0-9a-f-]{36}",
    "objectid, ord_[0-9a-f]{24}"
  })
  void open_withPrefix_prefixesIdsOfTheKind(String type, String plain) {
    assertThat(open("type", type, "prefix", "ord").nextTextBatch(1).get(0)).matches(plain);
    assertThat(settings("type", type, "prefix", "ord", "check-digit", "true")
            .open(mint, "checked")
            .nextTextBatch(1)
            .get(0))
        .matches(plain + "[0-9a-z]");
  }

  @Test
  void open_withPrefix_isFoundByItsName() {
    Generator orders = open("type", "sequence", "prefix", "ord");

    assertThat(open("type", "sequence", "prefix", "ord")).isSameAs(orders);
    assertThat(mint.find("made")).containsSame(orders);
    assertThatThrownBy(() -> mint.sequence("made"))
        .hasMessageContaining("requested Sequence, is sequence, with a prefix");
    for (String[] others : new String[][] {
      {"type", "sequence", "prefix", "order"},
      {"type", "sequence"},
      {"type", "uuid", "prefix", "ord"},
      {"type", "objectid"}
    }) {
      assertThatThrownBy(() -> open(others))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("the name is in use with other settings");
    }
  }

  @Test
  void open_prefixAddedLater_continuesTheSequence() {
    long last = ((LongGenerator) open("type", "sequence")).next();
    try (Mintmark other = Mintmark.open(memory)) {
      PrefixedIds orders =
          (PrefixedIds) settings("type", "sequence", "prefix", "ord").open(other, "made");

      assertThat(Long.parseLong(orders.parse(orders.next()))).isGreaterThan(last);
      other.forget(orders);
      assertThatThrownBy(orders::next).hasMessageContaining("closed");
      assertThatThrownBy(
              () -> settings("type", "sequence", "step", "10", "prefix", "ord").open(other, "made"))
          .isInstanceOf(SettingsMismatchException.class);
    }
  }

  @Test
  void of_wrongPrefixes_areFaults() {
    assertThat(faults("type", "uuid", "prefix", "Ord"))
        .containsExactly("made.prefix: the prefix has a character other than a to z, and _ between"
            + " them: index=0, character='O': prefix=Ord");
    assertThat(faults("type", "sequence", "prefix", ""))
        .containsExactly(
            "made.prefix: the prefix is empty; leave the setting out for none: prefix=");
    assertThat(faults("type", "snowflake", "check-digit", "true"))
        .containsExactly("made.check-digit: ids without a prefix have no check digit; add prefix");
    assertThat(faults("type", "key", "format", "{seq:6}", "prefix", "ord"))
        .singleElement()
        .asString()
        .startsWith("made.prefix: no such setting; key has ");
    assertThat(faults("type", "key", "format", "{seq:6}", "check-digit", "true"))
        .singleElement()
        .asString()
        .startsWith("made.check-digit: no such setting; key has ");
    assertThat(settings("type", "key", "format", "ord_{seq:6}{check:iso7064-37-36}")
            .open(mint, "checked")
            .nextTextBatch(1))
        .containsExactly("ord_000001" + CheckDigit.MOD_37_36.compute("ORD000001"));
    assertThat(faults("type", "typeid", "prefix", "ord", "check-digit", "true").toString())
        .contains("made.check-digit");
  }

  @Test
  void open_strictFalseOnCycle_makesValuesOfTheCycle() {
    LongGenerator cycle =
        (LongGenerator) open("type", "sequence", "cycle", "7..8", "strict", "false");

    assertThat(cycle.nextBatch(4)).containsExactly(7, 8, 7, 8);
  }

  @Test
  void notes_ofAnyType_areKeptInTheirOrder() {
    Map<String, String> notes = settings(
            "column", "id", "type", "objectid", "description", "people", "table", "t_user")
        .notes();

    assertThat(notes.toString()).isEqualTo("{description=people, table=t_user, column=id}");
  }

  @Test
  void of_severalFaults_reportsAllWithTheirKeys() {
    assertThat(faults("type", "snowflake", "epoch", "yesterday", "windw", "10s", "workers", "9..1"))
        .containsExactlyInAnyOrder(
            "made.epoch: not a time such as 2020-01-01T00:00:00Z: epoch=yesterday",
            "made.windw: no such setting; did you mean window?",
            "made.workers: not a range such as 1..99, both ends included, lowest first:"
                + " workers=9..1");
  }

  @Test
  void of_missingType_isAFault() {
    assertThat(faults("strict", "true"))
        .containsExactly(
            "made.type: the generator has no type, one of key, sequence, snowflake, objectid,"
                + " uuid, typeid");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "snowflaek | no such type; did you mean snowflake?",
        "dice | no such type; one of key, sequence, snowflake, objectid, uuid, typeid is"
            + " expected"
      })
  void of_unknownType_failsListingTypes(String type, String message) {
    assertThat(faults("type", type)).containsExactly("made.type: " + message + ": type=" + type);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sequence | strict | yes | neither true nor false",
        "sequence | start | 1e3 | not a whole number",
        "sequence | maximum | 9223372036854775808 | not a whole number of 64 bits",
        "sequence | start | 010 | a whole number with a leading zero, which some read as octal",
        "sequence | start | -0 | a whole number with a leading zero, which some read as octal",
        "sequence | segment-duration | 010s |" + " a duration with a leading zero in a number",
        "sequence | segment-duration | PT010S | a duration with a leading zero in a number",
        "snowflake | workers | 07..9 |"
            + " a whole number with a leading zero, which some read as octal",
        "sequence | segment-duration | 10 | not a duration such as 500ms, 10s, 1m, 2h, 1d or PT10S",
        "snowflake | number-start | 4294967296 | not a whole number of 32 bits",
        "snowflake | on-clock-behind | sleep | not one of hop, refuse, wait",
        "snowflake | on-clock-behind | refused |"
            + " not one of hop, refuse, wait; did you mean refuse?",
        "uuid | version | 3 | a version is 1, 4, 6 or 7",
        "typeid | prefix | User | a TypeID's prefix has a character other than a to z, and _"
            + " between them: index=0, character='U'"
      })
  void of_wrongValue_failsWithTheExpectedForm(
      String type, String key, String value, String message) {
    assertThat(faults("type", type, key, value))
        .containsExactly("made." + key + ": " + message + ": " + key + "=" + value);
  }

  @Test
  void of_layoutThatDoesNotFit_failsWithKeyAndRule() {
    assertThat(faults("type", "snowflake", "layout", "50/10/12").toString())
        .contains("made.layout: time, worker and number have more than 64 bits: bits=72");
  }

  @Test
  void of_settingOfAnotherType_failsListingItsSettings() {
    assertThat(faults("type", "objectid", "epoch", "2020-01-01T00:00:00Z"))
        .containsExactly(
            "made.epoch: no such setting; objectid has check-digit, column, description, prefix,"
                + " table, type");
  }

  @Test
  void open_nameInvalidForLines_throws() {
    assertThatThrownBy(() -> settings("type", "sequence").open(mint, "two words"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("text='two words'");
  }
}
