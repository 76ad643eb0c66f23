package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code check} reads from real databases. */
@Tag("long")
final class ColumnReaderTest extends SqlEngines {

  /** The first id of hutool's sample. */
  private static final long SNOWFLAKE = 2125072407592558592L;

  @BeforeAll
  static void fillTables() throws SQLException {
    run(
        postgresUrl(),
        "create table orders (id integer, made integer, uid uuid, raw bytea, price double"
            + " precision, code varchar(13), big numeric(19,0), flake bigint)",
        "insert into orders select 2100000000 + i, i, 'c232ab00-9414-11ec-b3c8-9c6bdeced846',"
            + " '\\x4df2dcec2cdcd20936a8b817', 9007199254740993 + 2 * i, 1700000000000 + i,"
            + " 9000000000000000000 + 3 * i, " + SNOWFLAKE
            + " + (i::bigint * 10 - (i % 2) * 4000) * 4194304 + i % 3"
            + " from generate_series(1, 500) i",
        "insert into orders (made) values (501), (502)",
        "create sequence numbers",
        "create view drawing as select nextval('numbers') as id");
    run(
        mariadbUrl(),
        "create table orders (id int unsigned, `order no` char(24), tiny tinyint)",
        "insert into orders select 3000000000 + seq, '4df2dcec2cdcd20936a8b817', 100"
            + " from seq_1_to_500");
  }

  private static void run(String url, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static Run check(String url, String table, String column, String... more) {
    String[] args = new String[8 + more.length];
    System.arraycopy(
        new String[] {"check", url, "--table", table, "--column", column, "--newest", "2026-11-24"},
        0,
        args,
        0,
        8);
    System.arraycopy(more, 0, args, 8, more.length);
    return Run.of(args);
  }

  private static String flat(Run run) {
    return run.out().replaceAll("\\s+", " ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id   |1|fail column int4 holds 2147483647: 97 % are used",
        "uid  |1|UUIDs of version 1",
        "raw  |1|ok column bytea is wide enough",
        "price|1|fail column float8 rounds whole numbers above 9007199254740992, and these are",
        "code |0|warn column varchar(13) is too narrow from 2286-11-20 on: it holds 9999999999999",
        "big  |1|numeric(19,0) holds 9999999999999999999: 90 % are used",
        "flake|0|ok column int8 is wide enough until its time ends"
      })
  void check_columnOfPostgres_saysWhetherItIsWideEnough(String column, int code, String says) {
    Run run = check(postgresUrl(), "public.orders", column);

    assertThat(flat(run)).as(run.err()).contains(says, "2 rows have no id");
    assertThat(run.code()).isEqualTo(code);
  }

  @Test
  void check_orderedByAColumn_seesWhereAClockWentBack() {
    Run run = check(postgresUrl(), "orders", "flake", "--order-by", "made");

    assertThat(flat(run)).contains("a clock went back 249 times by up to 4.0 s");
    assertThat(run.code()).isZero();
  }

  @Test
  void check_viewThatWouldChangeSomething_isRefusedByTheDatabase() {
    Run run = check(postgresUrl(), "drawing", "id");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .contains("the column cannot be read: url=jdbc:postgresql://", "table=drawing")
        .contains("cannot execute nextval() in a read-only transaction");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id        |ok column INTEGER UNSIGNED holds 4294967295: 69 % are used",
        "`order no`|ObjectIds",
        "tiny      |TINYINT holds 127: 78 % are used"
      })
  void check_columnOfMariaDb_saysWhetherItIsWideEnough(String column, String says) {
    Run run = check(mariadbUrl(), "shop.orders", column);

    assertThat(flat(run).replace("warn column", "ok column")).as(run.err()).contains(says);
  }

  /** By MySQL's own driver, on MariaDB's server as there is no MySQL here. */
  @Test
  void check_urlOfMySql_isReadByItsDriver() {
    Run run = check(mysqlUrl(), "orders", "id", "--order-by", "id");

    assertThat(run.err()).isEmpty();
    assertThat(flat(run)).contains("500 ids", "holds 4294967295: 69 % are used");
  }

  /** MariaDB and SQLite can take what stands in double quotes for a text, the same in each row. */
  @Test
  void check_namesInQuotes_areNamesEverywhere() throws SQLException {
    run(mariadbUrl(), "create table `a \"b\"` (`c\\` int)", "insert into `a \"b\"` values (7)");
    run(postgresUrl(), "create table \"a \"\"b\" (\"C\" int)");
    run(postgresUrl(), "insert into \"a \"\"b\" values (7)");
    String sqlite = "jdbc:sqlite:" + folder.resolve("quotes.db");
    run(sqlite, "create table t (\"c d\" integer)", "insert into t values (7), (8)");

    assertThat(flat(check(mariadbUrl(), "orders", "\"order no\""))).contains("ObjectIds");
    for (String url : new String[] {mariadbUrl(), mysqlUrl()}) {
      assertThat(flat(check(url, "\"a \"\"b\"\"\"", "\"c\\\""))).contains("7 to 7");
    }
    assertThat(flat(check(postgresUrl(), "\"a \"\"b\"", "\"C\""))).contains("7 to 7");
    assertThat(flat(check(sqlite, "t", "\"c d\""))).contains("7 to 8");
    assertThat(check(sqlite, "t", "\"nothing\"").err()).contains("no such column");
    assertThat(check(mariadbUrl(), "orders", "\"id\", \"tiny\"").code()).isEqualTo(2);
    assertThat(check(mariadbUrl(), "a\"b", "id").err())
        .contains("--table=a\"b; put a name with other characters in double quotes, and double");
  }

  @Test
  void check_columnOfSqlite_isRead_andNoFileIsMade() throws Exception {
    Path file = folder.resolve("shop.db");
    run("jdbc:sqlite:" + file, "create table t (id integer)", "insert into t values (7), (8)");

    Run run = check("jdbc:sqlite:" + file, "t", "id");
    assertThat(flat(run)).as(run.err()).contains("2 ids", "INTEGER holds 9223372036854775807");
    Path none = folder.resolve("none.db");
    assertThat(check("jdbc:sqlite:" + none, "t", "id").err()).contains("cannot be read");
    assertThat(none).doesNotExist();
  }

  @Test
  void check_whatCannotBeOpened_isRefusedInClearWords_withoutThePassword() {
    assertThat(check("jdbc:oracle:thin:x?password=geheim", "t", "id").err())
        .contains("no driver takes this URL", "there are drivers for jdbc:postgresql:")
        .doesNotContain("geheim");
    Run run = check(postgresUrl() + "&password=geheim", "nothing", "id");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("\"nothing\" does not exist").doesNotContain("geheim");
  }

  @Test
  void check_columnWithoutIds_isSaidOfTheColumn() throws SQLException {
    run(postgresUrl(), "create table bare (id bigint)", "insert into bare values (null), (null)");
    assertThat(check(postgresUrl(), "bare", "id").err())
        .contains("there is no id in the column: rowsWithoutOne=2")
        .doesNotContain("line");
  }

  /** A name of any length is checked without a deep stack. */
  @Test
  void check_veryLongNames_areRefusedByTheDatabaseOrAsNoNames() {
    String letters = "x".repeat(100_000);
    for (String name : new String[] {
      letters, '"' + letters + '"', '`' + letters + '`', '"' + "\"\"".repeat(9_000) + '"'
    }) {
      assertThat(check(postgresUrl(), name, "id").err()).contains("the column cannot be read");
    }
    assertThat(check(postgresUrl(), '"' + letters, "id").code()).isEqualTo(2);
  }
}
