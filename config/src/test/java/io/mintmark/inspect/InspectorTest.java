package io.mintmark.inspect;

import static io.mintmark.inspect.Readings.NOW;
import static io.mintmark.inspect.Readings.PRESETS;
import static io.mintmark.inspect.Readings.as;
import static io.mintmark.inspect.Readings.first;
import static io.mintmark.inspect.Readings.inspector;
import static io.mintmark.inspect.Readings.only;
import static io.mintmark.inspect.Readings.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.mintmark.config.Config;
import io.mintmark.snowflake.SnowflakeLayout;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InspectorTest {

  @Test
  void inspect_ofObjectId_givesAllThreeReadings() {
    List<Reading> readings = PRESETS.inspect("4df2dcec2cdcd20936a8b817");
    assertThat(readings)
        .extracting(Reading::kind)
        .containsExactly("objectid", "objectid-legacy", "objectid-java-legacy");
    assertThat(readings).allSatisfy(reading -> {
      assertThat(reading.time()).contains(Instant.parse("2011-06-11T03:11:40Z"));
      assertThat(reading.plausible()).isTrue();
    });
    assertThat(readings.get(0).fields())
        .containsExactly(
            entry("id", "4df2dcec2cdcd20936a8b817"),
            entry("random", "2cdcd20936"),
            entry("counter", "a8b817"));
    assertThat(readings.get(1).fields())
        .containsExactly(
            entry("id", "4df2dcec2cdcd20936a8b817"),
            entry("machine", "2cdcd2"),
            entry("process", "0936"),
            entry("counter", "a8b817"));
    assertThat(readings.get(2).fields())
        .containsExactly(
            entry("id", "4df2dcec2cdcd20936a8b817"),
            entry("machine", "2cdcd209"),
            entry("inc", "917026839"));
    assertThat(readings.get(1).bits())
        .containsExactly(
            new BitField("time", 32, "1307761900"),
            new BitField("machine", 24, "2940114"),
            new BitField("process", 16, "2358"),
            new BitField("counter", 24, "11057175"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ObjectId(\"4df2dcec2cdcd20936a8b817\")",
        "ObjectId('4df2dcec2cdcd20936a8b817')",
        "new ObjectId('4df2dcec2cdcd20936a8b817')",
        " new  ObjectID( \"4df2dcec2cdcd20936a8b817\" ) ",
        "{\"$oid\":\"4df2dcec2cdcd20936a8b817\"}",
        "{ $oid : '4df2dcec2cdcd20936a8b817' }",
        "{\n  \"$oid\": \"4df2dcec2cdcd20936a8b817\"\n}",
        "'4df2dcec2cdcd20936a8b817'",
        "\"4DF2DCEC2CDCD20936A8B817\"",
        "`4df2dcec2cdcd20936a8b817`",
        "4df2 dcec 2cdc d209 36a8 b817",
        "4d f2 dc ec 2c dc d2 09 36 a8 b8 17\n",
        "4df2dcec 2cdcd2 0936 a8b817"
      })
  void inspect_pastedObjectId_isRecognised(String text) {
    assertThat(PRESETS.inspect(text)).isEqualTo(PRESETS.inspect("4df2dcec2cdcd20936a8b817"));
  }

  @Test
  void inspect_ofObjectIdWithHighBits_readsThemUnsigned() {
    List<Reading> readings = PRESETS.inspect("FFFFFFFFFFFFFFFFFFFFFFFF");
    assertThat(readings).allSatisfy(reading -> {
      assertThat(reading.time()).contains(Instant.parse("2106-02-07T06:28:15Z"));
      assertThat(reading.doubt())
          .contains("its time is ahead of the clock, which shows 2026-11-21T12:00:00Z");
    });
    assertThat(readings.get(2).fields()).containsEntry("inc", "-1");
    assertThat(readings.get(2).bits()).contains(new BitField("inc", 32, "4294967295"));
    assertThat(first("000000000000000000000000").doubt())
        .contains("its time is before 2009-01-01T00:00:00Z, the earliest that is likely");
  }

  @Test
  void inspect_ofTypeId_givesPrefixAndTheUuidInIt() {
    Reading reading = only("order_item_01h455vb4pex5vsknk084sn02q");
    assertThat(reading.kind()).isEqualTo("typeid");
    assertThat(reading.title())
        .isEqualTo("TypeID of type order_item: UUID version 7: time and random");
    assertThat(reading.time()).contains(Instant.parse("2023-06-30T03:34:18.518Z"));
    assertThat(reading.fields())
        .containsExactly(
            entry("id", "order_item_01h455vb4pex5vsknk084sn02q"),
            entry("prefix", "order_item"),
            entry("uuid", "01890a5d-ac96-774b-bcce-b302099a8057"),
            entry("version", "7"),
            entry("random-a", "74b"),
            entry("random-b", "3cceb302099a8057"));
    assertThat(value(reading)).isEqualTo(new BigInteger("01890a5dac96774bbcceb302099a8057", 16));
  }

  @Test
  void inspect_ofTypeIdWithoutPrefix_isAUlidToo() {
    assertThat(PRESETS.inspect("01h455vb4pex5vsknk084sn02q"))
        .extracting(Reading::kind)
        .containsExactly("typeid", "ulid");
    assertThat(only("01arz3ndektsv4rrffq69g5fav").kind()).isEqualTo("ulid");
    assertThat(only("01H455VB4PEX5VSKNK084SN02Q").kind()).isEqualTo("ulid");
  }

  @Test
  void inspect_typeIdWithOtherUuids_showsTheVersion() {
    assertThat(only("user_00000000000000000000000000").title())
        .isEqualTo("TypeID of type user: The nil UUID");
    assertThat(first("user_3zzzzzzzzze008000000000000").plausible()).isFalse();
    assertThat(PRESETS.inspect("user_81h455vb4pex5vsknk084sn02q")).isEmpty();
    assertThat(PRESETS.inspect("User_01h455vb4pex5vsknk084sn02q")).isEmpty();
  }

  @Test
  void inspect_ofUlid_givesTimeAndRandom() {
    Reading reading = only("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    assertThat(reading.kind()).isEqualTo("ulid");
    assertThat(reading.time()).contains(Instant.parse("2016-07-30T23:54:10.259Z"));
    assertThat(reading.fields())
        .containsEntry("random", "d6764c61efb99302bd5b")
        .containsEntry("uuid", "01563e3a-b5d3-d676-4c61-efb99302bd5b");
    assertThat(value(reading)).isEqualTo(new BigInteger("01563e3ab5d3d6764c61efb99302bd5b", 16));
    assertThat(PRESETS.inspect("81ARZ3NDEKTSV4RRFFQ69G5FAV")).isEmpty();
  }

  @Test
  void inspect_ofKsuid_givesTimeAndRandom() {
    Reading reading = only("0ujtsYcgvSTl8PAuAdqWYSMnLOv");
    assertThat(reading.kind()).isEqualTo("ksuid");
    assertThat(reading.time()).contains(Instant.parse("2017-10-10T04:00:47Z"));
    assertThat(reading.fields()).containsEntry("random", "b5a1cd34b5f99d1154fb6853345c9735");
    assertThat(value(reading))
        .isEqualTo(new BigInteger("0669F7EFB5A1CD34B5F99D1154FB6853345C9735", 16));
    assertThat(PRESETS.inspect("z".repeat(27))).isEmpty();
  }

  @Test
  void inspect_ofTsid_givesTimeAndNumber() {
    Reading reading = only("01221H8Q1MMZK");
    assertThat(reading.kind()).isEqualTo("tsid");
    assertThat(reading.time()).contains(Instant.parse("2020-04-15T19:59:46.360Z"));
    assertThat(reading.fields()).containsEntry("number", "38352658567418867");
    assertThat(as("tsid", PRESETS.inspect("38352658567418867")).fields())
        .isEqualTo(reading.fields());
  }

  @Test
  void inspect_ofTwitterId_isPlausibleWhereItsTimeIs() {
    List<Reading> readings = PRESETS.inspect("1541815603606036480");
    assertThat(readings.get(0).kind()).isEqualTo("snowflake:twitter");
    assertThat(readings.get(0).title()).isEqualTo("Snowflake: twitter, leaf");
    assertThat(readings.get(0).time()).contains(Instant.parse("2022-06-28T16:07:40.105Z"));
    assertThat(readings.get(0).fields())
        .containsEntry("worker", "378")
        .containsEntry("number", "0");
    assertThat(as("snowflake:mintmark", readings).plausible()).isFalse();
  }

  @Test
  void inspect_ofNumber_putsPlausibleFirst() {
    long id = SnowflakeLayout.DEFAULT.encode(
        Duration.between(SnowflakeLayout.DEFAULT.epoch(), NOW).toMillis(), 7, 42);
    List<Reading> readings = PRESETS.inspect(Long.toString(id));
    assertThat(readings.get(0).kind()).isEqualTo("snowflake:mintmark");
    assertThat(readings.get(0).time()).contains(NOW);
    assertThat(readings.get(0).fields())
        .containsEntry("worker", "7")
        .containsEntry("number", "42")
        .containsEntry("layout", "41/10/12, 1 ms since 2020-01-01T00:00:00Z");
    assertThat(readings.get(0).bits())
        .startsWith(new BitField("unused", 1, "0"), new BitField("time", 41, "217425600000"));
    List<Boolean> plausible = readings.stream().map(Reading::plausible).toList();
    assertThat(plausible.indexOf(false)).isGreaterThan(plausible.lastIndexOf(true));
    assertThat(readings)
        .extracting(Reading::kind)
        .contains(
            "snowflake:twitter", "snowflake:shardingsphere", "snowflake:discord", "tsid", "number");
  }

  @Test
  void inspect_withConfiguredLayouts_putsThemBeforePresets() {
    Map<String, SnowflakeLayout> layouts = new LinkedHashMap<>();
    layouts.put("users", SnowflakeLayout.DEFAULT);
    layouts.put("posts", SnowflakeLayout.DEFAULT.withEpoch(Instant.parse("2019-01-01T00:00:00Z")));
    layouts.put("orders", SnowflakeLayout.DEFAULT);
    long id = SnowflakeLayout.DEFAULT.encode(1L << 36, 1, 2);
    List<Reading> readings = inspector(layouts).inspect(Long.toString(id));
    assertThat(readings)
        .extracting(Reading::kind)
        .startsWith("snowflake:users", "snowflake:posts", "snowflake:twitter");
    assertThat(readings.get(0).title()).isEqualTo("Snowflake: users, orders, mintmark");
  }

  @Test
  void inspect_restrictedNames_hidesOnlyThem() {
    Config config = Config.of(
        Map.of(
            "generators.secret.type", "snowflake",
            "generators.users.type", "snowflake",
            "generators.hidden.type", "snowflake",
            "generators.hidden.epoch", "2019-01-01T00:00:00Z"),
        key -> key);
    String id = Long.toString(SnowflakeLayout.DEFAULT.encode(1L << 36, 1, 2));
    InstantSource clock = InstantSource.fixed(Readings.NOW);

    List<Reading> own = new Inspector(clock, config.seen("users"::equals), false).inspect(id);
    assertThat(own.get(0).kind()).isEqualTo("snowflake:users");
    assertThat(own.get(0).title()).isEqualTo("Snowflake: users, mintmark");
    assertThat(own.toString()).doesNotContain("secret", "hidden", "2019-01-01");
    List<Reading> none = new Inspector(clock, config.seen(name -> false), false).inspect(id);
    assertThat(as("snowflake:mintmark", none).title()).isEqualTo("Snowflake: mintmark");
    assertThat(none.toString()).doesNotContain("secret", "users");
  }

  @Test
  void inspect_smallNumberWithAnOldLayout_prefersThePlainNumber() {
    Map<String, SnowflakeLayout> old = Map.of("users", SnowflakeLayout.DEFAULT);
    assertThat(inspector(old).inspect("12345").get(0).kind()).isEqualTo("number");
    assertThat(inspector(old).inspect("12345"))
        .extracting(Reading::kind)
        .contains("snowflake:users");
  }

  @Test
  void inspect_configuredNameEqualToAPreset_usesTheConfigured() {
    SnowflakeLayout own = SnowflakeLayout.DEFAULT.withEpoch(Instant.parse("2024-01-01T00:00:00Z"));
    List<Reading> readings = inspector(Map.of("discord", own)).inspect("1");
    assertThat(readings)
        .filteredOn(reading -> reading.kind().equals("snowflake:discord"))
        .singleElement()
        .satisfies(reading -> assertThat(reading.time()).contains(own.epoch()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "42", "5000", "300000000000"})
  void inspect_smallNumber_prefersThePlainNumber(String text) {
    Reading reading = first(text);
    assertThat(reading.kind()).isEqualTo("number");
    assertThat(reading.fields()).containsEntry("id", text);
    Map<String, SnowflakeLayout> fresh = Map.of("fresh", SnowflakeLayout.DEFAULT.withEpoch(NOW));
    assertThat(inspector(fresh).inspect(text).get(0).kind()).isEqualTo("snowflake:fresh");
  }

  @Test
  void inspect_ofTimeADayAhead_isPlausibleToTheMillisecond() {
    long tick = Duration.between(SnowflakeLayout.DEFAULT.epoch(), NOW).toMillis() + 86_400_000;
    String last = Long.toString(SnowflakeLayout.DEFAULT.encode(tick, 0, 0));
    String after = Long.toString(SnowflakeLayout.DEFAULT.encode(tick + 1, 0, 0));
    assertThat(as("snowflake:mintmark", PRESETS.inspect(last)).plausible()).isTrue();
    assertThat(as("snowflake:mintmark", PRESETS.inspect(after)).plausible()).isFalse();
  }

  @Test
  void inspect_ofNumberAboveSign_isReadUnsignedByLayoutsOf64Bits() {
    // In Discord's layout, the highest bit is set from 2084 on.
    List<Reading> readings = PRESETS.inspect("-9223372036854775807");
    assertThat(readings).isEqualTo(PRESETS.inspect("9223372036854775809"));
    assertThat(readings)
        .extracting(Reading::kind)
        .containsExactlyInAnyOrder("snowflake:discord", "snowflake:instagram", "tsid", "number");
    assertThat(as("snowflake:discord", readings).fields())
        .containsEntry("id", "9223372036854775809")
        .containsEntry("signed", "-9223372036854775807")
        .containsEntry("number", "1");
    assertThat(as("snowflake:discord", readings).time())
        .contains(SnowflakeLayout.parse("discord").epoch().plusMillis(1L << 41));
  }

  @ParameterizedTest
  @CsvSource({
    "0x15D0A9E6A0800000, 1571943077952618496",
    "0X15d0a9e6a0800000, 1571943077952618496",
    "15d0a9e6a0800000, 1571943077952618496",
    "NumberLong(\"1571943077952618496\"), 1571943077952618496",
    "{\"$numberLong\": \"1571943077952618496\"}, 1571943077952618496",
    "0xff, 255",
    "0xffffffffffffffff, 18446744073709551615",
    "-1, 18446744073709551615",
    "-9223372036854775808, 9223372036854775808"
  })
  void inspect_ofNumberInOtherForm_isTheSame(String text, String decimal) {
    assertThat(PRESETS.inspect(text)).isNotEmpty().isEqualTo(PRESETS.inspect(decimal));
  }

  @Test
  void inspect_of16DecimalDigits_isDecimal() {
    assertThat(first("1234567890123456").fields()).containsEntry("id", "1234567890123456");
  }

  @Test
  void inspect_ofShardingSphere_warnsOfItsZone() {
    List<Reading> readings = PRESETS.inspect("1000000000000000000");
    assertThat(as("snowflake:shardingsphere", readings).fields().get("note")).contains("zone");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "''",
        "\"",
        "-",
        "--5",
        "+5",
        "1.5",
        "18446744073709551616",
        "-9223372036854775809",
        "99999999999999999999",
        "0x",
        "0x10000000000000000",
        "hello",
        "ObjectId()",
        "ObjectId(",
        "{}",
        "{\"$oid\":}",
        "{\"$oid\":12",
        "urn:uuid:",
        "4df2dcec2cdcd20936a8b81",
        "é",
        "\0",
        "１２３",
        "\uD800",
        "4df2dcec2cdcd20936a8b81٧"
      })
  void inspect_unknownText_isEmpty(String text) {
    assertThat(PRESETS.inspect(text)).isEmpty();
  }

  @Test
  @Timeout(30)
  void inspect_ofHugeText_isEmptyAtOnce() {
    for (String part : List.of("1", " ", "(", "{\"$oid\":", "new ", "a-")) {
      assertThat(PRESETS.inspect(part.repeat(10_000_000 / part.length()))).isEmpty();
      assertThat(PRESETS.inspect(part.repeat(Inspector.MAX_LENGTH / part.length())))
          .isEmpty();
    }
    String padded = " ".repeat(Inspector.MAX_LENGTH - 1) + "5";
    assertThat(PRESETS.inspect(padded)).isNotEmpty();
    assertThat(PRESETS.inspect(padded + " ")).isEmpty();
  }

  @Test
  @SuppressWarnings("NullAway") // what happens when a caller does not check
  void inspect_ofNull_throws() {
    assertThatThrownBy(() -> PRESETS.inspect(null)).isInstanceOf(NullPointerException.class);
  }

  /** No text makes the inspector throw. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void inspect_ofRandomText_neverThrows(long seed) {
    Random random = new Random(seed);
    String[] parts = {
      "ObjectId(",
      "new ",
      "{\"$oid\":",
      "}",
      ")",
      "\"",
      "'",
      "-",
      "0x",
      "4df2dcec2cdcd20936a8b817",
      "01ARZ3NDEKTSV4RRFFQ69G5FAV",
      "0ujtsYcgvSTl8PAuAdqWYSMnLOv",
      " ",
      "\n",
      "é",
      "urn:uuid:",
      "7"
    };
    for (int i = 0; i < 5_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(8); length > 0; length--) {
        text.append(
            random.nextInt(4) == 0
                ? String.valueOf((char) random.nextInt(0x10000))
                : parts[random.nextInt(parts.length)]);
      }
      assertThat(PRESETS.inspect(text.toString())).as(text.toString()).isNotNull();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void inspect_ofRandomNumber_showsEveryBit(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      long number = random.nextLong() >>> random.nextInt(64);
      String text = Long.toUnsignedString(number);
      for (Reading reading : PRESETS.inspect(text)) {
        // A text of 13 digits is also read as a TSID, whose number differs from the decimal number.
        if (text.length() != 13 || !reading.kind().equals("tsid")) {
          assertThat(reading.bits().stream().mapToInt(BitField::width).sum()).isEqualTo(64);
          assertThat(value(reading)).as(text).isEqualTo(new BigInteger(text));
        }
      }
    }
  }
}
