package io.mintmark.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.generator.Generator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the defaults in the tables are the defaults of the builders. A Mintmark returns the
 * same generator for a name whether or not a default is set explicitly, and refuses all other
 * settings.
 */
class DefaultsTest {

  /**
   * Additional settings by type: settings that the type requires, or that other settings need in
   * order to have an effect.
   */
  private static final Map<String, Map<String, String>> NEEDED = Map.of(
      "key",
      Map.of(
          "format", "{time:yyMMddHHmmss}{version:1}{db:2}{table:2}{worker:2}{seq:4}",
          "shards.databases", "4",
          "shards.tables-per-database", "2",
          "earlier-shards.7.databases", "2",
          "earlier-shards.7.tables-per-database", "2"));

  private static Stream<String> types() {
    return GeneratorTables.BY_TYPE.keySet().stream();
  }

  private static Generator open(Mintmark mint, Map<String, String> settings) {
    return GeneratorSettings.of(settings, key -> key).open(mint, "g");
  }

  @ParameterizedTest
  @MethodSource("types")
  void defaults_ofTheTables_matchTheBuilders(String type) {
    List<String> differ = new ArrayList<>();
    for (Setting<?> row : GeneratorSettings.table(type)) {
      if (row.byDefault().isEmpty()) {
        continue;
      }
      String key = row.key().replace(".N.", ".7.");
      Map<String, String> without = new TreeMap<>(NEEDED.getOrDefault(type, Map.of()));
      without.put("type", type);
      without.remove(key);
      Map<String, String> with = new TreeMap<>(without);
      with.put(key, row.byDefault());
      try (Mintmark mint = Mintmark.open("memory:")) {
        Generator before = open(mint, without);
        assertThat(open(mint, with)).isSameAs(before);
      } catch (RuntimeException e) {
        differ.add(key + "=" + row.byDefault() + ": " + e.getMessage());
      }
    }
    assertThat(differ).isEmpty();
  }
}
