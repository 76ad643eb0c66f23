package io.mintmark.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.kind.SettingRange;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the ranges in the tables are the ranges that generators accept: each end is accepted,
 * and the next value beyond it is refused.
 */
class SettingTableRangesTest {

  private static final String SHARDED = "{time:yyMMddHHmmss}{db:4}{table:4}{worker:2}{seq:4}";

  /**
   * The settings that a type requires, or that a row needs so that both ends of its range are
   * possible.
   */
  private static final Map<String, Map<String, String>> CONTEXTS = Map.of(
      "key",
      Map.of("format", SHARDED, "shards.databases", "2", "shards.tables-per-database", "2"),
      "key version",
      Map.of("format", SHARDED, "shards.databases", "2"),
      "key earlier-shards.N.databases",
      Map.of("format", "{version:1}" + SHARDED, "shards.databases", "2"),
      "key earlier-shards.N.tables-per-database",
      Map.of("format", "{version:1}" + SHARDED, "shards.databases", "2"),
      "sequence step",
      Map.of("start", "0"),
      "sequence offset",
      Map.of("start", "0", "step", Long.toString(Long.MAX_VALUE)),
      "sequence maximum",
      Map.of("start", "0"),
      "snowflake workers",
      Map.of("layout", "31/31/1", "unit", "1s"),
      "snowflake prefer-worker",
      Map.of("layout", "31/31/1", "unit", "1s"),
      "snowflake epoch",
      Map.of("layout", "50/0/12"));

  private static Stream<Arguments> rows() {
    return GeneratorTables.BY_TYPE.keySet().stream()
        .flatMap(type -> GeneratorSettings.table(type).stream()
            .filter(row -> !row.type().range().isEmpty())
            .map(row -> Arguments.of(type, row.key(), row)));
  }

  private static Map<String, String> settings(String type, String key, String value) {
    Map<String, String> settings = new TreeMap<>(Map.of("type", type));
    settings.putAll(CONTEXTS.getOrDefault(type + " " + key, CONTEXTS.getOrDefault(type, Map.of())));
    settings.put(key.replace(".N.", ".7."), value);
    return settings;
  }

  /** Returns whether a value of the row is itself a range, which contains both ends. */
  private static boolean isRange(Setting<?> row) {
    return row.type().name().equals(SettingType.RANGE.name());
  }

  private static void open(String type, String key, String value) {
    try (Mintmark mint = Mintmark.open("memory:")) {
      GeneratorSettings.of(settings(type, key, value), each -> each).open(mint, "g");
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("rows")
  void ends_ofEveryRange_openAGenerator(String type, String key, Setting<?> row) {
    String range = row.type().range();
    if (type.equals("key") && (key.equals("workers") || key.equals("prefer-worker"))) {
      open(type, key, isRange(row) ? "0..99" : "99");
    } else if (isRange(row)) {
      open(type, key, range);
    } else {
      open(type, key, range.substring(0, range.indexOf("..")));
      open(type, key, range.substring(range.indexOf("..") + 2));
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("rows")
  void valueBeyondAnEnd_throwsNamingTheRange(String type, String key, Setting<?> row) {
    String range = row.type().range();
    String least = range.substring(0, range.indexOf(".."));
    String most = range.substring(range.indexOf("..") + 2);
    String below = beyond(row, least, -1);
    String above = beyond(row, most, 1);
    for (String value : isRange(row)
        ? new String[] {below + ".." + most, least + ".." + above}
        : new String[] {below, above}) {
      String where = key.replace(".N.", ".7.");
      assertThatThrownBy(() -> open(type, key, value))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(where + ": not ")
          .hasMessageContaining(where + "=" + value);
    }
  }

  private static String beyond(Setting<?> row, String end, int step) {
    return switch (row.type().name()) {
      case "duration" -> SettingType.DURATION.parse(end).plusNanos(step).toString();
      case "moment" -> Instant.parse(end).plusNanos(step).toString();
      default -> new BigInteger(end).add(BigInteger.valueOf(step)).toString();
    };
  }

  @Test
  void text_ofADuration_roundTrips() {
    for (String text :
        new String[] {"0s", "1ms", "1500ms", "10s", "90s", "5m", "1h", "36h", "1d"}) {
      Duration duration = SettingType.DURATION.parse(text);
      assertThat(SettingRange.text(duration)).isEqualTo(text);
    }
  }
}
