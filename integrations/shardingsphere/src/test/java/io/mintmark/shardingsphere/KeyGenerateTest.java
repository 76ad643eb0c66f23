package io.mintmark.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.key.KeyRequest;
import io.mintmark.objectid.ObjectId;
import io.mintmark.snowflake.SnowflakeId;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.testkit.Race;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests every key-generate algorithm, and two data sources in one JVM that share their generators.
 */
@SuppressWarnings("try") // a MintmarkRoute is opened, not used
@Tag("long")
final class KeyGenerateTest {

  private static final int THREADS = 8;
  private static final int ROWS = 50;

  private static final String CONFIG = """
      store: "memory:"
      generators:
        numbers: {type: sequence, strict: true}
        bills: {type: key, format: "B{var:tenant:4}{time:yyyyMMdd}{seq:6}", zone: UTC}
      """;

  private static final String RULES = """
      rules:
      - !SHARDING
        tables:
          t_snowflake:
            actualDataNodes: ds_0.t_snowflake_0
            keyGenerateStrategy: {column: id, keyGeneratorName: snowflake}
          t_objectid:
            actualDataNodes: ds_0.t_objectid_0
            keyGenerateStrategy: {column: id, keyGeneratorName: objectid}
          t_uuid:
            actualDataNodes: ds_0.t_uuid_0
            keyGenerateStrategy: {column: id, keyGeneratorName: uuid}
          t_key:
            actualDataNodes: ds_0.t_key_0
            keyGenerateStrategy: {column: id, keyGeneratorName: key}
          t_number:
            actualDataNodes: ds_0.t_number_0
            keyGenerateStrategy: {column: id, keyGeneratorName: number}
          t_bill:
            actualDataNodes: ds_0.t_bill_0
            keyGenerateStrategy: {column: id, keyGeneratorName: bill}
        keyGenerators:
          snowflake:
            type: MINTMARK_SNOWFLAKE
            props: {store: "memory:", name: made/snowflake, layout: 41/10/12}
          objectid: {type: MINTMARK_OBJECTID}
          uuid: {type: MINTMARK_UUID, props: {version: 4}}
          key:
            type: MINTMARK_KEY
            props: {store: "memory:", name: made/key, format: "K{time:yyyyMMddHHmmssSSS}{seq:4}"}
          number: {type: MINTMARK, props: {config: "CONFIG", generator: numbers, store: "memory:"}}
          bill: {type: MINTMARK, props: {config: "CONFIG", generator: bills}}
      """;

  private static Sharded first;
  private static Sharded second;

  @BeforeAll
  static void open(@TempDir Path folder) throws SQLException, IOException {
    Path config = Files.writeString(folder.resolve("mintmark.yaml"), CONFIG);
    first = new Sharded(1, RULES.replace("CONFIG", config.toString()));
    second = new Sharded(1, RULES.replace("CONFIG", config.toString()));
    for (Sharded db : List.of(first, second)) {
      for (String table : List.of("snowflake", "number")) {
        db.run("CREATE TABLE t_" + table + " (id BIGINT PRIMARY KEY, part INT)");
      }
      for (String table : List.of("objectid", "uuid", "key", "bill")) {
        db.run("CREATE TABLE t_" + table + " (id VARCHAR(40) PRIMARY KEY, part INT)");
      }
    }
  }

  @AfterAll
  static void close() throws SQLException {
    first.close();
    second.close();
  }

  /** Inserts rows with one statement and returns their keys. */
  private static List<String> insert(Sharded db, String table, int rows) throws SQLException {
    String sql = "INSERT INTO " + table + " (part) VALUES (?)" + ", (?)".repeat(rows - 1);
    List<String> keys = new ArrayList<>();
    try (Connection connection = db.connect();
        PreparedStatement insert =
            connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
      for (int i = 1; i <= rows; i++) {
        insert.setInt(i, i);
      }
      assertThat(insert.executeUpdate()).isEqualTo(rows);
      try (ResultSet made = insert.getGeneratedKeys()) {
        while (made.next()) {
          keys.add(made.getString(1));
        }
      }
    }
    assertThat(db.query("SELECT id FROM " + table)).containsAll(keys);
    return keys;
  }

  @Test
  void snowflake_insert_makesNumbersOfOneWorker() throws SQLException {
    List<String> made = insert(first, "t_snowflake", 3);
    made.addAll(insert(second, "t_snowflake", 3));

    assertThat(made).hasSize(6).doesNotHaveDuplicates();
    assertThat(made.stream()
            .map(id -> SnowflakeLayout.DEFAULT.decode(Long.parseLong(id)))
            .map(SnowflakeId::worker))
        .as("both data sources have one generator")
        .containsOnly(
            SnowflakeLayout.DEFAULT.decode(Long.parseLong(made.get(0))).worker());
  }

  @Test
  void objectid_insert_makesHex() throws SQLException {
    assertThat(insert(first, "t_objectid", 3))
        .hasSize(3)
        .doesNotHaveDuplicates()
        .allMatch(ObjectId::isValid);
  }

  @Test
  void uuid_insert_makesTheConfiguredVersion() throws SQLException {
    assertThat(insert(first, "t_uuid", 3))
        .hasSize(3)
        .doesNotHaveDuplicates()
        .allSatisfy(text -> assertThat(UUID.fromString(text).version()).isEqualTo(4));
  }

  @Test
  void key_insert_makesKeysOfTheFormat() throws SQLException {
    assertThat(insert(first, "t_key", 3))
        .hasSize(3)
        .doesNotHaveDuplicates()
        .allMatch(key -> key.matches("K\\d{21}"));
  }

  @Test
  void configured_rowsOfOneStatement_areOneBatch() throws SQLException {
    List<String> made = insert(first, "t_number", 5);
    long start = Long.parseLong(made.get(0));

    assertThat(made)
        .containsExactlyElementsOf(
            LongStream.range(start, start + 5).mapToObj(Long::toString).toList());
  }

  @Test
  void configured_twoDataSources_drawFromOneGenerator() throws SQLException {
    long last = Long.parseLong(insert(first, "t_number", 1).get(0));

    assertThat(insert(second, "t_number", 1)).containsExactly(Long.toString(last + 1));
    assertThat(insert(first, "t_number", 1)).containsExactly(Long.toString(last + 2));
  }

  @Test
  void configured_manyThreads_repeatNothing() throws SQLException {
    List<List<String>> made = Race.run(THREADS, thread -> {
      List<String> mine = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        Sharded db = thread % 2 == 0 ? first : second;
        mine.addAll(insert(db, "t_snowflake", 1));
        mine.addAll(insert(db, "t_number", 1));
      }
      return mine;
    });

    assertThat(made.stream().flatMap(List::stream))
        .hasSize(THREADS * ROWS * 2)
        .doesNotHaveDuplicates();
  }

  @Test
  void configured_formatWithVariables_takesThemFromTheRoute() throws SQLException {
    KeyRequest request =
        KeyRequest.forRoute("of no use here").with("tenant", "ACME").with("channel", "WEB");
    try (MintmarkRoute route = MintmarkRoute.of(request)) {
      assertThat(insert(first, "t_bill", 1)).allMatch(key -> key.matches("BACME\\d{14}"));
      assertThat(insert(first, "t_uuid", 1)).hasSize(1);
    }
    assertThatThrownBy(() -> insert(first, "t_bill", 1))
        .hasMessageContaining(
            "the variables are not those of the format: needed=[tenant], given=[]; no id issued");
  }

  @Test
  void batch_ofOneStatement_drawsAKeyForEachRow() throws SQLException {
    try (Connection connection = first.connect();
        PreparedStatement insert = connection.prepareStatement(
            "INSERT INTO t_uuid (part) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
      for (int i = 0; i < ROWS; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      insert.executeBatch();
      HashSet<String> keys = new HashSet<>();
      try (ResultSet made = insert.getGeneratedKeys()) {
        while (made.next()) {
          keys.add(made.getString(1));
        }
      }
      assertThat(keys).hasSize(ROWS);
      assertThat(first.query("SELECT id FROM t_uuid")).containsAll(keys);
    }
  }
}
