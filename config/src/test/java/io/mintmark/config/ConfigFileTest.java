package io.mintmark.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.generator.Generator;
import io.mintmark.inspect.Inspector;
import io.mintmark.inspect.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileTest {

  @TempDir
  private Path directory;

  private Config load(String text) throws IOException {
    return Config.load(Files.writeString(directory.resolve("m.yaml"), text));
  }

  /** Returns the faults without the file's directory. */
  private List<String> faults(String text) {
    return catchThrowableOfType(ConfigurationException.class, () -> load(text)).faults().stream()
        .map(fault -> fault.replace(directory + "/", ""))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "010",
        "0010",
        "08",
        "0x10",
        "0o10",
        "0b11",
        "1_000",
        "1:30",
        "190:20:30",
        "+5",
        "-0",
        "yes",
        "No",
        "ON",
        "off",
        "y",
        "N",
        "True",
        "FALSE",
        "~",
        "null",
        "NULL",
        ".inf",
        "-.INF",
        ".nan",
        "1e3",
        "1.10",
        ".5"
      })
  void load_scalarAmbiguousBetweenYamlVersions_throws(String scalar) throws IOException {
    String refused = "m.yaml:2: generators.a.start: versions of YAML read the value";
    String lists = "generators:\n  a: {type: sequence, ignore: [" + scalar + "]}\n";

    assertThat(faults("generators:\n  a: {type: sequence, start: " + scalar + "}\n"))
        .singleElement(STRING)
        .startsWith(refused);
    assertThat(
            load("generators:\n  a: {type: sequence, column: " + scalar + "}\n").generators())
        .as("a name that only people read")
        .containsKey("a");
    assertThat(faults(lists)).singleElement(STRING).contains("ignore: versions of YAML");
    assertThat(faults("generators:\n  a: {type: sequence, start: '010'}\n"))
        .singleElement(STRING)
        .contains("leading zero");
    assertThat(load("generators:\n  a: {type: sequence, description: \"" + scalar + "\"}\n")
            .generators())
        .containsKey("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "7", "-7", "1.5", "2020-01-01T00:00:00Z", "1..99", "nobody", "0a"})
  void load_scalarEqualInAllYamlVersions_isRead(String scalar) throws IOException {
    assertThat(load("generators:\n  a: {type: sequence, description: " + scalar + "}\n")
            .generators())
        .containsKey("a");
  }

  @Test
  void load_everything_isRead() throws IOException {
    Config config = load("""
        store: file:/var/lib/mintmark
        generators:
          users: {type: snowflake, layout: 41/10/12, epoch: 2020-01-01T00:00:00Z}
          tail:
            type: sequence
            cycle: 1..99
            description: "last two digits"
            ignore: del, expire
        auto-create:
          "sequence:redis:*": {cycle: 1..90000, ignore: [DEL, EXPIRE]}
          "*":
        max-auto-created: 7
        """);

    assertThat(config.store()).contains("file:/var/lib/mintmark");
    assertThat(config.generators().keySet()).containsExactly("users", "tail");
    assertThat(new Inspector(InstantSource.system(), config, false).inspect("188000000000000000"))
        .extracting(Reading::kind)
        .contains("snowflake:users");
    Configured tail = config.generators().values().stream().toList().get(1);
    assertThat(tail.ignored()).containsOnly("DEL", "EXPIRE");
    assertThat(tail.settings().notes()).isEqualTo(Map.of("description", "last two digits"));
    assertThat(config.maxAutoCreated()).isEqualTo(7);
    assertThat(config.autoCreate()).hasSize(2);
    assertThat(config.autoCreate().get(0).names().matches("sequence:redis:t_new_order"))
        .isTrue();
    assertThat(config.autoCreate().get(0).names().matches("sequence:other")).isFalse();
    assertThat(config.autoCreate().get(0).configured().ignored()).containsOnly("DEL", "EXPIRE");
    assertThat(config.autoCreate().get(1).names().matches("any/thing")).isTrue();
  }

  @Test
  void load_keys_haveShardsAndLayouts() throws IOException {
    Config config = load("""
        generators:
          orders:
            type: key
            format: "OD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}"
            zone: Asia/Shanghai
            shards: {databases: 8, tables-per-database: 4, route: hash}
            version: 2
            earlier-shards:
              1: {databases: 4, tables-per-database: 2}
            route-from: users
            description: order numbers
          users:
            type: key
            format: "UD{db:2}{table:4}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}"
            shards: {databases: 8, tables-per-database: 4}
        """);

    assertThat(new Inspector(InstantSource.system(), config, false)
            .inspect("OD00010001261121180000000070000 1"))
        .extracting(Reading::kind)
        .containsExactly("key:orders");
    try (Mintmark mint = Mintmark.open("memory:")) {
      assertThat(config.open(mint).values())
          .extracting(Generator::name)
          .containsExactly("users", "orders");
      assertThat(config.open(mint).values())
          .last()
          .extracting(generator -> generator.describe().facts(), MAP)
          .containsEntry("shards-1", "4 x 2 by hash")
          .containsEntry("shards-2", "8 x 4 by hash");
    }
  }

  @Test
  void load_wrongKeys_reportsEveryFault() {
    assertThat(faults("""
        generators:
          a: {type: key}
          b: {type: key, format: "A{sq:5}", zone: Mars/Olympus}
          c:
            type: key
            format: "{seq:5}"
            shards: {databases: 0, route: random}
            earlier-shards: {x: {databases: 2}}
        """))
        .containsExactlyInAnyOrder(
            "m.yaml:2: generators.a.format: the keys have no format, for example"
                + " {time:yyMMddHHmmss}{seq:4}",
            "m.yaml:3: generators.b.format: column 2: a field is one of time, db, table, worker,"
                + " seq, version, var, check: field='sq'; did you mean seq?",
            "m.yaml:3: generators.b.zone: not a time zone such as Asia/Shanghai or UTC:"
                + " zone=Mars/Olympus",
            "m.yaml:7: generators.c.shards.route: not one of hash, decimal, decimal-published, sum:"
                + " shards.route=random",
            "m.yaml:7: generators.c.shards.databases: not 1 to 1024:" + " shards.databases=0",
            "m.yaml:4: generators.c.earlier-shards.x: not a whole number: earlier-shards.x=x");
  }

  @Test
  void load_exampleOfThePage_succeeds() throws IOException {
    String page = Files.readString(Path.of("../docs/guides/server.md"));
    int start = page.indexOf("```yaml\n") + "```yaml\n".length();

    Config config = load(page.substring(start, page.indexOf("```", start)));

    assertThat(config.generators().keySet())
        .containsExactly("users", "invoices", "tail", "ids", "events", "orders");
    assertThat(config.autoCreate()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing\n", "store: 'memory:'\n"})
  void load_withoutGenerators_hasTheDefaultGenerators(String text) throws IOException {
    assertThat(load(text).generators().keySet()).containsExactly("objectid", "uuid", "snowflake");
    assertThat(load(text).autoCreate()).hasSize(1);
  }

  @Test
  void load_withGeneratorsOnly_disablesAutoCreation() throws IOException {
    assertThat(load("generators: {a: {type: uuid}}").autoCreate()).isEmpty();
  }

  @Test
  void load_manyFaults_reportsAllWithFileLineAndKey() {
    assertThat(faults("""
        stor: x
        generators:
          users:
            type: snowflake
            epoch: yesterday
            windw: 10s
          none:
          bad name: {type: uuid}
          keys: {type: key, format: "OD{seq:x}"}
          list: [1, 2]
        auto-create:
          "x*": {type: uuid}
          "y*": {ignore: [FLUSHALL]}
        max-auto-created: many
        """))
        .containsExactlyInAnyOrder(
            "m.yaml:1: stor: no such setting; did you mean store?",
            "m.yaml:5: generators.users.epoch: not a time such as 2020-01-01T00:00:00Z:"
                + " epoch=yesterday",
            "m.yaml:6: generators.users.windw: no such setting; did you mean window?",
            "m.yaml:7: generators.none.type: the generator has no type, one of key, sequence,"
                + " snowflake, objectid, uuid, typeid",
            "m.yaml:8: generators.bad name: the generator's name is not a valid line name: not a"
                + " line's name, or the start of one: length=8, text='bad name'; a name has 1 to"
                + " 200 characters of A-Z a-z 0-9 . _ : / -, and no part between slashes is empty,"
                + " . or ..",
            "m.yaml:9: generators.keys.format: column 3: the width is not 1 to 18 characters:"
                + " width='x'",
            "m.yaml:10: generators.list: not a mapping of keys to values",
            "m.yaml:10: generators.list.type: the generator has no type, one of key, sequence,"
                + " snowflake, objectid, uuid, typeid",
            "m.yaml:12: auto-create.x*: auto-create makes sequences only: type=uuid",
            "m.yaml:13: auto-create.y*.ignore: the commands that can be ignored are"
                + " [DEL, EXPIRE, GETSET, PEXPIRE, SET, UNLINK]: ignore=FLUSHALL",
            "m.yaml:14: max-auto-created: not a whole number: max-auto-created=many");
  }

  @Test
  void load_serverSection_isKeptWithLineNumbers() throws IOException {
    Section server = load("""
        server:
          http: 127.0.0.1:0
          tls:
            key: key.pem
        """).server();

    assertThat(server.settings()).isEqualTo(Map.of("http", "127.0.0.1:0", "tls.key", "key.pem"));
    assertThat(server.place().apply("tls.key")).endsWith("m.yaml:4: server.tls.key");
    assertThat(server.place().apply("tokens")).endsWith("m.yaml:1: server.tokens");
  }

  @Test
  void only_someNames_keepsTheirLendersToo() throws IOException {
    Config config = load("""
        generators:
          other: {type: uuid}
          b: {type: key, format: "{db:1}{seq:9}", shards: {databases: 2}, route-from: a}
          a: {type: key, format: "{db:1}{seq:9}", shards: {databases: 2}}
        """);

    assertThat(config.only("b").generators().keySet()).containsExactly("a", "b");
    assertThat(config.only("a").generators().keySet()).containsExactly("a");
    assertThat(config.only("none").generators()).isEmpty();
  }

  @Test
  void load_keyTwice_isAFaultInTheSecondLine() {
    assertThat(faults("generators:\n  a: {type: uuid}\n  a: {type: objectid}\n"))
        .containsExactly("m.yaml:3: generators.a: the key occurs twice in its mapping");
  }

  @Test
  void load_notYaml_failsWithTheLine() {
    assertThat(faults("generators:\n  a: {type: uuid\n"))
        .singleElement()
        .asString()
        .startsWith("m.yaml:3: not YAML: ");
    assertThat(faults("store: memory:\ngenerators:\n"))
        .singleElement()
        .asString()
        .startsWith("m.yaml:1: not YAML: ");
    assertThat(faults("a: 1\n---\nb: 2\n")).singleElement().asString().contains("not YAML");
    assertThat(faults("just words")).containsExactly("m.yaml:1: not a mapping of keys to values");
  }

  @Test
  void load_missingOrHugeFile_failsNamingIt() throws IOException {
    assertThatThrownBy(() -> Config.load(directory.resolve("none.yaml")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageMatching("configuration: there is no such file: .*none.yaml");
    assertThat(faults("store: " + "x".repeat(1 << 20)))
        .singleElement(STRING)
        .isEqualTo("m.yaml: the file has more than 1048576 bytes");
  }
}
