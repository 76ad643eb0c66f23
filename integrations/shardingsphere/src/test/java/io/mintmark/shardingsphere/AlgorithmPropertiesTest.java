package io.mintmark.shardingsphere;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.mintmark.error.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.shardingsphere.infra.algorithm.core.ShardingSphereAlgorithm;
import org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm;
import org.apache.shardingsphere.infra.spi.type.typed.TypedSPILoader;
import org.apache.shardingsphere.sharding.spi.ShardingAlgorithm;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that wrong properties are refused with a message that contains every fault. */
final class AlgorithmPropertiesTest {

  private static final String FORMAT = "K{db:1}{table:1}{time:yyMMddHHmmss}{seq:4}";

  private static String config = "";
  private static String withoutStore = "";

  @BeforeAll
  static void write(@TempDir Path folder) throws IOException {
    String generators = """
        generators:
          orders:
            type: key
            format: "K{db:1}{table:1}{time:yyMMddHHmmss}{seq:4}"
            shards: {databases: 4, tables-per-database: 2}
          tails: {type: sequence}
        """;
    config = Files.writeString(folder.resolve("mintmark.yaml"), "store: 'memory:'\n" + generators)
        .toString();
    withoutStore = Files.writeString(folder.resolve("without.yaml"), generators).toString();
  }

  static Stream<Arguments> configured() {
    return Stream.of(
        arguments(
            "MINTMARK",
            Map.of(),
            "MINTMARK: config: the path of a Mintmark configuration file is missing; generator:"
                + " the name of a generator in that file is missing"),
        arguments(
            "MINTMARK",
            Map.of("config", "CONFIG", "generator", "order", "stor", "memory:"),
            "MINTMARK: generator: no such generator in the file; did you mean orders?:"
                + " generator=order; stor: no such setting; did you mean store?"),
        arguments(
            "MINTMARK",
            Map.of("config", "CONFIG", "generator", "invoices"),
            "MINTMARK: generator: no such generator in the file; it has orders, tails:"
                + " generator=invoices"),
        arguments(
            "MINTMARK",
            Map.of("config", "WITHOUT", "generator", "tails"),
            "MINTMARK: store: no store is given, here or in the configuration file"),
        arguments(
            "MINTMARK",
            Map.of("config", "/no/such/file", "generator", "orders"),
            "MINTMARK: config: there is no such file: /no/such/file"));
  }

  static Stream<Arguments> inline() {
    return Stream.of(
        arguments(
            "MINTMARK_SNOWFLAKE",
            Map.of("layuot", "41/10/12", "window", "ten"),
            "MINTMARK_SNOWFLAKE: store: no store is given, for example"
                + " jdbc:postgresql://host/database; name: no name on the store is given; window:"
                + " not a duration such as 500ms, 10s, 1m, 2h, 1d or PT10S: window=ten; layuot:"
                + " no such setting; did you mean layout?"),
        arguments(
            "MINTMARK_SNOWFLAKE",
            Map.of("store", "memory:", "nam", "n"),
            "MINTMARK_SNOWFLAKE: name: no name on the store is given; nam: no such setting; did"
                + " you mean name?"),
        arguments(
            "MINTMARK_OBJECTID",
            Map.of("type", "objectid"),
            "MINTMARK_OBJECTID: type: no such setting; objectid has check-digit, column,"
                + " description, prefix, table"),
        arguments(
            "MINTMARK_UUID",
            Map.of("version", "5"),
            "MINTMARK_UUID: version: a version is 1, 4, 6 or 7: version=5"),
        arguments(
            "MINTMARK_KEY",
            Map.of("store", "memory:", "name", "k", "route-from", "users"),
            "MINTMARK_KEY: format: the keys have no format, for example"
                + " {time:yyMMddHHmmss}{seq:4}; route-from: route-from names a generator that"
                + " only a configuration file has: use config and generator:"
                + " route-from=users"));
  }

  static Stream<Arguments> sharding() {
    return Stream.of(
        arguments(
            "MINTMARK_KEY_DB",
            Map.of("format", FORMAT, "range", "all"),
            "MINTMARK_KEY_DB: key-column: neither key-column nor route-column is given; range:"
                + " neither refuse nor broadcast: range=all"),
        arguments(
            "MINTMARK_KEY_TABLE",
            Map.of("key-colum", "id", "format", "K{seq:8}", "shard.databases", "4"),
            "MINTMARK_KEY_TABLE: key-column: neither key-column nor route-column is given;"
                + " key-colum: no such setting; did you mean key-column?; shard.databases: no"
                + " such setting; did you mean shards.databases?"),
        arguments(
            "MINTMARK_KEY_TABLE",
            Map.of("key-column", "id", "format", "K{seq:8}"),
            "MINTMARK_KEY_TABLE: these keys have no shards, so they do not route rows:"
                + " generator=MINTMARK_KEY_TABLE"),
        arguments(
            "MINTMARK_KEY_DB",
            Map.of("key-column", "id", "config", "CONFIG", "generator", "tails"),
            "MINTMARK_KEY_DB: these keys have no shards, so they do not route rows:"
                + " generator=tails"),
        arguments(
            "MINTMARK_KEY_DB",
            Map.of("key-column", "id", "config", "CONFIG", "generator", "orders", "format", FORMAT),
            "MINTMARK_KEY_DB: format: no such setting; MINTMARK_KEY_DB has config, generator,"
                + " key-column, range, route-column"),
        arguments(
            "MINTMARK_KEY_DB",
            Map.of("key-column", "id", "format", FORMAT, "shards.databases", "11"),
            "keys 'MINTMARK_KEY_DB': a key alone could not be routed: the format needs {db:N} for"
                + " 11 values, and shows 10 of them, version=0"));
  }

  @ParameterizedTest
  @MethodSource({"configured", "inline", "sharding"})
  void init_wrongProperties_reportsEveryFault(
      String type, Map<String, String> given, String message) {
    Properties properties = new Properties();
    given.forEach((key, value) -> properties.setProperty(
        key, value.replace("CONFIG", config).replace("WITHOUT", withoutStore)));
    Class<? extends ShardingSphereAlgorithm> kind =
        type.matches("MINTMARK_KEY_.*") ? ShardingAlgorithm.class : KeyGenerateAlgorithm.class;

    assertThatThrownBy(() -> TypedSPILoader.checkService(kind, type, properties))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(message);
  }
}
